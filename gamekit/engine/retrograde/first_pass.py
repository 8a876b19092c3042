"""The first pass over all places: it finds the states, which of them are terminal, and their successor counts.

For rules that give no predecessors, it stores reverse edges in CSR: each state sends its reference to the shards of its
successors, which then sort what they received by successor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

import numba
import numpy as np

from gamekit.engine.codes.batch import GOES_ON, Batch, Expanded
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.codes.entries import Arrivals
from gamekit.engine.codes.state_index import ABSENT, SortedIndex
from gamekit.engine.retrograde.columns import unresolved_dtype
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.retrograde.sharded_state import (
    BEGIN,
    FirstPass,
    Progress,
    ReverseEdges,
    ShardedState,
    ShardState,
    StateCounts,
    StoredEdges,
)
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice, as_one, keep_in_memory
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import RulesError

BYTES_AN_EDGE: Final = 8
"""The peak of memory in bytes per edge: the places at both ends."""

Inboxes = list[list[list[ArraySlice]]]
"""For each shard, the edges that lead to its states, in pieces: the states' addresses, and references of parents."""


def initialise(
    runner: RoundRunner,
    batch: Batch,
    state: ShardedState,
    inboxes: Inboxes | None,
    *,
    begun: Progress = BEGIN,
    offer: Callable[[Progress], None] | None = None,
) -> tuple[StateCounts, Arrivals]:
    """Expand every state, set the columns, and store the parents of every state if `inboxes` are given.

    The columns are blank except for the places that are done according to `begun`. The inboxes hold the edges found
    before, and are emptied. `offer` is called after each part of the work except the last.

    Returns:
        The totals, and the layers in which results from other tiers arrive.
    """
    counts, done = begun.counts, begun.places
    arrivals = [begun.arrivals]
    ranges = [
        (shard, slice(max(part.start, done), part.stop))
        for shard, part in state.ranges(runner.tuning)
        if not done or part.stop > done
    ]
    partitioner = None if inboxes is None else state.by_address
    facts = state.facts if inboxes is None else None
    inputs = ((batch, state.shards[shard], part, partitioner, facts) for shard, part in ranges)
    for (shard, part), initialised in zip(ranges, runner.run(initialise_range, inputs), strict=True):
        state.commit_columns(shard, initialised.columns)
        counts = counts.plus(initialised.totals)
        if initialised.arrivals is not None:
            arrivals.append(initialised.arrivals)
        if inboxes is not None:
            for inbox, *ends in zip(inboxes, *(array.parts() for array in initialised.edges), strict=True):
                if len(ends[0]):
                    inbox.append(ends)
        done += part.stop - part.start
        runner.progress(
            "counting successors" if inboxes is None else "building reverse edges", done, state.places
        )
        if offer is not None and done < state.places:
            arrivals = [Arrivals(arrivals).rows]  # so that there are few
            offer(Progress(done, counts, arrivals[0]))
    if inboxes is not None:
        received = ((batch, state.shards[shard], inbox) for shard, inbox in enumerate(inboxes))
        for shard, edges in enumerate(runner.run(transpose, received)):
            state.change(shard, edges=edges)
        runner.retain(state)
    return counts, Arrivals(arrivals)


def joined(inboxes: Inboxes) -> StoredEdges:
    """Join the pieces of each inbox into one piece in memory, and return the edges of every inbox."""
    edges, none = [], np.empty(0, dtype=np.uint32)
    for inbox in inboxes:
        targets, parents = none, none
        if inbox:
            targets, parents = (as_one([ends[i].read() for ends in inbox]) for i in (0, 1))
            inbox[:] = [[keep_in_memory(targets).full_slice(), keep_in_memory(parents).full_slice()]]
        edges.append((targets, parents))
    return edges


def initialise_range(
    sink: ArraySink,
    batch: Batch,
    shard: ShardState,
    part: slice,
    partitioner: Partitioner | None,
    facts: Facts | None,
) -> FirstPass:
    """Expand a range of places, set its columns, and send its edges to the shards of `partitioner`, if it is given.

    If facts are given, they say what is wanted of the expansion.
    """
    places, codes, expansion = expanded = (facts or batch).expand_range(shard.index, part)
    counts, value, remoteness, arrivals = expansion.counts, expansion.outcomes, None, None
    leaving = 0
    if expansion.entries is not None:
        counts = counts + expansion.entries.any
        value, remoteness = expansion.entries.beside(value)
        arrivals = expansion.entries.arrivals()
        leaving = expansion.entries.edges
    # terminal states have no successors, so that their counter, mover included, is 0
    unresolved = counts.astype(unresolved_dtype(batch.rules.max_successors)) * 2
    if batch.rules.mover is not None:
        unresolved |= batch.movers(codes).astype(unresolved.dtype) * (counts > 0)
    columns = shard.initialise(sink, part, places, value, unresolved, remoteness)
    occur = np.flatnonzero(np.bincount(expansion.outcomes.view(np.uint8))).astype(np.uint8).view(np.int8)
    payoffs = tuple(sorted({*occur.tolist()} - {GOES_ON}))
    totals = StateCounts(len(codes), int(expansion.counts.sum()) + leaving, payoffs, leaving)
    edges = () if partitioner is None else _send_edges(sink, batch, shard, partitioner, expanded)
    return FirstPass(totals, columns, edges, arrivals)


def _send_edges(
    sink: ArraySink, batch: Batch, shard: ShardState, partitioner: Partitioner, expanded: Expanded
) -> tuple[ArrayRef, ArrayRef]:
    """Return the addresses of successors, with a part for each shard, and the references of their parents."""
    places, codes, expansion = expanded
    targets = shard.addresses(expansion.children)
    if len(targets) and targets.min() < 0:
        edge = int(np.argmax(targets < 0))
        parent = int(np.searchsorted(np.cumsum(expansion.counts), edge, side="right"))
        raise _stray(batch, int(expansion.children[edge]), f", at {batch.describe(int(codes[parent]))}")
    sources = np.repeat(shard.references(places), expansion.counts)
    targets, sources, ends = partitioner.partition(targets.astype(sources.dtype, copy=False), sources)
    return sink(targets, ends, separate=True), sink(sources, ends, separate=True)


def _stray(batch: Batch, child: int, where: str) -> RulesError:
    return RulesError(
        f"{batch.name}'s compiled rules{where}: successors writes {batch.describe(child)}, which is not a state"
    )


def transpose(
    sink: ArraySink, batch: Batch, shard: ShardState, inbox: list[list[ArraySlice]]
) -> ReverseEdges:
    """Return the reverse edges of a shard: sort the edges in its inbox by target, and empty the inbox on the way."""
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
