"""The rules shared by games in which both players may place either mark, an X or an O."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from gamekit.layout import Grid, InARow, Layout
from gamekit.layout.geometry import lines
from gamekit.layout.in_a_row import check_length

State = tuple[int, ...]
Move = tuple[int, int]  # a square, and the mark: 1 X, 2 O

LARGEST = 6


class EitherMark(InARow):
    """Both players place an X or an O on an empty square in turn; a line of equal marks decides."""

    side: int
    length: int

    looks: ClassVar[dict[str, str]] = {"X": "X", "O": "O"}  # nobody owns a mark

    def __attrs_post_init__(self) -> None:
        check_length(self.length, self.side, f"side is {self.side}")

    def layout(self) -> Layout:
        return Layout(board=Grid(self.side, self.side, ".XO"), symmetry="mirror flip transpose")

    def options(self, s: Any) -> Iterator[Move]:
        for square in s.board.where(0):
            for mark in (1, 2):
                yield square, mark

    def play(self, s: Any, move: Move) -> None:
        square, mark = move
        s.board[square] = mark

    def has_line(self, s: Any) -> bool:
        """Return whether there is a line of equal marks."""
        crosses, noughts = s.board.bits(1), s.board.bits(2)
        return any(line in (line & crosses, line & noughts) for line in self.lines)

    def tier(self, s: Any) -> int:
        return int(len(s.board) - s.board.count(0))  # the marks

    progress = tier

    @cached_property
    def rows_that_count(self) -> list[list[int]]:
        return lines(self.side, self.side, self.length)

    def format_move(self, state: State, move: Move) -> str:
        square, mark = move
        return f"{' XO'[mark]} {self.place_name(square)}"
