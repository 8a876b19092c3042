"""The Grundy values of impartial NoGo on empty rows, from a table of all positions; a program apart from the ruleset.

python docs/support/nogo_rows.py 24

Stones that stand side by side count as one if they are of one colour, and part the row if not. So each position is a
sum of rows in which no stones are neighbours. These are numbered in lexicographic order: free, black, white. If a row
has k squares from a stone on, a black stone adds counts[k - 1] to its number, and a white one counts[k - 2] more. A
move makes the row shorter or its number larger, so the values of each length are found from the last number to the
first.

counts: the number of rows of each length      start: where the values of each length begin
signs: 0 free, 1 black, 2 white                 rest: the number of the part from a square on
before: the number of the part before a square, read backwards
shorter: what the part before a square adds to a number if one or two squares after it are taken out
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import numba
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def counts_of_rows(squares: int) -> Numbers:
    """Return the numbers of rows of each length in which no stones are neighbours; the last is that of length -1."""
    counts = [1, 3]
    while len(counts) <= squares:
        counts.append(counts[-1] + 2 * counts[-2])
    return np.array([*counts, 1])


@numba.njit(cache=True)
def added(colour: int, squares: int, counts: Numbers) -> int:
    """Return what a stone adds to the number of a row that has so many squares from the stone on."""
    return counts[squares - 1] + (counts[squares - 2] if colour == 2 else 0)


@numba.njit(cache=True)
def fill(values: NDArray[np.uint8], length: int, start: Numbers, counts: Numbers) -> None:
    """Find the values of all rows of one length; those of shorter rows are known."""
    signs = np.zeros(length + 2, np.int64)
    rest, before = np.zeros(length + 3, np.int64), np.zeros(length + 3, np.int64)
    shorter = np.zeros((3, length + 3), np.int64)
    for number in range(counts[length] - 1, -1, -1):
        left = number
        signs[:] = 0
        for i in range(length):
            if signs[i - 1] == 0 or i == 0:
                for colour in (2, 1):
                    if left >= added(colour, length - i, counts) and signs[i] == 0:
                        signs[i] = colour
                        left -= added(colour, length - i, counts)
            stone = signs[i]
            before[i + 1] = before[i] + (added(stone, i + 1, counts) if stone else 0)
            for d in (1, 2):
                keeps = stone and length - d - i > 0
                shorter[d, i + 1] = shorter[d, i] + (added(stone, length - d - i, counts) if keeps else 0)
        for i in range(length - 1, -1, -1):
            rest[i] = rest[i + 1] + (added(signs[i], length - i, counts) if signs[i] else 0)

        reached = 0
        for i in range(length):
            if signs[i]:
                continue
            before_it = signs[i - 1] if i else 0
            after_it = signs[i + 1] if i + 1 < length else 0
            for own in (1, 2):
                other = 3 - own
                is_free_before = i >= 1 if before_it == 0 else i >= 2
                is_free_after = i + 1 < length if after_it == 0 else i + 2 < length
                if (before_it == other and not is_free_before) or (after_it == other and not is_free_after):
                    continue
                if not ((is_free_before and before_it != other) or (is_free_after and after_it != other)):
                    continue
                value = 0
                if before_it == other:
                    value = values[start[i] + before[i]]
                    size, place = length - i - 1, rest[i + 1]
                    if after_it == 0:
                        size, place = size + 1, place + added(own, size + 1, counts)
                elif after_it == other:
                    value = values[start[length - i - 1] + rest[i + 1]]
                    size, place = i, before[i]
                    if before_it == 0:
                        size, place = size + 1, place + added(own, size + 1, counts)
                elif before_it and after_it:
                    size, place = length - 2, shorter[2, i] + rest[i + 2]
                elif before_it or after_it:
                    size, place = length - 1, shorter[1, i] + rest[i + 1]
                else:
                    size, place = length, number + added(own, length - i, counts)
                reached |= 1 << (value ^ values[start[size] + place])
        value = 0
        while reached >> value & 1:
            value += 1
        values[start[length] + number] = value


def tables(most: int) -> Iterator[NDArray[np.uint8]]:
    """Yield the values of all rows of 0, 1, 2 and so on squares; the first of each is that of the empty row."""
    counts = counts_of_rows(most)
    start = np.concatenate([[0], np.cumsum(counts[:-1])])
    values = np.zeros(start[-1], np.uint8)
    for length in range(most + 1):
        if length:
            fill(values, length, start, counts)
        yield values[start[length] : start[length + 1]]


if __name__ == "__main__":
    for squares, table in enumerate(tables(int(sys.argv[1]))):
        print(squares, table[0], "sha256 of all values:", hashlib.sha256(table).hexdigest(), flush=True)
