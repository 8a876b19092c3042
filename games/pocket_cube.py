"""The pocket cube: the 2×2×2 version of Rubik's cube (Ernő Rubik, 1983)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import parameter
from gamekit.game.puzzle import Puzzle
from gamekit.layout import Counter, Layout

from .cube_sides import CubeOfCorners, State
from .cube_turns import (
    CORNERS,
    TURNS,
    TWISTS,
    UNDOES,
    check_scramble,
    effects,
    scrambled,
    turn_quarters,
    usual_scramble,
)


@attrs.frozen
class PocketCube(Puzzle, CubeOfCorners):
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

    turns: tuple[str, ...] = parameter(
        tuple(TURNS), "the turns that are allowed", items="names", choices=tuple(TURNS), distinct=True
    )
    scramble: str | None = parameter(None, "the turns that lead from the solved cube to the start")

    most_moves: ClassVar[int] = len(TURNS)
    most_back: ClassVar[int] = len(TURNS)
    example = {"turns": ["U", "U'", "U2", "R2", "F2"], "scramble": "U F2 U R2 U2 F2 U F2 U2 R2 U R2 U"}

    def __attrs_post_init__(self) -> None:
        if not self.turns:
            raise InputError("turns must name at least one turn; it is empty")
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
        return turn_quarters(self.turns) and any(self.start().values())

    def start(self) -> dict[str, int]:
        turns = usual_scramble(self.turns) if self.scramble is None else self.scramble.split()
        state = scrambled(turns)
        return {"corners": CORNERS.index(state[0]), "twists": TWISTS.index(state[1])}

    @cached_property
    def effects(self) -> list[list[list[int]]]:
        """By the number of the corners' places, and of their twists: what each turn makes of it."""
        return effects(self.turns)

    @cached_property
    def origins(self) -> list[list[list[int]]]:
        """Likewise what each turn has made it of."""
        return effects([UNDOES[turn] for turn in self.turns])

    def options(self, s: Any) -> Iterator[int]:
        yield from range(len(self.effects[0][0]))

    def play(self, s: Any, move: int) -> None:
        s.corners, s.twists = self.effects[0][s.corners][move], self.effects[1][s.twists][move]

    back = options

    def unplay(self, s: Any, move: int) -> None:
        s.corners, s.twists = self.origins[0][s.corners][move], self.origins[1][s.twists][move]

    def over(self, s: Any) -> int | None:
        return 1 if s.corners == s.twists == 0 else None

    def format_move(self, state: State, move: int) -> str:
        return self.turns[move]

    def parse_move(self, state: State, text: str) -> int:
        if text not in self.turns:
            raise InputError(f"no such turn: {text!r}; the turns are {' '.join(self.turns)}")
        return self.turns.index(text)
