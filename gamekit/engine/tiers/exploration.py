"""`Exploration`: how far the exploration of a game's tiers has come, and which tier comes next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamekit.engine.tiers.order import TierGraph
from gamekit.game.limits import too_many_states


@attrs.define
class Exploration:
    """How far the exploration of a game's tiers has come.

    Attributes:
        graph: what the tiers lead to, as far as it was met.
        sizes: the number of states of each tier that was explored.
        seeds: by tier, states at which play enters it and which were not explored yet: keys, ascending, or a dictionary
            of states, in the order in which they were met, so that all files are the same in every run.
    """

    graph: TierGraph = attrs.Factory(TierGraph)
    sizes: dict[int, int] = attrs.Factory(dict)
    seeds: dict[int, Any] = attrs.Factory(dict)

    def run(
        self, explore: Callable[[int], int], offer: Callable[[], None], name: str, max_states: int | None
    ) -> TierGraph:
        """Explore tiers until play enters no more; return what they lead to.

        Args:
            explore: takes the seeds of a tier and explores it, again if that was done before; keeps its states, adds
                the seeds of others, and returns how many states it has.
            offer: called after each tier, as one may go on from there.
            name: the name of the game.
            max_states: how many states there may be.

        Raises:
            LimitError: there are more.
        """
        while self.seeds:
            tier = self.graph.next_of(self.seeds)
            self.graph.children.setdefault(tier, set())
            self.sizes[tier] = explore(tier)
            if max_states is not None and sum(self.sizes.values()) > max_states:
                raise too_many_states(name, max_states)
            offer()
        return self.graph
