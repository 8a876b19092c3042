"""`rows_of`: the results of the states in a range of places as arrays, the rules' turn limit applied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.game.values import Value, turn_limit
from gamekit.solution.store import Store, ranges

VALUES: Final = (Value.WIN, Value.LOSS, Value.TIE, Value.DRAW, Value.UNSOLVED)
"""What `Rows.value` counts through."""

AT_A_TIME: Final = 1 << 18
"""How many places are read at a time."""


@attrs.frozen(eq=False)
class Rows:
    """The results of some states, one entry a state; empty places are left out.

    Attributes:
        part: the range of places.
        kept: int64, the places of the states within the range.
        value: int8, to the player to move, as an index of `VALUES`.
        payoff: int64, to the first player, or to the player to move in a store from the mover's view; 0 if unsolved.
        remoteness: int64, plies until the end; 0 where play does not end.
        unsolved: bool.
        ended: bool, whether play ends within the turn limit.
        mover: int8, the players to move; zeros in a store from the mover's view.
    """

    part: slice
    kept: NDArray[np.int64]
    value: NDArray[np.int8]
    payoff: NDArray[np.int64]
    remoteness: NDArray[np.int64]
    unsolved: NDArray[np.bool_]
    ended: NDArray[np.bool_]
    mover: NDArray[np.int8]

    @property
    def places(self) -> NDArray[np.int64]:
        """The places of the states in the store."""
        places: NDArray[np.int64] = self.kept + self.part.start
        return places


def rows_of(store: Store, part: slice) -> Rows:
    """Return the results of the states in a range of places."""
    column, limit = store.values(part), turn_limit(store.game)
    kept = np.flatnonzero(column != store.no_state)
    payoff, plies = column[kept].astype(np.int64), store.remoteness(part)[kept].astype(np.int64)
    unsolved = payoff == store.unsolved
    ended = ~unsolved & (plies != store.infinite)
    if limit is not None:
        late = ended & (plies > limit)
        ended &= ~late
        payoff[late] = store.game.infinite_play
    payoff[unsolved] = 0
    mover = store.movers(part)[kept] if store.perspective == "first" else np.zeros(len(kept), dtype=np.int8)
    gain = np.sign(payoff) * (1 - 2 * mover.astype(np.int64))
    value = np.select([unsolved, gain > 0, gain < 0, ended], [4, 0, 1, 2], 3).astype(np.int8)
    return Rows(part, kept, value, payoff, np.where(ended, plies, 0), unsolved, ended, mover)


def all_rows(store: Store) -> Iterator[Rows]:
    """Yield the results of all states, some hundred thousand places at a time."""
    return (rows_of(store, part) for part in ranges(store.places, AT_A_TIME))
