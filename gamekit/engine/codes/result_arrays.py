"""`ResultArrays`: values and remotenesses by place, or the different pairs of them, and by place which pair."""

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
        value: the payoffs, by place or by pair.
        remoteness: the plies until the end, likewise; one number marks infinite play.
        numbers: uint8, by place: the number of its pair; None if each place has a value and a remoteness of its own.

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

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The two arrays, or all three."""
        return (self.value, self.remoteness, *(() if self.numbers is None else (self.numbers,)))
