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
from .cube_turns import CORNERS, PLACES, SOLVED, TURNS, TWISTS, effects, turned

State = tuple[int, ...]  # the numbers of the corners' places and of their twists, and 0, for the player

FACES = "URF"  # those that turn; the corner at DBL, where the others meet, stays where it is
HELD = "DBL"
NET = (  # the faces unfolded: U, then F R B L in a strip, then D; each sign is a side of the place below it
    ("ULB UBR", "UU"),
    ("UFL URF", "UU"),
    ("UFL URF URF UBR UBR ULB ULB UFL", "FFRRBBLL"),
    ("DLF DFR DFR DRB DRB DBL DBL DLF", "FFRRBBLL"),
    ("DLF DFR", "DD"),
    ("DBL DRB", "DD"),
)
UNDOES = {turn: turn[0] + {"": "'", "'": "", "2": "2"}[turn[1:]] for turn in TURNS}
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
        if not self.turns:
            raise InputError("turns must name at least one turn; it is empty")
        for i, turn in enumerate(self.turns):
            if not isinstance(turn, str) or turn not in TURNS:
                raise InputError(f"turns[{i}] must be one of {' '.join(TURNS)}; it is {turn!r}")
            if self.turns.index(turn) != i:
                raise InputError(f"turns[{i}] is {turn!r}, and so is turns[{self.turns.index(turn)}]")
        if not isinstance(self.scramble, str | None):
            raise InputError(f'scramble must be turns, as in "R U2 F\'"; it is {self.scramble!r}')
        for i, turn in enumerate((self.scramble or "").split()):
            if turn not in TURNS:
                raise InputError(f"scramble must be turns of {' '.join(TURNS)}; turn {i} is {turn!r}")

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
        state = SOLVED
        for name in self._scramble():
            state = turned(state, TURNS[name])
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
        return _rows(effects(turn)[0] for turn in self.turns)

    @cached_property
    def twists_after(self) -> list[list[int]]:
        return _rows(effects(turn)[1] for turn in self.turns)

    @cached_property
    def corners_before(self) -> list[list[int]]:
        return _rows(effects(UNDOES[turn])[0] for turn in self.turns)

    @cached_property
    def twists_before(self) -> list[list[int]]:
        return _rows(effects(UNDOES[turn])[1] for turn in self.turns)

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
        return " ".join(map(_sides, CORNERS[state[0]], TWISTS[state[1]]))

    def parse_state(self, text: str) -> State:
        corners: list[int] = []
        twists: list[int] = []
        words = text.split()
        if len(words) != len(PLACES):
            raise InputError(
                f"a state is {len(PLACES)} corners like {' '.join(PLACES)!r}; this one is {text!r}"
            )
        for i, word in enumerate(words):
            if word not in _CORNERS:
                raise InputError(
                    f"corner {i} must be one of {', '.join(PLACES)}, perhaps twisted; it is {word!r}"
                )
            corner, twist = _CORNERS[word]
            if corner in corners:
                raise InputError(f"corner {i} is {word!r}, and so is corner {corners.index(corner)}, twisted")
            corners.append(corner)
            twists.append(twist)
        if sum(twists) % 3:
            raise InputError(f"no turns twist one corner alone; {text!r} breaks that")
        return (CORNERS.index(tuple(corners)), TWISTS.index(tuple(twists)), 0)

    def format_move(self, state: State, move: int) -> str:
        return self.turns[move]

    def parse_move(self, state: State, text: str) -> int:
        if text not in self.turns:
            raise InputError(f"no such turn: {text!r}; the turns are {' '.join(self.turns)}")
        return self.turns.index(text)

    def render(self, state: State) -> str:
        return "\n".join(" ".join(row) for row in _net(state))

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import draw_grid

        return draw_grid(_net(state), STICKERS)


STICKERS = {"U": "#ffffff", "R": "#b3202c", "F": "#8bc34a", "D": "#f0e442", "L": "#f5a742", "B": "#1c5fb0"}


def _rows(columns: Iterable[list[int]]) -> list[list[int]]:
    return [list(row) for row in zip(*columns, strict=True)]


def _sides(corner: int, twist: int) -> str:
    """Return the colours of a corner in the order of the sides of its place: a twist moves each on by one."""
    name = PLACES[corner]
    return name[-twist:] + name[:-twist] if twist else name


_CORNERS = {_sides(corner, twist): (corner, twist) for corner in range(len(PLACES)) for twist in range(3)}


def _net(state: State) -> list[str]:
    """Return the colours of all sides, row by row, as they are arranged in `NET`."""
    sides = map(_sides, CORNERS[state[0]], TWISTS[state[1]])
    shown = {HELD: HELD, **dict(zip(PLACES, sides, strict=True))}
    return [
        "".join(shown[place][place.index(side)] for place, side in zip(places.split(), sides, strict=True))
        for places, sides in NET
    ]
