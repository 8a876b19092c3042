"""Reverse edges in CSR, for rules that give no predecessors.

Each state sends its reference to the shards of its successors, which then sort what they received by successor.
"""

from __future__ import annotations

from typing import Any, Final, cast

import attrs
import numba
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.codes.state_index import ABSENT, SortedIndex
from gamekit.engine.retrograde.counters import initialise_expanded
from gamekit.engine.retrograde.sharded_state import (
    Counters,
    ReverseEdges,
    ShardedState,
    ShardState,
    StateCounts,
)
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.runner import RoundRunner
from gamekit.errors import RulesError

BYTES_AN_EDGE: Final = 8
"""The peak in memory for each edge: the places at both ends."""


@attrs.frozen
class SentEdges:
    """The edges that leave a range: addresses of successors, with a part for each shard, and references of parents."""

    counters: Counters
    targets: ArrayRef
    sources: ArrayRef


def build_reverse_edges(runner: RoundRunner, batch: Batch, state: ShardedState) -> StateCounts:
    """Store the parents of every state; set the columns as well, as `initialise_counters` does.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    counts, done = StateCounts(), 0
    inboxes: list[list[tuple[ArraySlice, ArraySlice]]] = [[] for _ in state.shards]
    ranges = state.ranges(runner.tuning)
    inputs = ((batch, state.shards[shard], part, state.by_address) for shard, part in ranges)
    for (shard, part), sent in zip(ranges, runner.run(send_edges, inputs), strict=True):
        state.commit_counters(shard, sent.counters)
        counts = counts.plus(sent.counters.totals)
        for inbox, *pair in zip(inboxes, sent.targets.parts(), sent.sources.parts(), strict=True):
            if len(pair[0]):
                inbox.append((pair[0], pair[1]))
        done += part.stop - part.start
        runner.progress("building reverse edges", done, state.places)
    received = ((batch, state.shards[shard], inbox) for shard, inbox in enumerate(inboxes))
    for shard, edges in enumerate(runner.run(transpose, received)):
        state.commit_edges(shard, edges)
    runner.retain(state)
    return counts


def send_edges(
    sink: ArraySink, batch: Batch, shard: ShardState, part: slice, partitioner: Partitioner
) -> SentEdges:
    """Set the columns of a range of places, and send its edges to the shards of the successors."""
    places, codes, expansion = expanded = batch.expand_range(shard.index, part)
    counters = initialise_expanded(sink, batch, shard, part, expanded)
    targets = shard.addresses(expansion.children)
    if len(targets) and targets.min() < 0:
        edge = int(np.argmax(targets < 0))
        parent = int(np.searchsorted(np.cumsum(expansion.counts), edge, side="right"))
        raise _stray(batch, int(expansion.children[edge]), f", at {batch.describe(int(codes[parent]))}")
    sources = np.repeat(shard.references(places), expansion.counts)
    targets, sources, ends = partitioner.partition_pairs(targets.astype(sources.dtype, copy=False), sources)
    return SentEdges(counters, sink(targets, ends, separate=True), sink(sources, ends, separate=True))


def _stray(batch: Batch, child: int, where: str) -> RulesError:
    return RulesError(
        f"{batch.name}'s compiled rules{where}: successors writes {batch.describe(child)}, which is no state"
    )


def transpose(
    sink: ArraySink, batch: Batch, shard: ShardState, inbox: list[tuple[ArraySlice, ArraySlice]]
) -> ReverseEdges:
    """Sort the edges that a shard received by target. In memory, frees them on the way."""
    indptr = np.zeros(shard.size + 1, dtype=np.uint32)
    located = []
    for targets, _ in inbox:
        addresses = targets.read()
        places = shard.locate(addresses)
        if places.dtype.kind == "i" and places.min() == ABSENT:
            stray = addresses[np.argmin(places) :][:1].copy()  # a key, as only those may be of no state
            raise _stray(batch, int(codes_of(stray, cast(SortedIndex, shard.index).bits)[0]), "")
        count_rows(places, shard.begin, indptr)
        located.append(places)
    np.cumsum(indptr, out=indptr)
    indices = np.empty(int(indptr[-1]), dtype=shard.references(indptr[:0]).dtype)
    while inbox:
        fill_rows(located.pop(), inbox.pop()[1].read(), shard.begin, indptr, indices)
    return ReverseEdges(sink(indptr), sink(indices))


@numba.njit(cache=True, nogil=True)
def count_rows(targets: Any, start: int, indptr: Any) -> None:
    """Count in indptr[i] the edges that lead to the i-th state of a shard."""
    for target in targets:
        indptr[target - start] += 1


@numba.njit(cache=True, nogil=True)
def fill_rows(targets: Any, sources: Any, start: int, indptr: Any, indices: Any) -> None:
    """Put sources into their rows; indptr[i] is the end of the i-th row at first and goes down to its start."""
    for i in range(len(targets)):
        target = targets[i] - start
        indptr[target] -= 1
        indices[indptr[target]] = sources[i]
