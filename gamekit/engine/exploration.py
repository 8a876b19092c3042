"""Exploring compiled rules: rounds over shards of sorted keys, from the start until nothing new is found."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Final

import attrs
import numpy as np

from gamekit.arena import ProgressCallback
from gamekit.engine.batch import Batch
from gamekit.engine.index import SortedIndex
from gamekit.engine.memory import Budget
from gamekit.engine.mixing import codes_of, keys_of, mix
from gamekit.engine.rounds import run_round
from gamekit.engine.sorting import Keys, merge, subtract, unique
from gamekit.errors import LimitError

CHUNK: Final = 1 << 17
"""How many states a task expands."""

ROUND: Final = 1 << 24
"""How many states a round expands at most; the rest of a larger frontier waits for the next."""

STATES_IN_A_SHARD: Final = 1 << 20
MOST_SHARDS: Final = 64


@attrs.define
class Shard:
    """The states whose keys have certain top bits.

    Attributes:
        runs: what is known, as ascending arrays with nothing in common, each at most half as long as the one before.
        frontier: what is known, but not yet expanded; ascending.
    """

    runs: list[Keys]
    frontier: Keys

    def __len__(self) -> int:
        return sum(map(len, self.runs))


@attrs.frozen
class Exploration:
    """What exploring found: the states, the number of edges, and of rounds."""

    index: SortedIndex
    edges: int
    rounds: int


def explore(
    batch: Batch,
    start: int,
    executor: Executor,
    budget: Budget,
    progress: ProgressCallback,
    max_states: int | None = None,
) -> Exploration:
    """Find every state that can be reached from the code `start`.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: the states do not fit into the memory that is allowed.
    """
    bits = max((batch.rules.size - 1).bit_length(), 1)
    first = keys_of(np.array([start], dtype=np.int64), bits)
    shards = [Shard([first], first)]
    edges = rounds = 0
    while any(len(shard.frontier) for shard in shards):
        known = sum(map(len, shards))
        if max_states is not None and known > max_states:
            raise LimitError(f"{batch.name} has more than {max_states:,} states, the limit that was set")
        shards = _split(shards, known, bits)
        bounds = _bounds(len(shards), bits)
        outboxes: list[list[Keys]] = [[] for _ in shards]
        asked = ((batch, bits, bounds, chunk) for chunk in list(_take_chunks(shards)))
        for pieces, number in run_round(executor, expand, asked):
            edges += number
            for outbox, piece in zip(outboxes, pieces, strict=True):
                if len(piece):
                    outbox.append(piece)
            budget.watch(f"exploring, {known:,} states so far")
        rounds += 1
        absorbing = [(shard, outbox) for shard, outbox in zip(shards, outboxes, strict=True) if outbox]
        for _ in run_round(executor, absorb, absorbing):
            progress("exploring", sum(map(len, shards)), None)
            budget.watch(f"exploring, {known:,} states so far")
    return Exploration(SortedIndex(_assemble(shards), bits), edges, rounds)


def expand(batch: Batch, bits: int, bounds: Keys, chunk: Keys) -> tuple[list[Keys], int]:
    """Return the keys of the children of some states, each once, cut at the bounds of the shards; and their number."""
    children = batch.expand(codes_of(chunk, bits)).children
    mix(children, bits, children)
    found = unique(children).copy()  # the buffer it lies in is larger
    return np.split(found, np.searchsorted(found, bounds)), len(children)


def absorb(shard: Shard, inbox: list[Keys]) -> None:
    """Put what is new among the keys of an inbox into a shard, and into its frontier."""
    new = unique(np.concatenate(inbox))
    inbox.clear()
    for run in shard.runs:
        new = subtract(new, run)
    if not len(new):
        return
    new = new.copy()
    shard.frontier = merge(shard.frontier, new) if len(shard.frontier) else new
    shard.runs.append(new)
    while len(shard.runs) > 1 and 2 * len(shard.runs[-1]) >= len(shard.runs[-2]):
        last = shard.runs.pop()
        shard.runs[-1] = merge(shard.runs[-1], last)


def _take_chunks(shards: list[Shard]) -> Iterator[Keys]:
    """Take what a round is to expand out of the frontiers."""
    left = ROUND
    for shard in shards:
        taken = shard.frontier[:left]
        shard.frontier = shard.frontier[left:]
        left -= len(taken)
        for i in range(0, len(taken), CHUNK):
            yield taken[i : i + CHUNK]


def _bounds(shards: int, bits: int) -> Keys:
    """Return the least key of every shard but the first."""
    return np.arange(1, shards, dtype=np.int64) << (bits - (shards.bit_length() - 1))


def _split(shards: list[Shard], known: int, bits: int) -> list[Shard]:
    """Cut each shard in two until none is too large."""
    while known > STATES_IN_A_SHARD * len(shards) and len(shards) < min(MOST_SHARDS, 1 << bits):
        bounds = _bounds(2 * len(shards), bits)
        halves = []
        for i, shard in enumerate(shards):
            middle = bounds[2 * i]
            cut_runs = [(run, int(np.searchsorted(run, middle))) for run in shard.runs]
            cut = int(np.searchsorted(shard.frontier, middle))
            halves.append(Shard([run[:j].copy() for run, j in cut_runs], shard.frontier[:cut].copy()))
            halves.append(Shard([run[j:].copy() for run, j in cut_runs], shard.frontier[cut:].copy()))
        shards = halves
    return shards


def _assemble(shards: list[Shard]) -> Keys:
    """Return all keys in one array, giving up each shard's as it goes."""
    keys = np.empty(sum(map(len, shards)), dtype=np.int64)
    place = 0
    for shard in shards:
        while len(shard.runs) > 1:
            last = shard.runs.pop()
            shard.runs[-1] = merge(shard.runs[-1], last)
        run = shard.runs.pop()
        keys[place : place + len(run)] = run
        place += len(run)
    return keys
