"""The state of a solve in files: each shard has its keys and columns, which tasks replace as a whole or by deltas."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import accumulate
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.codes.key_sets import unique
from gamekit.engine.codes.state_index import ABSENT, DenseIndex, Index, SortedIndex
from gamekit.engine.retrograde.columns import PlainColumns
from gamekit.engine.retrograde.exploration import ExploredStates
from gamekit.engine.retrograde.result_numbers import NO_STATE, remoteness_dtype
from gamekit.engine.retrograde.runs import Runs, merge_runs
from gamekit.engine.retrograde.sharded_state import (
    Applied,
    Places,
    ReverseEdges,
    ShardedState,
    ShardState,
    Update,
    assign,
    resolve_parents,
)
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, as_one, concatenate, ranges
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.runtime.tuning import Tuning

PLACE_BITS: Final = 32
"""The number of low bits of a reference that hold a place; the higher bits hold its shard."""

PLACES_AT_ONCE: Final = 1 << 16
"""The number of places that are read together when many results are looked up."""

DELTA_BITS: Final = 32
"""The number of low bits of a delta's entry that hold the value of `unresolved`; the higher bits hold the place."""

Layer = tuple[int, int, ArrayRef]
"""A layer: the value of its states, their remoteness, and their places."""


@attrs.frozen(eq=False)
class DiskShard(ShardState):
    """A shard whose arrays are in files. Places are numbered within the shard.

    Attributes:
        size: the number of places.
        low: the least key there can be.
        span: the number of low bits in which its keys differ.
        bits: the number of bits of a key.
        max_deltas: the number of deltas after which `unresolved` is written out whole.
        index_arrays: the keys, ascending, and the bucket table of their index; empty if codes are dense.
        value: the column of values, as in `Columns` except for layers that are not written into it yet; in pieces.
        remoteness: the column of remotenesses, with the same exception; in pieces.
        unresolved: the column of unresolved counts, as in `Columns` except for `deltas`; in pieces.
        deltas: the later changes of `unresolved`; the last entry of a place holds.
        edges: the parents of its states, if they are stored.
    """

    number: int
    size: int
    low: int
    span: int
    bits: int
    max_deltas: int
    index_arrays: tuple[ArrayRef, ...] = ()
    value: tuple[ArrayRef, ...] = ()
    remoteness: tuple[ArrayRef, ...] = ()
    unresolved: tuple[ArrayRef, ...] = ()
    deltas: tuple[ArrayRef, ...] = ()
    edges: ReverseEdges | None = None

    begin = 0

    @property
    def index(self) -> Index:
        if not self.index_arrays:
            return DenseIndex(self.size, self.low, 1 << self.bits)
        keys, starts = (array.read() for array in self.index_arrays)
        return SortedIndex(keys, self.bits, self.low, self.span, starts)

    def addresses(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        return self.index.keys_of(codes.copy()).astype(np.int64, copy=False)

    def locate(self, addresses: NDArray[np.int64]) -> Places:
        return self.index.locate_keys(addresses.copy())

    def references(self, places: Places) -> NDArray[np.int64]:
        return places.astype(np.int64) + (self.number << PLACE_BITS)

    def dereference(self, references: NDArray[np.int64]) -> Places:
        return (references & ((1 << PLACE_BITS) - 1)).astype(np.uint32)

    def initialise(
        self,
        sink: ArraySink,
        part: slice,
        places: Places,
        value: Places,
        unresolved: Places,
        remoteness: Places | None,
    ) -> tuple[ArrayRef, ...]:
        size = part.stop - part.start
        all_values, all_unresolved = np.full(size, NO_STATE, dtype=np.int8), np.zeros(size, unresolved.dtype)
        all_values[places - part.start] = value
        all_unresolved[places - part.start] = unresolved
        return sink(all_values), sink(all_unresolved)

    def terminal(self, payoff: int) -> Places:
        return np.flatnonzero(_column(self.value, np.int8) == payoff).astype(np.uint32)

    def apply(self, sink: ArraySink, parents: Places, update: Update, plies: int) -> Applied:
        """Apply an update to parents; store the places that it resolves, and `unresolved` or a delta of it."""
        unresolved = _column(self.unresolved, np.uint8)
        for changed in self.deltas:
            delta = changed.read()
            unresolved[delta >> DELTA_BITS] = delta & ((1 << DELTA_BITS) - 1)
        resolved = sink(resolve_parents(parents, update.minimizer, unresolved))
        listed = sum(map(len, self.deltas)) + len(parents)
        if len(self.deltas) == self.max_deltas or 8 * listed > len(unresolved):
            return Applied(resolved, sink(unresolved))
        touched = unique(parents)
        delta = touched.astype(np.int64) << DELTA_BITS | unresolved[touched]
        return Applied(resolved, sink(delta), is_delta=True)


def _column(pieces: tuple[ArrayRef, ...], dtype: type[Any]) -> Places:
    """Return a column as a copy; an empty column if it has no pieces yet."""
    return concatenate(pieces) if pieces else np.empty(0, dtype=dtype)


@attrs.define(eq=False)
class DiskState(ShardedState):
    """All shards in files, and the layers that are not in their columns yet.

    Attributes:
        by_address: the partitioner that assigns keys to shards.
        shards: the shards, in the order of their keys.
        pending: for each shard, the layers that are still to be written into its columns.
        plies: the largest remoteness so far.
    """

    by_address: Partitioner
    shards: list[DiskShard]
    pending: list[list[Layer]] = attrs.Factory(lambda self: [[] for _ in self.shards], takes_self=True)
    plies: int = 0

    @cached_property
    def offsets(self) -> list[int]:
        """The number of places before each shard, and the number of all places."""
        return list(accumulate((shard.size for shard in self.shards), initial=0))

    @classmethod
    def dense(cls, runner: RoundRunner, batch: Batch) -> DiskState:
        size, tuning = batch.rules.size, runner.tuning
        partitioner = Partitioner.of(size - 1, size, tuning)
        span = partitioner.shift
        shards = []
        for number, low in enumerate(range(0, size, 1 << span)):
            here = min(1 << span, size - low)
            shards.append(DiskShard(number, here, low, span, batch.bits, tuning.max_deltas))
        return cls(partitioner, shards)

    @classmethod
    def explored(cls, runner: RoundRunner, states: ExploredStates) -> DiskState:
        bits, deltas = states.bits, runner.tuning.max_deltas
        span = bits - (len(states.shards).bit_length() - 1)
        inputs = ((runs, bits, i << span, span) for i, runs in enumerate(states.shards))
        shards = []
        for i, (keys, starts) in enumerate(runner.run(build_index, inputs)):
            shards.append(DiskShard(i, len(keys), i << span, span, bits, deltas, (keys, starts)))
        return cls(Partitioner(span, len(shards)), shards)

    @property
    def places(self) -> int:
        return self.offsets[-1]

    @property
    def bits(self) -> int | None:
        return self.shards[0].bits if self.shards[0].index_arrays else None

    def locate(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        addresses = self.shards[0].addresses(codes)
        numbers = addresses >> self.by_address.shift
        places = np.full(len(codes), ABSENT, dtype=np.int64)
        for number in np.unique(numbers).tolist():
            here = np.flatnonzero(numbers == number)
            rows = self.shards[number].locate(addresses[here]).astype(np.int64)
            places[here] = np.where(rows == ABSENT, ABSENT, rows + self.offsets[number])
        return places

    def values(self, part: slice) -> NDArray[Any]:
        return self._read(part, lambda shard: shard.value)

    def remoteness(self, part: slice) -> NDArray[Any]:
        return self._read(part, lambda shard: shard.remoteness)

    def results_at(self, places: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
        value, plies = np.empty(len(places), dtype=np.int8), np.empty(len(places), dtype=np.uint32)
        blocks = places // PLACES_AT_ONCE
        order = np.argsort(blocks, kind="stable")
        for at in np.split(order, np.flatnonzero(np.diff(blocks[order])) + 1) if len(order) else ():
            begin = int(places[at[0]]) // PLACES_AT_ONCE * PLACES_AT_ONCE
            part = slice(begin, min(begin + PLACES_AT_ONCE, self.places))
            value[at] = self.values(part)[places[at] - begin]
            plies[at] = self.remoteness(part)[places[at] - begin]
        return value, plies

    def keys(self, part: slice) -> NDArray[np.int64]:
        return self._read(part, lambda shard: shard.index_arrays[:1])

    def codes(self, places: NDArray[np.int64] | slice) -> NDArray[np.int64]:
        if self.bits is None:
            return DenseIndex(self.places).codes(places)  # shards cut dense codes into ranges
        if isinstance(places, slice):
            return codes_of(self.keys(places), self.bits)
        return np.array([self.codes(slice(place, place + 1))[0] for place in places.tolist()], dtype=np.int64)

    def _read(self, part: slice, column: Callable[[DiskShard], tuple[ArrayRef, ...]]) -> NDArray[Any]:
        """Read a range of places of a column that is in one piece for each shard; at least one shard is read."""
        first = bisect_right(self.offsets, part.start, hi=len(self.shards)) - 1
        pieces = []
        for number in range(first, max(bisect_left(self.offsets, part.stop), first + 1)):
            offset, end = self.offsets[number : number + 2]
            (array,) = column(self.shards[number])
            pieces.append(array.read(max(part.start - offset, 0), min(part.stop, end) - offset))
        return as_one(pieces)

    @property
    def by_reference(self) -> Partitioner:
        return Partitioner(PLACE_BITS, len(self.shards))

    def ranges(self, tuning: Tuning) -> list[tuple[int, slice]]:
        return [(s.number, part) for s in self.shards for part in ranges(s.size, tuning.scan_task)]

    def commit_columns(self, shard: int, columns: tuple[ArrayRef, ...]) -> None:
        value, unresolved = columns
        before = self.shards[shard]
        self.change(shard, value=(*before.value, value), unresolved=(*before.unresolved, unresolved))

    def commit(self, shard: int, applied: Applied, update: Update, plies: int) -> None:
        assert applied.resolved is not None
        if applied.is_delta:
            self.change(shard, deltas=(*self.shards[shard].deltas, applied.unresolved))
        else:
            self.change(shard, unresolved=(applied.unresolved,), deltas=())
        if len(applied.resolved):
            self.pending[shard].append((update.parent_value, plies, applied.resolved))

    def make_room(self, runner: RoundRunner, values: Iterable[int], plies: int) -> None:
        self.plies = max(self.plies, plies)  # a later sweep begins at 0 again
        most = runner.tuning.max_pending_layers
        self._compact(runner, [i for i, layers in enumerate(self.pending) if len(layers) >= most], None)

    def finish(self, runner: RoundRunner, infinite_play: int) -> None:
        self._compact(runner, list(range(len(self.shards))), infinite_play)
        self.shards = [attrs.evolve(shard, unresolved=(), deltas=(), edges=None) for shard in self.shards]

    def _compact(self, runner: RoundRunner, shards: list[int], infinite_play: int | None) -> None:
        if not shards:
            return
        inputs = ((self.shards[shard], self.pending[shard], self.plies, infinite_play) for shard in shards)
        for shard, (value, remoteness) in zip(shards, runner.run(compact, inputs), strict=True):
            self.change(shard, value=(value,), remoteness=(remoteness,))
            self.pending[shard] = []


def build_index(sink: ArraySink, runs: Runs, bits: int, low: int, span: int) -> tuple[ArrayRef, ArrayRef]:
    """Return the keys of a shard, merged from its runs, and the bucket table by which they are found."""
    keys, _ = merge_runs(runs)
    stored = runs[0].keys if len(runs) == 1 else sink(keys)
    return stored, sink(SortedIndex(keys, bits, low, span).starts)


def compact(
    sink: ArraySink, shard: DiskShard, layers: list[Layer], plies: int, infinite_play: int | None
) -> tuple[ArrayRef, ArrayRef]:
    """Return the value and remoteness of a shard with layers written into them.

    If `infinite_play` is given, states still unresolved are marked.

    `plies` is the largest remoteness so far in any shard, so that all shards have columns of the same width.
    """
    value = _column(shard.value, np.int8)
    dtype = remoteness_dtype(plies)
    remoteness = np.zeros(len(value), dtype=dtype)
    if shard.remoteness:
        remoteness[:] = _column(shard.remoteness, dtype)
    for layer_value, layer_plies, places in layers:
        assign(places.read(), layer_value, layer_plies, value, remoteness)
    if infinite_play is not None:
        PlainColumns(value, remoteness).mark_infinite_play(infinite_play)
    return sink(value), sink(remoteness)
