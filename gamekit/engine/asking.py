"""Asking the rules of ranges of places."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.batch import Batch, Expansion
from gamekit.engine.index import Index


def each(at: NDArray[np.int64] | slice) -> NDArray[np.int64]:
    """Return places one by one, also where they were told as a range."""
    return np.arange(at.start, at.stop) if isinstance(at, slice) else at


def ask(
    batch: Batch, index: Index, places: slice
) -> tuple[NDArray[np.int64] | slice, NDArray[np.int64], Expansion]:
    """Return which of a range of places are states', their codes, and what the rules say of them."""
    codes = index.codes(places)
    if batch.rules.is_state is None:
        return places, codes, batch.expand(codes)
    kept = np.flatnonzero(batch.are_states(codes))
    codes = codes[kept]
    return kept + places.start, codes, batch.expand(codes)
