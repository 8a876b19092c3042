"""Regions in files: each shard's keys, and in columns of its own what is known of its states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import NO_STATE, UNRESOLVED
from gamekit.engine.exploration import Exploration, merged
from gamekit.engine.index import DenseIndex, Index, SortedIndex
from gamekit.engine.keeping import Done, Keeper, Kept, all_of, joined, whole
from gamekit.engine.regions import Message, resolved_by, write
from gamekit.engine.shards import Cut
from gamekit.engine.sorting import unique
from gamekit.engine.work import Work

Places = NDArray[Any]

CHANGE: Final = 32

CHANGES: Final = 16
"""After so many lists of changes, or when they take as much room as it, a column is written anew."""

LAYERS: Final = 64
"""How many layers of a shard wait until they are written into its columns."""

Layer = tuple[int, int, Kept]
"""What states are worth, in how many plies, and their places."""


@attrs.frozen(eq=False)
class FileRegion:
    """The states of a shard, all of which is in files. Places are counted within the shard.

    Attributes:
        size: how many places there are.
        low: the least key there can be.
        span: how many low bits keys differ in.
        bits: how many bits a key has.
        keys: ascending, and the table by which they are found; nothing where codes are dense.
        value: as in `Columns`, but for layers that are not yet written into it; in pieces.
        remoteness: likewise.
        left: as in `Columns`, in pieces.
        changes: of `left` since, the later the truer: places, and in so many low bits what it holds there.
        stored: the edges backwards, if they are stored.
    """

    size: int
    low: int
    span: int
    bits: int
    keys: tuple[Kept, ...] = ()
    value: tuple[Kept, ...] = ()
    remoteness: tuple[Kept, ...] = ()
    left: tuple[Kept, ...] = ()
    changes: tuple[Kept, ...] = ()
    stored: tuple[Kept, ...] = ()

    begin = 0

    @property
    def index(self) -> Index:
        """Where its states are kept."""
        if not self.keys:
            return DenseIndex(self.size, self.low, 1 << self.bits)
        keys, starts = (all_of(kept) for kept in self.keys)
        return SortedIndex(keys, self.bits, self.low, self.span, starts)

    @property
    def edges(self) -> tuple[Places, Places]:
        """Where the parents of each of its states begin in an array, and that array."""
        first, parents = (all_of(kept) for kept in self.stored)
        return first, parents

    def note(
        self, keep: Keeper, part: slice, at: Places | slice, outcomes: Places, left: Places
    ) -> tuple[Kept, ...]:
        """Keep it as pieces of columns."""
        if isinstance(at, slice):
            return keep(outcomes), keep(left)
        all_outcomes = np.full(part.stop - part.start, NO_STATE, dtype=np.int8)
        all_left = np.zeros(part.stop - part.start, dtype=left.dtype)
        all_outcomes[at - part.start] = outcomes
        all_left[at - part.start] = left
        return keep(all_outcomes), keep(all_left)

    def ended(self, worth: int) -> Places:
        """Return the places where the game is over with this payoff, ascending."""
        places: Places = np.flatnonzero(_column(self.value, np.int8) == worth).astype(np.uint32)
        return places

    def resolve(self, keep: Keeper, places: Places, message: Message, plies: int) -> Done:
        """Tell states of a successor's worth; keep whom that resolves, and what changes in `left`.

        Or all of `left`: then something is told.
        """
        left = self._left_now()
        new = resolved_by(places, message.hurrier, left)
        listed = sum(changes.ends[-1] for changes in self.changes) + len(places)
        if len(self.changes) == CHANGES or 8 * listed > len(left):
            return Done((keep(new), keep(left)), (1,))
        touched = unique(places)
        return Done((keep(new), keep(touched.astype(np.int64) << CHANGE | left[touched])))

    def _left_now(self) -> Places:
        left = _column(self.left, np.uint8)
        for changes in self.changes:
            listed = all_of(changes)
            left[listed >> CHANGE] = listed & ((1 << CHANGE) - 1)
        return left

    def live(self) -> Iterator[Kept]:
        """Give all that it consists of."""
        yield from chain(self.keys, self.value, self.remoteness, self.left, self.stored, self.changes)


def _column(pieces: tuple[Kept, ...], dtype: type[Any]) -> Places:
    """Return a column in memory of its own, where there is nothing yet an empty one."""
    return joined(map(whole, pieces)) if pieces else np.empty(0, dtype=dtype)


@attrs.define(eq=False)
class FileRegions:
    """All shards, and the layers that are not yet in their columns.

    Attributes:
        cut: how keys are cut into shards.
        regions: one for each shard.
        layers: for each shard.
        plies: the longest remoteness so far.
    """

    cut: Cut
    regions: list[FileRegion]
    layers: list[list[Layer]] = attrs.field(init=False)
    plies: int = 0

    @layers.default
    def _no_layers(self) -> list[list[Layer]]:
        return [[] for _ in self.regions]

    @classmethod
    def explored(cls, work: Work, found: Exploration) -> FileRegions:
        """Return the regions of what exploring found."""
        span = found.bits - (len(found.shards).bit_length() - 1)
        cut = Cut(span, len(found.shards))
        lows = [shard << span for shard in range(cut.shards)]
        asked = ((shard.runs, found.bits, low, span) for shard, low in zip(found.shards, lows, strict=True))
        regions = []
        for shard, low, done in zip(found.shards, lows, work.round(gather, asked), strict=True):
            keys = (*shard.runs, *done.kept)[-2:]
            regions.append(FileRegion(keys[0].ends[-1], low, span, found.bits, keys))
        return cls(cut, regions)

    @classmethod
    def dense(cls, size: int) -> FileRegions:
        """Return the regions of codes that need no exploring."""
        cut = Cut.of(size - 1, size)
        lows = [shard << cut.shift for shard in range(cut.shards)]
        bits = max((size - 1).bit_length(), 1)
        return cls(cut, [FileRegion(min(1 << cut.shift, size - low), low, cut.shift, bits) for low in lows])

    def __getitem__(self, shard: int) -> FileRegion:
        return self.regions[shard]

    def __len__(self) -> int:
        return sum(region.size for region in self.regions)

    def parts(self) -> Iterable[tuple[int, slice]]:
        """Return ranges of places to look at, each with its shard."""
        for shard, region in enumerate(self.regions):
            for part in chunks_of(region.size):
                yield shard, part

    def noted(self, shard: int, done: Done) -> None:
        """Take over pieces of columns."""
        region = self.regions[shard]
        outcomes, left = done.kept[:2]
        self.regions[shard] = attrs.evolve(region, value=(*region.value, outcomes), left=(*region.left, left))

    def resolved(self, shard: int, done: Done, message: Message, plies: int) -> None:
        """Take over a layer, and what has changed."""
        new, left = done.kept
        if done.told:
            self.regions[shard] = attrs.evolve(self.regions[shard], left=(left,), changes=())
        else:
            changes = (*self.regions[shard].changes, left)
            self.regions[shard] = attrs.evolve(self.regions[shard], changes=changes)
        if new.ends[-1]:
            self.layers[shard].append((message.for_parents, plies, new))

    def make_room(self, work: Work, plies: int) -> None:
        """Prepare for a remoteness: write layers into columns where too many wait."""
        self.plies = max(self.plies, plies)  # a later sweep begins at 0 again
        self._fold(work, [shard for shard, layers in enumerate(self.layers) if len(layers) >= LAYERS], None)

    def finish(self, work: Work, infinite_play: int) -> None:
        """Write all that is known into the columns; what is left over is endless play."""
        self._fold(work, list(range(len(self.regions))), infinite_play)
        self.regions = [attrs.evolve(region, left=(), changes=(), stored=()) for region in self.regions]

    def _fold(self, work: Work, shards: list[int], infinite_play: int | None) -> None:
        asked = ((self.regions[shard], self.layers[shard], self.plies, infinite_play) for shard in shards)
        for shard, done in zip(shards, work.round(fold, asked) if shards else (), strict=True):
            value, remoteness = done.kept
            self.regions[shard] = attrs.evolve(self.regions[shard], value=(value,), remoteness=(remoteness,))
            self.layers[shard] = []

    def live(self) -> Iterator[Kept]:
        """Give all that was kept and is still needed."""
        for region, layers in zip(self.regions, self.layers, strict=True):
            yield from region.live()
            for _, _, places in layers:
                yield places


def gather(keep: Keeper, runs: list[Kept], bits: int, low: int, span: int) -> Done:
    """Keep the states of a shard as one array, if they are not, and the table by which they are found."""
    keys = merged(runs)
    kept = [] if len(runs) == 1 else [keep(keys)]
    return Done((*kept, keep(SortedIndex(keys, bits, low, span).starts)))


def fold(
    keep: Keeper, region: FileRegion, layers: list[Layer], plies: int, infinite_play: int | None
) -> Done:
    """Keep the columns of a shard with layers written into them; at last what is left over is endless play."""
    value = _column(region.value, np.int8)
    width = next(width for width in (np.uint8, np.uint16, np.uint32) if plies < np.iinfo(width).max)
    remoteness = np.zeros(len(value), dtype=width)
    if region.remoteness:
        remoteness[:] = _column(region.remoteness, width)
    for worth, after, places in layers:
        write(all_of(places), worth, after, value, remoteness)
    if infinite_play is not None:
        endless = value == UNRESOLVED
        value[endless] = infinite_play
        remoteness[endless] = np.iinfo(width).max
    return Done((keep(value), keep(remoteness)))
