"""Quixo over codes, from the mover's view.

A code is a ternary number: the square in row r and column c of n × n is its digit n·r + c, 0 for a blank cube, 1 for
one of the mover, 2 for one of the other player. A move changes one row or one column; what can become of such a line
is looked up by its content, which is a ternary number of n digits, too.

    flipped     after a move the other player is to move: 1 and 2 change places. That is done first, so while a move is
                made the mover's cubes are 2; while one is taken back, the cubes of who has made it are 1.
    axis        0 for rows, 1 for columns
    lines       the contents of the n lines of an axis, one byte each, the first line lowest
    crossing    the contents of the n lines of the other axis and of the two diagonals, likewise
    change      what becomes of a line by a move, as two numbers: what it adds to the flipped code in the first line of
                its axis; and its new content, with, from bit 8 on, a bit for the one square that differs in the first
                line, all of `NO_SQUARE` if none does, and nothing if several do

Two different moves lead to the same board only if they change no square at all, or one square, the same, one move in
its row and the other in its column.

The parameters are n, the number of contents of a line, and where each of these tables begins, then the tables:

    FLIPPED     for each content: the same with 1 and 2 exchanged
    CROSSING    for each line and content: what it adds to `crossing`
    PUSHED      for each axis and content: how many changes a move can make in a middle line, how many in an outer one,
                and which; those of a middle line come first
    PULLED      likewise the changes that take a move back
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate, chain
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

SIZE, CONTENTS, FLIPPED, CROSSING, PUSHED, PULLED, TABLES = range(7)

# Beside the squares; so many bits that, wherever two lines shift them, one is in both.
NO_SQUARE = 0x1FFFFF << 25
ONES = 0x01010101010101  # seven bytes, for five lines and two diagonals
HIGH_BITS = 0x80808080808080

Line = tuple[int, ...]  # its digits


def outcome(code: int, parameters: Any) -> int:
    size, contents = parameters[SIZE], parameters[CONTENTS]
    lines = crossing = 0
    for i in range(size):
        content = code % contents
        code //= contents
        lines |= content << 8 * i
        crossing += parameters[parameters[CROSSING] + i * contents + content]
    ones = contents // 2
    if has_byte(lines, ones) or has_byte(crossing, ones):
        return 1  # the mover's line, which the other player has made, perhaps with one of the other's own
    if has_byte(lines, 2 * ones) or has_byte(crossing, 2 * ones):
        return -1
    return NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    return changed(code, parameters, PUSHED, 4 * parameters[SIZE] - 2, out)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    return changed(code, parameters, PULLED, 8 * parameters[SIZE] - 6, out)


def is_state(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1  # every board is one


@numba.njit(cache=True, nogil=True)
def has_byte(word: int, byte: int) -> bool:
    """Tell whether one of the bytes of a word is this one, which is not 0 (Warren, Hacker's Delight, section 6-1)."""
    zero_where_equal = word ^ byte * ONES
    return ((zero_where_equal - ONES) & ~zero_where_equal & HIGH_BITS) != 0


@numba.njit(cache=True, nogil=True)
def changed(code: int, parameters: Any, table: int, width: int, out: Any) -> int:
    """Write what a change of one line makes of the flipped code, each board once, and return how many there are.

    Args:
        code: a code.
        parameters: of the rules.
        table: of the changes, `PUSHED` or `PULLED`.
        width: how many numbers that table has for each axis and content.
        out: where to write.
    """
    size, contents = parameters[SIZE], parameters[CONTENTS]
    added = parameters[CROSSING]
    flipped = lines = crossing = 0
    unit = 1
    for i in range(size):
        content = parameters[parameters[FLIPPED] + code % contents]
        code //= contents
        flipped += content * unit
        unit *= contents
        lines |= content << 8 * i
        crossing += parameters[added + i * contents + content]

    count = 0
    seen = 0  # the squares that were the only one changed so far, and `NO_SQUARE` if a change changes none
    for axis in range(2):
        if axis == 1:
            lines = crossing
        unit = 1  # what the first square of line i adds to a code
        for i in range(size):
            content = (lines >> 8 * i) & 255
            start = parameters[table] + (axis * contents + content) * width
            number = parameters[start + 1] if i == 0 or i == size - 1 else parameters[start]
            for j in range(start + 2, start + 2 + 2 * number, 2):
                squares = parameters[j + 1] << (size * i if axis == 0 else i)
                fresh = seen & squares == 0
                seen |= squares
                out[count] = flipped + parameters[j] * unit
                count += fresh  # no branch, which could not be foreseen; what is not fresh is written over
            unit *= contents if axis == 0 else 3
    return count


# --- the tables -----------------------------------------------------------------------------------------------------


@cache
def tables(size: int) -> Any:
    """Return the parameters of the rules on n × n squares: int64, one-dimensional.

    >>> tables(2)[:TABLES]
    array([  2,   9,   6,  15,  33, 141])
    """
    lines = [tuple(number // 3**i % 3 for i in range(size)) for number in range(3**size)]
    parts = (
        [number_of((0, 2, 1)[digit] for digit in line) for line in lines],
        [added_across(i, line) for i in range(size) for line in lines],
        *(
            [entry for apart in (1, size) for line in lines for entry in changes(line, moves, width, apart)]
            for moves, width in ((pushes, 4 * size - 2), (pulls, 8 * size - 6))
        ),
    )
    starts = accumulate(map(len, parts[:-1]), initial=TABLES)
    return np.array([size, len(lines), *starts, *chain.from_iterable(parts)], dtype=np.int64)


def number_of(digits: Iterable[int], base: int = 3) -> int:
    """Return the number with these digits, the lowest first.

    >>> number_of((1, 0, 2))
    19
    """
    number: int = sum(digit * base**i for i, digit in enumerate(digits))
    return number


def added_across(i: int, line: Line) -> int:
    """Return what line i, so filled, adds to the contents of the lines across it and of the diagonals."""
    weight: int = 3**i
    return weight * number_of((*line, line[i], line[-1 - i]), 1 << 8)


def changes(
    line: Line, moves: Callable[[Line, int, int], Iterator[Line]], width: int, apart: int
) -> list[int]:
    """Return the entry of a line in the table of changes that these moves make."""
    last = len(line) - 1
    through = [(0, last), (last, 0)]  # a middle line touches the border only with its ends
    along = [(taken, end) for end in (0, last) for taken in range(len(line)) if taken != end]
    middle = dict.fromkeys(after for taken, end in through for after in moves(line, taken, end))
    outer = middle | dict.fromkeys(after for taken, end in along for after in moves(line, taken, end))
    found = [number for after in outer for number in change(line, after, apart)]
    return [len(middle), len(outer), *found, *[0] * (width - 2 - len(found))]


def pushes(line: Line, taken: int, end: int) -> Iterator[Line]:
    """Yield what a line becomes where one of the mover's cubes, which are 2, or a blank one goes to that end."""
    if line[taken] != 1:
        yield moved(line, taken, end, 2)


def pulls(line: Line, taken: int, end: int) -> Iterator[Line]:
    """Yield what a line has been before a cube, now 1, has gone from `taken` to that end."""
    if line[end] == 1:
        yield from (moved(line, end, taken, former) for former in (0, 1))


def moved(line: Line, leaves: int, goes: int, digit: int) -> Line:
    """Return a line after the cube in one place has gone to another, with that digit, and those between moved up.

    >>> moved((0, 1, 2), 0, 2, digit=2)
    (1, 2, 2)
    """
    cubes = [*line[:leaves], *line[leaves + 1 :]]
    return (*cubes[:goes], digit, *cubes[goes:])


def change(before: Line, after: Line, apart: int) -> tuple[int, int]:
    """Return the two numbers that stand for a change of a line whose squares are so many squares apart."""
    places = [i for i, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    squares = NO_SQUARE if not places else 1 << apart * places[0] if len(places) == 1 else 0
    return number_of(after, 3**apart) - number_of(before, 3**apart), squares
