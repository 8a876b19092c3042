"""Entries: the results that moves out of a tier give to its states, which arrive in the layer of their remoteness.

Of all successors of a state in other tiers, only the one that its mover prefers matters. This successor counts as
resolved from the beginning, and passes its value on in the same layer as a successor inside the tier with the same
remoteness.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

NONE: Final = -1
"""The number in place of plies that marks a state without moves out of the tier."""

ENDLESS: Final = (1 << 31) - 1
"""The number in place of plies that marks play without end, a result that never arrives in a layer."""


VALUES: Final = 128
"""The bound of payoffs, which lie from minus this number to below it."""


@attrs.frozen(eq=False)
class Entries:
    """The best results that moves out of the tier give, state by state.

    Attributes:
        value: int8, the payoff, in the perspective of the state's value; meaningless where `plies` is `NONE`.
        plies: int32, the plies until the end, counted from the state itself; `NONE` or `ENDLESS`.
        edges: the number of moves that leave the tier.
    """

    value: NDArray[np.int8]
    plies: NDArray[np.int32]
    edges: int

    @property
    def any(self) -> NDArray[np.bool_]:
        """A boolean array that marks the states that have a move that leaves the tier."""
        exists: NDArray[np.bool_] = self.plies != NONE
        return exists

    @property
    def arrive(self) -> NDArray[np.bool_]:
        """A boolean array that marks the states whose result arrives in some layer."""
        arrives: NDArray[np.bool_] = self.any & (self.plies != ENDLESS)
        return arrives

    def beside(self, outcomes: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
        """Return outcomes, replaced by entry payoffs where these arrive, and the layers of arrival, 0 elsewhere."""
        arrive = self.arrive
        return np.where(arrive, self.value, outcomes), np.where(arrive, self.plies, 0)

    def arrivals(self) -> NDArray[np.int64]:
        """Return the pairs of a payoff and a layer in which it arrives, one per row."""
        arrive = self.arrive
        value, plies = self.value[arrive].astype(np.int64), self.plies[arrive]
        layers = int(plies.max(initial=0)) + 1
        pairs = np.flatnonzero(np.bincount((value + VALUES) * layers + plies))
        return np.stack([pairs // layers - VALUES, pairs % layers], axis=1)


class Arrivals:
    """The layers in which results arrive, by value: the union over ranges of places."""

    def __init__(self, pairs: Sequence[NDArray[np.int64]] = ()) -> None:
        self.layers: dict[int, list[int]] = {}
        if pairs:
            for value, plies in np.unique(np.concatenate(pairs), axis=0).tolist():
                self.layers.setdefault(value, []).append(plies)

    @property
    def rows(self) -> NDArray[np.int64]:
        """The pairs of a payoff and a layer in which it arrives, one per row."""
        rows = [(value, plies) for value, layers in self.layers.items() for plies in layers]
        return np.array(rows, dtype=np.int64).reshape(-1, 2)

    @property
    def values(self) -> set[int]:
        """The payoffs of the results that arrive from other tiers."""
        return set(self.layers)

    def arrive(self, value: int, plies: int) -> bool:
        """Return whether any result with this value arrives in a layer."""
        return plies in self.layers.get(value, ())

    def more(self, value: int, plies: int) -> bool:
        """Return whether any result with this value arrives after a layer."""
        return any(layer > plies for layer in self.layers.get(value, ()))


NO_ARRIVALS: Final = Arrivals()
"""The arrivals of a tier into which no results arrive."""


@numba.njit(cache=True, nogil=True)
def prefers(payoff: Any, plies: Any, other: Any, other_plies: Any, without_end: Any) -> Any:
    """Return whether the mover prefers `payoff` in `plies` to `other` in `other_plies`; payoffs are to the mover.

    A mover hurries if the payoff is more than that of play without end, `without_end`, or equal to it and at least 0.
    """
    if payoff != other:
        return payoff > other
    hurries = payoff > without_end or (payoff == without_end and payoff >= 0)
    return plies < other_plies if hurries else plies > other_plies


@numba.njit(cache=True, nogil=True)
def separate(
    counts: Any, children: Any, inside: Any, value: Any, remoteness: Any, movers: Any,
    infinite_play: int, from_movers_view: bool, inside_children: Any, entry_value: Any, entry_plies: Any,
) -> int:  # fmt: skip
    """Keep the successors inside the tier, and choose the best result of the others for each state.

    For each successor outside the tier, `value` and `remoteness` hold its payoff and its remoteness, `ENDLESS` for play
    without end. `movers` are zeros in codes from the mover's view. `counts` become the numbers of successors inside the
    tier, which `inside_children` receives; `entry_value` and `entry_plies` receive the payoff of the best result and
    its plies from the state.

    Returns:
        The number of successors inside the tier.
    """
    edge = 0
    written = 0
    for i in range(len(counts)):
        sign = -1 if from_movers_view or movers[i] == 1 else 1
        own_sign = 1 if from_movers_view else sign
        without_end = own_sign * infinite_play
        inside_count = 0
        any_outside = False
        best_seen = np.int64(0)
        best_plies = np.int64(0)
        for j in range(edge, edge + counts[i]):
            if inside[j]:
                inside_children[written] = children[j]
                written += 1
                inside_count += 1
                continue
            seen = sign * np.int64(value[j])
            plies = np.int64(remoteness[j])
            if not any_outside or prefers(seen, plies, best_seen, best_plies, without_end):
                any_outside = True
                best_seen, best_plies = seen, plies
        edge += counts[i]
        counts[i] = inside_count
        entry_value[i] = own_sign * best_seen
        entry_plies[i] = NONE if not any_outside else (ENDLESS if best_plies == ENDLESS else best_plies + 1)
    return written
