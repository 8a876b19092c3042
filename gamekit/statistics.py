"""`Statistics`: how many states have each value, and how far from the end they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.values import Value

_SIGNS: Final = {Value.WIN: 1, Value.LOSS: -1, Value.TIE: 0}
"""The sign of the mover's payoff where the game ends so."""


@attrs.frozen(eq=False)
class Statistics:
    """How many states have each value, and how far from the end they are.

    All plies of the rules' turn limit are taken to be left.

    Attributes:
        counts: how many states have each value, as far as there are such.
        histogram: of those that play ends from, int64: how many are 0, 1, 2, ... plies from the end, up to the last.

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
        """The largest remoteness among the states of each value, as far as there are such that play ends from."""
        return {value: len(numbers) - 1 for value, numbers in self.histogram.items()}

    @property
    def endless(self) -> dict[Value, int]:
        """How many states of each value play never ends from, as far as there are such."""
        left = {
            value: number - int(self.histogram.get(value, np.zeros(1)).sum())
            for value, number in self.counts.items()
            if value is not Value.UNSOLVED
        }
        return {value: number for value, number in left.items() if number}


def tally(
    payoff: NDArray[Any],
    mover: NDArray[Any],
    remoteness: NDArray[Any],
    *,
    ended: NDArray[np.bool_],
    unsolved: NDArray[np.bool_],
    infinite_play: int,
    limit: int | None,
) -> Statistics:
    """Return the statistics of some states.

    Args:
        payoff: to the first player, of each state.
        mover: the player to move; 0 where the payoff is to that player.
        remoteness: plies until the end, where play ends.
        ended: where it does.
        unsolved: where the value is not known.
        infinite_play: what endless play pays the first player.
        limit: the rules' turn limit, if they have one: an end that comes later does not count.
    """
    if limit is not None:
        ended = ended & (remoteness <= limit)
    worth = np.sign(np.where(ended, payoff, infinite_play)) * (1 - 2 * mover.astype(np.int8))
    endless = ~(ended | unsolved)
    counts = {Value.UNSOLVED: int(np.count_nonzero(unsolved))}
    histogram = {}
    for value, sign in _SIGNS.items():
        here = worth == sign
        numbers = np.bincount(remoteness[here & ended])
        if len(numbers):
            histogram[value] = numbers
        beyond = Value.DRAW if value is Value.TIE else value
        counts[value] = int(numbers.sum())
        counts[beyond] = counts.get(beyond, 0) + int(np.count_nonzero(here & endless))
    return Statistics(_in_order(counts), histogram)


def total(parts: Iterable[Statistics]) -> Statistics:
    """Return the statistics of states that were looked at in parts."""
    counts: dict[Value, int] = dict.fromkeys(Value, 0)
    histogram: dict[Value, NDArray[np.int64]] = {}
    for part in parts:
        for value, number in part.counts.items():
            counts[value] += number
        for value, numbers in part.histogram.items():
            shorter, longer = sorted((numbers, histogram.get(value, numbers[:0])), key=len)
            histogram[value] = longer.copy()
            histogram[value][: len(shorter)] += shorter
    return Statistics(_in_order(counts), {value: histogram[value] for value in Value if value in histogram})


def _in_order(counts: dict[Value, int]) -> dict[Value, int]:
    return {value: counts[value] for value in Value if counts.get(value)}
