"""Free squares of a board, as the bits of an integer: what Cram and Domineering lay their dominoes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from gamekit.errors import InputError

Squares = tuple[int, int]
"""The width of a board, and its free squares: bit `row * width + column`. All else is taken."""

MOST_SQUARES = 400

MOST_TABLED = 12
"""The width up to which all rows are mirrored by a table."""

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


def groups(squares: Squares) -> list[int]:
    """Return the groups of free squares that are joined by their sides, but not those of a single square.

    >>> groups((3, 0b101_001_001))
    [73]
    """
    width, free = squares
    not_first, not_last = _inner(width, -(-free.bit_length() // width))
    found = []
    while free:
        group, grown = 0, free & -free
        while grown != group:
            group = grown
            grown |= grown << width & free
            grown |= (grown & not_last) << 1 & free
            grown |= (grown & not_first) >> 1 & free
            grown |= grown >> width & free
        free ^= group
        if group & (group - 1):
            found.append(group)
    return found


def _cropped_rows(width: int, free: int) -> tuple[int, list[int]]:
    """Return width and rows of the smallest board that holds some free squares."""
    if not free:
        return 1, []
    free >>= ((free & -free).bit_length() - 1) // width * width
    mask = (1 << width) - 1
    rows, used = [], 0
    while free:
        row = free & mask
        rows.append(row)
        used |= row
        free >>= width
    left = (used & -used).bit_length() - 1
    return used.bit_length() - left, [row >> left for row in rows] if left else rows


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


@cache
def _mirror(width: int) -> list[int] | None:
    """Return every row of a board in the reverse order of its bits, if there are few."""
    return [_reversed(width, row) for row in range(1 << width)] if width <= MOST_TABLED else None


def least_image(squares: Squares) -> Squares:
    """Return free squares on the smallest board that holds them, or what reflections make of it, the least of these.

    Squares that have no free neighbour are left out, because no domino will ever lie on them.

    >>> least_image((3, 0b110_010_000)), least_image((3, 0b101_000_011))
    ((2, 7), (2, 3))
    """
    width, free = squares
    not_first, not_last = _inner(width, -(-free.bit_length() // width))
    free &= free << width | free >> width | (free & not_last) << 1 | (free & not_first) >> 1
    width, rows = _cropped_rows(width, free)
    table = _mirror(width)
    mirror = [_reversed(width, row) for row in rows] if table is None else [table[row] for row in rows]
    # the last row counts most, so boards are in the order of their rows from the last to the first
    return width, _stacked(width, reversed(min(rows, rows[::-1], mirror, mirror[::-1])))


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
