"""Hex (Piet Hein 1942, John Nash 1948): connect two opposite sides of a board of hexagons."""

from __future__ import annotations

from functools import cached_property
from string import ascii_lowercase
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, BoardGame, Layout, Points
from gamekit.layout.geometry import steps

from .boards import rows_of
from .notations.hex import HexMoves
from .notations.hex_lines import HexLines
from .notations.hex_sgf import HexSgf

LARGEST = 19
AROUND = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]  # rows lean to the right going down


@attrs.frozen
class Hex(BoardGame):
    """Red and Blue put stones on empty cells in turn, Red first; Red connects top and bottom, Blue left and right.

    The board is a rhombus of hexagons. Each row begins half a cell further to the right than the one above it, so a
    cell touches its neighbours in the row, the cell above and that to the right of it, and the cell below and that to
    the left of it. A full board always connects two sides of one colour, and never both pairs, so there are no ties.

    >>> game = Hex(2)
    >>> game.outcome(game.parse_state("R.R., blue to move"))
    1
    """

    size: int = parameter(3, "how many cells a side has", 1, LARGEST)

    players = ("red", "blue")
    notations = (HexMoves(), HexSgf(), HexLines())
    presets = {
        "Small": {"size": 2},
        "Medium": {"size": 3},
        "Large": {"size": 4},
    }
    won_by = "two opposite sides are joined"
    example = {"size": 3}
    looks: ClassVar[dict[str, str]] = {"board": "hexagons"}

    def layout(self) -> Layout:
        n = self.size
        at = [(column + row / 2, row * 0.75**0.5) for row in range(n) for column in range(n)]
        across = [row + n * column for row in range(n) for column in range(n)]  # the diagonal
        board = Points(steps(n, n, AROUND), ".RB", at=at)
        return Layout(board=board, symmetry=[{"board": range(n * n)[::-1]}], alike={"board": across})

    @property
    def most_moves(self) -> int:  # type: ignore[override]
        return self.size**2

    def deciding_places(self, state: tuple[int, ...]) -> list[int]:
        """Return a shortest chain of the winner's stones between their sides."""
        mark, (first, last) = 2 - state[-1], self.sides[1 - state[-1]]  # who is to move did not win
        around = steps(self.size, self.size, AROUND)
        before = {cell: cell for cell, sign in enumerate(state[:-1]) if sign == mark and first >> cell & 1}
        for cell in (reached := list(before)):  # grows while it is walked
            if last >> cell & 1:
                chain = [cell]
                while (cell := before[chain[-1]]) != chain[-1]:
                    chain.append(cell)
                return chain
            for other in around[cell]:
                if state[other] == mark and other not in before:
                    before[other] = cell
                    reached.append(other)
        return []

    def turn_of(self, cells: tuple[int, ...]) -> int:
        return (len(cells) - cells.count(0)) % 2

    def options(self, s: Any) -> Any:
        return s.board.where(0)

    def play(self, s: Any, cell: int) -> None:
        s.board[cell] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        theirs = s.board.bits(2 - s.turn)  # the other player has just moved
        first, last = self.sides[1 - s.turn]
        reached, before = theirs & first, 0
        while reached != before:
            before = reached
            reached |= self.beside(reached) & theirs
        return LOSS if reached & last else None

    def tier(self, s: Any) -> int:
        return int(len(s.board) - s.board.count(0))  # the stones on the board

    progress = tier

    def order(self, s: Any) -> int:
        return self.missing(s, 1 - s.turn) - self.missing(s, s.turn)

    def missing(self, s: Any, player: int) -> int:
        """Return the number of stones that a player still needs to connect the sides if the other player passes."""
        own, empty = s.board.bits(1 + player), s.board.bits(0)
        first, last = self.sides[player]
        stones, reached = 0, own & first
        while True:
            before = 0
            while reached != before:
                before = reached
                reached |= self.beside(reached) & own
            if reached & last:
                return stones
            fresh = (self.beside(reached) | first) & empty & ~reached
            if fresh == 0:
                return len(s.board)  # cut off
            stones += 1
            reached |= fresh

    def beside(self, cells: int) -> int:
        """Return the cells beside some cells; all are sets of bits."""
        n, all_cells = self.size, (1 << self.size**2) - 1
        left, right = cells & ~self.left, cells & ~self.right
        return (left >> 1 | right << 1 | cells >> n | cells << n | right >> n - 1 | left << n - 1) & all_cells

    @cached_property
    def sides(self) -> list[list[int]]:
        """By player: the cells of the two sides to connect, as sets of bits."""
        top = (1 << self.size) - 1
        return [[top, top << self.size * (self.size - 1)], [self.left, self.right]]

    @cached_property
    def left(self) -> int:
        """The first cells of all rows."""
        return sum(1 << row * self.size for row in range(self.size))

    @cached_property
    def right(self) -> int:
        """The last cells of all rows."""
        return self.left << self.size - 1

    def place_name(self, place: int) -> str:
        return f"{ascii_lowercase[place % self.size]}{place // self.size + 1}"

    def render(self, state: tuple[int, ...]) -> str:
        rows = rows_of(state[:-1], self.size)
        return "\n".join(" " * i + " ".join(".RB"[cell] for cell in row) for i, row in enumerate(rows))
