"""Exploration tier by tier: from the states at which play enters a tier, and on from those at which it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import keys_of
from gamekit.engine.codes.key_sets import Keys, merge, subtract
from gamekit.engine.retrograde.exploration import concatenate_shards, explore
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.tiers.order import TierGraph
from gamekit.engine.tiers.tier_batch import ExploredTier, Outside
from gamekit.game.limits import too_many_states


@attrs.frozen(eq=False)
class ExploredKeys:
    """The states of a tier: their keys, ascending, and how many edges lead from one to another."""

    tier: int
    keys: Keys
    edges: int


def explore_tiers(
    runner: RoundRunner,
    batch: Batch,
    start: int,
    graph: TierGraph,
    known: Callable[[int], Keys],
    max_states: int | None = None,
) -> Iterator[ExploredKeys]:
    """Yield the states of each tier that play reaches from a code; a tier again if more are found later.

    Args:
        runner: runs the rounds.
        batch: the rules, which name tiers.
        start: the code.
        graph: receives what the tiers lead to.
        known: returns the keys of a tier that were yielded last.
        max_states: how many states there may be.

    Raises:
        RulesError: the rules break a promise, or a move returns to a tier that was left.
        LimitError: a tier has too many states, or does not fit into memory.
    """
    (first,) = batch.tiers(np.array([start], dtype=np.int64)).tolist()
    seeds: dict[int, Keys] = {first: keys_of(np.array([start], dtype=np.int64), batch.bits)}
    sizes: dict[int, int] = {}
    graph.children.setdefault(first, set())
    while seeds:
        tier = graph.next_of(seeds)
        if tier in sizes:
            seeds[tier] = union(known(tier), seeds[tier])
        outside = Outside()
        rules = ExploredTier(batch.game, batch.rules, tier, graph, outside)
        found = explore(runner, rules, seeds.pop(tier), None, runner.tuning.max_places)
        graph.children.setdefault(tier, set())
        keys, edges = concatenate_shards(found.shards), found.edges
        sizes[tier] = len(keys)
        if max_states is not None and sum(sizes.values()) > max_states:
            raise too_many_states(batch.name, max_states)
        yield ExploredKeys(tier, keys, edges)
        del found, keys
        for child, new in outside.tiers():
            if child in sizes:
                new = subtract(new, known(child))
            if len(new):
                seeds[child] = union(seeds.get(child), new)


def union(one: Keys | None, other: Keys) -> Keys:
    """Return the keys of both of two sets, ascending."""
    return other if one is None else merge(one, subtract(other, one).copy())
