"""Tic-tac-toe and its larger relatives, the m,n,k games: a given number in a line wins."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import attrs

from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE, WIN, Grid, InARow, Layout, count_bits, pieces_on_board
from gamekit.layout.fields.boards import LETTERS, MOST_LINES
from gamekit.layout.geometry import lines
from gamekit.layout.in_a_row import check_length

Move = int  # the square to mark


@attrs.frozen
class TicTacToe(InARow):
    """X and O mark empty squares in turn, X first; a player with `length` marks in a line wins.

    A line runs along a row, a column or a diagonal. A full board without one is a tie. In misère
    play, a player with such a line loses.

    >>> game = TicTacToe()
    >>> game.outcome(game.parse_state("XXX/OO./..."))
    1
    """

    rows: int = parameter(3, "the height of the board", 1, MOST_LINES, aliases=("m",))
    columns: int = parameter(3, "the width of the board", 1, LETTERS, aliases=("n",))
    length: int = parameter(3, "how many in a line win", 1, aliases=("k",))
    misere: bool = parameter(False, "whether a player with `length` marks in a line loses instead")
    symmetry: bool = parameter(False, "whether turned and mirrored boards count as one")

    players = ("X", "O")
    presets = {
        "Classic": {},
        "Misère": {"misere": True},
        "4×3 board": {"rows": 3, "columns": 4},
    }
    example = {"rows": 3, "columns": 3, "length": 3}
    tier = progress = pieces_on_board

    def __attrs_post_init__(self) -> None:
        board = f"the board has {self.rows} rows and {self.columns} columns"
        check_length(self.length, max(self.rows, self.columns), board)

    @property
    def aim(self) -> str:  # type: ignore[override]
        ends = "loses" if self.misere else "wins"
        return f"X and O mark squares in turn; whoever gets {in_words(self.length)} in a line {ends}."

    def layout(self) -> Layout:
        turned = "mirror flip transpose" if self.rows == self.columns else "mirror flip"
        symmetry = turned if self.symmetry else ""
        return Layout(board=Grid(self.rows, self.columns, ".XO"), symmetry=symmetry, placed=True)

    def options(self, s: Any) -> Any:
        return s.board.where(0)

    def play(self, s: Any, move: Move) -> None:
        s.board[move] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        marks = s.board.bits(2 - s.turn)
        for line in self.lines:
            if marks & line == line:
                return WIN if self.misere else LOSS
        return None if 0 in s.board else TIE

    def order(self, s: Any) -> int:
        """Count the lines that the other player can no longer complete; fuller lines count more."""
        mine, theirs, good = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn), 0
        for line in self.lines:
            if theirs & line == 0:
                good += 4 ** count_bits(mine & line)
            if mine & line == 0:
                good -= 4 ** count_bits(theirs & line)
        return -good if self.misere else good

    @cached_property
    def rows_that_count(self) -> list[list[int]]:
        return lines(self.rows, self.columns, self.length)
