"""The columns of a solve in memory: the result number and the unresolved count of each place; and layers."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Lock
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.result_numbers import NEVER, UNRESOLVED, ResultNumbers, narrowest
from gamekit.engine.runtime.arrays import ArrayRef, ArraySlice
from gamekit.engine.runtime.tuning import Tuning

WRITING: Final = Lock()
"""The lock for writing to any columns; it is global, so that columns can be pickled and copied."""


@attrs.define(eq=False)
class Columns:
    """The results so far for the state at each place. Tasks in several threads write to different places.

    Attributes:
        result: unsigned, the number of each result: at first a byte, and more if there are more results. In a solve by
            tiers, an unresolved state has the best result of a move to another tier, whose plies give the layer in
            which it arrives.
        unresolved: unsigned, as wide as it must be: twice the number of unresolved successors, plus the mover. It is 0
            for terminal and for resolved states and at places without a state, and updates rely on that to skip them.
            The column is dropped after a solve; a tier that is solved in one pass never has it.
        numbers: the result that each number stands for.
    """

    result: NDArray[Any]
    unresolved: NDArray[Any]
    numbers: ResultNumbers = attrs.Factory(ResultNumbers)

    @classmethod
    def blank(cls, places: int, *, counted: bool = True) -> Columns:
        """Return the columns of places without states, optionally without the column of unresolved counts."""
        # the number of the result of no state is 0
        return cls(np.zeros(places, dtype=np.uint8), np.zeros(places if counted else 0, dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.result)

    def values(self, places: slice | NDArray[Any]) -> NDArray[np.int8]:
        """Return the values of states; `NO_STATE` at places without a state, `UNRESOLVED` at unresolved ones."""
        values: NDArray[np.int8] = self.numbers.value[self.result[places]]
        return values

    def remoteness(self, places: slice | NDArray[Any]) -> NDArray[Any]:
        """Return the plies until the end, unsigned; the largest number of the type marks infinite play."""
        remoteness: NDArray[Any] = self.numbers.remoteness[self.result[places]]
        return remoteness

    def results(self, part: slice) -> ResultArrays:
        """Return the results in a range of places."""
        if self.result.dtype == np.uint8:
            return ResultArrays(self.numbers.value, self.numbers.remoteness, self.result[part])
        return ResultArrays(self.values(part), self.remoteness(part))

    def write(
        self,
        places: NDArray[np.int64],
        value: NDArray[np.int8],
        plies: NDArray[np.int32],
        unresolved: NDArray[Any] | None = None,
    ) -> None:
        """Write the results of states, and the unresolved count of each."""
        numbers = self.numbers.of(value, plies)
        with WRITING:  # so that no other thread writes to a column while it is replaced by a wider one
            self.result = _widened(self.result, int(numbers.max(initial=0)))
            self.result[places] = numbers
            if unresolved is not None:
                self.unresolved = _widened(self.unresolved, int(unresolved.max(initial=0)))
                self.unresolved[places] = unresolved

    def make_room(self, value: int, plies: int) -> None:
        """Give a result a number, so that `give` can write it; to be called only while no other thread writes."""
        self.result = _widened(self.result, self.numbers.add(value, plies))

    def give(self, places: NDArray[Any], value: int, plies: int) -> None:
        """Give states a result that has a number."""
        self.result[places] = self.numbers.number(value, plies)

    def places_with(self, part: slice, value: int, plies: int, *, left: bool = False) -> NDArray[np.uint32]:
        """Return the places of a range that are resolved with a result, ascending.

        If `left` is true, return instead the unresolved places at which the result arrives from another tier.
        """
        number = self.numbers.number(value, plies)
        if number is None:
            return np.empty(0, dtype=np.uint32)
        has_it, is_left = self.result[part] == number, self.unresolved[part] != 0
        rows: NDArray[np.int64] = np.flatnonzero(has_it & is_left if left else has_it & ~is_left)
        places: NDArray[np.uint32] = (rows + part.start).astype(np.uint32)
        return places

    def mark_infinite_play(self, infinite_play: int, part: slice) -> None:
        """Mark every state still unresolved in a range of places as infinite play."""
        self.make_room(infinite_play, NEVER)
        self.result[part][self.unresolved[part] != 0] = self.numbers.number(infinite_play, NEVER)


def _widened(column: NDArray[Any], most: int) -> NDArray[Any]:
    return column.astype(narrowest(most)) if most > np.iinfo(column.dtype).max else column


NO_COLUMNS: Final = Columns.blank(0)
"""The columns of no places."""


@attrs.frozen(eq=False)
class PlainColumns:
    """Values and remotenesses in separate columns, as kernels for small games and the files of a work folder have them.

    Attributes:
        value: int8; `NO_STATE` at places without a state, `UNRESOLVED` at unresolved ones.
        plies: unsigned; the largest number of the type marks infinite play.
    """

    value: NDArray[np.int8]
    plies: NDArray[Any]

    def values(self, places: slice | NDArray[Any]) -> NDArray[np.int8]:
        return self.value[places]

    def remoteness(self, places: slice | NDArray[Any]) -> NDArray[Any]:
        return self.plies[places]

    def results(self, part: slice) -> ResultArrays:
        return ResultArrays(self.value[part], self.plies[part])

    def mark_infinite_play(self, infinite_play: int) -> None:
        """Mark every state still unresolved as infinite play."""
        endless = self.value == UNRESOLVED
        self.value[endless] = infinite_play
        self.plies[endless] = np.iinfo(self.plies.dtype).max


def unresolved_dtype(max_successors: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of `Columns.unresolved` that suffices for this many successors."""
    return narrowest(2 * max_successors + 1)


LISTED_DIVISOR: Final = 64
"""The divisor of the number of all places that gives the largest number of places listed for a layer."""


PARENTS: Final = 2
"""The average number of parents above which fewer states propagate their value in one round."""


def few_of(places: int, tuning: Tuning) -> int:
    """Return the largest number of places of a layer that are listed, or that propagate their value in one round."""
    return max(places // LISTED_DIVISOR, tuning.listed)


@attrs.define(eq=False)
class Layer:
    """A layer whose places are listed.

    Attributes:
        listed: the places, as slices of the arrays that tasks made.
    """

    listed: list[ArraySlice] = attrs.Factory(list)

    def __len__(self) -> int:
        return sum(map(len, self.listed))

    def add(self, places: Iterable[ArraySlice]) -> None:
        """Add places that are not yet in the layer."""
        self.listed += places

    def slices(self) -> list[ArraySlice]:
        """Return all places, in slices."""
        return self.listed


@attrs.frozen(eq=False)
class ReadOff(ArrayRef):
    """The places of a layer in a range, which are read off the columns.

    Attributes:
        ends: the number of places, as the end of a single part.
    """

    columns: Columns
    part: slice
    value: int
    plies: int
    ends: tuple[int, ...]

    def read(self, begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return some of the places, ascending."""
        return self.columns.places_with(self.part, self.value, self.plies)[begin:end]


@attrs.frozen
class Parts:
    """Ranges of places, none of which is in two shards.

    Attributes:
        bounds: the beginning of each range, and the end of the last one.
        firsts: the number of the first range of each shard, and the number of all ranges.
    """

    bounds: NDArray[np.int64]
    firsts: list[int]

    @classmethod
    def of(cls, shards: Iterable[slice], span: int) -> Parts:
        """Return ranges of at most `span` places that cover consecutive shards."""
        bounds: list[int] = []
        firsts, end = [0], 0
        for shard in shards:
            bounds += range(shard.start, shard.stop, span)
            firsts.append(len(bounds))
            end = shard.stop
        return cls(np.array([*bounds, end], dtype=np.int64), firsts)


NO_PARTS: Final = Parts.of((), 1)
"""The ranges of no places."""


@attrs.define(eq=False)
class MemoryLayer(Layer):
    """A layer in memory; once it has many places, it keeps only the number of places in each range.

    A list takes four bytes per place, which for half of all states is as much memory as the columns.

    Attributes:
        columns: the columns; the results of the layer are written there before its places are added.
        most: the largest number of places that are listed.
        counts: the number of places in each range; None while the places are listed.
    """

    columns: Columns = attrs.field(kw_only=True)
    value: int = attrs.field(kw_only=True)
    plies: int = attrs.field(kw_only=True)
    most: int = attrs.field(kw_only=True)
    parts: Parts = attrs.field(kw_only=True)
    counts: NDArray[np.int64] | None = attrs.field(default=None, init=False)

    def __len__(self) -> int:
        return super().__len__() if self.counts is None else int(self.counts.sum())

    def add(self, places: Iterable[ArraySlice]) -> None:
        for piece in places:
            self.listed.append(piece)
            if self.counts is not None or len(self) > self.most:
                self._count()

    def slices(self) -> list[ArraySlice]:
        if self.counts is None:
            return self.listed
        shards = np.repeat(np.arange(len(self.parts.firsts) - 1), np.diff(self.parts.firsts))
        bounds = self.parts.bounds.tolist()
        slices = []
        for i in np.flatnonzero(self.counts).tolist():
            part, number = slice(bounds[i], bounds[i + 1]), int(self.counts[i])
            read_off = ReadOff(self.columns, part, self.value, self.plies, (number,))
            slices.append(read_off.full_slice(int(shards[i])))
        return slices

    def _count(self) -> None:
        bounds, firsts = self.parts.bounds, self.parts.firsts
        if self.counts is None:
            self.counts = np.zeros(len(bounds) - 1, dtype=np.int64)
        for piece in self.listed:  # ascending places of one shard
            first, last = firsts[piece.shard], firsts[piece.shard + 1]
            self.counts[first:last] += np.diff(np.searchsorted(piece.read(), bounds[first : last + 1]))
        self.listed = []
