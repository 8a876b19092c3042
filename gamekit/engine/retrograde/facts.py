"""`Facts`: what exploration learns of states, so that a solve by predecessors in memory need not expand them again.

Keys are merged before their states are expanded, so that they carry only the round in which they were found. States are
expanded round by round, and in a round by their keys: that is the order of the facts, until they are arranged by place.
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Codes, Expanded, Expansion
from gamekit.engine.codes.state_index import Index
from gamekit.engine.retrograde.result_numbers import ResultNumbers, narrowest
from gamekit.engine.runtime.arrays import ArrayRef, ArraySlice, concatenate, keep_in_memory

NO_CHILDREN: Final[Codes] = np.empty(0, dtype=np.int64)


@attrs.define(eq=False)
class Facts:
    """The outcomes and the numbers of successors of states, as numbers for the different pairs of both.

    Attributes:
        pairs: the pair of each number.
        found: the number of states that each round found.
        learned: the number of each state in the order of expansion; none once all are in `by_place`.
        by_place: the number of each state by place.
        following: for each round, the next of its states in `learned` that is not in `by_place`.
    """

    pairs: ResultNumbers = attrs.Factory(ResultNumbers)
    found: list[int] = attrs.Factory(list)
    learned: list[ArrayRef] = attrs.Factory(list)
    by_place: NDArray[Any] = attrs.field(factory=lambda: np.empty(0, dtype=np.uint8))
    following: NDArray[np.int64] = attrs.field(factory=lambda: np.empty(0, dtype=np.int64))

    def begin(self, states: int) -> ArraySlice:
        """Begin with some states, and return the number of the first round beside each."""
        self.found.append(states)
        return keep_in_memory(np.zeros(states, dtype=np.uint8)).full_slice()

    def of(self, expansion: Expansion) -> NDArray[Any]:
        """Return the numbers of some states."""
        numbers = self.pairs.of(expansion.outcomes, expansion.counts)
        return numbers.astype(narrowest(int(numbers.max(initial=0))))

    def end(self) -> None:
        """Prepare to arrange the facts, as all states were expanded."""
        self.learned = [keep_in_memory(concatenate(self.learned))]
        self.by_place = np.empty_like(self.learned[0].read())
        self.following = np.cumsum([0, *self.found])

    def arrange(self, rounds: NDArray[Any], part: slice) -> None:
        """Arrange the facts of the next places, given the round in which each of their states was found."""
        _arrange(rounds, self.learned[0].read(), self.following, self.by_place[part])
        if part.stop == len(self.by_place):
            self.learned.clear()

    def expand_range(self, index: Index, part: slice) -> Expanded:
        """Return the same as `Batch.expand_range`, but without children."""
        numbers = self.by_place[part]
        expansion = Expansion(self.pairs.value[numbers], self.pairs.plies[numbers], NO_CHILDREN)
        return np.arange(part.start, part.stop), index.codes(part), expansion


@numba.njit(cache=True, nogil=True)
def _arrange(rounds: Any, learned: Any, following: Any, by_place: Any) -> None:
    for i in range(len(rounds)):
        at = following[rounds[i]]
        by_place[i] = learned[at]
        following[rounds[i]] = at + 1
