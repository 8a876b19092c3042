"""The first pass over all places: which have states, which states are terminal, how many successors the others have."""

from __future__ import annotations

import numpy as np

from gamekit.engine.codes.batch import GOES_ON, Batch, Expanded
from gamekit.engine.retrograde.columns import unresolved_dtype
from gamekit.engine.retrograde.sharded_state import Counters, ShardedState, ShardState, StateCounts
from gamekit.engine.runtime.arrays import ArraySink
from gamekit.engine.runtime.runner import RoundRunner


def initialise_counters(runner: RoundRunner, batch: Batch, state: ShardedState) -> StateCounts:
    """Expand every state, set the columns, and return the totals.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    counts = StateCounts()
    ranges = state.ranges(runner.tuning)
    done = 0
    inputs = ((batch, state.shards[shard], part) for shard, part in ranges)
    for (shard, part), counters in zip(ranges, runner.run(initialise_range, inputs), strict=True):
        state.commit_counters(shard, counters)
        counts = counts.plus(counters.totals)
        done += part.stop - part.start
        runner.progress("counting successors", done, state.places)
    return counts


def initialise_range(sink: ArraySink, batch: Batch, shard: ShardState, part: slice) -> Counters:
    """Expand a range of places and set its columns."""
    return initialise_expanded(sink, batch, shard, part, batch.expand_range(shard.index, part))


def initialise_expanded(
    sink: ArraySink, batch: Batch, shard: ShardState, part: slice, expanded: Expanded
) -> Counters:
    """Set the columns of a range of places that was expanded."""
    places, codes, expansion = expanded
    # terminal states have no successors, so that their counter, mover included, is 0
    unresolved = expansion.counts.astype(unresolved_dtype(batch.rules.max_successors)) * 2
    if batch.rules.mover is not None:
        unresolved |= batch.movers(codes).astype(unresolved.dtype) * (expansion.counts > 0)
    columns = shard.initialise(sink, part, places, expansion.outcomes, unresolved)
    occur = np.flatnonzero(np.bincount(expansion.outcomes.view(np.uint8))).astype(np.uint8).view(np.int8)
    payoffs = tuple(sorted({*occur.tolist()} - {GOES_ON}))
    return Counters(StateCounts(len(codes), len(expansion.children), payoffs), columns)
