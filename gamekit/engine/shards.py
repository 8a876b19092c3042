"""Shards: ranges of places, or of keys, of which each is one task's at a time."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

PLACES_IN_A_SHARD: Final = 1 << 18
MOST_SHARDS: Final = 64
LARGEST_SHARD: Final = 1 << 24
"""There may be more shards if they were larger than this: a task holds some bytes for each place of its shard."""


@attrs.frozen
class Cut:
    """How a range of numbers of so many bits is cut: by its top bits.

    Attributes:
        shift: how many low bits do not tell the shard.
        shards: how many shards there are.
    """

    shift: int
    shards: int

    @classmethod
    def of(cls, largest: int, places: int) -> Cut:
        """Cut the numbers up to `largest`, which stand for so many places."""
        wanted = max(min(places // PLACES_IN_A_SHARD, MOST_SHARDS), places // LARGEST_SHARD, 1)
        shift = max(largest.bit_length() - (wanted.bit_length() - 1), 0)
        return cls(shift, (largest >> shift) + 1)

    @property
    def bounds(self) -> NDArray[np.int64]:
        """The first number of every shard but the first one."""
        return np.arange(1, self.shards, dtype=np.int64) << self.shift

    def part(self, numbers: NDArray[Any]) -> tuple[NDArray[Any], list[int]]:
        """Return numbers by shard, in no order, and where those of each shard end."""
        if self.shards == 1:
            return numbers, [len(numbers)]
        ends = np.zeros(self.shards + 1, dtype=np.int64)
        parted = np.empty_like(numbers)
        _part(numbers, self.shift, ends, parted)
        return parted, ends[1:].tolist()

    def part_pairs(
        self, numbers: NDArray[Any], others: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], list[int]]:
        """Return numbers by shard, with each of them another, and where those of each shard end."""
        ends = np.zeros(self.shards + 1, dtype=np.int64)
        parted, with_them = np.empty_like(numbers), np.empty_like(others)
        _part_pairs(numbers, others, self.shift, ends, parted, with_them)
        return parted, with_them, ends[1:].tolist()


@numba.njit(cache=True, nogil=True)
def _part(numbers: Any, shift: int, ends: Any, parted: Any) -> None:
    """Group numbers by shard; `ends` tells where each group ends, after a leading 0.

    Where the next of a group goes is kept in a register as long as numbers go to the same shard, which takes a third of
    the time where they often do.
    """
    count(numbers, shift, ends)
    start = ends[:-1].copy()
    current = place = 0
    for number in numbers:
        shard: Any = np.int64(number) >> shift
        if shard != current:
            start[current] = place
            current, place = shard, start[shard]
        parted[place] = number
        place += 1


@numba.njit(cache=True, nogil=True)
def count(numbers: Any, shift: int, ends: Any) -> None:
    """Tell where the group of each shard ends, after a leading 0."""
    current = run = 0
    for number in numbers:
        shard: Any = np.int64(number) >> shift
        if shard != current:
            ends[current + 1] += run
            current, run = shard, 0
        run += 1
    ends[current + 1] += run
    for shard in range(1, len(ends)):
        ends[shard] += ends[shard - 1]


@numba.njit(cache=True, nogil=True)
def _part_pairs(numbers: Any, others: Any, shift: int, ends: Any, parted: Any, with_them: Any) -> None:
    """Group numbers by shard, and with each of them another; `ends` tells where each group ends, after a leading 0."""
    count(numbers, shift, ends)
    start = ends[:-1].copy()
    current = place = 0
    for i in range(len(numbers)):
        shard: Any = np.int64(numbers[i]) >> shift
        if shard != current:
            start[current] = place
            current, place = shard, start[shard]
        parted[place] = numbers[i]
        with_them[place] = others[i]
        place += 1
