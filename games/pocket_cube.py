"""The pocket cube: the 2×2×2 version of Rubik's cube (Ernő Rubik, 1983)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import parameter
from gamekit.layout import BoardGame, Counter, Layout

from .boards import Puzzle
from .cube_sides import STICKERS, format_corners, net, parse_corners
from .cube_turns import (
    CORNERS,
    TURNS,
    TWISTS,
    UNDOES,
    check_scramble,
    check_turns,
    corners_by_turns,
    scrambled,
    twists_by_turns,
)
from .cube_turns import State as Corners

State = tuple[int, ...]  # the numbers of the corners' places and of their twists, and 0, for the player

FACES = "URF"  # those that turn; the corner at DBL, where the others meet, stays where it is
HARDEST = "R2 U' R' F U2 F R' F2 U' R U"  # no scramble takes more moves to solve: 11


@attrs.frozen
class PocketCube(Puzzle, BoardGame):
    """A cube of 2×2×2 corners is scrambled, and its upper, right and front faces are turned until it is solved.

    A turn is by a quarter clockwise (U), by a quarter the other way (U') or by a half (U2), and counts as one move.
    The corner at the bottom, back and left stays where it is, because turning the opposite face instead would change
    only how the cube is held.

    Without a scramble, the start is one that takes the most turns to solve, if all three faces may be turned by a
    quarter. Otherwise the solved cube is scrambled by the first turn allowed of each face, and then by these once more.

    >>> game = PocketCube(scramble="R")
    >>> print(game.render(game.initial_state()))
    U F
    U F
    F D R R U B L L
    F D R R U B L L
    D B
    D B
    """

    turns: tuple[str, ...] = parameter(tuple(TURNS), "the turns that are allowed", items="names")
    scramble: str | None = parameter(None, "the turns that lead from the solved cube to the start")

    most_moves: ClassVar[int] = len(TURNS)
    most_back: ClassVar[int] = len(TURNS)
    example = {"turns": ["U", "U'", "U2", "R2", "F2"], "scramble": "U F2 U R2 U2 F2 U F2 U2 R2 U R2 U"}

    def __attrs_post_init__(self) -> None:
        check_turns(self.turns)
        if self.scramble is not None:
            check_scramble(self.scramble)

    def layout(self) -> Layout:
        return Layout(
            corners=Counter(len(CORNERS) - 1),
            twists=Counter(len(TWISTS) - 1),
            dense="all" if self._comes_everywhere else None,
        )

    @cached_property
    def _comes_everywhere(self) -> bool:
        """Whether every arrangement can be reached.

        Quarter turns of all three faces reach them all, and none only by way of the solved cube, where play ends; the
        tests confirm it.
        """
        return self._quarters == set(FACES) and any(self.start().values())

    def start(self) -> dict[str, int]:
        state = scrambled(self._scramble())
        return {"corners": CORNERS.index(state[0]), "twists": TWISTS.index(state[1])}

    def _scramble(self) -> Iterable[str]:
        if self.scramble is not None:
            return self.scramble.split()
        if self._quarters == set(FACES):
            return HARDEST.split()
        first = {turn[0]: turn for turn in reversed(self.turns)}
        return 2 * [first[face] for face in FACES if face in first]

    @cached_property
    def _quarters(self) -> set[str]:
        """The faces that quarter turns are allowed for."""
        return {turn[0] for turn in self.turns if not turn.endswith("2")}

    @cached_property
    def corners_after(self) -> list[list[int]]:
        """What each turn that is allowed makes of the corners: a row for each number of theirs."""
        return corners_by_turns(self.turns)

    @cached_property
    def twists_after(self) -> list[list[int]]:
        return twists_by_turns(self.turns)

    @cached_property
    def corners_before(self) -> list[list[int]]:
        return corners_by_turns([UNDOES[turn] for turn in self.turns])

    @cached_property
    def twists_before(self) -> list[list[int]]:
        return twists_by_turns([UNDOES[turn] for turn in self.turns])

    def options(self, s: Any) -> Iterator[int]:
        yield from range(len(self.corners_after[0]))

    def play(self, s: Any, move: int) -> None:
        s.corners = self.corners_after[s.corners][move]
        s.twists = self.twists_after[s.twists][move]

    back = options

    def unplay(self, s: Any, move: int) -> None:
        s.corners = self.corners_before[s.corners][move]
        s.twists = self.twists_before[s.twists][move]

    def over(self, s: Any) -> int | None:
        return 1 if s.corners == s.twists == 0 else None

    # --- for people -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the corner at each of the `PLACES` by the colours of its sides."""
        return format_corners(self._corners(state))

    def parse_state(self, text: str) -> State:
        corners, twists = parse_corners(text)
        return (CORNERS.index(corners), TWISTS.index(twists), 0)

    def format_move(self, state: State, move: int) -> str:
        return self.turns[move]

    def parse_move(self, state: State, text: str) -> int:
        if text not in self.turns:
            raise InputError(f"no such turn: {text!r}; the turns are {' '.join(self.turns)}")
        return self.turns.index(text)

    def render(self, state: State) -> str:
        return "\n".join(" ".join(row) for row in net(self._corners(state)))

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import draw_grid

        return draw_grid(net(self._corners(state)), STICKERS)

    def _corners(self, state: State) -> Corners:
        return CORNERS[state[0]], TWISTS[state[1]]
