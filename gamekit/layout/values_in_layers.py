"""Values of numbered followers, layer by layer. Positions whose options have the same values are valued once.

The adorned stops of games (`gamekit/cgt/partizan/order.py`) tell of most options that they do not matter, before any
games are compared. An option is dominated if another one stops better for its player at the worst. Where the best stop
for Left is below the best one for Right, the position is a number that depends on these two alone; so one option of
each player is left, the same one wherever an option stops there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gamekit.cgt.time_limit import require_time
from gamekit.layout.numbered_followers import NumberedFollowers, Numbers, different

OfOptions = Callable[[Sequence[Any], Sequence[Any]], Any]

Stops = Callable[[Any], tuple[float, float]]


def values_of(followers: NumberedFollowers, of_options: OfOptions, stops: Stops | None) -> list[Any]:
    """Return the value of each follower.

    Args:
        followers: the followers.
        of_options: returns a value from the different values of Left's and of Right's options.
        stops: returns the adorned Left and Right stop of a value, or NaN; None if values have no stops.
    """
    players, size = followers.players, len(followers.codes)
    sets = _ValuedSets(of_options, players, size, stops if players == 2 else None)
    numbers = np.empty(size, dtype=np.int64)  # of the value of each follower
    for begin, end in pairwise(followers.layers.tolist()):
        require_time()
        ends = followers.ends[players * begin : players * end + 1]
        sizes = np.diff(ends)
        sides = np.repeat(np.arange(len(sizes)), sizes)
        members = 2 * numbers[followers.options[ends[0] : ends[-1]]] + sides % players
        if sets.stops:
            members, sides = sets.mattering(members, sides, sizes)
        numbers[begin:end] = list(map(sets.__getitem__, _sets(members, sides // players, end - begin)))
    return list(map(sets.values_met.__getitem__, numbers.tolist()))


class _ValuedSets(dict[bytes, int]):
    """The numbers of the values of sets of options.

    A set is a text, in which the value v of an option of the player p is 2v + p, in 4 bytes.

    Attributes:
        values_met: the different values, by number.
        bounds: the worst and the best stop for the player p after a move to the value v, at 2v + p.
        alike: the first option of the player whose worst stop is the same.
    """

    def __init__(self, of_options: OfOptions, players: int, most: int, stops: Stops | None) -> None:
        self.of_options = of_options
        self.players = players
        self.stops = stops
        self.values_met: list[Any] = []
        self.bounds = np.empty((2, 2 * most))
        self.alike = np.empty(2 * most, dtype=np.int64)
        self._numbers: dict[int, int] = {}  # of values, by their identity
        self._firsts: dict[tuple[int, float], int] = {}  # options, by the player and the worst stop

    def __missing__(self, members: bytes) -> int:
        values = self.values_met
        sides: tuple[list[Any], list[Any]] = [], []
        for member in memoryview(members).cast("i"):
            sides[member & 1].append(values[member >> 1])
        value = self.of_options(sides[0], sides[self.players - 1])
        number = self[members] = self._numbers.setdefault(id(value), len(values))
        if number == len(values):
            values.append(value)
            if self.stops:
                left, right = self.stops(value)
                for player, bounds in enumerate(((right, left), (-left, -right))):
                    option = 2 * number + player
                    self.bounds[:, option] = bounds
                    self.alike[option] = self._firsts.setdefault((player, bounds[0]), option)
        return number

    def mattering(self, members: Numbers, sides: Numbers, sizes: Numbers) -> tuple[Numbers, Numbers]:
        """Return the options that may matter for values, as far as stops tell, and the sides that have them."""
        worst, best = self.bounds[:, members]
        is_filled = sizes > 0
        reached = np.full(len(sizes), -np.inf)
        reached[is_filled] = np.maximum.reduceat(worst, (np.cumsum(sizes) - sizes)[is_filled])
        is_number = np.repeat(reached[::2] < -reached[1::2], 2)[sides]
        reaches = ~(worst < reached[sides])  # also where a stop is NaN
        is_kept = reaches | ~(is_number | (best < reached[sides]))
        return np.where(is_number, self.alike[members], members)[is_kept], sides[is_kept]


def _sets(members: Numbers, rows: Numbers, size: int) -> Iterator[bytes]:
    """Yield the set of the members of each row, as text: each member once, in 4 bytes, ascending."""
    bits = int(members.max(initial=0)).bit_length()
    packed, _ = different(rows << bits | members)
    text = (packed & (1 << bits) - 1).astype(np.int32).tobytes()
    ends = 4 * np.searchsorted(packed, np.arange(size + 1) << bits)
    return (text[begin:end] for begin, end in pairwise(ends.tolist()))
