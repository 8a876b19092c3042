"""Lights out (Tiger Electronics, 1995): press lights, which turns their neighbours on and off, until all are off."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.game.puzzle import Puzzle
from gamekit.layout import WIN, BoardGame, Grid, Layout
from gamekit.layout.geometry import STRAIGHT, steps

from .notations.lights import LightLines

State = tuple[int, ...]

LARGEST = 5


@attrs.frozen
class LightsOut(Puzzle, BoardGame):
    """To press a light turns it on or off, and its neighbours in its row and column, too.

    The puzzle is solved when all lights are off. Some patterns of lights cannot be turned off; then play never ends,
    and that is a loss.

    >>> game = LightsOut(rows=2, columns=2)
    >>> game.format_state(game.apply(game.initial_state(), 0))
    '../.O'
    """

    presets = {
        "Small": {"rows": 3, "columns": 3},
        "Medium": {"rows": 4, "columns": 4},
        "Classic": {"rows": 5, "columns": 5, "symmetry": True},
    }
    first_preset = "Medium"

    aim = "Turn all lights off. To press one switches its neighbours, too."

    rows: int = parameter(5, "the height of the board", 1, LARGEST)
    columns: int = parameter(5, "the width of the board", 1, LARGEST)
    lit: str | None = parameter(
        None, "the lights at first, row by row, such as 'O./.O'; by default all are on"
    )
    symmetry: bool = parameter(False, "whether turned and mirrored boards count as one")

    notations = (LightLines(),)
    won_by = "all lights are off"
    example = {"rows": 3, "columns": 3}
    looks: ClassVar[dict[str, str]] = {"O": "yellow tile"}
    most_moves: ClassVar[int] = LARGEST * LARGEST
    most_back: ClassVar[int] = LARGEST * LARGEST

    def __attrs_post_init__(self) -> None:
        if self.lit is not None:
            try:
                self.grid.parse(self.lit)
            except InputError as error:
                raise InputError(f"lit: {error}", field="lit") from None

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.rows, self.columns, ".O")

    def layout(self) -> Layout:
        turned = "mirror flip transpose" if self.rows == self.columns else "mirror flip"
        if self.symmetry:
            return Layout(board=self.grid, symmetry=turned)
        return Layout(board=self.grid, dense="all")

    def start(self) -> dict[str, Any]:
        return {"board": self.lit or [1] * (self.rows * self.columns)}

    def options(self, s: Any) -> range:
        return range(self.rows * self.columns)

    def play(self, s: Any, move: int) -> None:
        for light in self.cross[move]:
            s.board[light] = 1 - s.board[light]

    back, unplay = options, play  # to press twice changes nothing

    def over(self, s: Any) -> int | None:
        return None if 1 in s.board else WIN

    @cached_property
    def cross(self) -> list[list[int]]:
        """The lights that each light switches, itself the first of them."""
        return [[i, *near] for i, near in enumerate(steps(self.rows, self.columns, STRAIGHT))]

    def gesture(self, state: State, move: int) -> Gesture:
        return Gesture([move], touched=self.cross[move])
