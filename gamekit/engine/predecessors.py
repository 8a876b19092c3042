"""Parents as the rules give them, so that no edge is stored."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.batch import Batch
from gamekit.engine.index import Index
from gamekit.engine.shards import Cut


@attrs.frozen(eq=False)
class ByPredecessors:
    """Parents by the rules: what a shard is told is keys, which it looks up all at once.

    Attributes:
        batch: the rules.
        index: where states are kept.
        cut: of the keys into shards.
    """

    batch: Batch
    index: Index
    cut: Cut

    @classmethod
    def of(cls, batch: Batch, index: Index) -> ByPredecessors:
        """Return them for the states of an index."""
        return cls(batch, index, Cut.of(index.largest_key, len(index)))

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return self.cut.shards

    def by_shard(self, places: NDArray[Any]) -> list[NDArray[Any]]:
        """Return the keys of all predecessors of these places, by shard."""
        return self.cut.part(self.index.keys_of(self.batch.parents(self.index.codes(places))))

    def places(self, keys: NDArray[Any]) -> NDArray[np.uint32]:
        """Return the places of keys of one shard; keys that no state has may be left out."""
        return self.index.find(keys)
