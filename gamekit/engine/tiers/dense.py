"""The tiers of dense codes: which ranges of codes belong to each."""

from __future__ import annotations

import numpy as np

from gamekit.engine.codes.batch import Batch, Codes
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.runtime.arrays import ranges


def ranges_by_tier(batch: Batch) -> dict[int, RangesIndex]:
    """Return the ranges of dense codes that belong to each tier. Codes without a state go with those around them."""
    begins: list[Codes] = []
    tiers: list[Codes] = []
    last = -1
    for part in ranges(batch.rules.size):
        codes = np.arange(part.start, part.stop, dtype=np.int64)
        codes = codes[batch.are_states(codes) != 0]
        if not len(codes):
            continue
        found = batch.tiers(codes)
        new = np.flatnonzero(np.concatenate([[found[0] != last], found[1:] != found[:-1]]))
        begins.append(codes[new])
        tiers.append(found[new])
        last = int(found[-1])
    first, tier = np.concatenate(begins), np.concatenate(tiers)
    first[:1] = 0
    ends = np.append(first[1:], batch.rules.size)
    return {
        number: RangesIndex(first[tier == number], ends[tier == number])
        for number in np.unique(tier).tolist()
    }
