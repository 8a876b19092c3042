"""Functions for games whose states are boards in a string or a tuple."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from gamekit.game.parameters import refusal

Board = TypeVar("Board", str, tuple[int, ...])


def check_even(name: str, rows: Sequence[str]) -> None:
    """Refuse rows of which one is longer or shorter than the first.

    >>> check_even("level", ["####", "#@#"])
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: level must have rows of equal length; row 1 has 4 squares, row 2 has 3: '#@#'
    """
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            first = f"row 1 has {len(rows[0])} squares"
            other = f"row {number} has {len(row)}: {row!r:.100}"
            raise refusal(name, f"must have rows of equal length; {first}, {other}")


def rows_of(board: Board, columns: int) -> list[Board]:
    """Return the rows of a board, the top one first.

    >>> rows_of("X.OO.X", columns=3)
    ['X.O', 'O.X']
    """
    return [board[i : i + columns] for i in range(0, len(board), columns)]
