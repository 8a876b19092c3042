"""Retrograde analysis in rounds: each layer of resolved states updates its parents, which resolves the next layer.

Layers are those of a breadth-first search from the terminal states, so that a state's layer is its remoteness; payoffs
are taken in the order of Washburn's sorted sweeps, as in `gamekit.solvers.retrograde`. A round has two supersteps:
tasks map the frontier to messages for its parents, grouped by shard, and each shard reduces its messages.

The method `scan` sends no messages and stores no edges: each scan expands the unresolved states anew. Every layer costs
an expansion of all unresolved states, so this is for games whose edges do not fit into memory and whose rules give no
predecessors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, cast

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.entries import NO_ARRIVALS, Arrivals
from gamekit.engine.codes.state_index import Index
from gamekit.engine.retrograde.columns import Columns, Layer
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.sharded_state import (
    BEGIN,
    Applied,
    Places,
    Progress,
    ReverseEdges,
    ShardedState,
    ShardState,
    StateCounts,
    Update,
)
from gamekit.engine.runtime.arrays import (
    ArrayRef,
    ArraySink,
    ArraySlice,
    as_one,
    batched,
    concatenate,
    ranges,
)
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.compiled import MAX_PAYOFF
from gamekit.game.limits import ADVICE
from gamekit.game.sentences import counted
from gamekit.game.values import BOTH, FIRST, SECOND, remoteness_minimizer, sweep_order


def sweeps(payoffs: Iterable[int], infinite_play: int, *, from_movers_view: bool) -> list[list[Update]]:
    """Return the updates of each sweep in order; updates for the same end from either player's view go together."""
    if not from_movers_view:
        order = sweep_order(payoffs, infinite_play)
        return [[Update(payoff, payoff, remoteness_minimizer(payoff, infinite_play))] for payoff in order]
    return [
        # every mover is 0 here: a minimizer FIRST is whoever moves, SECOND is nobody
        [Update(-size, size, FIRST), Update(size, -size, SECOND)] if size else [Update(0, 0, BOTH)]
        for size in sweep_order({abs(payoff) for payoff in payoffs}, infinite_play)
    ]


def propagate(
    runner: RoundRunner,
    batch: Batch,
    state: ShardedState,
    sweep_updates: list[list[Update]],
    counts: StateCounts,
    arrivals: Arrivals = NO_ARRIVALS,
    begun: Progress = BEGIN,
    offer: Callable[[int, int, int], None] | None = None,
) -> int:
    """Resolve every state from which play ends under best play, and return the number of rounds.

    The rules give predecessors unless edges are stored. After each layer, `offer` is called with the numbers of
    completed sweeps, of completed layers of the next sweep, and of rounds.
    """
    resolved, rounds = 0, begun.rounds
    size = state.round_size(runner.tuning, (counts.edges - counts.leaving) / max(counts.states, 1))
    done, plies = begun.sweep, begun.plies
    for sweep, updates in enumerate(sweep_updates[done:], done):
        layer = _layers(state, updates, plies)
        for value, places in layer.items():
            places.add(_first_places(runner, state, value, plies))
        while True:
            number = sum(map(len, layer.values()))
            if not number and not any(arrivals.more(update.parent_value, plies) for update in updates):
                break
            resolved += number
            plies += 1
            nonempty = {
                update.parent_value
                for update in updates
                if len(layer[update.value]) or arrivals.arrive(update.parent_value, plies)
            }
            state.make_room(runner, nonempty, plies)
            next_layer = _layers(state, updates, plies)
            for update in updates:
                for frontier in batched(layer[update.value].slices(), size):
                    runner.progress("solving backwards", resolved, counts.states)
                    next_layer[update.parent_value].add(_round(runner, batch, state, frontier, update, plies))
                    rounds += 1
                    runner.retain(state, *layer.values(), *next_layer.values())
                    runner.budget.watch(f"solving backwards ({counted(resolved, 'state')} so far)", ADVICE)
                if arrivals.arrive(update.parent_value, plies):
                    next_layer[update.parent_value].add(_enter(runner, state, update, plies))
            layer = next_layer
            runner.retain(state, *layer.values())
            if offer is not None:
                offer(sweep, plies, rounds)
        plies = 0
    return rounds


def _layers(state: ShardedState, updates: list[Update], plies: int) -> dict[int, Layer]:
    return {update.value: state.new_layer(update.value, plies) for update in updates}


def _first_places(runner: RoundRunner, state: ShardedState, value: int, plies: int) -> Iterator[ArraySlice]:
    """Return the places from which a sweep starts: the terminal states with this value, or those of a later layer."""
    if plies:
        results = runner.run(find_layer, ((shard, value, plies) for shard in state.shards))
    else:
        results = runner.run(find_terminal, ((shard, value) for shard in state.shards))
    return (places.full_slice(i) for i, places in enumerate(results))


def find_terminal(sink: ArraySink, shard: ShardState, payoff: int) -> ArrayRef:
    """Return the places of a shard's terminal states with a payoff, which no other state has before its sweep."""
    return sink(shard.terminal(payoff))


def find_layer(sink: ArraySink, shard: Any, value: int, plies: int) -> ArrayRef:
    """Return the places of states that are resolved with this value and remoteness; only in memory."""
    return sink(shard.layer(value, plies))


def _round(
    runner: RoundRunner,
    batch: Batch,
    state: ShardedState,
    frontier: list[ArraySlice],
    update: Update,
    plies: int,
) -> Iterator[ArraySlice]:
    """Propagate the value of a frontier; return the places that this resolves, shard by shard."""
    partitioner = state.by_address if state.shards[0].edges is None else state.by_reference
    inboxes: list[list[ArraySlice]] = [[] for _ in state.shards]
    inputs = (
        (batch, partitioner, [(state.shards[piece.shard], piece) for piece in pieces])
        for pieces in batched(frontier, runner.task_scale * runner.tuning.update_task)
    )
    for messages in runner.run(map_frontier, inputs):
        messages.deliver(inboxes)
    receiving = [shard for shard, inbox in enumerate(inboxes) if inbox]
    results = runner.run(
        reduce_shard, ((state.shards[shard], update, plies, inboxes[shard]) for shard in receiving)
    )
    return _committed(state, receiving, results, update, plies)


def _enter(runner: RoundRunner, state: ShardedState, update: Update, plies: int) -> Iterator[ArraySlice]:
    """Apply the results that arrive from other tiers; return the places that this resolves, shard by shard."""
    results = runner.run(enter_shard, ((shard, update, plies) for shard in state.shards))
    return _committed(state, range(len(state.shards)), results, update, plies)


def _committed(
    state: ShardedState, shards: Iterable[int], results: Iterable[Applied], update: Update, plies: int
) -> Iterator[ArraySlice]:
    """Record the effects of an update on some shards; yield the places that it resolved, shard by shard."""
    for shard, applied in zip(shards, results, strict=True):
        state.commit(shard, applied, update, plies)
        if applied.resolved is not None and len(applied.resolved):
            yield applied.resolved.full_slice(shard)


def map_frontier(
    sink: ArraySink, batch: Batch, partitioner: Partitioner, frontier: list[tuple[ShardState, ArraySlice]]
) -> ArrayRef:
    """Return messages for the parents of resolved states, with a part for each shard."""
    messages = find_parents(batch, ((shard, piece.read()) for shard, piece in frontier))
    grouped, _, ends = partitioner.partition(messages)
    return sink(grouped, ends)


def reduce_shard(
    sink: ArraySink, shard: ShardState, update: Update, plies: int, inbox: list[ArraySlice]
) -> Applied:
    """Apply an update to the parents that the messages to a shard name."""
    messages = concatenate(inbox)
    # `find` leaves out keys that no state has; in dense codes their counters are 0, so that updates skip them
    parents = shard.index.find(messages) if shard.edges is None else shard.dereference(messages)
    return shard.apply(sink, parents, update, plies)


def enter_shard(sink: ArraySink, shard: ShardState, update: Update, plies: int) -> Applied:
    """Apply an update to the states of a shard at which the result for parents arrives from another tier."""
    return shard.apply(sink, shard.entering(update.parent_value, plies), update, plies)


def find_parents(batch: Batch, frontier: Iterable[tuple[ShardState, Places]]) -> NDArray[Any]:
    """Return a message for each edge that leads to a state of the frontier.

    If edges are stored, messages are references; otherwise, they are the keys of predecessors.
    """
    parents: list[NDArray[Any]] = []
    # in memory all shards share one index; from files, at most two are mapped at a time
    for index, group in groupby(frontier, lambda pair: None if pair[0].edges else pair[0].index):
        if index is not None:
            codes = index.codes(as_one([places for _, places in group]))
            parents.append(index.keys_of(batch.parents(codes)))
            continue
        for shard, places in group:
            edges = cast(ReverseEdges, shard.edges)
            parents.append(collect_rows(places, shard.begin, edges.indptr.read(), edges.indices.read()))
    return as_one(parents)


@numba.njit(cache=True, nogil=True)
def collect_rows(places: Any, start: int, indptr: Any, indices: Any) -> Any:
    """Return the entries of some rows of a CSR matrix, in one array; `start` is the first place of the shard."""
    number = 0
    for place in places:
        i = place - start
        number += indptr[i + 1] - indptr[i]
    collected = np.empty(number, dtype=indices.dtype)
    end = 0
    for place in places:
        i = place - start
        for edge in range(indptr[i], indptr[i + 1]):
            collected[end] = indices[edge]
            end += 1
    return collected


def solve_by_scans(
    runner: RoundRunner, batch: Batch, state: MemoryState, sweep_updates: list[list[Update]], states: int
) -> int:
    """Resolve every state from which play ends under best play, and return the number of scans."""
    rounds = 0
    swept = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    index, columns = state.index, state.columns
    resolved = int(np.count_nonzero(columns.unresolved == 0)) - (state.places - states)
    for updates in sweep_updates:
        rows = np.array([attrs.astuple(update) for update in updates])
        swept[rows[:, 0] + MAX_PAYOFF] = True
        plies = 0
        while True:
            runner.progress("scanning", resolved, states)
            plies += 1
            rounds += 1
            state.make_room(runner, (update.parent_value for update in updates), plies)
            parts = ranges(state.places, runner.tuning.scan_task)
            scanned = runner.run(scan, ((batch, index, columns, rows, swept, part) for part in parts))
            layer = [frontier for frontier in scanned if len(frontier[0])]
            if not layer:
                break
            # written only after the whole scan, so that it sees the layers before this one alone
            for _ in runner.run(write_layer, ((columns, *frontier, plies) for frontier in layer)):
                pass
            resolved += sum(len(places) for places, _ in layer)
    return rounds


def scan(
    sink: ArraySink,
    batch: Batch,
    index: Index,
    columns: Columns,
    updates: NDArray[np.int64],
    swept: NDArray[np.bool_],
    part: slice,
) -> tuple[ArrayRef, ArrayRef]:
    """Return the places of the unresolved states of a range that their successors resolve, and their values."""
    places = np.flatnonzero(columns.unresolved[part]) + part.start
    expansion = batch.expand(index.codes(places))
    children = index.locate(expansion.children)
    resolved = np.zeros(len(places), dtype=np.bool_)
    values = np.empty(len(places), dtype=np.int8)
    _judge(
        places, expansion.counts, children, columns.numbers.value, columns.result, columns.unresolved, updates, swept,
        resolved, values,
    )  # fmt: skip
    return sink(places[resolved]), sink(values[resolved])


def write_layer(
    sink: ArraySink,  # noqa: ARG001
    columns: Columns,
    places: ArrayRef,
    values: ArrayRef,
    plies: int,
) -> None:
    """Write the results of some states."""
    at = places.read()
    columns.write(
        at, value := values.read(), np.full(len(value), plies, dtype=np.int32), np.zeros_like(value)
    )


@numba.njit(cache=True, nogil=True)
def _judge(places, counts, children, value, result, unresolved, updates, swept, resolved, values):  # type: ignore[no-untyped-def]
    """Mark in `resolved` the states that their children resolve, and write their values to `values`.

    A child counts if it is resolved (`unresolved == 0`) and the sweep of its payoff has begun (`swept`, indexed by the
    payoff plus `MAX_PAYOFF`): terminal states have a value from the beginning.

    Rows of `updates`: the fields of an `Update`.
    """
    edge = 0
    for i in range(len(places)):
        mover = unresolved[places[i]] & 1
        all_resolved = True
        for j in range(edge, edge + counts[i]):
            child = children[j]
            payoff = value[result[child]]
            if unresolved[child] or not swept[payoff + MAX_PAYOFF]:
                all_resolved = False
                continue
            for k in range(len(updates)):
                minimizer = updates[k, 2]
                if payoff == updates[k, 0] and (minimizer == BOTH or minimizer == mover):  # noqa: SIM109
                    resolved[i] = True
                    values[i] = updates[k, 1]
        edge += counts[i]
        if all_resolved and not resolved[i]:
            resolved[i] = True
            for k in range(len(updates)):
                if updates[k, 2] != FIRST or len(updates) == 1:
                    values[i] = updates[k, 1]
