"""Breakthrough (Dan Troyka, 2000): men step forward and capture diagonally, until one reaches the last row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import Grid, Layout
from gamekit.layout.geometry import steps

from .men_ahead import MenAhead
from .notations.square_moves import SquareMoves

LARGEST = 8


@attrs.frozen
class Breakthrough(MenAhead):
    """White and Black step forward with their men, White first; whoever reaches the last row wins.

    Each player has two rows of men at first. A man steps one square forward, straight or diagonally, if the square is
    empty; diagonally it may also take a man of the other player. A player wins with a man on the last row, or if the
    other player cannot move. There are no draws.

    >>> game = Breakthrough(rows=4, columns=3)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['a2xb3', 'b2xa3', 'b2xc3', 'c2xb3']
    """

    rows: int = parameter(4, "the height of the board", 4, LARGEST)
    columns: int = parameter(4, "the width of the board", 2, LARGEST)

    notations = (SquareMoves("a2-b3 a3-a2"),)
    aim = (
        "Step a man forward, straight or diagonally, and take diagonally. Whoever reaches the last row wins."
    )
    rows_of_men: ClassVar[int] = 2
    presets = {
        "Small": {"rows": 5, "columns": 2},
        "3×4 board": {"rows": 4, "columns": 3},
        "3×5 board": {"rows": 5, "columns": 3},
    }
    first_preset = "3×4 board"
    example = {"rows": 5, "columns": 2}
    most_moves: ClassVar[int] = 6 * LARGEST

    def layout(self) -> Layout:
        return Layout(board=Grid(self.rows, self.columns, ".WB"), symmetry="mirror", alike="flip")

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.straight[s.turn][leaves]:
                if s.board[goes] == 0:
                    yield leaves, goes
            for goes in self.diagonal[s.turn][leaves]:
                if s.board[goes] != 1 + s.turn:
                    yield leaves, goes

    def progress(self, s: Any) -> int:
        """Count the rows that men have advanced; a man that is taken counts as having crossed the board."""
        come = self.rows * s.board.count(0)
        for square in range(len(s.board)):
            row = square // self.columns
            if s.board[square] == 1:
                come += self.rows - row
            elif s.board[square] == 2:
                come += row + 1
        return int(come)

    def order(self, s: Any) -> int:
        return int(s.board.count(1 + s.turn) - s.board.count(2 - s.turn))  # men ahead

    @cached_property
    def straight(self) -> list[list[list[int]]]:
        """The square before each square, by player and square, if there is one."""
        return [steps(self.rows, self.columns, [(way, 0)]) for way in (-1, 1)]

    @cached_property
    def diagonal(self) -> list[list[list[int]]]:
        """The squares diagonally before each square, by player and square."""
        return [steps(self.rows, self.columns, [(way, -1), (way, 1)]) for way in (-1, 1)]
