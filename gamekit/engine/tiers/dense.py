"""The tiers of dense codes: the ranges of codes of each tier."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from gamekit.engine.codes.batch import Batch, Codes
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import RulesError


def ranges_by_tier(batch: Batch, tuning: Tuning = DEFAULTS) -> dict[int, RangesIndex]:
    """Return the ranges of dense codes of each tier. A code without a state is in the tier of the codes around it.

    A large class of codes whose sample is in one tier is assumed to be in that tier. If a state of the class is not,
    `SolvedTier` raises an error.

    Raises:
        RulesError: a tier is below 0.
    """
    begins: list[Codes] = []
    tiers: list[Codes] = []
    last = -1
    for codes, tiers_of_codes in _tiers_of_codes(batch, tuning):
        new = np.flatnonzero(
            np.concatenate([[tiers_of_codes[0] != last], tiers_of_codes[1:] != tiers_of_codes[:-1]])
        )
        begins.append(codes[new])
        tiers.append(tiers_of_codes[new])
        last = int(tiers_of_codes[-1])
    first, tier = np.concatenate(begins), np.concatenate(tiers)
    if (below := np.flatnonzero(tier < 0)).size:
        where = batch.describe(int(first[below[0]]))
        raise RulesError(
            f"{type(batch.game).__name__}.tier must be at least 0; it is {tier[below[0]]} in {where}"
        )
    first[:1] = 0
    ends = np.append(first[1:], batch.rules.size)
    return {
        number: RangesIndex(first[tier == number], ends[tier == number])
        for number in np.unique(tier).tolist()
    }


def _tiers_of_codes(batch: Batch, tuning: Tuning) -> Iterator[tuple[Codes, Codes]]:
    """Yield ascending codes and their tiers: only the first code of a class assumed to be in one tier, else all."""
    size, number = batch.rules.size, tuning.tier_sample
    starts = batch.game.class_starts
    for start, end in pairwise([*(starts or [0]), size]):
        if starts and end - start > tuning.tier_class:
            sample = start + (end - start) // number * np.arange(number, dtype=np.int64)
            tiers = batch.tiers(sample[batch.are_states(sample) != 0])
            if len(tiers) and (tiers == tiers[0]).all():
                yield sample[:1], tiers[:1]
                continue
        for part in ranges(end - start):
            codes = np.arange(start + part.start, start + part.stop, dtype=np.int64)
            codes = codes[batch.are_states(codes) != 0]
            if len(codes):
                yield codes, batch.tiers(codes)
