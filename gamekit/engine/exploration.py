"""Exploring compiled rules: rounds over shards of sorted keys, from the start until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

import attrs
import numpy as np

from gamekit.arena.limits import too_many_states
from gamekit.engine.batch import Batch
from gamekit.engine.keeping import Done, Keeper, Kept, Piece, all_of, bundles, joined, parts_of, whole
from gamekit.engine.mixing import codes_of, keys_of, mix
from gamekit.engine.shards import LARGEST_SHARD, MOST_SHARDS
from gamekit.engine.sorting import Keys, merge, subtract, unique
from gamekit.engine.work import Work
from gamekit.errors import LimitError

CHUNK: Final = 1 << 17
"""How many states a task expands."""

ROUND: Final = 1 << 24
"""How many states a round expands at most; the rest of a larger frontier waits for the next."""

STATES_IN_A_SHARD: Final = 1 << 20


@attrs.define
class Shard:
    """The states whose keys have certain top bits.

    Attributes:
        runs: what is known, as ascending arrays with nothing in common, each at most half as long as the one before.
        frontier: what is known, but not yet expanded.
    """

    runs: list[Kept] = attrs.Factory(list)
    frontier: list[Piece] = attrs.Factory(list)

    def __len__(self) -> int:
        return sum(run.ends[-1] for run in self.runs)

    def take(self, done: Done) -> None:
        """Take over what `absorb` gave back."""
        if done.kept:
            self.frontier.append(whole(done.kept[0]))
            self.runs[done.told[0] :] = [done.kept[-1]]


@attrs.frozen
class Exploration:
    """What exploring found.

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
    """Return the error of a game that has more states than can be counted in memory."""
    return LimitError(
        f"{name} has {states} states, and the compiled gear can count {countable:,} in memory; "
        "solve in a work folder: --work DIR (work in Python)"
    )


def explore(
    work: Work, batch: Batch, start: int, max_states: int | None = None, countable: int | None = None
) -> Exploration:
    """Find every state that can be reached from the code `start`.

    Args:
        work: who runs the rounds.
        batch: the rules.
        start: the code to explore from.
        max_states: how many states there may be.
        countable: how many the caller can count.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: there are more states than that, or they do not fit into the memory that is allowed.
    """
    bits = max((batch.rules.size - 1).bit_length(), 1)
    shards = [Shard()]
    for begun in work.round(begin, [(start, bits)]):
        shards[0].take(begun)
    edges = rounds = 0
    while any(shard.frontier for shard in shards):
        known = sum(map(len, shards))
        if max_states is not None and known > max_states:
            raise too_many_states(batch.name, max_states)
        if countable is not None and known > countable:
            raise uncountable(batch.name, f"more than {countable:,}", countable)
        shards = _split(work, shards, known, bits)
        edges += _round(work, batch, bits, shards)
        rounds += 1
        work.keep_only(chain.from_iterable(_live(shard) for shard in shards))
    return Exploration(shards, bits, edges, rounds)


def _round(work: Work, batch: Batch, bits: int, shards: list[Shard]) -> int:
    """Expand frontiers and absorb what that gives; return the number of edges."""
    known = sum(map(len, shards))
    doing = f"exploring, {known:,} states so far"
    bounds = _bounds(len(shards), bits)
    inboxes: list[list[Piece]] = [[] for _ in shards]
    taken = list(bundles(_take(shards), CHUNK))
    edges = 0
    for done in work.round(expand, ((batch, bits, bounds, pieces) for pieces in taken)):
        edges += done.told[0]
        for inbox, piece in zip(inboxes, parts_of(done.kept[0]), strict=True):
            if len(piece):
                inbox.append(piece)
        work.progress("exploring", known, None)
        work.budget.watch(doing)
    listening = [(shard, inbox) for shard, inbox in zip(shards, inboxes, strict=True) if inbox]
    absorbed = work.round(absorb, ((inbox, shard.runs) for shard, inbox in listening))
    for (shard, inbox), done in zip(listening, absorbed, strict=True):
        known += done.kept[0].ends[-1] if done.kept else 0
        shard.take(done)
        inbox.clear()
        work.progress("exploring", known, None)
        work.budget.watch(doing)
    return edges


def begin(keep: Keeper, start: int, bits: int) -> Done:
    """Keep the key of the state to start from."""
    return Done((keep(keys_of(np.array([start], dtype=np.int64), bits)),), (0,))


def expand(keep: Keeper, batch: Batch, bits: int, bounds: Keys, pieces: list[Piece]) -> Done:
    """Keep the keys of the children of some states, each once, by shard; tell their number."""
    children = batch.expand(codes_of(joined(pieces), bits)).children
    mix(children, bits, children)
    found = unique(children).copy()  # the buffer it lies in is larger
    ends = [*np.searchsorted(found, bounds).tolist(), len(found)]
    return Done((keep(found, ends),), (len(children),))


def absorb(keep: Keeper, inbox: list[Piece], runs: list[Kept]) -> Done:
    """Keep what is new in an inbox, then the runs of the shard that are merged with it; tell how many are not."""
    new = unique(joined(inbox))
    for run in runs:
        new = subtract(new, all_of(run))
    if not len(new):
        return Done()
    new = new.copy()
    kept, merged, apart = [keep(new)], new, len(runs)
    while apart and 2 * len(merged) >= runs[apart - 1].ends[-1]:
        apart -= 1
        merged = merge(all_of(runs[apart]), merged)
    if merged is not new:
        kept.append(keep(merged))
    return Done(tuple(kept), (apart,))


def _take(shards: list[Shard]) -> Iterator[Piece]:
    """Take what a round is to expand out of the frontiers."""
    left = ROUND
    for shard in shards:
        rest = []
        for piece in shard.frontier:
            end = piece.begin + min(len(piece), left)
            left -= end - piece.begin
            if piece.begin < end:
                yield attrs.evolve(piece, end=end)
            if end < piece.end:
                rest.append(attrs.evolve(piece, begin=end))
        shard.frontier = rest


def _live(shard: Shard) -> Iterator[Kept]:
    yield from shard.runs
    for piece in shard.frontier:
        yield piece.kept


def _bounds(shards: int, bits: int) -> Keys:
    """Return the least key of every shard but the first."""
    return np.arange(1, shards, dtype=np.int64) << (bits - (shards.bit_length() - 1))


def _split(work: Work, shards: list[Shard], known: int, bits: int) -> list[Shard]:
    """Cut each shard in two until none is too large."""
    while known > _room(len(shards)) * len(shards) and len(shards) < 1 << bits:
        middles = _bounds(2 * len(shards), bits)[::2].tolist()
        cutting = (
            (shard.runs, shard.frontier, middle) for shard, middle in zip(shards, middles, strict=True)
        )
        halves = []
        for i, done in enumerate(work.round(halve, cutting)):
            runs = len(shards[i].runs)
            for kept in (done.kept[::2], done.kept[1::2]):
                pieces = map(whole, kept[runs:])
                halves.append(Shard([run for run in kept[:runs] if run.ends[-1]], [*filter(len, pieces)]))
            shards[i] = Shard()
        shards = halves
    return shards


def _room(shards: int) -> int:
    """Return how many states may be in a shard if there are so many of them."""
    return STATES_IN_A_SHARD if shards < MOST_SHARDS else LARGEST_SHARD


def halve(keep: Keeper, runs: list[Kept], frontier: list[Piece], middle: int) -> Done:
    """Keep, of each run and each piece of the frontier, what is below the middle, and what is not."""
    kept = []
    for piece in (*map(whole, runs), *frontier):
        keys = piece.read()
        cut = int(np.searchsorted(keys, middle))
        kept += [keep(keys[:cut].copy()), keep(keys[cut:].copy())]
    return Done(tuple(kept))


def assemble(shards: list[Shard]) -> Keys:
    """Return all keys in one array in memory, giving up each shard's as it goes."""
    keys = np.empty(sum(map(len, shards)), dtype=np.int64)
    place = 0
    for shard in shards:
        run = merged(shard.runs)
        shard.runs.clear()
        keys[place : place + len(run)] = run
        place += len(run)
    return keys


def merged(runs: list[Kept]) -> Keys:
    """Return what is in some runs as one array, ascending."""
    keys = np.empty(0, dtype=np.int64)
    for run in reversed(runs):
        part = all_of(run)
        keys = merge(part, keys) if len(keys) else part
    return keys
