"""`PositionTable`: a table of bounds of positions by code; when it is full, it forgets positions, but it never errs.

A code is hashed by a bijection. The top bits of the hash choose a bucket of eight entries, and the entry holds the rest
of the hash, so bucket and entry together determine the code: no collision can make a wrong bound. The first seven
entries of a bucket are kept by the work that they took; the eighth is always replaced (Breuker, Uiterwijk & van den
Herik, "Replacement schemes for transposition tables", 1994, section 3, for two entries).

An entry is an int64, never negative: the rest of the hash in the 33 highest bits, the lower and the upper bound plus
128 in eight bits each, the number of the best move in eight, and in the six lowest the bit length of the work. If
more than 33 bits of the hash are left, a second array holds the rest.

Several threads may use a table whose entries are single words. A processor reads and writes such a word as a whole, and
each function below reads an entry once and then looks at what it has read. So whatever others write meanwhile, a bound
belongs to the position for which it was stored; at worst, a thread overwrites an entry that another thread has just
written.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.jit import Array

WAYS: Final = 8
"""The number of entries of a bucket, which fill one line of the processor's cache."""

REST: Final = 33
"""The number of bits of a hash for which an entry has room."""

LEAST, MOST = -128, 127
"""The bounds of a position of which nothing is known."""

NO_MOVE: Final = 255
"""The mark in place of the number of a move; entries hold numbers below it."""

FIRST_BUCKETS: Final = 12
"""The number of bits of a bucket's number in a new table, which has 256 KiB and grows as it fills."""


class TableArrays(NamedTuple):
    """The arrays of a table, as kernels take them.

    Attributes:
        words: int64, the entries.
        rests: int64, the rest of each hash if entries have no room for it; otherwise of length 1.
        bits: the number of bits of a code.
        shift: the number of bits of a code that are not bits of the bucket's number.
    """

    words: NDArray[np.int64]
    rests: NDArray[np.int64]
    bits: int
    shift: int


TABLE: Any = types.NamedTuple([Array, Array, types.int64, types.int64], TableArrays)  # type: ignore[no-untyped-call]


class PositionTable:
    """The bounds of positions, in two arrays for the kernels.

    Attributes:
        bits: the number of bits of a code.
        buckets: the number of bits of a bucket's number, which determines how many buckets there are now.
        most: the largest value that `buckets` can reach.
        entries: int64, the entries described in the module's docstring, with room for 2**`most` buckets.
        rests: int64, the rest of each hash if entries have no room for it; otherwise of length 1.
    """

    def __init__(self, bits: int, memory: int) -> None:
        """Make a table of at most `memory` bytes, but of eight buckets at least."""
        self.bits = bits
        most = min(max(3, (memory // (8 * WAYS)).bit_length() - 1), bits)
        is_wide = bits - most > REST
        if is_wide:
            most = max(min(3, bits), most - 1)
        self.most = most
        self.buckets = min(most, FIRST_BUCKETS if is_wide else max(FIRST_BUCKETS, bits - REST))
        # the system provides pages when they are written
        self.entries = np.zeros(WAYS << most, dtype=np.int64)
        self.rests = np.zeros(WAYS << most if is_wide else 1, dtype=np.int64)
        self.stored = 0

    @property
    def is_shareable(self) -> bool:
        """Whether several threads may use the table at once: each entry is one word."""
        return len(self.rests) == 1

    @property
    def for_kernels(self) -> TableArrays:
        """The arrays as kernels take them; they are out of date when the table has grown."""
        return TableArrays(self.entries, self.rests, self.bits, self.bits - self.buckets)

    def grow(self) -> None:
        """Double the number of buckets while more than half of the entries may be in use and there is room."""
        while self.stored > (WAYS << self.buckets) // 2 and self.buckets < self.most:
            split(self.for_kernels, 1 << self.buckets)
            self.buckets += 1

    def arrays(self) -> dict[str, NDArray[np.int64]]:
        """Return the parts of the table's arrays that are in use, by name."""
        used = len(self)
        numbers = np.array([self.buckets, self.stored], dtype=np.int64)
        return {"entries": self.entries[:used], "rests": self.rests[:used], "numbers": numbers}

    def restore(
        self, entries: NDArray[np.int64], rests: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> None:
        """Restore the arrays of a table like this one.

        Raises:
            ValueError: the arrays are not those of such a table.
        """
        buckets, stored = numbers.tolist()
        used = WAYS << buckets
        if not self.buckets <= buckets <= self.most or entries.shape != (used,):
            raise ValueError("the entries have a wrong shape")
        if rests.shape != (min(used, len(self.rests)),) or {entries.dtype, rests.dtype} != {
            self.entries.dtype
        }:
            raise ValueError("the rests have a wrong shape")
        self.buckets, self.stored = buckets, stored
        if used == len(self.entries):
            self.entries, self.rests = entries, rests  # a copy would take as much memory again
        else:
            self.entries[:used], self.rests[: len(rests)] = entries, rests

    def __len__(self) -> int:
        return WAYS << self.buckets


@numba.njit(types.int64(TABLE, types.int64), cache=True, nogil=True)
def find(table, key):  # type: ignore[no-untyped-def]
    """Return the entry of a hash, or 0 if there is none."""
    entries, rests, shift = table.words, table.rests, table.shift
    start = (key >> shift) * WAYS
    rest = key & ((np.int64(1) << shift) - 1)
    if len(rests) > 1:
        for i in range(start, start + WAYS):
            if rests[i] == rest and entries[i] != 0:
                return entries[i]
        return np.int64(0)
    for i in range(start, start + WAYS):
        entry = entries[i]
        if entry >> 30 == rest and entry != 0:
            return entry
    return np.int64(0)


@numba.njit(types.int64(types.int64), cache=True, nogil=True)
def lower_of(entry):  # type: ignore[no-untyped-def]
    """Return the lower bound that an entry holds."""
    return (entry >> 22 & 255) - 128


@numba.njit(types.int64(types.int64), cache=True, nogil=True)
def upper_of(entry):  # type: ignore[no-untyped-def]
    """Return the upper bound that an entry holds."""
    return (entry >> 14 & 255) - 128


@numba.njit(types.int64(types.int64), cache=True, nogil=True)
def move_of(entry):  # type: ignore[no-untyped-def]
    """Return the number of the best move that an entry holds, or `NO_MOVE`."""
    return entry >> 6 & 255


@numba.njit(
    types.int64(TABLE, types.int64, types.int64, types.int64, types.int64, types.int64),
    cache=True,
    nogil=True,
)
def store(table, key, lower, upper, move, work):  # type: ignore[no-untyped-def]
    """Add bounds to the entry of a hash; return 1 if that fills an empty entry, else 0."""
    entries, rests, shift = table.words, table.rests, table.shift
    start = (key >> shift) * WAYS
    last = start + WAYS - 1
    rest = key & ((np.int64(1) << shift) - 1)
    is_wide = len(rests) > 1
    weight = 1
    while work > 1 and weight < 63:
        work >>= 1
        weight += 1
    at, is_new = -1, 0
    for i in range(start, start + WAYS):
        entry = entries[i]
        if entry != 0 and (rests[i] if is_wide else entry >> 30) == rest:
            at = i
            lower, upper = max(lower, lower_of(entry)), min(upper, upper_of(entry))
            if move >= NO_MOVE:
                move = move_of(entry)
            weight = max(weight, entry & 63)
            break
    if at < 0:
        at = start
        for i in range(start, last):
            if entries[i] & 63 < entries[at] & 63:
                at = i
        old = entries[at]
        if old & 63 > weight:
            at = last
            old = entries[at]
        elif old != 0:
            entries[last] = old
            if is_wide:
                rests[last] = rests[at]
        if old == 0:
            is_new = 1
    entry = (lower + 128) << 22 | (upper + 128) << 14 | min(move, NO_MOVE) << 6 | weight
    if is_wide:
        rests[at] = rest
    else:
        entry |= rest << 30
    entries[at] = entry
    return is_new


@numba.njit(types.void(TABLE, types.int64), cache=True, nogil=True)
def split(table, buckets):  # type: ignore[no-untyped-def]
    """Distribute the entries of each bucket over two, the last bucket first: none is overwritten before it is read."""
    entries, rests, shift = table.words, table.rests, table.shift
    is_wide = len(rests) > 1
    held = np.empty(WAYS, dtype=np.int64)
    held_rests = np.empty(WAYS, dtype=np.int64)
    for bucket in range(buckets - 1, -1, -1):
        for i in range(WAYS):
            held[i] = entries[bucket * WAYS + i]
            held_rests[i] = rests[bucket * WAYS + i] if is_wide else held[i] >> 30
        for i in range(2 * bucket * WAYS, 2 * (bucket + 1) * WAYS):
            entries[i] = 0
        for i in range(WAYS):
            if held[i] == 0:
                continue
            at = (2 * bucket + (held_rests[i] >> (shift - 1))) * WAYS
            while entries[at] != 0:
                at += 1
            rest = held_rests[i] & ((np.int64(1) << (shift - 1)) - 1)
            if is_wide:
                entries[at] = held[i]
                rests[at] = rest
            else:
                entries[at] = (held[i] & ((np.int64(1) << 30) - 1)) | rest << 30
