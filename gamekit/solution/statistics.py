"""`Rows`: results as arrays, with the turn limit applied; `Statistics`: counts of states by value and remoteness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import TableError
from gamekit.game.values import Value, turn_limit
from gamekit.solution.store import Store, ranges

VALUES: Final = (Value.WIN, Value.LOSS, Value.TIE, Value.DRAW, Value.UNSOLVED)
"""The values, in the order in which `Rows.value` numbers them."""

PLACES_AT_ONCE: Final = 1 << 18
"""The number of places that are read at a time."""


@attrs.frozen(eq=False)
class Rows:
    """The results of the states in a range of places, one entry per state; empty places are left out.

    Attributes:
        part: the range of places.
        offsets: int64, the places of the states, counted from the beginning of the range.
        value: int8, to the player to move, as an index of `VALUES`.
        payoff: int64, to the first player, or to the player to move in a store from the mover's view; 0 if unsolved.
        remoteness: int64, plies until the end; 0 if play does not end.
        unsolved: bool, whether the state has no value.
        ended: bool, whether play ends within the turn limit.
        mover: int8, the players to move; zeros in a store from the mover's view.
    """

    part: slice
    offsets: NDArray[np.int64]
    value: NDArray[np.int8]
    payoff: NDArray[np.int64]
    remoteness: NDArray[np.int64]
    unsolved: NDArray[np.bool_]
    ended: NDArray[np.bool_]
    mover: NDArray[np.int8]

    @property
    def places(self) -> NDArray[np.int64]:
        """The places of the states in the store, int64."""
        places: NDArray[np.int64] = self.offsets + self.part.start
        return places


def rows_of(store: Store, part: slice) -> Rows:
    """Return the results of the states in a range of places."""
    column, limit = store.values(part), turn_limit(store.game)
    offsets = np.flatnonzero(column != store.no_state)
    payoff, plies = column[offsets].astype(np.int64), store.remoteness(part)[offsets].astype(np.int64)
    unsolved = payoff == store.unsolved
    ended = ~unsolved & (plies != store.infinite)
    if limit is not None:
        late = ended & (plies > limit)
        ended &= ~late
        payoff[late] = store.game.infinite_play
    payoff[unsolved] = 0
    mover = (
        store.movers(part)[offsets] if store.perspective == "first" else np.zeros(len(offsets), dtype=np.int8)
    )
    gain = np.sign(payoff) * (1 - 2 * mover.astype(np.int64))
    value = np.select([unsolved, gain > 0, gain < 0, ended], [4, 0, 1, 2], 3).astype(np.int8)
    return Rows(part, offsets, value, payoff, np.where(ended, plies, 0), unsolved, ended, mover)


def all_rows(store: Store) -> Iterator[Rows]:
    """Yield the results of all states, a few hundred thousand places at a time."""
    return (rows_of(store, part) for part in ranges(store.places, PLACES_AT_ONCE))


_SIGNS: Final = {Value.WIN: 1, Value.LOSS: -1, Value.TIE: 0}
"""The sign of the payoff to the player to move, for each value with which play can end."""


COUNTED_AT_ONCE: Final = 1 << 17
"""The number of places counted at a time: with more, the arrays leave the cache, and a place takes twice as long."""


@attrs.frozen(eq=False)
class Statistics:
    """The numbers of states by value, and by value and remoteness.

    If the rules have a turn limit, all its plies count as left.

    Attributes:
        counts: the number of states with each value that occurs.
        histogram: for each value, an int64 array of the numbers of states from which play ends in 0, 1, 2, ... plies.

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
        TableError: a remoteness is too large to be true; counting up to it could take all memory.
    """
    if store.perspective == "mover" and (counted := store.pair_counts):
        results, counts = counted
        nobody = np.zeros(len(counts), dtype=np.int8)
        return total([_statistics(store, results.value, results.remoteness, nobody, counts)])
    return total(_statistics_in(store, part) for part in ranges(store.places, COUNTED_AT_ONCE))


def _statistics_in(store: Store, part: slice) -> Statistics:
    results, movers = store.results(part), store.movers(part)
    if results.numbers is None:
        return _statistics(store, results.value, results.remoteness, movers)
    # few pairs occur, each with either mover
    of_both = np.bincount(results.numbers + len(results.value) * movers.astype(np.int64))
    occur = np.flatnonzero(of_both)
    movers, pairs = np.divmod(occur, len(results.value))
    return _statistics(store, results.value[pairs], results.remoteness[pairs], movers, of_both[occur])


def _statistics(
    store: Store,
    value: NDArray[Any],
    plies: NDArray[Any],
    movers: NDArray[Any],
    weights: NDArray[np.int64] | None = None,
) -> Statistics:
    """Return the statistics of some results, each of which occurs as often as its weight says, or once."""
    game = store.game
    absent, unsolved = value == store.no_state, value == store.unsolved
    ended = (plies != store.infinite) & ~unsolved & ~absent
    if game.max_plies is not None:
        ended &= plies <= game.max_plies
    longest = int(plies.max(initial=0, where=ended))
    if longest >= store.remoteness_bound and not store.info.is_part:
        claim = f"it claims a remoteness of {longest:,} among {store.places:,} states"
        raise TableError(f"{store.info.path or 'the solution'} is wrong: {claim}")
    sign = np.where(ended, np.sign(value), np.sign(game.infinite_play)).astype(np.int64)
    sign = np.where(movers == 0, sign, -sign)
    # cells of one count: a row for each sign, as wide as play is long; then endless play by sign, and the rest
    width = longest + 1
    cells = np.where(ended, (sign + 1) * width + plies, 3 * width + 1 + sign)
    cells[unsolved] = 3 * width + 3
    cells[absent] = 3 * width + 4
    numbers = np.bincount(cells, weights, minlength=3 * width + 5).astype(np.int64)
    *endless, number_unsolved, _ = numbers[3 * width :].tolist()
    counts = dict.fromkeys(Value, 0) | {Value.UNSOLVED: number_unsolved}
    histogram = {}
    for kind, sign_of_kind in _SIGNS.items():
        row = np.trim_zeros(numbers[: 3 * width].reshape(3, width)[sign_of_kind + 1], "b")
        if len(row):
            histogram[kind] = row
        counts[kind] += int(row.sum())
        counts[Value.DRAW if kind is Value.TIE else kind] += endless[sign_of_kind + 1]
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
