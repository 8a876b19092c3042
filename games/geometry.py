"""The geometry of boards, whose squares are numbered row by row: neighbours, lines and symmetries."""

from __future__ import annotations

from collections.abc import Iterable

STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))  # steps to a neighbour: rows down, columns to the right
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def neighbours(square: int, steps: Iterable[tuple[int, int]], rows: int, columns: int) -> list[int]:
    """Return the squares that steps from a square lead to, without those off the board.

    >>> neighbours(0, STRAIGHT, rows=2, columns=3)
    [1, 3]
    """
    row, column = divmod(square, columns)
    ends = [(row + down, column + right) for down, right in steps]
    return [i * columns + j for i, j in ends if 0 <= i < rows and 0 <= j < columns]
