"""Free squares of a board, as the bits of an integer: what Cram and Domineering lay their dominoes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from gamekit.errors import InputError

Squares = tuple[int, int]
"""The width of a board, and its free squares: bit `row * width + column`. All else is taken."""

MOST_SQUARES = 400

FREE, TAKEN = ".#"


def read_board(text: str) -> Squares:
    """Return the free squares of a board whose rows are joined by bars.

    Raises:
        InputError: it is no board.

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


def components(squares: Squares) -> list[Squares]:
    """Return the groups of free squares that are joined by their sides, but not those of a single square.

    >>> components((3, 0b101_001_001))
    [(1, 7)]
    """
    width, free = squares
    height = -(-free.bit_length() // width)
    first = column(width, height)
    last = first << (width - 1)
    found = []
    while free:
        group, grown = 0, free & -free
        while grown != group:
            group = grown
            sideways = (group & ~last) << 1 | (group & ~first) >> 1
            grown = (group | sideways | group << width | group >> width) & free
        free ^= group
        if group & (group - 1):
            found.append(cropped(width, group))
    return found


def cropped(width: int, free: int) -> Squares:
    """Return free squares on the smallest board that holds them.

    >>> cropped(3, 0b110_110_000)
    (2, 15)
    """
    if not free:
        return 1, 0
    free >>= ((free & -free).bit_length() - 1) // width * width
    rows = _rows(width, free)
    used = 0
    for row in rows:
        used |= row
    left = (used & -used).bit_length() - 1
    narrow = used.bit_length() - left
    return (width, free) if narrow == width else (narrow, _stacked(narrow, [row >> left for row in rows]))


def _rows(width: int, free: int) -> list[int]:
    """Return the bits of each row."""
    mask = (1 << width) - 1
    rows = []
    while free:
        rows.append(free & mask)
        free >>= width
    return rows


def _stacked(width: int, rows: Iterable[int]) -> int:
    """Return the bits of a board from those of its rows."""
    free = shift = 0
    for row in rows:
        free |= row << shift
        shift += width
    return free


@cache
def _reversed(width: int, row: int) -> int:
    """Return the bits of a row in the reverse order."""
    return int(f"{row:0{width}b}"[::-1], 2)


def mirrored(squares: Squares) -> Squares:
    """Return the board with its columns in the reverse order.

    >>> mirrored((2, 0b01))
    (2, 2)
    """
    width, free = squares
    return width, _stacked(width, [_reversed(width, row) for row in _rows(width, free)])


def flipped(squares: Squares) -> Squares:
    """Return the board with its rows in the reverse order."""
    width, free = squares
    return width, _stacked(width, reversed(_rows(width, free)))


def transposed(squares: Squares) -> Squares:
    """Return the board with rows and columns exchanged.

    >>> transposed((2, 0b11))
    (1, 3)
    """
    width, free = squares
    height = -(-free.bit_length() // width)
    return max(height, 1), sum(
        1 << (i % width * height + i // width) for i in range(width * height) if free >> i & 1
    )


def images(squares: Squares) -> list[Squares]:
    """Return a board and what reflections in its middle row and column make of it."""
    mirror = mirrored(squares)
    return [squares, mirror, flipped(squares), flipped(mirror)]
