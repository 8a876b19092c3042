"""The geometry of chess on small boards: the symmetries of a board, and what men threaten.

Squares are numbered row by row from the bottom left, a1 being 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from .geometry import neighbours, symmetries

NOWHERE = -1
MEN = ("", "Q", "R", "B", "N", "P")  # by their kinds in codes; none of bare kings

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))  # ways, as steps in column and row
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ROUND = STRAIGHT + DIAGONAL
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
WAYS: Mapping[str, tuple[tuple[int, int], ...]] = {  # along which a man threatens
    **dict.fromkeys("KQ", ROUND),
    "R": STRAIGHT,
    "B": DIAGONAL,
    "N": JUMPS,
    "P": ((-1, 1), (1, 1)),
}
SLIDERS = "QRB"


def images(board: int) -> tuple[tuple[int, ...], ...]:
    """Return the image of every square under each of the board's eight symmetries; the first two keep the rows.

    `NOWHERE` stays where it is: looked up as the last entry.

    >>> [image[1] for image in images(4)]  # of b1
    [1, 2, 13, 14, 4, 7, 8, 11]
    """
    return tuple((*image, NOWHERE) for image in symmetries(board, board))


def rays(man: str, square: int, board: int) -> list[list[int]]:
    """Return the squares that a man threatens on an empty board: a list for each direction, the nearest first.

    >>> rays("R", 0, board=4)
    [[4, 8, 12], [1, 2, 3]]
    """
    lengths = range(1, board if man in SLIDERS else 2)
    steps = [[(up * length, right * length) for length in lengths] for right, up in WAYS[man]]
    return [ray for ends in steps if (ray := neighbours(square, ends, board, board))]
