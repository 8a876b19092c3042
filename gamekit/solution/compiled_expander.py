"""`CompiledExpander`: expand states with compiled rules, in memory, in a work folder or in a table of codes."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.solution.store import Expander, Expansion

Codes = NDArray[np.int64]


@attrs.frozen(eq=False)
class CompiledExpander(Expander):
    """Applies compiled rules to the codes at places.

    Attributes:
        batch: the rules.
        index: has `codes(places)`, for an array or a slice, and `locate(codes)`, which returns places in the memory of
            the codes: negative numbers for codes that no state has.
        shards: the shards of a work folder, whose results are exchanged in rounds; None if everything is in memory.
    """

    batch: Batch
    index: Any
    shards: Any = None

    def expand(self, part: slice) -> Expansion:
        """Return the expansion of the states in a range of places."""
        places, codes, found = self.batch.expand_range(self.index, part)
        return Expansion(
            places=places,
            movers=self.batch.movers(codes),
            outcomes=found.outcomes,
            counts=found.counts,
            children=self.index.locate(found.children),
        )

    def codes(self, places: NDArray[np.int64]) -> Codes:
        """Return the codes at some places, without codes that no state has."""
        codes: Codes = self.index.codes(places)
        kept: Codes = codes[self.batch.are_states(codes) != 0]
        return kept
