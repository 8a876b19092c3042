"""The state of a solve in memory: one index and its columns, which all shards share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.state_index import DenseIndex, Index, SortedIndex
from gamekit.engine.retrograde.columns import (
    NO_COLUMNS,
    NO_PARTS,
    PARENTS,
    Columns,
    MemoryLayer,
    Parts,
    few_of,
)
from gamekit.engine.retrograde.exploration import ExploredStates, concatenate_shards, uncountable
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.retrograde.method_choice import least_bytes
from gamekit.engine.retrograde.sharded_state import (
    Applied,
    Places,
    ReverseEdges,
    ShardedState,
    ShardState,
    Update,
    resolve_parents,
)
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ranges
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.runtime.tuning import Tuning
from gamekit.game.limits import ADVICE


@attrs.frozen(eq=False)
class MemoryShard(ShardState):
    """A shard in memory, a range of places. Only its own task writes to it, so that threads need no locks."""

    index: Index
    columns: Columns
    begin: int
    size: int
    edges: ReverseEdges | None = None

    def addresses(self, codes: NDArray[np.int64]) -> Places:
        return self.index.locate(codes)

    def references(self, places: Places) -> Places:
        return places.astype(np.uint32)

    def initialise(
        self,
        sink: ArraySink,
        part: slice,
        places: Places,
        value: Places,
        unresolved: Places,
        remoteness: Places | None,
    ) -> tuple[ArrayRef, ...]:
        plies = np.zeros(len(places), dtype=np.int32) if remoteness is None else remoteness
        self.columns.write(places, value, plies, unresolved)
        return ()

    @property
    def all_places(self) -> slice:
        """The range of the shard's places."""
        return slice(self.begin, self.begin + self.size)

    def entering(self, value: int, plies: int) -> Places:
        return self.columns.places_with(self.all_places, value, plies, left=True)

    def terminal(self, payoff: int) -> Places:
        return self.layer(payoff, 0)

    def layer(self, value: int, plies: int) -> Places:
        """Return the places of states that are resolved with this value and remoteness, ascending."""
        return self.columns.places_with(self.all_places, value, plies)

    def apply(self, sink: ArraySink, parents: Places, update: Update, plies: int) -> Applied:
        """Apply an update to parents, and write the results of those that it resolves."""
        columns = self.columns
        resolved = resolve_parents(parents, update.minimizer, columns.unresolved)
        if not len(resolved):
            return Applied()
        columns.give(resolved, update.parent_value, plies)
        return Applied(sink(resolved))


@attrs.define(eq=False)
class MemoryState(ShardedState):
    """All shards in memory.

    Attributes:
        columns: the `Columns` of all places, empty until `allocate` is called; or the `PlainColumns` of a small game
            that is solved.
        by_address: the partitioner of messages between shards: by keys in a solve by predecessors, else by places.
        shards: the shards, which are ranges of places.
        parts: the ranges into which shards are divided.
        few: the most places of a layer that are listed, and the most states that propagate their value in one round.
        facts: what exploration learned of the states; None if it was not kept, or is of no more use.
    """

    index: Index
    columns: Any = NO_COLUMNS
    by_address: Partitioner = attrs.Factory(lambda: Partitioner(62, 1))
    shards: list[MemoryShard] = attrs.Factory(list)
    parts: Parts = NO_PARTS
    few: int = 0
    facts: Facts | None = None

    @classmethod
    def dense(cls, runner: RoundRunner, batch: Batch) -> MemoryState:
        """Return the state of a game with dense codes.

        Raises:
            LimitError: there are more states than can be numbered, or than fit into memory.
        """
        size, most = batch.rules.size, runner.tuning.max_places
        if size > most:
            raise uncountable(batch.name, f"{size:,}", most)
        runner.budget.check(least_bytes(batch.rules, size), f"{size:,} codes of {batch.name}", ADVICE)
        return cls(DenseIndex(size))

    @classmethod
    def explored(cls, runner: RoundRunner, states: ExploredStates) -> MemoryState:
        """Return the state of a game whose states were found by exploration; the exploration's arrays are freed."""
        return cls(
            SortedIndex(concatenate_shards(states.shards, states.facts), states.bits), facts=states.facts
        )

    @property
    def places(self) -> int:
        return len(self.index)

    @property
    def bits(self) -> int | None:
        return self.index.bits

    def locate(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.index.locate(codes)

    def values(self, part: slice | NDArray[np.int64]) -> NDArray[Any]:
        values: NDArray[Any] = self.columns.values(part)
        return values

    def remoteness(self, part: slice | NDArray[np.int64]) -> NDArray[Any]:
        remoteness: NDArray[Any] = self.columns.remoteness(part)
        return remoteness

    def results_at(self, places: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        return self.values(places), self.remoteness(places)

    def keys(self, part: slice) -> NDArray[np.int64]:
        assert isinstance(self.index, SortedIndex)
        return self.index.keys[part]

    def codes(self, places: NDArray[np.int64] | slice) -> NDArray[np.int64]:
        return self.index.codes(places)

    def allocate(self, tuning: Tuning, *, with_edges: bool) -> None:
        self.columns = Columns.blank(self.places)
        addresses = DenseIndex(self.places) if with_edges else self.index  # edges name places, not keys
        self.by_address = Partitioner.of(addresses.largest, self.places, tuning)
        ranges = pairwise([0, *addresses.ranks(self.by_address.bounds).tolist(), self.places])
        self.shards = [MemoryShard(self.index, self.columns, begin, end - begin) for begin, end in ranges]
        self.parts = Parts.of((shard.all_places for shard in self.shards), tuning.scan_task)
        self.few = few_of(self.places, tuning)

    def ranges(self, tuning: Tuning) -> list[tuple[int, slice]]:
        # any shard will do, as all share one index
        return [(0, part) for part in ranges(self.places, tuning.scan_task)]

    def make_room(self, runner: RoundRunner, values: Iterable[int], plies: int) -> None:
        for value in values:
            self.columns.make_room(value, plies)

    def new_layer(self, value: int, plies: int) -> MemoryLayer:
        return MemoryLayer(columns=self.columns, value=value, plies=plies, most=self.few, parts=self.parts)

    def round_size(self, tuning: Tuning, branching: float) -> int:
        return min(tuning.update_round, max(int(self.few * PARENTS / max(branching, PARENTS)), 1))

    def restore(self, columns: Columns) -> None:
        """Continue from the columns of a snapshot."""
        self.columns = columns
        self.shards = [attrs.evolve(shard, columns=columns) for shard in self.shards]

    def finish(self, runner: RoundRunner, infinite_play: int) -> None:
        for part in ranges(self.places):
            self.columns.mark_infinite_play(infinite_play, part)
        self.columns.unresolved = self.columns.unresolved[:0].copy()
        self.shards = [attrs.evolve(shard, edges=None) for shard in self.shards]
