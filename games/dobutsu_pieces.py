"""The board and the pieces of dobutsu shogi, and the bits that stand for them in codes."""

from __future__ import annotations

from .geometry import DIAGONAL, STRAIGHT, neighbours

ROWS, COLUMNS = 4, 3
SQUARES = ROWS * COLUMNS
IN_HAND, ABSENT = 12, 15  # in the place of a square, in codes
THEIRS, HEN = 16, 32

STEPS = {  # rows down, columns to the right, as the first player sees them
    "L": STRAIGHT + DIAGONAL,
    "G": STRAIGHT,
    "E": DIAGONAL,
    "C": STRAIGHT[:1],
    "H": STRAIGHT + DIAGONAL[:2],
}


def targets(kind: str, square: int, sign: int = 1) -> list[int]:
    """Return the squares, ascending, that a piece can step to; those that it can come from if `sign` is -1.

    >>> targets("E", 10), targets("C", 4, -1)
    ([6, 8], [7])
    """
    steps = [(sign * down, sign * right) for down, right in STEPS[kind]]
    return sorted(neighbours(square, steps, ROWS, COLUMNS))
