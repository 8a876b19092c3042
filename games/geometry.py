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


def lines(rows: int, columns: int, length: int) -> list[slice]:
    """Return all lines of so many squares, as slices of a board: along rows, columns and both diagonals.

    >>> [("XO." "XO." "O.X")[line] for line in lines(3, 3, 3)[3:6]]
    ['XXO', 'OO.', '..X']
    """
    return [
        slice(square, end + 1, down * columns + right or 1)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for square in range(rows * columns)
        for end in neighbours(square, [(down * (length - 1), right * (length - 1))], rows, columns)
    ]


def symmetries(rows: int, columns: int) -> list[list[int]]:
    """Return the permutations of the squares that mirror the board, and turn it if it is square: 4 or 8.

    The first is the identity, the second mirrors the columns.

    >>> symmetries(1, 3)[:2]
    [[0, 1, 2], [2, 1, 0]]
    """
    squares = range(rows * columns)
    grid = [list(squares[i : i + columns]) for i in squares[::columns]]
    views = [half[::step] for step in (1, -1) for half in (grid, [row[::-1] for row in grid])]
    if rows == columns:
        views += [list(map(list, zip(*view, strict=True))) for view in views]
    return [[square for row in view for square in row] for view in views]
