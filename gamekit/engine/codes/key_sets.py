"""Ascending arrays of keys as sets: removal of duplicates, difference, union."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.spread_sort import sort_spread

Keys = NDArray[np.int64]


class GrowingSet:
    """A set of keys to which keys are added repeatedly.

    The runs of the set are disjoint ascending arrays, each at most half as long as the one before, so that there are
    few runs, and no key is merged often.
    """

    def __init__(self) -> None:
        self._runs: list[Keys] = []

    def __len__(self) -> int:
        return sum(map(len, self._runs))

    def add(self, keys: Keys) -> None:
        """Add keys, which ascend without duplicates; their memory may be changed."""
        for run in self._runs:
            keys = subtract(keys, run)
        keys = keys.copy()
        while self._runs and 2 * len(keys) >= len(self._runs[-1]):
            keys = merge(self._runs.pop(), keys)
        self._runs.append(keys)

    def keys(self) -> Keys:
        """Return all keys, ascending, and clear the set."""
        keys = np.empty(0, dtype=np.int64)
        while self._runs:
            keys = merge(self._runs.pop(), keys)
        return keys


def unique(keys: Keys) -> Keys:
    """Sort `keys` in place and return them without duplicates, in the same memory. Keys are not negative."""
    sort_spread(keys)
    return keys[: _drop_duplicates(keys)]


def subtract(keys: Keys, known: Keys) -> Keys:
    """Return the keys that are not in `known`, in the memory of `keys`; both ascend without duplicates."""
    return keys[: _subtract(keys, known)] if len(known) else keys


def merge(first: Keys, second: Keys) -> Keys:
    """Return the union of two disjoint ascending arrays."""
    return merge_along((first, None), (second, None))[0]


def merge_along(first: tuple[Keys, Any], second: tuple[Keys, Any]) -> tuple[Keys, Any]:
    """Return the union of two disjoint ascending arrays, each with a column beside it or None; and their columns so."""
    merged, column = np.empty(len(first[0]) + len(second[0]), dtype=np.int64), None
    if first[1] is not None:
        column = np.empty(len(merged), np.promote_types(first[1].dtype, second[1].dtype))
    _merge(*first, *second, merged, column)
    return merged, column


@numba.njit(cache=True, nogil=True)
def _drop_duplicates(keys: Any) -> int:
    size = 0
    last = np.int64(-1)  # no key, as keys are not negative
    for i in range(len(keys)):
        key = keys[i]
        keys[size] = key
        size += key != last
        last = key
    return size


@numba.njit(cache=True, nogil=True)
def _subtract(keys: Any, known: Any) -> int:
    """Keep the keys that are not known; step through `known` one by one if it is dense, in leaps if it is not."""
    size = 0
    place = 0
    for i in range(len(keys)):
        key = keys[i]
        steps = 0
        while place < len(known) and known[place] < key and steps < 8:
            place += 1
            steps += 1
        if steps == 8:
            leap = 8
            while place + leap < len(known) and known[place + leap] < key:
                place += leap
                leap *= 2
            low, high = place, min(place + leap, len(known))
            while low < high:
                middle = (low + high) // 2
                if known[middle] < key:
                    low = middle + 1
                else:
                    high = middle
            place = low
        if place == len(known) or known[place] != key:
            keys[size] = key
            size += 1
    return size


@numba.njit(cache=True, nogil=True)
def _merge(first: Any, beside_first: Any, second: Any, beside_second: Any, merged: Any, column: Any) -> None:
    """Merge keys, and the columns beside them unless they are None, for which Numba compiles no branch."""
    i = j = k = 0
    while i < len(first) and j < len(second):
        left, right = first[i], second[j]
        takes_left = left < right
        merged[k] = left if takes_left else right
        if column is not None:
            column[k] = beside_first[i] if takes_left else beside_second[j]
        i += takes_left
        j += not takes_left
        k += 1
    while i < len(first):  # loops, since an assignment to a slice takes Numba ten times as long to compile
        merged[k] = first[i]
        if column is not None:
            column[k] = beside_first[i]
        i += 1
        k += 1
    while j < len(second):
        merged[k] = second[j]
        if column is not None:
            column[k] = beside_second[j]
        j += 1
        k += 1
