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
        sizes: the number of states of each tier that was explored, or begun.
        seeds: by tier, states at which play enters it and which were not explored yet: keys, ascending, or a dictionary
            of states, in the order in which they were met, so that all files are the same in every run.
        unfinished: the tier whose exploration was left between two rounds, to be gone on with before all others; its
            seeds are those of its states that were not expanded.
    """

    graph: TierGraph = attrs.Factory(TierGraph)
    sizes: dict[int, int] = attrs.Factory(dict)
    seeds: dict[int, Any] = attrs.Factory(dict)
    unfinished: int | None = None

    def run(
        self, explore: Callable[[int], int], offer: Callable[[], None], name: str, max_states: int | None
    ) -> TierGraph:
        """Explore tiers until play enters no more; return what they lead to.

        Args:
            explore: takes the seeds of a tier and explores on from there; keeps its states, adds the seeds of others,
                notes if it left the tier unfinished, and returns how many states it has.
            offer: called after each tier, and where one is left, as one may go on from there.
            name: the name of the game.
            max_states: how many states there may be.

        Raises:
            LimitError: there are more.
        """
        while self.seeds:
            tier = self.graph.next_of(self.seeds) if self.unfinished is None else self.unfinished
            self.graph.children.setdefault(tier, set())
            self.sizes[tier] = explore(tier)
            if max_states is not None and sum(self.sizes.values()) > max_states:
                raise too_many_states(name, max_states)
            offer()
        return self.graph
