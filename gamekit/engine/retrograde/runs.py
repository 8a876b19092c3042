"""`Runs`: the states of a shard while exploration goes on, as ascending arrays of keys."""

from __future__ import annotations

from itertools import chain
from typing import Any

import attrs
import numpy as np

from gamekit.engine.codes.key_sets import Keys, merge_along
from gamekit.engine.runtime.arrays import ArrayRef, ArraySlice


@attrs.frozen
class Run:
    """Some states of a shard.

    Attributes:
        keys: their keys, ascending.
        rounds: the round in which each was found, if facts are kept.
    """

    keys: ArrayRef
    rounds: ArraySlice | None = None

    def __len__(self) -> int:
        return len(self.keys)

    def read(self) -> tuple[Keys, Any]:
        """Return the keys, and the rounds or None."""
        return self.keys.read(), None if self.rounds is None else self.rounds.read()

    def halves(self, lower: ArrayRef, upper: ArrayRef) -> tuple[Run, Run]:
        """Return the run in two, given the keys of both halves."""
        if self.rounds is None:
            return Run(lower), Run(upper)
        middle = self.rounds.begin + len(lower)
        below, above = attrs.evolve(self.rounds, end=middle), attrs.evolve(self.rounds, begin=middle)
        return Run(lower, below), Run(upper, above)


Runs = list[Run]
"""The states of a shard as disjoint runs. A log-structured merge keeps each at most half as long as the run before, so
that there are few."""


def number_of(shards: list[Runs]) -> int:
    """Return the number of keys in some shards."""
    return sum(map(len, chain.from_iterable(shards)))


def merge_runs(runs: Runs) -> tuple[Keys, Any]:
    """Return the keys of some runs as one ascending array, and the rounds in which they were found."""
    merged: tuple[Keys, Any] = np.empty(0, dtype=np.int64), None
    for run in reversed(runs):
        merged = merge_along(run.read(), merged) if len(merged[0]) else run.read()
    return merged
