"""The columns of a solve: a few bytes for each place."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import GOES_ON

NO_STATE: Final = -128
"""The value at a place without a state; dense codes may leave such places."""

UNRESOLVED: Final = GOES_ON
"""The value of a state that is not resolved yet."""


@attrs.define
class Columns:
    """The results so far for the state at each place.

    Attributes:
        value: int8, the payoff to the first player, or to the mover in codes from the mover's view; `NO_STATE` or
            `UNRESOLVED`. In a solve by tiers, an unresolved state has the best result of a move to another tier.
        remoteness: unsigned, as wide as it must be; the largest number of its type marks infinite play. That of a state
            with such a result says in which layer it arrives.
        unresolved: unsigned: twice the number of unresolved successors, plus the mover. It is 0 for terminal and for
            resolved states and at places without a state, and updates rely on that to skip them. Dropped after a solve.
    """

    value: NDArray[np.int8]
    remoteness: NDArray[Any]
    unresolved: NDArray[Any]

    @classmethod
    def blank(cls, places: int, max_successors: int, *, counted: bool = True) -> Columns:
        """Return the columns of places without states, if wanted without those that count unresolved successors."""
        return cls(
            value=np.full(places, NO_STATE, dtype=np.int8),
            remoteness=np.zeros(places, dtype=np.uint8),
            unresolved=np.zeros(places if counted else 0, dtype=unresolved_dtype(max_successors)),
        )

    @property
    def never(self) -> int:
        """The remoteness that marks infinite play."""
        return int(np.iinfo(self.remoteness.dtype).max)

    def widen_for(self, plies: int) -> None:
        """Make the remoteness wide enough for this many plies."""
        if plies >= self.never:
            self.remoteness = self.remoteness.astype(remoteness_dtype(plies))

    def mark_infinite_play(self, infinite_play: int, places: slice) -> None:
        """Mark every state still unresolved in a range of places as infinite play."""
        endless = self.unresolved[places] != 0 if len(self.unresolved) else self.value[places] == UNRESOLVED
        self.value[places][endless] = infinite_play
        self.remoteness[places][endless] = self.never


def remoteness_dtype(plies: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest type that holds this many plies below the mark of infinite play."""
    return _narrowest(plies + 1)


def unresolved_dtype(max_successors: int) -> type[np.unsignedinteger[Any]]:
    """Return the type of `Columns.unresolved`."""
    return _narrowest(2 * max_successors + 1)


def _narrowest(most: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest unsigned type that holds a number."""
    return next(dtype for dtype in (np.uint8, np.uint16, np.uint32) if most <= np.iinfo(dtype).max)
