"""`ResultArrays`: values and remotenesses by place; or the different pairs of them, and the pair's number by place."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

MOST_PAIRS: Final = 256
"""The number of pairs that a byte can number."""


@attrs.frozen(eq=False)
class ResultArrays:
    """The results at all places.

    Attributes:
        value: the payoffs, by place or, if there are `numbers`, by pair.
        remoteness: the plies until the end, by place or by pair; one number marks infinite play.
        numbers: uint8, the number of the pair at each place; None if values and remotenesses are by place.

    >>> both = ResultArrays(np.array([1, -1]), np.array([5, 0]), np.array([1, 0, 1], dtype=np.uint8))
    >>> value, remoteness = both.at(np.array([0, 1]))
    >>> value.tolist(), remoteness.tolist()
    ([-1, 1], [0, 5])
    """

    value: NDArray[Any]
    remoteness: NDArray[Any]
    numbers: NDArray[np.uint8] | None = None

    def at(self, places: NDArray[np.int64] | slice) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the values and the remotenesses at some places."""
        rows = places if self.numbers is None else self.numbers[places]
        return self.value[rows], self.remoteness[rows]

    def counts(self) -> NDArray[np.int64]:
        """Return the number of places that have each pair; there must be `numbers`.

        >>> pairs = ResultArrays(np.array([1, -1]), np.array([5, 0]), np.array([1, 0, 1], dtype=np.uint8))
        >>> pairs.counts().tolist()
        [1, 2]
        """
        numbers = self.arrays[2]
        even = len(numbers) & -2
        twos = np.bincount(numbers[:even].view(np.uint16), minlength=MOST_PAIRS**2)  # takes half the time
        by_first = twos.reshape(MOST_PAIRS, MOST_PAIRS)
        counts: NDArray[np.int64] = by_first.sum(axis=0) + by_first.sum(axis=1)
        counts[numbers[even:]] += 1
        return counts[: len(self.value)]

    def converted(self, infinite: int) -> ResultArrays:
        """Return the results as they count behind a conversion: 0 plies, except in play without end (`infinite`)."""
        remoteness = np.where(self.remoteness == infinite, self.remoteness, self.remoteness.dtype.type(0))
        return ResultArrays(self.value, remoteness, self.numbers)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays of values and remotenesses, and of numbers if there are any."""
        return (self.value, self.remoteness, *(() if self.numbers is None else (self.numbers,)))
