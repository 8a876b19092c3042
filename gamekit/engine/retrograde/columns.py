"""The columns of a solve in memory: the number of its result for each place, and what is left to resolve."""

from __future__ import annotations

from threading import Lock
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.result_numbers import NEVER, UNRESOLVED, ResultNumbers, narrowest

WRITING: Final = Lock()
"""Of all columns, so that they can be pickled and copied."""


@attrs.define(eq=False)
class Columns:
    """The results so far for the state at each place. Tasks in several threads write to different places.

    Attributes:
        result: unsigned, the number of each result: at first a byte, and more if there are more results. In a solve by
            tiers, an unresolved state has the best result of a move to another tier, whose plies say in which layer it
            arrives.
        unresolved: unsigned, as wide as it must be: twice the number of unresolved successors, plus the mover. It is 0
            for terminal and for resolved states and at places without a state, and updates rely on that to skip them.
            Dropped after a solve; a tier that is solved in one pass never has it.
        numbers: which result has which number.
    """

    result: NDArray[Any]
    unresolved: NDArray[Any]
    numbers: ResultNumbers = attrs.Factory(ResultNumbers)

    @classmethod
    def blank(cls, places: int, *, counted: bool = True) -> Columns:
        """Return the columns of places without states, if wanted without those that count unresolved successors."""
        # the number of the result of no state is 0
        return cls(np.zeros(places, dtype=np.uint8), np.zeros(places if counted else 0, dtype=np.uint8))

    def __len__(self) -> int:
        return len(self.result)

    def values(self, places: slice | NDArray[Any]) -> NDArray[np.int8]:
        """Return the values of states, `NO_STATE` or `UNRESOLVED` where there are none."""
        found: NDArray[np.int8] = self.numbers.value[self.result[places]]
        return found

    def remoteness(self, places: slice | NDArray[Any]) -> NDArray[Any]:
        """Return the plies until the end, unsigned; the largest number of the type marks infinite play."""
        found: NDArray[Any] = self.numbers.remoteness[self.result[places]]
        return found

    def results(self) -> ResultArrays:
        """Return the results at all places."""
        if self.result.dtype == np.uint8:
            return ResultArrays(self.numbers.value, self.numbers.remoteness, self.result)
        everything = slice(0, len(self))
        return ResultArrays(self.values(everything), self.remoteness(everything))

    def write(
        self,
        places: NDArray[np.int64],
        value: NDArray[np.int8],
        plies: NDArray[np.int32],
        unresolved: NDArray[Any] | None = None,
    ) -> None:
        """Write the results of states, and what is left to resolve for each."""
        numbers = self.numbers.of(value, plies)
        with WRITING:  # so that no other thread writes to a column while it is replaced by a wider one
            self._widen_result(int(numbers.max(initial=0)))
            self.result[places] = numbers
            if unresolved is not None:
                self._widen_unresolved(int(unresolved.max(initial=0)))
                self.unresolved[places] = unresolved

    def make_room(self, value: int, plies: int) -> None:
        """Number a result, so that states can be given it; not while other threads write."""
        self._widen_result(self.numbers.add(value, plies))

    def give(self, places: NDArray[Any], value: int, plies: int) -> None:
        """Give states a result for which there is room."""
        self.result[places] = self.numbers.number(value, plies)

    def resolved(self, part: slice, value: int, plies: int) -> NDArray[np.uint32]:
        """Return which places of a range are resolved with a result, ascending."""
        return self._with(part, value, plies, left=False)

    def waiting(self, part: slice, value: int, plies: int) -> NDArray[np.uint32]:
        """Return the places of a range at which a result arrives from another tier, and which are not resolved yet."""
        return self._with(part, value, plies, left=True)

    def _with(self, part: slice, value: int, plies: int, *, left: bool) -> NDArray[np.uint32]:
        number = self.numbers.number(value, plies)
        if number is None:
            return np.empty(0, dtype=np.uint32)
        has_it, is_left = self.result[part] == number, self.unresolved[part] != 0
        found: NDArray[np.int64] = np.flatnonzero(has_it & is_left if left else has_it & ~is_left)
        places: NDArray[np.uint32] = (found + part.start).astype(np.uint32)
        return places

    def mark_infinite_play(self, infinite_play: int, part: slice) -> None:
        """Mark every state still unresolved in a range of places as infinite play."""
        self.make_room(infinite_play, NEVER)
        self.result[part][self.unresolved[part] != 0] = self.numbers.number(infinite_play, NEVER)

    def _widen_result(self, number: int) -> None:
        if number > np.iinfo(self.result.dtype).max:
            self.result = self.result.astype(narrowest(number))

    def _widen_unresolved(self, most: int) -> None:
        if most > np.iinfo(self.unresolved.dtype).max:
            self.unresolved = self.unresolved.astype(narrowest(most))


NO_COLUMNS: Final = Columns.blank(0)
"""Those of no places."""


@attrs.frozen(eq=False)
class PlainColumns:
    """Values and remotenesses in a column each, as kernels for small games and the files of a work folder have them.

    Attributes:
        value: int8; `NO_STATE` or `UNRESOLVED` where there is none.
        plies: unsigned; the largest number of the type marks infinite play.
    """

    value: NDArray[np.int8]
    plies: NDArray[Any]

    def values(self, places: slice | NDArray[Any]) -> NDArray[np.int8]:
        """Return the values of states."""
        return self.value[places]

    def remoteness(self, places: slice | NDArray[Any]) -> NDArray[Any]:
        """Return the plies until the end."""
        return self.plies[places]

    def results(self) -> ResultArrays:
        """Return the results at all places."""
        return ResultArrays(self.value, self.plies)

    def mark_infinite_play(self, infinite_play: int) -> None:
        """Mark every state still unresolved as infinite play."""
        endless = self.value == UNRESOLVED
        self.value[endless] = infinite_play
        self.plies[endless] = np.iinfo(self.plies.dtype).max


def unresolved_dtype(max_successors: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of `Columns.unresolved` that suffices for this many successors."""
    return narrowest(2 * max_successors + 1)
