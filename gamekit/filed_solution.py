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
from gamekit.compiled_solution import CompiledSolution, solution_of
from gamekit.engine.batch import Batch
from gamekit.engine.columns import NO_STATE, UNRESOLVED
from gamekit.engine.file_regions import FileRegion
from gamekit.engine.filed_solving import FiledSolved
from gamekit.engine.index import ABSENT
from gamekit.engine.keeping import Kept, concatenated
from gamekit.game import Move, State
from gamekit.lazy_solution import Kind


@attrs.frozen(eq=False)
class InFiles:
    """What the engine found in files, as a `Backing`. Places are counted on from shard to shard.

    Attributes:
        game: the rules.
        solved: what the engine found.
    """

    game: CompiledGame[Any, Any]
    solved: FiledSolved
    _offsets: list[int] = attrs.field(init=False)

    no_state = NO_STATE
    unsolved = UNRESOLVED

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
    def batch(self) -> Batch:
        """The compiled rules."""
        return self.solved.batch

    @property
    def method(self) -> str:
        """How states got to know of their successors' values."""
        return self.solved.method

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
    def from_movers_view(self) -> bool:
        """Whether a code stands for two states, and payoffs are to the mover."""
        return self.batch.from_movers_view

    @property
    def never(self) -> int:
        """The remoteness where play never ends."""
        return int(np.iinfo(self.remotenesses(slice(0, 1)).dtype).max)

    @property
    def index(self) -> Kind:
        """How places are found."""
        return "dense" if self.bits is None else "keys"

    @property
    def bits(self) -> int | None:
        """How many bits a code has, where states are known by their keys."""
        return self._regions[0].bits if self._regions[0].keys else None

    def key_of(self, state: Any) -> int:
        """Return the code of a state."""
        return self.game.encode(state)

    def find(self, key: int) -> int | None:
        """Return the place of the state with this code, or None."""
        if not 0 <= key < self.batch.rules.size:
            return None
        code = np.array([key], dtype=np.int64)
        region = self._regions[0]
        number = int(region.index.keys_of(code.copy())[0]) >> region.span
        place = int(self._regions[number].index.locate(code)[0])
        if place == ABSENT:
            return None
        place += self._offsets[number]
        return None if self.value_at(place) == NO_STATE else place

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""
        return self.game.decode(int(self.codes(slice(place, place + 1))[0]))

    def value_at(self, place: int) -> int:
        """Return the value at a place."""
        return int(self.values(slice(place, place + 1))[0])

    def remoteness_at(self, place: int) -> int:
        """Return the remoteness at a place."""
        return int(self.remotenesses(slice(place, place + 1))[0])

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
