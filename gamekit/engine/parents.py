"""How states get to know their parents: as the rules give them, so that no edge is stored, or by the stored edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.batch import Batch
from gamekit.engine.index import Index
from gamekit.engine.keeping import concatenated
from gamekit.engine.regions import Region

Places = NDArray[Any]


class Parents(Protocol):
    """What passes between shards is keys or places, as this likes it; their top bits tell the shard."""

    def told_by(self, telling: Iterable[tuple[Region, Places]]) -> NDArray[Any]:
        """Return what tells shards which of their states are parents of these, as often as they are one."""

    def places(self, region: Region, told: NDArray[Any]) -> Places:
        """Return the places of the parents that a shard was told of, in any order."""


@attrs.frozen(eq=False)
class ByPredecessors:
    """Parents by the rules: what a shard is told is keys, which it looks up all at once."""

    batch: Batch

    def told_by(self, telling: Iterable[tuple[Region, Places]]) -> NDArray[Any]:
        """Return the keys of all predecessors."""
        told: list[NDArray[Any]] = []
        index: Index | None = None
        alike: list[Places] = []
        for region, places in telling:
            own = region.index  # in memory all share one; from files, no more than two are there at a time
            if index is not None and own is not index:
                told.append(self._told(index, alike))
                alike = []
            index = own
            alike.append(places)
        if index is not None:
            told.append(self._told(index, alike))
        return concatenated(told)

    def _told(self, index: Index, alike: list[Places]) -> NDArray[Any]:
        return index.keys_of(self.batch.parents(index.codes(concatenated(alike))))

    def places(self, region: Region, told: NDArray[Any]) -> Places:
        """Return the places of keys; keys that no state has may be left out."""
        return region.index.find(told)


@attrs.frozen(eq=False)
class ByEdges:
    """Parents by the stored edges: what a shard is told is places."""

    def told_by(self, telling: Iterable[tuple[Region, Places]]) -> NDArray[Any]:
        """Return the places of all parents."""
        return concatenated([collect(places, region.begin, *region.edges) for region, places in telling])

    def places(self, region: Region, told: NDArray[Any]) -> Places:
        """Return what was told."""
        return told


@numba.njit(cache=True, nogil=True)
def collect(places: Any, start: int, first: Any, parents: Any) -> Any:
    """Return the parents of some states of a shard."""
    number = 0
    for place in places:
        i = place - start
        number += first[i + 1] - first[i]
    found = np.empty(number, dtype=parents.dtype)
    end = 0
    for place in places:
        i = place - start
        for edge in range(first[i], first[i + 1]):
            found[end] = parents[edge]
            end += 1
    return found
