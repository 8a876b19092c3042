"""Partitioning: shards are ranges of keys, or of places; each belongs to one task at a time."""

from __future__ import annotations

from typing import Any

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.tuning import Tuning


@attrs.frozen
class Partitioner:
    """Assigns numbers to shards by their top bits.

    Attributes:
        shift: the number of low bits that do not determine the shard.
        shards: the number of shards.
    """

    shift: int
    shards: int

    @classmethod
    def of(cls, largest: int, places: int, tuning: Tuning) -> Partitioner:
        """Return a partitioner of the numbers up to `largest`, which stand for this many places."""
        wanted = max(
            min(places // tuning.shard_places, tuning.max_shards), places // tuning.max_shard_places, 1
        )
        shift = max(largest.bit_length() - (wanted.bit_length() - 1), 0)
        return cls(shift, (largest >> shift) + 1)

    @property
    def bounds(self) -> NDArray[np.int64]:
        """The first number of every shard but the first shard."""
        return np.arange(1, self.shards, dtype=np.int64) << self.shift

    def partition(self, numbers: NDArray[Any], others: Any = None) -> tuple[NDArray[Any], Any, list[int]]:
        """Return numbers grouped by shard, `others` in the same order unless None, and the end of each group."""
        if self.shards == 1:
            return numbers, others, [len(numbers)]
        ends = np.zeros(self.shards + 1, dtype=np.int64)
        grouped, along = np.empty_like(numbers), None if others is None else np.empty_like(others)
        _partition(numbers, others, self.shift, ends, grouped, along)
        return grouped, along, ends[1:].tolist()


@numba.njit(cache=True, nogil=True)
def _partition(numbers: Any, others: Any, shift: int, ends: Any, grouped: Any, along: Any) -> None:
    """Group numbers by shard, and `others` along with them unless None, for which Numba compiles no branch.

    `ends`, zeros on entry, becomes 0 and then the end of each group. The next position of the current group stays in a
    register as long as numbers go to the same shard, which takes a third of the time if they often do.
    """
    _count(numbers, shift, ends)
    start = ends[:-1].copy()
    current = place = 0
    for i in range(len(numbers)):
        shard: Any = np.int64(numbers[i]) >> shift
        if shard != current:
            start[current] = place
            current, place = shard, start[shard]
        grouped[place] = numbers[i]
        if others is not None:
            along[place] = others[i]
        place += 1


@numba.njit(cache=True, nogil=True)
def _count(numbers: Any, shift: int, ends: Any) -> None:
    """Write the end of each shard's group to `ends`, after a leading 0."""
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
