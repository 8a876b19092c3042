"""Regions: the states of each shard, with what is known of them, as tasks see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Protocol

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import Columns
from gamekit.engine.index import DenseIndex, Index
from gamekit.engine.keeping import Done, Keeper, Kept
from gamekit.engine.shards import Cut
from gamekit.engine.work import Work

Places = NDArray[Any]


@attrs.frozen
class Message:
    """What states of one worth tell their parents.

    Attributes:
        worth: of the states.
        for_parents: what that makes a parent worth that has no better choice.
        hurrier: the parents' mover who wants it: 0, 1, or 2 for both.
    """

    worth: int
    for_parents: int
    hurrier: int


class Region(Protocol):
    """The states of a shard. Places are counted as its index does."""

    @property
    def index(self) -> Index:
        """Where its states are kept."""

    @property
    def begin(self) -> int:
        """Its first place."""

    @property
    def edges(self) -> tuple[Places, Places]:
        """Where the parents of each of its states begin in an array, and that array; where edges are stored."""

    def note(
        self, keep: Keeper, part: slice, at: Places | slice, outcomes: Places, left: Places
    ) -> tuple[Kept, ...]:
        """Take down what the rules say of a range of places, of which those `at` are states'."""

    def ended(self, worth: int) -> Places:
        """Return the places where the game is over with this payoff, ascending."""

    def resolve(self, keep: Keeper, places: Places, message: Message, plies: int) -> Done:
        """Tell states of a successor's worth; keep the places of those which that resolves, ascending, if any."""


class Regions(Protocol):
    """All regions, as the one sees them who runs the rounds."""

    @property
    def cut(self) -> Cut:
        """How keys, or places, are cut into shards."""

    def __getitem__(self, shard: int) -> Region:
        """Return the region of a shard, as it is now."""

    def parts(self) -> Iterable[tuple[int, slice]]:
        """Return ranges of places to look at, each with its shard."""

    def noted(self, shard: int, done: Done) -> None:
        """Take over what a task gave back that noted something there."""

    def resolved(self, shard: int, done: Done, message: Message, plies: int) -> None:
        """Take over what a task gave back that resolved states there."""

    def make_room(self, work: Work, plies: int) -> None:
        """Prepare for a remoteness."""

    def live(self) -> Iterator[Kept]:
        """Give all that was kept and is still needed."""


@attrs.frozen(eq=False)
class MemoryRegion:
    """A range of places of an index and its columns, which lie in memory as a whole."""

    index: Index
    columns: Columns
    begin: int
    end: int
    edges: tuple[Places, Places] = attrs.Factory(lambda: (np.empty(0), np.empty(0)))

    def note(
        self, keep: Keeper, part: slice, at: Places | slice, outcomes: Places, left: Places
    ) -> tuple[Kept, ...]:
        """Write it into the columns."""
        self.columns.value[at] = outcomes
        self.columns.left[at] = left
        return ()

    def ended(self, worth: int) -> Places:
        """Return the places where the game is over with this payoff, ascending."""
        found = np.flatnonzero(self.columns.value[self.begin : self.end] == worth)
        places: Places = (found + self.begin).astype(np.uint32)
        return places

    def resolve(self, keep: Keeper, places: Places, message: Message, plies: int) -> Done:
        """Tell states of a successor's worth, and write into the columns which that resolves."""
        columns = self.columns
        new = resolved_by(places, message.hurrier, columns.left)
        if not len(new):
            return Done()
        write(new, message.for_parents, plies, columns.value, columns.remoteness)
        return Done((keep(new),))


@attrs.frozen(eq=False)
class MemoryRegions:
    """The regions of an index and its columns in memory."""

    index: Index
    columns: Columns
    cut: Cut
    regions: list[MemoryRegion]

    @classmethod
    def by_keys(cls, index: Index, columns: Columns) -> MemoryRegions:
        """Cut by keys."""
        cut = Cut.of(index.largest_key, len(index))
        bounds = cut.bounds if isinstance(index, DenseIndex) else np.searchsorted(index.keys, cut.bounds)
        ranges = pairwise([0, *bounds.tolist(), len(index)])
        return cls(index, columns, cut, [MemoryRegion(index, columns, begin, end) for begin, end in ranges])

    def __getitem__(self, shard: int) -> MemoryRegion:
        return self.regions[shard]

    def parts(self) -> Iterable[tuple[int, slice]]:
        """Return ranges of places: any region will do."""
        return ((0, part) for part in chunks_of(len(self.index)))

    def noted(self, shard: int, done: Done) -> None:
        """Nothing is left to do: it is in the columns."""

    def resolved(self, shard: int, done: Done, message: Message, plies: int) -> None:
        """Nothing is left to do: it is in the columns."""

    def make_room(self, work: Work, plies: int) -> None:
        """Prepare for a remoteness."""
        self.columns.widen_for(plies)

    def live(self) -> Iterator[Kept]:
        """Give nothing: what is in memory goes when nobody holds it."""
        return iter(())


def resolved_by(places: Places, hurrier: int, left: Any) -> Places:
    """Tell states that successors have been resolved, as often as they are named; return whom that resolves, sorted."""
    new = np.empty(len(places), dtype=np.uint32)
    new = new[: resolve(places, len(places), hurrier, left, new, 0)].copy()
    new.sort()
    return new


@numba.njit(cache=True, nogil=True)
def resolve(parents: Any, number: int, hurrier: int, left: Any, new: Any, found: int) -> int:
    """Tell states that one of their successors has been resolved.

    Each is resolved by that if its mover wants this end, or has nothing else left. Writes the places of those to `new`,
    after the `found` ones that are there, and returns how many there are then.

        parents   places, as often as they have such successors; so many of them
        hurrier   who wants this end: 0, 1, or 2 for both
    """
    for i in range(number):
        parent = parents[i]
        after = np.int64(left[parent]) - 2
        if after < 0:
            continue
        if hurrier == 2 or after & 1 == hurrier or after < 2:
            left[parent] = 0
            new[found] = parent
            found += 1
        else:
            left[parent] = after
    return found


@numba.njit(cache=True, nogil=True)
def write(places: Any, worth: int, plies: int, value: Any, remoteness: Any) -> None:
    """Write what states are worth, in so many plies."""
    for place in places:
        value[place] = worth
        remoteness[place] = plies
