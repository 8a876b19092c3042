"""Exploration of compiled rules: rounds over shards of sorted keys, from the start until a round finds nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of, hash_codes, keys_of
from gamekit.engine.codes.key_sets import Keys, merge, subtract, unique
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice, batched, concatenate
from gamekit.engine.runtime.runner import RoundRunner
from gamekit.engine.runtime.tuning import Tuning
from gamekit.errors import LimitError
from gamekit.game.limits import too_many_states


@attrs.define
class Shard:
    """The known states whose keys have certain top bits.

    Attributes:
        runs: their keys, as disjoint ascending arrays; a log-structured merge keeps each at most half as long as the
            run before, so that there are few.
        frontier: the keys that are not expanded yet.
    """

    runs: list[ArrayRef] = attrs.Factory(list)
    frontier: list[ArraySlice] = attrs.Factory(list)

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def commit(self, merged: MergedKeys) -> None:
        """Record the result of `merge_new`."""
        if merged.new is not None:
            self.frontier.append(merged.new.full_slice())
            self.runs[merged.kept_runs :] = [merged.new if merged.run is None else merged.run]


@attrs.frozen
class Exploration:
    """The result of an exploration.

    Attributes:
        shards: the states, by the top bits of their keys.
        bits: how many bits a key has.
        edges: how many edges there are.
        rounds: how many rounds it took.
    """

    shards: list[Shard]
    bits: int
    edges: int
    rounds: int

    def __len__(self) -> int:
        return sum(map(len, self.shards))


def uncountable(name: str, states: str, countable: int) -> LimitError:
    """Return the error of a game that has more states than a solve in memory can number."""
    return LimitError(
        f"{name} has {states} states, and the compiled backend can count {countable:,} in memory; "
        "solve in a work folder: --work DIR (work in Python)"
    )


def explore(
    runner: RoundRunner, batch: Batch, start: int, max_states: int | None = None, countable: int | None = None
) -> Exploration:
    """Find every state that can be reached from the code `start`.

    Args:
        runner: runs the rounds.
        batch: the rules.
        start: the code to explore from.
        max_states: the limit of states that was set.
        countable: the most states that the caller can number.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: there are more states than that, or they do not fit into the memory that is allowed.
    """
    bits = max((batch.rules.size - 1).bit_length(), 1)
    shards = [Shard()]
    for merged in runner.run(begin, [(start, bits)]):
        shards[0].commit(merged)
    edges = rounds = 0
    while any(shard.frontier for shard in shards):
        known = sum(map(len, shards))
        if max_states is not None and known > max_states:
            raise too_many_states(batch.name, max_states)
        if countable is not None and known > countable:
            raise uncountable(batch.name, f"more than {countable:,}", countable)
        shards = _split_large(runner, shards, known, bits)
        edges += _round(runner, batch, bits, shards, known)
        rounds += 1
        runner.retain(shards)
    return Exploration(shards, bits, edges, rounds)


def _round(runner: RoundRunner, batch: Batch, bits: int, shards: list[Shard], known: int) -> int:
    """Expand the frontier, merge the children into the shards, and return the number of edges."""
    doing = f"exploring, {known:,} states so far"
    bounds = _bounds(len(shards), bits)
    inboxes: list[list[ArraySlice]] = [[] for _ in shards]
    batches = list(batched(_take(shards, runner.tuning.explore_round), runner.tuning.explore_task))
    edges = 0
    for children in runner.run(expand, ((batch, bits, bounds, keys) for keys in batches)):
        edges += children.edges
        children.keys.deliver(inboxes)
        runner.progress("exploring", known, None)
        runner.budget.watch(doing)
    receiving = [(shard, inbox) for shard, inbox in zip(shards, inboxes, strict=True) if inbox]
    results = runner.run(merge_new, ((inbox, shard.runs) for shard, inbox in receiving))
    for (shard, inbox), merged in zip(receiving, results, strict=True):
        known += len(merged.new or ())
        shard.commit(merged)
        inbox.clear()
        runner.progress("exploring", known, None)
        runner.budget.watch(doing)
    return edges


@attrs.frozen
class Children:
    """The keys of the children of some states, ascending without duplicates, by shard; and the number of edges."""

    keys: ArrayRef
    edges: int


@attrs.frozen
class MergedKeys:
    """The keys that are new to a shard.

    Attributes:
        new: the new keys, ascending; None if there are none.
        run: the run that they were merged into; None if they are a run of their own.
        kept_runs: how many runs of the shard come before that run; the others are merged into it.
    """

    new: ArrayRef | None = None
    run: ArrayRef | None = None
    kept_runs: int = 0


def begin(sink: ArraySink, start: int, bits: int) -> MergedKeys:
    """Return the key of the start."""
    return MergedKeys(sink(keys_of(np.array([start], dtype=np.int64), bits)))


def expand(sink: ArraySink, batch: Batch, bits: int, bounds: Keys, states: list[ArraySlice]) -> Children:
    """Expand states, given by their keys."""
    children = batch.expand(codes_of(concatenate(states), bits)).children
    hash_codes(children, bits, children)
    found = unique(children).copy()  # the buffer it lies in is larger
    ends = [*np.searchsorted(found, bounds).tolist(), len(found)]
    return Children(sink(found, ends), len(children))


def merge_new(sink: ArraySink, inbox: list[ArraySlice], runs: list[ArrayRef]) -> MergedKeys:
    """Find the keys of an inbox that are in no run, and merge them with the runs that are too short to stay apart."""
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


def _take(shards: list[Shard], room: int) -> Iterator[ArraySlice]:
    """Take what a round expands, `room` states at most, out of the frontiers."""
    for shard in shards:
        rest = []
        for piece in shard.frontier:
            end = piece.begin + min(len(piece), room)
            room -= end - piece.begin
            if piece.begin < end:
                yield attrs.evolve(piece, end=end)
            if end < piece.end:
                rest.append(attrs.evolve(piece, begin=end))
        shard.frontier = rest


def _bounds(shards: int, bits: int) -> Keys:
    """Return the least key of every shard but the first; the number of shards is a power of two."""
    return np.arange(1, shards, dtype=np.int64) << (bits - (shards.bit_length() - 1))


def _split_large(runner: RoundRunner, shards: list[Shard], known: int, bits: int) -> list[Shard]:
    """Split every shard in two until none is too large."""
    while known > _room(len(shards), runner.tuning) * len(shards) and len(shards) < 1 << bits:
        middles = _bounds(2 * len(shards), bits)[::2].tolist()
        inputs = ((shard.runs, shard.frontier, middle) for shard, middle in zip(shards, middles, strict=True))
        halves = []
        for i, result in enumerate(runner.run(split, inputs)):
            runs = len(shards[i].runs)
            for half in (result[::2], result[1::2]):
                frontier = [keys.full_slice() for keys in half[runs:] if len(keys)]
                halves.append(Shard([*filter(len, half[:runs])], frontier))
            shards[i] = Shard()
        shards = halves
    return shards


def _room(shards: int, tuning: Tuning) -> int:
    """Return how many states a shard may have if there are so many shards."""
    return tuning.explore_shard if shards < tuning.max_shards else tuning.max_shard_places


def split(
    sink: ArraySink, runs: list[ArrayRef], frontier: list[ArraySlice], middle: int
) -> tuple[ArrayRef, ...]:
    """Return the lower and the upper half of each run, and then of each slice of the frontier, split at a key."""
    halves: list[ArrayRef] = []
    pieces: list[ArrayRef | ArraySlice] = [*runs, *frontier]
    for piece in pieces:
        keys = piece.read()
        cut = int(np.searchsorted(keys, middle))
        halves += [sink(keys[:cut].copy()), sink(keys[cut:].copy())]
    return tuple(halves)


def concatenate_shards(shards: list[Shard]) -> Keys:
    """Return all keys in one array in memory, freeing the runs of each shard on the way."""
    keys = np.empty(sum(map(len, shards)), dtype=np.int64)
    ends = np.cumsum([0, *map(len, shards)]).tolist()
    for shard, (begin, end) in zip(shards, pairwise(ends), strict=True):
        keys[begin:end] = merge_runs(shard.runs)
        shard.runs.clear()
    return keys


def merge_runs(runs: list[ArrayRef]) -> Keys:
    """Return the keys of some runs as one ascending array."""
    keys = np.empty(0, dtype=np.int64)
    for run in reversed(runs):
        part = run.read()
        keys = merge(part, keys) if len(keys) else part
    return keys
