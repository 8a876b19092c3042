"""Exploration tier by tier: from the states at which play enters a tier, and on from those at which it leaves."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import keys_of
from gamekit.engine.codes.key_sets import Keys, merge, subtract, unique
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.exploration import ExploredStates, concatenate_shards, explore
from gamekit.engine.runtime.arrays import concatenate
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.tiers.order import TierGraph
from gamekit.engine.tiers.storage import TierStates, TierStorage
from gamekit.engine.tiers.tier_batch import ExploredTier, Outside


def explore_tiers(
    runner: RoundRunner, batch: Batch, start: int, storage: TierStorage, max_states: int | None = None
) -> TierGraph:
    """Explore the tiers that play reaches from a code, or go on where that was begun; return what they lead to.

    Args:
        runner: runs the rounds.
        batch: the rules, which name tiers.
        start: the code.
        storage: keeps the states of each tier, and how far exploration has come.
        max_states: how many states there may be.

    Raises:
        RulesError: the rules break a promise, or a move returns to a tier that was left.
        LimitError: a tier has too many states, or does not fit into memory.
    """
    exploration = storage.exploration
    if not exploration.sizes:
        code = np.array([start], dtype=np.int64)
        (first,) = batch.tiers(code).tolist()
        exploration.seeds[first] = keys_of(code, batch.bits)
    explore_next = partial(_explore, runner, batch, storage)
    return exploration.run(explore_next, storage.offer, batch.name, max_states)


def _explore(runner: RoundRunner, batch: Batch, storage: TierStorage, tier: int) -> int:
    """Explore a tier from its seeds, or go on with it; return how many states it has."""
    exploration, outside = storage.exploration, Outside()
    rules = ExploredTier(batch.game, batch.rules, tier, exploration.graph, outside)
    found = _found(runner, rules, storage)
    frontier = unique(concatenate(found.frontier)) if found.frontier else None
    found.frontier.clear()  # its memory is for the keys as one array
    keys = concatenate_shards(found.shards)
    storage.keep(tier, TierStates(SortedIndex(keys, batch.bits), found.edges))
    size = len(keys)
    del found, keys  # its memory is for those of other tiers
    for child, new in outside.tiers():
        if child in exploration.sizes:
            states: Any = storage.states(child)
            new = subtract(new, states.index.keys)
            del states
        if len(new):
            exploration.seeds[child] = union(exploration.seeds.get(child), new)
    exploration.unfinished = None
    if frontier is not None:
        exploration.seeds[tier], exploration.unfinished = frontier, tier
    return size


def _found(runner: RoundRunner, rules: ExploredTier, storage: TierStorage) -> ExploredStates:
    """Explore a tier until there is no more of it, or a record is due."""
    tier, exploration = rules.tier, storage.exploration
    before: Any = storage.states(tier)
    edges, known = (0, [None]) if before is None else (before.edges, [before.index.keys])
    del before
    found = explore(
        runner,
        rules,
        exploration.seeds.pop(tier),
        countable=runner.tuning.max_places,
        known=known.pop(),  # nothing else refers to it, so that its memory is free once it is in shards
        stops=storage.is_due,
    )
    return attrs.evolve(found, edges=edges + found.edges)


def union(one: Keys | None, other: Keys) -> Keys:
    """Return the keys of both of two sets, ascending."""
    return other if one is None else merge(one, subtract(other, one).copy())
