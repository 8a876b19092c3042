"""Helpers for compiled rules: small functions that many games need. Importing this module loads Numba."""

from __future__ import annotations

from typing import Any

import numba


@numba.njit(cache=True, nogil=True)
def distinct(out: Any, count: int) -> int:
    """Sort the first `count` entries of `out`, drop duplicates, and return the number left.

    >>> import numpy as np
    >>> out = np.array([5, 3, 5, 0])
    >>> distinct(out, 3), out[:2]
    (2, array([3, 5]))
    """
    gap = 1
    while 3 * gap + 1 < count // 8:  # Shell's method; few entries are sorted by insertion at once
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, count):
            entry = out[i]
            j = i - gap
            while j >= 0 and out[j] > entry:
                out[j + gap] = out[j]
                j -= gap
            out[j + gap] = entry
        gap //= 3
    size = min(count, 1)
    for i in range(1, count):
        if out[i] != out[size - 1]:
            out[size] = out[i]
            size += 1
    return size
