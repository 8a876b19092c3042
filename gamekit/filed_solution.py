"""The solution in the files of a work folder: a `Backing` that maps the files of one shard at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.compiled import CompiledGame
from gamekit.compiled_solution import CompiledSolution, EngineBacking, solution_of
from gamekit.engine.file_regions import FileRegion
from gamekit.engine.filed_solving import FiledSolved
from gamekit.engine.index import ABSENT
from gamekit.engine.keeping import Kept, concatenated
from gamekit.game import Move, State


@attrs.frozen(eq=False)
class InFiles(EngineBacking):
    """What the engine found in files. Places are counted on from shard to shard."""

    solved: FiledSolved
    _offsets: list[int] = attrs.field(init=False)

    @_offsets.default
    def _count_places(self) -> list[int]:
        return list(accumulate((region.size for region in self._regions), initial=0))

    def offset(self, shard: int) -> int:
        """Return the first place of a shard."""
        return self._offsets[shard]

    @property
    def _regions(self) -> list[FileRegion]:
        return self.solved.regions.regions

    @property
    def places(self) -> int:
        """How many places there are."""
        return self._offsets[-1]

    @property
    def states(self) -> int:
        """How many of them are states'."""
        return self.solved.seen.states

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return self.solved.seen.edges

    @property
    def payoffs(self) -> tuple[int, ...]:
        """With which payoffs the game can end, ascending."""
        return self.solved.seen.payoffs

    @property
    def never(self) -> int:
        """The remoteness where play never ends."""
        return int(np.iinfo(self.remotenesses(slice(0, 1)).dtype).max)

    @property
    def bits(self) -> int | None:
        """How many bits a code has, where states are known by their keys."""
        return self._regions[0].bits if self._regions[0].keys else None

    def _place_of(self, code: int) -> int:
        codes = np.array([code], dtype=np.int64)
        region = self._regions[0]
        shard = int(region.index.keys_of(codes.copy())[0]) >> region.span
        place = int(self._regions[shard].index.locate(codes)[0])
        return place if place == ABSENT else place + self._offsets[shard]

    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places."""
        return self._read(part, lambda region, here: _read(region.value, here))

    def remotenesses(self, part: slice) -> NDArray[Any]:
        """Return the remoteness in a range of places."""
        return self._read(part, lambda region, here: _read(region.remoteness, here))

    def keys(self, part: slice) -> NDArray[np.int64]:
        """Return the keys in a range of places, ascending, where states are known by keys."""
        return self._read(part, lambda region, here: _read(region.keys[:1], here))

    def codes(self, part: slice) -> NDArray[np.int64]:
        """Return the codes in a range of places."""
        return self._read(part, lambda region, here: region.index.codes(here))

    def _read(self, part: slice, read: Callable[[FileRegion, slice], NDArray[Any]]) -> NDArray[Any]:
        return concatenated([read(self._regions[shard], here) for shard, here in self._within(part)])

    def _within(self, part: slice) -> Iterator[tuple[int, slice]]:
        """Cut a range of places by shards; if it is empty, give an empty one."""
        begin = part.start
        shard = bisect_right(self._offsets, begin, hi=len(self._regions)) - 1
        while True:
            offset = self._offsets[shard]
            end = min(part.stop, self._offsets[shard + 1])
            yield shard, slice(begin - offset, end - offset)
            if end >= part.stop:
                return
            begin, shard = end, shard + 1


def _read(column: tuple[Kept, ...], part: slice) -> NDArray[Any]:
    """Return a part of a column that is in one piece."""
    (kept,) = column
    return kept.read(part.start, part.stop)


def filed_solution(
    game: CompiledGame[State, Move], solved: FiledSolved, start: State
) -> CompiledSolution[State, Move]:
    """Return what the engine found in files as a `Solution`, which needs the files to stay."""
    return solution_of(InFiles(game, solved), start, solved)
