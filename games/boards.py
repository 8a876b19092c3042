"""What games have in common whose states are boards in a text or a tuple."""

from __future__ import annotations

from typing import TypeVar

Board = TypeVar("Board", str, tuple[int, ...])


def rows_of(board: Board, columns: int) -> list[Board]:
    """Return the rows of a board, the top one first.

    >>> rows_of("X.OO.X", columns=3)
    ['X.O', 'O.X']
    """
    return [board[i : i + columns] for i in range(0, len(board), columns)]
