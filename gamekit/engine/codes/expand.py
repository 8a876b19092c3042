"""Expanding ranges of places by the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch, Expansion
from gamekit.engine.codes.state_index import Index


def as_indices(places: NDArray[np.int64] | slice) -> NDArray[np.int64]:
    """Return places as an array, also where they are given as a range."""
    return np.arange(places.start, places.stop) if isinstance(places, slice) else places


Expanded = tuple[NDArray[np.int64] | slice, NDArray[np.int64], Expansion]
"""Places that have states, the codes of these, and their expansion."""


def expand_range(batch: Batch, index: Index, part: slice) -> Expanded:
    """Return which places of a range have states, the codes of these, and their expansion."""
    codes = index.codes(part)
    if batch.rules.is_state is None:
        return part, codes, batch.expand(codes)
    kept = np.flatnonzero(batch.are_states(codes))
    codes = codes[kept]
    return kept + part.start, codes, batch.expand(codes)
