"""Free squares of a board, as the bits of an integer, for the dominoes of Cram and Domineering."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product

from gamekit.errors import InputError

Squares = tuple[int, int]
"""The width of a board, and its free squares: bit `row * width + column`. All else is taken."""

MOST_SQUARES = 400

TABLED = 8
"""Of how many squares a table has the images."""

FREE, TAKEN = ".#"


def read_board(text: str) -> Squares:
    """Return the free squares of a board whose rows are joined by bars.

    Raises:
        InputError: it is not a board.

    >>> read_board("..|.#")
    (2, 7)
    """
    rows = text.strip().split("|")
    if len(set(map(len, rows))) != 1 or set(text.strip()) - {FREE, TAKEN, "|"} or not rows[0]:
        rule = "a board is rows of one length, joined by |, with . for a free square and # for a taken one"
        raise InputError(f"{rule}, such as '...|.#.'; not {text!r}")
    width = len(rows[0])
    if width * len(rows) > MOST_SQUARES:
        raise InputError(f"a board has at most {MOST_SQUARES} squares; this one has {width * len(rows)}")
    return width, sum(1 << i for i, square in enumerate("".join(rows)) if square == FREE)


def rows_of(squares: Squares) -> list[str]:
    """Return the rows of a board as text.

    >>> rows_of((2, 7))
    ['..', '.#']
    """
    width, free = squares
    height = -(-free.bit_length() // width) or 1
    signs = [FREE if free >> i & 1 else TAKEN for i in range(width * height)]
    return ["".join(signs[i : i + width]) for i in range(0, width * height, width)]


@cache
def column(width: int, height: int) -> int:
    """Return the bits of the first column of a board."""
    return sum(1 << (row * width) for row in range(height))


def across(squares: Squares) -> Iterator[int]:
    """Yield the free squares that are left after each way to lay a domino along a row."""
    width, free = squares
    height = -(-free.bit_length() // width)
    starts = free & (free >> 1) & ~(column(width, height) << (width - 1))
    return _laid(free, starts, 0b11)


def down(squares: Squares) -> Iterator[int]:
    """Yield the free squares that are left after each way to lay a domino along a column."""
    width, free = squares
    return _laid(free, free & (free >> width), 1 | 1 << width)


def _laid(free: int, starts: int, domino: int) -> Iterator[int]:
    while starts:
        start = starts & -starts
        yield free ^ start * domino
        starts ^= start


@cache
def _inner(width: int, height: int) -> tuple[int, int]:
    """Return the bits of all columns but the first, and of all but the last."""
    first = column(width, height)
    whole = (1 << (width * height)) - 1
    return whole & ~first, whole & ~(first << (width - 1))


def joined(squares: Squares) -> Iterator[int]:
    """Yield the groups of free squares that are joined by their sides.

    >>> list(joined((3, 0b101_001_001)))
    [73, 256]
    """
    width, free = squares
    not_first, not_last = _inner(width, -(-free.bit_length() // width))
    while free:
        group, grown = 0, free & -free
        while grown != group:
            group = grown
            grown |= (
                grown << width | grown >> width | (grown & not_last) << 1 | (grown & not_first) >> 1
            ) & free
        free ^= group
        yield group


def groups(squares: Squares) -> list[int]:
    """Return the groups of free squares that are joined by their sides, but not those of a single square.

    >>> groups((3, 0b101_001_001))
    [73]
    """
    return [group for group in joined(squares) if group & (group - 1)]


def _cropped(width: int, free: int) -> Squares:
    """Return the smallest board that holds some free squares."""
    free >>= ((free & -free).bit_length() - 1) // width * width
    height = -(-free.bit_length() // width)
    first = column(width, height)
    if free & first and free & first << (width - 1):
        return width, free
    used, step, size = free, width, width * height
    while step < size:  # each step joins twice as many rows
        used |= used >> step
        step *= 2
    used &= (1 << width) - 1
    left = (used & -used).bit_length() - 1
    narrow = used.bit_length() - left
    mask, cropped = (1 << narrow) - 1, 0
    for row in range(height):
        cropped |= (free >> row * width + left & mask) << row * narrow
    return narrow, cropped


@cache
def _images(width: int, height: int, is_turned: bool) -> tuple[int, list[list[int]], int]:
    """Return the width of the images of a board, a table for each few of its squares, and the bits of an image.

    A table has, for each set of these squares, its images under the symmetries, side by side. A board that `is_turned`
    has its rows and columns exchanged, too, if there are more columns; its images are of both kinds if it is square.
    """
    columns, rows = sorted((width, height)) if is_turned else (width, height)
    exchanged = [False, True] if is_turned and width == height else [(columns, rows) != (width, height)]

    def images(square: int) -> Iterator[int]:
        for is_exchanged in exchanged:
            r, c = divmod(square, width)[:: -1 if is_exchanged else 1]
            for row, column in product((r, rows - 1 - r), (c, columns - 1 - c)):
                yield row * columns + column

    size = width * height
    bits = [sum(1 << i * size + image for i, image in enumerate(images(square))) for square in range(size)]
    tables = []
    for first in range(0, len(bits), TABLED):
        table = [0]
        for image in bits[first : first + TABLED]:
            table += [entry | image for entry in table]
        tables.append(table)
    return columns, tables, size


def least_image(squares: Squares, *, is_turned: bool = False) -> Squares:
    """Return free squares on the smallest board that holds them, or the least of the images of this board.

    Squares that have no free neighbour are left out, because no domino will ever lie on them.

    Args:
        squares: the board.
        is_turned: whether rows and columns may be exchanged, or the board only be reflected.

    >>> least_image((3, 0b110_010_000)), least_image((3, 0b101_000_011))
    ((2, 7), (2, 3))
    >>> least_image((3, 0b011), is_turned=True)
    (1, 3)
    """
    width, free = squares
    not_first, not_last = _inner(width, -(-free.bit_length() // width))
    free &= free << width | free >> width | (free & not_last) << 1 | (free & not_first) >> 1
    if not free:
        return 1, 0
    width, free = _cropped(width, free)
    width, tables, size = _images(width, -(-free.bit_length() // width), is_turned)
    images = 0
    for table in tables:
        images |= table[free & (1 << TABLED) - 1]
        free >>= TABLED
    least = mask = (1 << size) - 1
    while images:
        one, two, three, four = images, images >> size, images >> 2 * size, images >> 3 * size
        least = min(least, one & mask, two & mask, three & mask, four & mask)
        images >>= 4 * size
    return width, least


def transposed(squares: Squares) -> Squares:
    """Return the board with rows and columns exchanged.

    >>> transposed((2, 0b11))
    (1, 3)
    """
    width, free = squares
    height = -(-free.bit_length() // width) or 1
    mask, turned = (1 << width) - 1, 0
    for row in range(height):
        turned |= _spread(height, free & mask) << row
        free >>= width
    return height, turned


@lru_cache(maxsize=1 << 16)
def _spread(height: int, row: int) -> int:
    """Return the bits of a row as those of the first column of a board this many squares wide."""
    return sum(1 << i * height for i in range(row.bit_length()) if row >> i & 1)
