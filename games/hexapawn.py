"""Hexapawn (Martin Gardner, 1962): chess with nothing but pawns, on a board of any size."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import parameter
from gamekit.layout import Grid, Layout
from gamekit.layout.fields.boards import LETTERS, MOST_LINES
from gamekit.layout.geometry import steps

from .men_ahead import MenAhead

State = tuple[int, ...]  # the squares row by row from the top: 0 empty, 1 white, 2 black; whose turn it is
Move = tuple[int, int]  # the square a pawn leaves, the square it goes to


@attrs.frozen
class Hexapawn(MenAhead):
    """Each player has a row of pawns: White's at the bottom move up, Black's at the top down; White begins.

    A pawn moves one square straight ahead if that is empty, or takes a pawn of the other colour one square
    diagonally ahead. Reaching the far row wins, and so does leaving the other player without a move.

    >>> game = Hexapawn(rows=3, columns=3)
    >>> state = game.parse_state("BBB/W../.WW, black to move")
    >>> [game.format_move(state, move) for move in game.moves(state)]
    ['b3xa2', 'b3-b2', 'c3-c2']
    """

    presets = {
        "Classic": {},
        "4×3 board": {"rows": 3, "columns": 4},
        "4×4 board": {"rows": 4, "columns": 4},
    }

    aim = "Bring a pawn to the last row, or leave your opponent without a move."

    rows: int = parameter(3, "the height of the board, along which pawns move", 2, MOST_LINES)
    columns: int = parameter(3, "the width of the board, and the number of pawns each", 1, LETTERS)

    rows_of_men: ClassVar[int] = 1
    example = {"rows": 3, "columns": 3}
    won_by = "a pawn has reached the last row"

    def layout(self) -> Layout:
        return Layout(board=Grid(self.rows, self.columns, ".WB"))

    def options(self, s: Any) -> Iterator[Move]:
        for leaves in s.board.where(1 + s.turn):
            for goes, wanted in self.ahead[s.turn][leaves]:
                if s.board[goes] == wanted:
                    yield leaves, goes

    @cached_property
    def ahead(self) -> list[list[list[tuple[int, int]]]]:
        """The squares before each square, with the sign that must be there, by player and square."""
        return [
            [
                [(goes, other if (goes - square) % self.columns else 0) for goes in before]
                for square, before in enumerate(
                    steps(self.rows, self.columns, [(way, i) for i in (-1, 0, 1)])
                )
            ]
            for way, other in ((-1, 2), (1, 1))
        ]

    def parse_state(self, text: str) -> State:
        state = super().parse_state(text)
        for man, player in enumerate(self.players, 1):
            if state[:-1].count(man) > self.columns:
                raise InputError(f"{player} has {self.columns} pawns at most; there are more in {text!r}")
        return state
