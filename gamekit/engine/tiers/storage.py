"""`TierStorage`: what the solve by tiers asks of the folder that keeps states and results."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

import attrs

from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.progress import Snapshots
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.tiers.exploration import Exploration
from gamekit.engine.tiers.order import TierGraph
from gamekit.engine.tiers.schedule import TierRecord
from gamekit.engine.tiers.tier_batch import FinishedTier


@attrs.frozen(eq=False)
class TierStates:
    """The states of a tier.

    Attributes:
        index: finds their places.
        edges: how many edges lead from one to another; None if that is not known.
    """

    index: SortedIndex | RangesIndex
    edges: int | None


class TierStorage(TierRecord, Protocol):
    """Keeps what is known of the tiers."""

    @property
    def exploration(self) -> Exploration:
        """How far exploration had come when work began here."""

    def is_due(self) -> bool:
        """Return whether it is time to record how far exploration has come."""

    def offer(self) -> None:
        """Record how far exploration has come, if it is time to."""

    def found(self) -> TierGraph | None:
        """Return what the tiers lead to, if all of them were found before."""

    def keep(self, tier: int, states: TierStates) -> None:
        """Keep the states of a tier until it is solved, in place of those of the same tier that were kept before."""

    def is_known(self, tier: int) -> bool:
        """Return whether the states of a tier were kept, even if it is solved."""

    def states(self, tier: int) -> TierStates | None:
        """Return the states of a tier that is not solved; None if there are none."""

    def snapshots(self, tier: int) -> Snapshots:
        """Return what keeps the columns of a tier that is being solved."""

    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        """Keep the results of a tier, which leads to some others."""

    def finished(self, tiers: Collection[int]) -> dict[int, FinishedTier]:
        """Return the results of tiers, and free the memory of others."""
