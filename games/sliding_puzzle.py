"""Sliding puzzles: the 8-puzzle, the 15-puzzle (Noyes Chapman, 1874) and their smaller and larger relatives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.number_words import ordinal
from gamekit.game.parameters import check_size, parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.layout import BoardGame, Layout, Permutation
from gamekit.layout.fields.boards import MOST_LINES
from gamekit.layout.geometry import STRAIGHT, steps

from .notations.tiles import Tiles

BLANK = 0
DENSE_CELLS = 11  # of a board whose arrangements are numbered rather than explored
HARDEST = {  # no arrangement takes more moves
    (2, 2): (0, 3, 2, 1),
    (2, 3): (4, 5, 0, 1, 2, 3),
    (3, 2): (2, 1, 4, 3, 0, 5),
    (3, 3): (6, 4, 7, 8, 5, 0, 3, 2, 1),
}


@attrs.frozen
class SlidingPuzzle(Puzzle, BoardGame):
    """Numbered tiles on a board with one blank: a tile beside the blank slides into it.

    The puzzle is solved when the tiles are in order, row by row, and the blank is last. Many arrangements,
    half of them as a rule, cannot be solved; then play never ends, and that is a loss.

    Without tiles, the start is a hardest one for boards of up to 3×3. On larger ones the tiles
    are in reverse order, with 1 and 2 exchanged where that makes it solvable; in a single row or column the
    blank is first and the tiles are in order.

    >>> game = SlidingPuzzle(rows=2, columns=3)
    >>> print(game.render(game.initial_state()))
    4 5 .
    1 2 3
    """

    presets = {
        "Small": {"rows": 2, "columns": 3},
        "Long": {"rows": 2, "columns": 4},
        "Eight tiles": {"rows": 3, "columns": 3},
    }
    first_preset = "Long"

    aim = "Slide the tiles until they are in order, row by row, and the blank is last."

    rows: int = parameter(3, "the height of the board", 1, MOST_LINES)
    columns: int = parameter(3, "the width of the board", 1, MOST_LINES)
    tiles: tuple[int, ...] | None = parameter(
        None, "the tiles to start from, row by row, with 0 for the blank", items="numbers", distinct=True
    )

    notations = (Tiles(),)
    won_by = "the tiles are in order"
    example = {"rows": 2, "columns": 3}
    looks: ClassVar[dict[str, str]] = {"0": "blank"}
    most_moves: ClassVar[int] = 4
    most_back: ClassVar[int] = 4

    def __attrs_post_init__(self) -> None:
        if (tiles := self.tiles) is None:
            return
        if len(tiles) != (cells := self.rows * self.columns):
            shape = f"{cells} numbers, for {self.rows} rows of {self.columns}"
            raise refusal("tiles", f"must be {shape}; it has {len(tiles)}")
        for i, tile in enumerate(tiles):
            check_size(f"tiles[{i}]", tile, 0, cells - 1)

    def layout(self) -> Layout:
        cells, start = self.rows * self.columns, self._start
        if 1 in (self.rows, self.columns) or cells > DENSE_CELLS or start == (*range(1, cells), BLANK):
            return Layout(tiles=Permutation(cells, columns=self.columns))
        # a move exchanges the blank with a tile, and takes it to a square of the other colour
        exchanges = sum(start[i] > tile for j, tile in enumerate(start) for i in range(j))
        colours = [sum(divmod(cell, self.columns)) for cell in range(cells)]
        odd = [(exchanges + colours[start.index(BLANK)] + colour) % 2 == 1 for colour in colours]
        return Layout(tiles=Permutation(cells, odd, columns=self.columns), dense="all")

    def start(self) -> dict[str, Any]:
        return {"tiles": self._start}

    @cached_property
    def _start(self) -> tuple[int, ...]:
        shape, cells = (self.rows, self.columns), self.rows * self.columns
        if self.tiles is not None:
            return self.tiles
        if shape in HARDEST:
            return HARDEST[shape]
        if 1 in shape:
            return tuple(range(cells))
        is_odd = (cells - 1) * (cells - 2) // 2 % 2  # pairs out of order; they are even if the blank is last
        return (*range(cells - 1, 2, -1), *((1, 2) if is_odd else (2, 1)), BLANK)

    def options(self, s: Any) -> Iterator[int]:
        for cell in self.beside[s.tiles.index(BLANK)]:
            yield s.tiles[cell]

    def play(self, s: Any, move: int) -> None:
        blank, cell = s.tiles.index(BLANK), s.tiles.index(move)
        s.tiles[blank], s.tiles[cell] = move, BLANK

    back, unplay = options, play  # a tile slides back as it came

    def over(self, s: Any) -> int | None:
        for cell, tile in enumerate(s.tiles):
            if tile != (cell + 1) % len(s.tiles):
                return None
        return 1

    @cached_property
    def beside(self) -> list[list[int]]:
        """The cells beside each cell."""
        return steps(self.rows, self.columns, STRAIGHT)

    def gesture(self, state: tuple[int, ...], move: int) -> Gesture:
        return Gesture([state.index(move)], end=state.index(BLANK))  # there is but one place to go

    def board_in_words(self, state: tuple[int, ...]) -> str:
        rows = [state[i : i + self.columns] for i in range(0, self.rows * self.columns, self.columns)]
        return "; ".join(
            f"{ordinal(i)} row: {listed(tile if tile != BLANK else 'blank' for tile in row)}"
            for i, row in enumerate(rows, 1)
        )

    def render(self, state: tuple[int, ...]) -> str:
        return re.sub(r"\b0\b", ".", super().render(state))
