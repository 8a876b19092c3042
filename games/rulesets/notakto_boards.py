"""Boards of Notakto: three rows of three squares each, which are taken or free."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from gamekit.errors import InputError

Boards = tuple[int, ...]
"""The squares taken of each board, as the bits of an integer: bit `row * 3 + column`."""

LINES = (0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124)
"""The rows, columns and diagonals."""

MOST_BOARDS = 20

TAKEN, FREE = "x."


@cache
def is_dead(board: int) -> bool:
    """Return whether a board has three in a row."""
    return any(board & line == line for line in LINES)


@cache
def least_image(board: int) -> int:
    """Return the least of a board's images under the symmetries of the square."""
    images = []
    for image in (board, _moved(board, lambda row, column: (column, row))):
        mirrored = _moved(image, lambda row, column: (row, 2 - column))
        flipped = [_moved(one, lambda row, column: (2 - row, column)) for one in (image, mirrored)]
        images += [image, mirrored, *flipped]
    return min(images)


def _moved(board: int, to: object) -> int:
    places = (to(square // 3, square % 3) for square in range(9) if board >> square & 1)  # type: ignore[operator]
    return sum(1 << (3 * row + column) for row, column in places)


def read_boards(text: str) -> Boards:
    """Return the boards that a string shows, three rows each, joined by bars.

    Raises:
        InputError: `text` shows no boards.

    >>> read_boards("x..|...|... .x.|.x.|...")
    (1, 18)
    """
    squares = []
    boards = [] if text.strip() == "0" else text.split()
    for board in boards:
        rows = board.split("|")
        if (
            len(boards) > MOST_BOARDS
            or len(rows) != 3
            or any(len(row) != 3 or set(row) - {TAKEN, FREE} for row in rows)
        ):
            rule = f"there are at most {MOST_BOARDS} boards of three rows of three, joined by |, x taken and . free"
            raise InputError(f"{rule}, such as x..|.x.|...; not {board[:40]!r}")
        squares.append(sum(1 << square for square, sign in enumerate("".join(rows)) if sign == TAKEN))
    if not text.strip():
        raise InputError("boards are written as three rows, such as x..|.x.|...; there is none")
    return tuple(squares)


def written(board: int) -> str:
    signs = "".join(TAKEN if board >> square & 1 else FREE for square in range(9))
    return "|".join((signs[:3], signs[3:6], signs[6:]))


def draw_boards(boards: Sequence[int]) -> str:
    """Return boards side by side as an SVG document; the crosses of a dead one are brown.

    The name of a square in the attribute `data-place` is the number of its board, from 1 on, and that of the square.
    """
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.pieces import look_of
    from gamekit.drawing.surfaces import BOARD_MARGIN, Squares, edge_name
    from gamekit.drawing.svg import document

    surface, parts = Squares(3, 3), list[str]()
    step, top = surface.width + 12, BOARD_MARGIN + (16j if len(boards) > 1 else 0)
    for number, board in enumerate(boards, 1):
        at = top + (number - 1) * step
        look = look_of("brown plain X" if is_dead(board) else "X")
        parts += surface.ground(at, f"{number}:")
        parts += [
            part for square in range(9) if board >> square & 1 for part in surface.pieces([look], square, at)
        ]
        if len(boards) > 1:
            parts.append(edge_name(at.real + surface.width / 2, 9, str(number), COLOURS["grey"]))
    return document(parts, max(1, len(boards)) * step - 12 + 4, top.imag + surface.height + 2)
