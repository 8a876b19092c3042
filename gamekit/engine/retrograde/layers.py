"""Layers: the places of the states that one round after the other resolves with the same result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.runtime.arrays import ArrayRef, ArraySlice
from gamekit.engine.runtime.tuning import Tuning

LISTED: Final = 64
"""One place in so many takes little memory beside the columns, though four bytes."""


PARENTS: Final = 2
"""Where states have more parents on average, fewer propagate their value in one round."""


def few_of(places: int, tuning: Tuning) -> int:
    """Return up to how many places of a layer are listed, and at most how many propagate their value in one round."""
    return max(places // LISTED, tuning.listed)


@attrs.define(eq=False)
class Layer:
    """A layer whose places are listed.

    Attributes:
        listed: the places, in arrays of tasks.
    """

    listed: list[ArraySlice] = attrs.Factory(list)

    def __len__(self) -> int:
        return sum(map(len, self.listed))

    def add(self, places: Iterable[ArraySlice]) -> None:
        """Add places, of which none is in the layer."""
        self.listed += places

    def slices(self) -> list[ArraySlice]:
        """Return all places, in slices."""
        return self.listed


@attrs.frozen(eq=False)
class ReadOff(ArrayRef):
    """The places of a layer in a range, which are read off the columns.

    Attributes:
        columns: the columns.
        part: the range.
        value: of the layer.
        plies: of the layer.
        ends: how many places there are, as one part.
    """

    columns: Columns
    part: slice
    value: int
    plies: int
    ends: tuple[int, ...]

    def read(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return some of the places, ascending."""
        return self.columns.resolved(self.part, self.value, self.plies)[begin:end]


@attrs.frozen
class Parts:
    """Ranges of places, none of which is in two shards.

    Attributes:
        bounds: where each range begins, and where the last one ends.
        firsts: the number of the first range of each shard, and of all ranges.
    """

    bounds: NDArray[np.int64]
    firsts: list[int]

    @classmethod
    def of(cls, shards: Iterable[slice], span: int) -> Parts:
        """Return ranges of at most so many places that cover shards, which follow each other."""
        bounds: list[int] = []
        firsts, end = [0], 0
        for shard in shards:
            bounds += range(shard.start, shard.stop, span)
            firsts.append(len(bounds))
            end = shard.stop
        return cls(np.array([*bounds, end], dtype=np.int64), firsts)


NO_PARTS: Final = Parts.of((), 1)
"""Those of no places."""


@attrs.define(eq=False)
class MemoryLayer(Layer):
    """A layer in memory: once its places are many, only their numbers are kept, range by range.

    To list them takes four bytes each, which for half of all states is as much as the columns take.

    Attributes:
        columns: the columns, in which the results of the layer are written before its places are added.
        value: of the layer.
        plies: of the layer.
        most: up to so many places are listed.
        parts: the ranges.
        counts: how many places each range has; None while they are listed.
    """

    columns: Columns = attrs.field(kw_only=True)
    value: int = attrs.field(kw_only=True)
    plies: int = attrs.field(kw_only=True)
    most: int = attrs.field(kw_only=True)
    parts: Parts = attrs.field(kw_only=True)
    counts: NDArray[np.int64] | None = attrs.field(default=None, init=False)

    def __len__(self) -> int:
        return super().__len__() if self.counts is None else int(self.counts.sum())

    def add(self, places: Iterable[ArraySlice]) -> None:
        for piece in places:
            self.listed.append(piece)
            if self.counts is not None or len(self) > self.most:
                self._count()

    def slices(self) -> list[ArraySlice]:
        if self.counts is None:
            return self.listed
        shards = np.repeat(np.arange(len(self.parts.firsts) - 1), np.diff(self.parts.firsts))
        bounds = self.parts.bounds.tolist()
        found = []
        for i in np.flatnonzero(self.counts).tolist():
            part, number = slice(bounds[i], bounds[i + 1]), int(self.counts[i])
            read_off = ReadOff(self.columns, part, self.value, self.plies, (number,))
            found.append(read_off.full_slice(int(shards[i])))
        return found

    def _count(self) -> None:
        """Count the listed places, and forget them."""
        bounds, firsts = self.parts.bounds, self.parts.firsts
        if self.counts is None:
            self.counts = np.zeros(len(bounds) - 1, dtype=np.int64)
        for piece in self.listed:  # ascending places of one shard
            first, last = firsts[piece.shard], firsts[piece.shard + 1]
            self.counts[first:last] += np.diff(np.searchsorted(piece.read(), bounds[first : last + 1]))
        self.listed = []
