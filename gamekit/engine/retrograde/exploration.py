"""Exploration of compiled rules: rounds over shards of sorted keys, from the start until a round finds nothing new.

Exploration may stop earlier, between two rounds, and continue from there later.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of, hash_codes, keys_of
from gamekit.engine.codes.key_sets import Keys, merge_along, subtract, unique
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.retrograde.result_numbers import narrowest
from gamekit.engine.retrograde.runs import Run, Runs, merge_runs, number_of
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice, batched, concatenate
from gamekit.engine.runtime.memory_budget import give_back
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import LimitError
from gamekit.game.limits import ADVICE, too_many_states
from gamekit.game.sentences import counted


@attrs.frozen
class ExploredStates:
    """The result of an exploration.

    Attributes:
        shards: the states, partitioned by the top bits of their keys.
        bits: the number of bits of a key.
        edges: the number of edges from the states that were expanded.
        rounds: the number of rounds that the exploration took.
        frontier: the states that were not expanded; none if the exploration was completed.
        facts: what was learned of the states, if it was kept.
    """

    shards: list[Runs]
    bits: int
    edges: int
    rounds: int
    frontier: list[ArraySlice]
    facts: Facts | None

    @property
    def keys(self) -> list[ArrayRef]:
        """The keys of all runs."""
        return [run.keys for run in chain.from_iterable(self.shards)]

    def __len__(self) -> int:
        return number_of(self.shards)


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
    facts: Facts | None = None,
) -> ExploredStates:
    """Find every state that can be reached from the state with the code `start`, or from states with several keys.

    Those states with the keys `known` that are not in `start` were expanded before; the array may be changed.
    `max_states` is the limit that was set, `countable` the largest number of states that the caller can number. `stops`
    is called after each round, and returns whether to leave the rest for later. If `facts` are given, they are filled,
    in memory; then nothing may be known or left for later.

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
    frontier = [run.keys.full_slice() for run in chain.from_iterable(shards)]
    if expanded:
        before = _in_shards(runner, expanded, number, batch.bits)
        shards = [old + begun for old, begun in zip(before, shards, strict=True)]
    if facts is not None:
        shards = [[Run(run.keys, facts.begin(len(run))) for run in runs] for runs in shards]
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
        edges += _round(runner, batch, shards, number, in_this_round, frontier, facts)
        rounds += 1
        runner.retain(shards, frontier)
    if facts is not None:
        facts.end()
    return ExploredStates(shards, batch.bits, edges, rounds, frontier, facts)


def _in_shards(runner: RoundRunner, keys: list[Keys], known: int, bits: int) -> list[Runs]:
    """Return keys partitioned into as many shards as `known` states need.

    The keys are removed from the list, so that their memory is freed once they are in shards.
    """
    shards = [[Run(run) for run in runner.run(begin, [(keys.pop(),)])]]
    return _split_large(runner, shards, known, bits)


def _round(
    runner: RoundRunner,
    batch: Batch,
    shards: list[Runs],
    known: int,
    expanded: list[ArraySlice],
    frontier: list[ArraySlice],
    facts: Facts | None,
) -> int:
    """Expand states, merge the new children into the shards and the frontier, and return the number of edges.

    What is learned of the states is added to the facts, if they are given.
    """
    doing = f"exploring ({counted(known, 'state')} so far)"
    bounds = _bounds(len(shards), batch.bits)
    inboxes: list[list[ArraySlice]] = [[] for _ in shards]
    inputs = ((batch, bounds, pieces, facts) for pieces in batched(expanded, runner.tuning.explore_task))
    edges, before = 0, known
    for keys, number, *learned in runner.run(expand, inputs):
        edges += number
        if facts is not None:
            facts.learned += learned
        keys.deliver(inboxes)
        runner.progress("exploring", known, None)
        runner.budget.watch(doing, ADVICE)
    receiving = [(runs, inbox) for runs, inbox in zip(shards, inboxes, strict=True) if inbox]
    this_round = None if facts is None else len(facts.found)
    results = runner.run(merge_new, ((inbox, runs, this_round) for runs, inbox in receiving))
    for (runs, inbox), merged in zip(receiving, results, strict=True):
        if merged.new is not None:
            known += len(merged.new)
            frontier.append(merged.new.full_slice())
            rounds = None if merged.rounds is None else merged.rounds.full_slice()
            runs[merged.kept_runs :] = [Run(merged.new if merged.run is None else merged.run, rounds)]
        inbox.clear()
        runner.progress("exploring", known, None)
        runner.budget.watch(doing, ADVICE)
    if facts is not None:
        facts.found.append(known - before)
    return edges


@attrs.frozen
class MergedKeys:
    """The keys that are new to a shard.

    Attributes:
        new: the new keys, ascending; None if there are none.
        run: the run that they were merged into; None if they are a run of their own.
        kept_runs: the number of runs of the shard that come before that run; the others are merged into it.
        rounds: the round in which each key of that run was found, if facts are kept.
    """

    new: ArrayRef | None = None
    run: ArrayRef | None = None
    kept_runs: int = 0
    rounds: ArrayRef | None = None


def begin(sink: ArraySink, keys: Keys) -> ArrayRef:
    """Store the keys with which an exploration begins, and return their handle."""
    return sink(keys)


def expand(
    sink: ArraySink, batch: Batch, bounds: Keys, states: list[ArraySlice], facts: Facts | None
) -> tuple[Any, ...]:
    """Return the different keys of the children of some states, ascending, by shard; and the number of edges.

    If facts are kept, those of the states come last.
    """
    expansion = batch.expand(codes_of(concatenate(states), batch.bits))
    children = expansion.children
    hash_codes(children, batch.bits, children)
    distinct = unique(children).copy()  # the buffer it lies in is larger
    ends = [*np.searchsorted(distinct, bounds).tolist(), len(distinct)]
    learned = () if facts is None else (sink(facts.of(expansion)),)
    return sink(distinct, ends), len(children), *learned


def merge_new(sink: ArraySink, inbox: list[ArraySlice], runs: Runs, this_round: int | None) -> MergedKeys:
    """Find the keys of an inbox that are in no run, and merge them with the runs that are too short to stay alone.

    If facts are kept, the number of this round is beside each new key.
    """
    new = unique(concatenate(inbox))
    for run in runs:
        new = subtract(new, run.keys.read())
    if not len(new):
        return MergedKeys()
    new = new.copy()  # the buffer it lies in is larger
    stored, merged, apart = sink(new), new, len(runs)
    rounds = None if this_round is None else np.full(len(new), this_round, narrowest(this_round))
    while apart and 2 * len(merged) >= len(runs[apart - 1]):
        apart -= 1
        merged, rounds = merge_along(runs[apart].read(), (merged, rounds))
    long = None if merged is new else sink(merged)
    return MergedKeys(stored, long, apart, None if rounds is None else sink(rounds))


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
            pairs = [*map(Run.halves, shards[i], result[::2], result[1::2])]
            halves += [[pair[side] for pair in pairs if len(pair[side])] for side in (0, 1)]
            shards[i] = []
        shards = halves
    return shards


def split(sink: ArraySink, runs: Runs, middle: int) -> tuple[ArrayRef, ...]:
    """Return the lower and the upper half of each run, split at a key."""
    halves: list[ArrayRef] = []
    for run in runs:
        keys = run.keys.read()
        cut = int(np.searchsorted(keys, middle))
        halves += [sink(keys[:cut].copy()), sink(keys[cut:].copy())]
    return tuple(halves)


def concatenate_shards(shards: list[Runs], facts: Facts | None = None) -> Keys:
    """Return all keys in one array in memory, freeing the runs of each shard on the way, and arrange the facts."""
    keys, end = np.empty(number_of(shards), dtype=np.int64), 0
    for runs in shards:
        begin, end = end, end + sum(map(len, runs))
        keys[begin:end], rounds = merge_runs(runs)
        runs.clear()
        if facts is not None and rounds is not None:
            facts.arrange(rounds, slice(begin, end))
        del rounds
        if end < len(keys):
            give_back()  # or the runs that were freed would stay beside the array
    return keys
