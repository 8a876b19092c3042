"""`Statistics`: count the states by value and by distance from the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import TableError
from gamekit.game.values import Value
from gamekit.solution.store import Store, ranges

_SIGNS: Final = {Value.WIN: 1, Value.LOSS: -1, Value.TIE: 0}
"""The sign of the payoff to the player to move, for each value with which play can end."""


@attrs.frozen(eq=False)
class Statistics:
    """The number of states with each value, and their distances from the end.

    If the rules have a turn limit, all its plies count as left.

    Attributes:
        counts: the number of states with each value that occurs.
        histogram: for each value, int64: the numbers of states from which play ends in 0, 1, 2, ... plies.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> statistics = gamekit.solve(Nim(heaps=(1, 2))).tally()
    >>> {str(value): numbers.tolist() for value, numbers in statistics.histogram.items()}
    {'win': [0, 3, 0, 1], 'loss': [2, 0, 1]}
    """

    counts: dict[Value, int]
    histogram: dict[Value, NDArray[np.int64]]

    @property
    def longest(self) -> int:
        """The largest remoteness of any state within the turn limit."""
        return max(self.longest_by_value.values(), default=0)

    @property
    def longest_by_value(self) -> dict[Value, int]:
        """The largest remoteness for each value with which play ends."""
        return {value: len(numbers) - 1 for value, numbers in self.histogram.items()}

    @property
    def endless(self) -> dict[Value, int]:
        """The number of states of each value from which play never ends."""
        ended = {value: int(numbers.sum()) for value, numbers in self.histogram.items()}
        never = {value: number - ended.get(value, 0) for value, number in self.counts.items()}
        return {value: number for value, number in never.items() if number and value is not Value.UNSOLVED}


def statistics_of(store: Store) -> Statistics:
    """Return the statistics of all states of a store.

    Raises:
        TableError: a remoteness cannot be true; a count for each up to it could take all memory.
    """
    return total(_statistics_in(store, part) for part in ranges(store.places))


def _statistics_in(store: Store, part: slice) -> Statistics:
    """Return the statistics of the states in a range of places."""
    value, limit = store.values(part), store.game.max_plies
    kept = value != store.no_state
    value, plies, mover = value[kept], store.remoteness(part)[kept], store.movers(part)[kept]
    unsolved = value == store.unsolved
    ended = (plies != store.infinite) & ~unsolved
    if limit is not None:
        ended &= plies <= limit
    longest = int(plies[ended].max(initial=0))
    if longest >= store.places and not store.info.is_part:  # best play to an end meets no state twice
        claim = f"it claims a remoteness of {longest:,} among {store.places:,} states"
        raise TableError(f"{store.info.path or 'the solution'} is wrong: {claim}")
    endless = ~(ended | unsolved)
    sign_to_mover = np.sign(np.where(ended, value, store.game.infinite_play)) * (
        1 - 2 * mover.astype(np.int8)
    )
    counts = dict.fromkeys(Value, 0) | {Value.UNSOLVED: int(np.count_nonzero(unsolved))}
    histogram = {}
    for kind, sign in _SIGNS.items():
        here = sign_to_mover == sign
        numbers = np.bincount(plies[here & ended])
        if len(numbers):
            histogram[kind] = numbers
        counts[kind] += int(numbers.sum())
        counts[Value.DRAW if kind is Value.TIE else kind] += int(np.count_nonzero(here & endless))
    return Statistics(counts, histogram)


def total(parts: Iterable[Statistics]) -> Statistics:
    """Return the sum of several statistics."""
    counts: dict[Value, int] = dict.fromkeys(Value, 0)
    histogram: dict[Value, NDArray[np.int64]] = {}
    for part in parts:
        for value, number in part.counts.items():
            counts[value] += number
        for value, numbers in part.histogram.items():
            shorter, longer = sorted((numbers, histogram.get(value, numbers[:0])), key=len)
            histogram[value] = longer.copy()
            histogram[value][: len(shorter)] += shorter
    return Statistics(
        {value: number for value, number in counts.items() if number},
        {value: histogram[value] for value in Value if value in histogram},
    )
