"""Sliding puzzles: the 8-puzzle, the 15-puzzle (Noyes Chapman, 1874) and their smaller and larger relatives."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import attrs

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.compiled import CompiledGame, CompiledRules

from .boards import MAX_SIZE, Puzzle, as_tuple, parameter, rows_of
from .geometry import STRAIGHT, neighbours
from .kernels import rules_of

State = tuple[int, ...]  # the tiles row by row; 0 is the blank

BLANK = 0
BITS = 4  # of a code, for a cell
MAX_CELLS = 16  # of a board that has compiled rules: its tiles are numbers of 4 bits
HARDEST = {  # no arrangement takes more moves
    (2, 2): (0, 3, 2, 1),
    (2, 3): (4, 5, 0, 1, 2, 3),
    (3, 2): (2, 1, 4, 3, 0, 5),
    (3, 3): (6, 4, 7, 8, 5, 0, 3, 2, 1),
}


def frozen_tiles(tiles: Iterable[int] | None) -> tuple[int, ...] | None:
    """Return the tiles as a tuple; None stays None."""
    return None if tiles is None else as_tuple("tiles", "numbers", tiles)


@attrs.frozen
class SlidingPuzzle(Puzzle[State, int], CompiledGame[State, int]):
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

    rows: int = parameter(3, "the height of the board", 1, MAX_SIZE)
    columns: int = parameter(3, "the width of the board", 1, MAX_SIZE)
    tiles: tuple[int, ...] | None = attrs.field(
        default=None,
        converter=frozen_tiles,
        metadata={"help": "the tiles to start from, row by row, with 0 for the blank"},
    )

    example = {"rows": 2, "columns": 3}

    def __attrs_post_init__(self) -> None:
        if self.tiles is not None:
            self._check_tiles("tiles", self.tiles)

    def _check_tiles(self, name: str, tiles: tuple[int, ...]) -> None:
        cells = self.rows * self.columns
        if len(tiles) != cells:
            raise InputError(
                f"{name} must be {cells} numbers, for {self.rows} rows of {self.columns}; it has {len(tiles)}"
            )
        seen: dict[int, int] = {}
        for i, tile in enumerate(tiles):
            if type(tile) is not int or not 0 <= tile < cells:
                raise InputError(f"{name}[{i}] is {tile!r}, but tiles are the integers 0..{cells - 1}")
            if seen.setdefault(tile, i) != i:
                raise InputError(f"{name}[{i}] is {tile}, and so is {name}[{seen[tile]}]")

    def initial_state(self) -> State:
        return self._hard_start() if self.tiles is None else self.tiles

    def _hard_start(self) -> State:
        shape, cells = (self.rows, self.columns), self.rows * self.columns
        if shape in HARDEST:
            return HARDEST[shape]
        if 1 in shape:
            return tuple(range(cells))
        tiles = [*range(cells - 1, 2, -1), 2, 1, BLANK]
        pairs_out_of_order = (cells - 1) * (cells - 2) // 2
        if pairs_out_of_order % 2:  # they must be even in number when the blank is last
            tiles[-3:-1] = 1, 2
        return tuple(tiles)

    def moves(self, state: State) -> list[int]:
        """Return the tiles that can slide."""
        return [state[cell] for cell in self._beside[state.index(BLANK)]]

    def apply(self, state: State, move: int) -> State:
        tiles = list(state)
        tiles[state.index(move)], tiles[state.index(BLANK)] = BLANK, move
        return tuple(tiles)

    def outcome(self, state: State) -> int | None:
        return 1 if state == self._goal else None

    @cached_property
    def _goal(self) -> State:
        return (*range(1, self.rows * self.columns), BLANK)

    @cached_property
    def _beside(self) -> list[list[int]]:
        """The cells beside each cell."""
        rows, columns = self.rows, self.columns
        return [neighbours(cell, STRAIGHT, rows, columns) for cell in range(rows * columns)]

    def format_state(self, state: State) -> str:
        return " / ".join(" ".join(map(str, row)) for row in rows_of(state, self.columns))

    def parse_state(self, text: str) -> State:
        words = [part.split() for part in text.split("/")]
        if [len(part) for part in words] != [self.columns] * self.rows or not all(
            word.isdecimal() and len(word) <= 9 for part in words for word in part
        ):
            raise InputError(f"a state reads like {self.format_state(self._goal)!r}; this one is {text!r}")
        tiles = tuple(int(word) for part in words for word in part)
        self._check_tiles("state", tiles)
        return tiles

    def render(self, state: State) -> str:
        width = len(str(len(state) - 1))
        return "\n".join(
            " ".join(f"{tile or '.':>{width}}" for tile in row) for row in rows_of(state, self.columns)
        )

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import DARK, draw_grid

        rows = [[str(tile or "") for tile in row] for row in rows_of(state, self.columns)]
        return draw_grid(rows, {divmod(state.index(BLANK), self.columns): DARK})

    # --- the same over codes, whose layout games/kernels/sliding_puzzle.py explains ---------------------------

    def encode(self, state: State) -> int:
        return sum(tile << BITS * cell for cell, tile in enumerate(state[:-1]))

    def decode(self, code: int) -> State:
        cells = self.rows * self.columns
        tiles = [code >> BITS * cell & (1 << BITS) - 1 for cell in range(cells - 1)]
        return (*tiles, sum(range(cells)) - sum(tiles))

    def compiled_rules(self) -> CompiledRules:
        cells = self.rows * self.columns
        if cells > MAX_CELLS:
            raise UnsupportedError(
                f"sliding puzzles have compiled rules for boards of up to {MAX_CELLS} cells; this one has {cells}"
            )
        from .kernels import sliding_puzzle as kernels

        parameters = kernels.parameters_of(self.encode(self._goal), self._beside)
        return rules_of(kernels, 1 << BITS * (cells - 1), parameters, max_successors=4)
