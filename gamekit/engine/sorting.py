"""Sorted arrays of keys as sets: union, difference, repetitions dropped."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.int64]


def unique(keys: Keys) -> Keys:
    """Sort `keys` in place and return them, each once, in the same memory."""
    keys.sort()
    return keys[: _drop_repetitions(keys)]


def subtract(keys: Keys, known: Keys) -> Keys:
    """Return those of `keys` that are not among `known`, both ascending, in the memory of `keys`."""
    return keys[: _subtract(keys, known)] if len(known) else keys


def merge(first: Keys, second: Keys) -> Keys:
    """Return the union of two ascending arrays that have nothing in common."""
    merged = np.empty(len(first) + len(second), dtype=np.int64)
    _merge(first, second, merged)
    return merged


@numba.njit(cache=True, nogil=True)
def _drop_repetitions(keys: Any) -> int:
    kept = 0
    last = np.int64(-1)
    for i in range(len(keys)):
        key = keys[i]
        keys[kept] = key
        kept += key != last
        last = key
    return kept


@numba.njit(cache=True, nogil=True)
def _subtract(keys: Any, known: Any) -> int:
    """Keep what is not known; steps through `known` one by one where it is dense, in leaps where it is not."""
    kept = 0
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
            keys[kept] = key
            kept += 1
    return kept


@numba.njit(cache=True, nogil=True)
def _merge(first: Any, second: Any, merged: Any) -> None:
    i = j = k = 0
    while i < len(first) and j < len(second):
        left, right = first[i], second[j]
        takes_left = left < right
        merged[k] = left if takes_left else right
        i += takes_left
        j += not takes_left
        k += 1
    while i < len(first):
        merged[k] = first[i]
        i += 1
        k += 1
    while j < len(second):
        merged[k] = second[j]
        j += 1
        k += 1
