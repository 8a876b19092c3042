"""What some games have in common: limits on the sizes of boards, puzzles."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TypeVar

from gamekit.game.protocol import SolvedGame

Board = TypeVar("Board", str, tuple[int, ...])

MAX_SIZE = 100  # far more than can be solved, and far less than would fill the memory with one state
MAX_COLUMNS = len(ascii_lowercase)  # columns are named by letters


def rows_of(board: Board, columns: int) -> list[Board]:
    """Return the rows of a board, the top one first.

    >>> rows_of("X.OO.X", columns=3)
    ['X.O', 'O.X']
    """
    return [board[i : i + columns] for i in range(0, len(board), columns)]


class Puzzle:
    """A game for one player, whose answer is how soon it can be solved."""

    players: tuple[str, ...] = ("solver",)

    def answer(self, solution: SolvedGame) -> int | None:
        """Return the least number of moves that solve the puzzle; None if none do."""
        return solution.root.remoteness
