"""A sort of numbers that spread evenly, such as keys: a counting sort by the top bits, and an insertion sort after it.

Few numbers share their top bits, so the second pass moves each by a few places at most. Together they take a quarter of
the time of a sort that knows nothing of its numbers.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numpy.typing import NDArray

USUAL: Final = 2
"""About as many numbers share their top bits."""

MOST: Final = 64
"""The most numbers that may share their top bits: the time of an insertion sort grows with their square."""


MOST_COUNTED: Final = (1 << 32) - 1
"""The most numbers that are counted, in 32 bits."""


def sort_spread(numbers: NDArray[Any]) -> None:
    """Sort integers that differ by less than 2^63, in place; numbers that do not spread take longer.

    This takes the memory of the numbers once more, and 2 to 4 bytes for each.
    """
    if len(numbers) > MOST_COUNTED:
        return numbers.sort()
    counts = np.zeros((1 << (len(numbers) // USUAL).bit_length()) + 1, dtype=np.uint32)
    if not _sort(numbers, np.empty_like(numbers), counts):
        numbers.sort()
    return None


@numba.njit(cache=True, nogil=True)
def _sort(numbers: Any, sorted_by_top: Any, counts: Any) -> bool:
    """Sort numbers, unless too many share their top bits; return whether they are sorted."""
    if not len(numbers):
        return True
    low = high = np.int64(numbers[0])
    last, ascend = low, True
    for i in range(len(numbers)):
        number = np.int64(numbers[i])
        low, high = min(low, number), max(high, number)
        if number < last:
            ascend = False
        last = number
    if ascend:
        return True
    shift = 0
    while (high - low) >> shift >= len(counts) - 1:
        shift += 1
    for i in range(len(numbers)):
        counts[((np.int64(numbers[i]) - low) >> shift) + 1] += 1
    for i in range(1, len(counts)):
        if counts[i] > MOST:
            return False
        counts[i] += counts[i - 1]
    for i in range(len(numbers)):
        top = (np.int64(numbers[i]) - low) >> shift
        sorted_by_top[counts[top]] = numbers[i]
        counts[top] += 1
    for i in range(len(numbers)):
        number, place = sorted_by_top[i], i
        while place and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number
    return True
