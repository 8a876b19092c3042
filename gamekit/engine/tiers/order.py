"""`TierGraph`: which tier leads to which, and that none leads back; `Exploration`: how far finding them has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, Final

import attrs

from gamekit.errors import GamekitError, RulesError
from gamekit.game.limits import too_many_states

SHOWN: Final = 4
"""From so many steps on, the way of play back to a tier is shown by its first and its last step."""

PROMISE: Final = "no move may return to a tier that was left"


def leads_back(name: str, move: str, tier: int, child: int) -> RulesError:
    """Return the error of a move, as "the move from A to B", to a tier from which play comes back."""
    return RulesError(
        f"{name}.tier: {move} leads from tier {tier} to tier {child}, from which play comes back; {PROMISE}"
    )


class UnfinishedTierError(GamekitError):
    """A move leads to a tier that is not solved yet, which has to be solved first.

    Attributes:
        tier: the tier.
        move: the move, as text.
    """

    def __init__(self, tier: int, move: str) -> None:
        super().__init__(tier, move)
        self.tier = tier
        self.move = move


@attrs.define
class TierGraph:
    """The tiers that play was seen to lead to, tier by tier.

    Attributes:
        children: by tier, those that a move leads to.
    """

    children: dict[int, set[int]] = attrs.Factory(dict)

    def add(self, tier: int, child: int) -> bool:
        """Record that a move leads from a tier to another; return False if play can come back from there."""
        known = self.children.setdefault(tier, set())
        if child not in known:
            if self.leads(child, tier):
                return False
            known.add(child)
        return True

    def leads(self, tier: int, other: int) -> bool:
        """Return whether play leads from a tier to another, as far as this is known."""
        return any(found == other for found in self.reached(tier) if found != tier)

    def reached(self, tier: int) -> Iterator[int]:
        """Yield the tiers that play leads to from a tier, as far as this is known; that tier itself comes first."""
        seen, waiting = {tier}, [tier]
        while waiting:
            yield (last := waiting.pop())
            found = self.children.get(last, set()) - seen
            seen |= found
            waiting += found

    def way_back(self, move: Callable[[int, int], str]) -> str | None:
        """Return how play comes back to a tier that it left, to follow a subject; None if it never does.

        `move` returns as text a move that leads from one tier to another.
        """
        try:
            TopologicalSorter(self.children).prepare()
        except CycleError as error:
            around = error.args[1][::-1]  # it lists children first
        else:
            return None
        steps = [
            f"from tier {one} to tier {other} by the move {move(one, other)}"
            for one, other in pairwise(around)
        ]
        shown = steps if len(steps) < SHOWN else [steps[0], f"{len(steps) - 2:,} steps more", steps[-1]]
        return f"lets play come back to tier {around[0]}: {', '.join(shown[:-1])}, and {shown[-1]}; {PROMISE}"

    def next_of(self, waiting: Iterable[int]) -> int:
        """Return one of some tiers to which none of the others leads, as far as this is known.

        Of several, it is the one that lies ahead: play mostly goes up or mostly goes down through the numbers.
        """
        waiting = sorted(waiting)
        free = [tier for tier in waiting if not any(self.leads(other, tier) for other in waiting)]
        ups = sum((child > tier) - (child < tier) for tier, found in self.children.items() for child in found)
        return free[0] if ups > 0 else free[-1]


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

        `explore` takes the seeds of a tier and explores on from there. It keeps its states, adds the seeds of others,
        notes if it left the tier unfinished, and returns how many states it has. `offer` is called after each tier, and
        where one is left, as one may go on from there.

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
