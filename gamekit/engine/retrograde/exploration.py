"""Exploration of compiled rules: rounds over shards of sorted keys, from the start until a round finds nothing new.

Exploration may stop earlier, between two rounds, and continue from there later.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of, hash_codes, keys_of
from gamekit.engine.codes.key_sets import Keys, merge, subtract, unique
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice, batched, concatenate
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import LimitError
from gamekit.game.limits import ADVICE, too_many_states
from gamekit.game.sentences import counted

Runs = list[ArrayRef]
"""The keys of a shard's states as disjoint ascending arrays. A log-structured merge keeps each at most half as long as
the run before, so that there are few."""


@attrs.frozen
class ExploredStates:
    """The result of an exploration.

    Attributes:
        shards: the states, partitioned by the top bits of their keys.
        bits: the number of bits of a key.
        edges: the number of edges from the states that were expanded.
        rounds: the number of rounds that the exploration took.
        frontier: the states that were not expanded; none if the exploration was completed.
    """

    shards: list[Runs]
    bits: int
    edges: int
    rounds: int
    frontier: list[ArraySlice]

    def __len__(self) -> int:
        return number_of(self.shards)


def number_of(shards: list[Runs]) -> int:
    """Return the number of keys in some shards."""
    return sum(map(len, chain.from_iterable(shards)))


def uncountable(name: str, states: str, countable: int) -> LimitError:
    """Return the error that a game has more states than a solve in memory can number."""
    return LimitError(
        f"{name} has {states} states, and the compiled backend can count at most {countable:,} in memory; "
        "solve in a work folder: --work DIR (work in Python)"
    )


def explore(
    runner: RoundRunner,
    batch: Batch,
    start: int | Keys,
    max_states: int | None = None,
    countable: int | None = None,
    *,
    known: Keys | None = None,
    stops: Callable[[], bool] = lambda: False,
) -> ExploredStates:
    """Find every state that can be reached from the state with the code `start`, or from states with several keys.

    Those states with the keys `known` that are not in `start` were expanded before; the array may be changed.
    `max_states` is the limit that was set, `countable` the largest number of states that the caller can number. `stops`
    is called after each round, and returns whether to leave the rest for later.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: there are more states than these limits, or they do not fit into the memory that is allowed.
    """
    if isinstance(start, int):
        start = keys_of(np.array([start], dtype=np.int64), batch.bits)
    expanded, new = [] if known is None else [subtract(known, start)], [start]
    number = sum(map(len, expanded + new))
    del start, known  # only the lists refer to them
    shards = _in_shards(runner, new, number, batch.bits)
    frontier = [run.full_slice() for run in chain.from_iterable(shards)]
    if expanded:
        before = _in_shards(runner, expanded, number, batch.bits)
        shards = [old + begun for old, begun in zip(before, shards, strict=True)]
    edges = rounds = 0
    while frontier and not (rounds and stops()):
        number = number_of(shards)
        if max_states is not None and number > max_states:
            raise too_many_states(batch.name, max_states)
        if countable is not None and number > countable:
            raise uncountable(batch.name, f"more than {countable:,}", countable)
        shards = _split_large(runner, shards, number, batch.bits)
        in_this_round, *later = batched(frontier, runner.tuning.explore_round)
        frontier = [*chain.from_iterable(later)]
        edges += _round(runner, batch, shards, number, in_this_round, frontier)
        rounds += 1
        runner.retain(shards, frontier)
    return ExploredStates(shards, batch.bits, edges, rounds, frontier)


def _in_shards(runner: RoundRunner, keys: list[Keys], known: int, bits: int) -> list[Runs]:
    """Return keys partitioned into as many shards as `known` states need.

    The keys are removed from the list, so that their memory is freed once they are in shards.
    """
    shards = [[*runner.run(begin, [(keys.pop(),)])]]
    return _split_large(runner, shards, known, bits)


def _round(
    runner: RoundRunner,
    batch: Batch,
    shards: list[Runs],
    known: int,
    expanded: list[ArraySlice],
    frontier: list[ArraySlice],
) -> int:
    """Expand states, merge the new children into the shards and the frontier, and return the number of edges."""
    doing = f"exploring ({counted(known, 'state')} so far)"
    bounds = _bounds(len(shards), batch.bits)
    inboxes: list[list[ArraySlice]] = [[] for _ in shards]
    inputs = ((batch, bounds, pieces) for pieces in batched(expanded, runner.tuning.explore_task))
    edges = 0
    for keys, number in runner.run(expand, inputs):
        edges += number
        keys.deliver(inboxes)
        runner.progress("exploring", known, None)
        runner.budget.watch(doing, ADVICE)
    receiving = [(runs, inbox) for runs, inbox in zip(shards, inboxes, strict=True) if inbox]
    results = runner.run(merge_new, ((inbox, runs) for runs, inbox in receiving))
    for (runs, inbox), merged in zip(receiving, results, strict=True):
        if merged.new is not None:
            known += len(merged.new)
            frontier.append(merged.new.full_slice())
            runs[merged.kept_runs :] = [merged.new if merged.run is None else merged.run]
        inbox.clear()
        runner.progress("exploring", known, None)
        runner.budget.watch(doing, ADVICE)
    return edges


@attrs.frozen
class MergedKeys:
    """The keys that are new to a shard.

    Attributes:
        new: the new keys, ascending; None if there are none.
        run: the run that they were merged into; None if they are a run of their own.
        kept_runs: the number of runs of the shard that come before that run; the others are merged into it.
    """

    new: ArrayRef | None = None
    run: ArrayRef | None = None
    kept_runs: int = 0


def begin(sink: ArraySink, keys: Keys) -> ArrayRef:
    """Store the keys with which an exploration begins, and return their handle."""
    return sink(keys)


def expand(sink: ArraySink, batch: Batch, bounds: Keys, states: list[ArraySlice]) -> tuple[ArrayRef, int]:
    """Return the different keys of the children of some states, ascending, by shard; and the number of edges."""
    children = batch.expand(codes_of(concatenate(states), batch.bits)).children
    hash_codes(children, batch.bits, children)
    distinct = unique(children).copy()  # the buffer it lies in is larger
    ends = [*np.searchsorted(distinct, bounds).tolist(), len(distinct)]
    return sink(distinct, ends), len(children)


def merge_new(sink: ArraySink, inbox: list[ArraySlice], runs: Runs) -> MergedKeys:
    """Find the keys of an inbox that are in no run, and merge them with the runs that are too short to stay alone."""
    new = unique(concatenate(inbox))
    for run in runs:
        new = subtract(new, run.read())
    if not len(new):
        return MergedKeys()
    new = new.copy()  # the buffer it lies in is larger
    stored, merged, apart = sink(new), new, len(runs)
    while apart and 2 * len(merged) >= len(runs[apart - 1]):
        apart -= 1
        merged = merge(runs[apart].read(), merged)
    return MergedKeys(stored, None if merged is new else sink(merged), apart)


def _bounds(shards: int, bits: int) -> Keys:
    """Return the least key of every shard but the first; the number of shards is a power of two."""
    return np.arange(1, shards, dtype=np.int64) << (bits - (shards.bit_length() - 1))


def _split_large(runner: RoundRunner, shards: list[Runs], known: int, bits: int) -> list[Runs]:
    tuning = runner.tuning
    while len(shards) < 1 << bits:
        room = tuning.explore_shard if len(shards) < tuning.max_shards else tuning.max_shard_places
        if known <= room * len(shards):
            break
        middles = _bounds(2 * len(shards), bits)[::2].tolist()
        halves: list[Runs] = []
        for i, result in enumerate(runner.run(split, zip(shards, middles, strict=True))):
            halves += ([*filter(len, result[::2])], [*filter(len, result[1::2])])
            shards[i] = []
        shards = halves
    return shards


def split(sink: ArraySink, runs: Runs, middle: int) -> tuple[ArrayRef, ...]:
    """Return the lower and the upper half of each run, split at a key."""
    halves: list[ArrayRef] = []
    for run in runs:
        keys = run.read()
        cut = int(np.searchsorted(keys, middle))
        halves += [sink(keys[:cut].copy()), sink(keys[cut:].copy())]
    return tuple(halves)


def concatenate_shards(shards: list[Runs]) -> Keys:
    """Return all keys in one array in memory, freeing the runs of each shard on the way."""
    keys, end = np.empty(number_of(shards), dtype=np.int64), 0
    for runs in shards:
        begin, end = end, end + sum(map(len, runs))
        keys[begin:end] = merge_runs(runs)
        runs.clear()
    return keys


def merge_runs(runs: Runs) -> Keys:
    """Return the keys of some runs as one ascending array."""
    keys = np.empty(0, dtype=np.int64)
    for run in reversed(runs):
        part = run.read()
        keys = merge(part, keys) if len(keys) else part
    return keys
