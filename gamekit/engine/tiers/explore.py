"""Exploration tier by tier: from the states at which play enters a tier, and on from those at which it leaves."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import keys_of
from gamekit.engine.codes.key_sets import Keys, merge, subtract
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.exploration import concatenate_shards, explore
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
    """Explore a tier from its seeds; return how many states it has."""
    exploration, outside = storage.exploration, Outside()
    rules = ExploredTier(batch.game, batch.rules, tier, exploration.graph, outside)
    found = explore(runner, rules, _seeds(storage, tier), None, runner.tuning.max_places)
    keys, edges = concatenate_shards(found.shards), found.edges
    del found
    storage.keep(tier, TierStates(SortedIndex(keys, batch.bits), edges))
    size = len(keys)
    del keys  # its memory is for those of other tiers
    for child, new in outside.tiers():
        if child in exploration.sizes:
            new = subtract(new, _known(storage, child))
        if len(new):
            exploration.seeds[child] = union(exploration.seeds.get(child), new)
    return size


def _seeds(storage: TierStorage, tier: int) -> Keys:
    """Take the seeds of a tier, and all its states if it was explored before."""
    seeds: Keys = storage.exploration.seeds.pop(tier)
    return union(_known(storage, tier), seeds) if tier in storage.exploration.sizes else seeds


def _known(storage: TierStorage, tier: int) -> Keys:
    """Return the states of a tier that was explored."""
    states: Any = storage.states(tier)
    keys: Keys = states.index.keys
    return keys


def union(one: Keys | None, other: Keys) -> Keys:
    """Return the keys of both of two sets, ascending."""
    return other if one is None else merge(one, subtract(other, one).copy())
