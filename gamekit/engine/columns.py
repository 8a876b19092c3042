"""The columns of a solve: a few bytes for each place, and what they say."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.batch import GOES_ON

NO_STATE: Final = -128
"""The value at a place that is no state's, which dense codes may leave."""

UNRESOLVED: Final = GOES_ON
"""The value of a state that has none yet."""

MOST_IN_A_BYTE: Final = 127


@attrs.define
class Columns:
    """What is known of the state at each place.

    Attributes:
        value: int8, the payoff: to the first player, or to the mover in codes from the mover's view; `NO_STATE`,
            `UNRESOLVED`.
        remoteness: unsigned, one byte wide or as wide as it must be; the largest number it can hold says that play
            never ends.
        left: unsigned: twice the number of successors without a value, plus the mover; 0 where there is a value. Given
            up once everything has one.
        states: how many places are states'.
        edges: how many edges there are.
        payoffs: with which payoffs the game can end, ascending.
    """

    value: NDArray[np.int8]
    remoteness: NDArray[Any]
    left: NDArray[Any]
    states: int = 0
    edges: int = 0
    payoffs: tuple[int, ...] = ()

    @classmethod
    def blank(cls, places: int, max_successors: int) -> Columns:
        """Return columns in which nothing is known."""
        return cls(
            value=np.full(places, NO_STATE, dtype=np.int8),
            remoteness=np.zeros(places, dtype=np.uint8),
            left=np.zeros(places, dtype=width_of_left(max_successors)),
        )

    @property
    def never(self) -> int:
        """The remoteness that says that play never ends."""
        return int(np.iinfo(self.remoteness.dtype).max)

    def widen_for(self, plies: int) -> None:
        """Make room for such a remoteness."""
        for width in (np.uint16, np.uint32):
            if plies >= self.never:
                self.remoteness = self.remoteness.astype(width)


def width_of_left(max_successors: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of `Columns.left`."""
    return np.uint8 if max_successors <= MOST_IN_A_BYTE else np.uint32
