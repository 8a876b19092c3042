"""`find_tiers` and `solve_tier`: find the tiers of a game, and solve one after those that it leads to.

Solving parts of a game after the parts that they lead to is the method of J. Romein and H. Bal for awari (2003) and of
the tier solvers of GAMESMAN (D. Garcia, Berkeley).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, Protocol

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import keys_of
from gamekit.engine.codes.joined_ranges import JoinedRanges, SearchedRanges
from gamekit.engine.codes.key_sets import Keys, merge, subtract, unique
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.exploration import ExploredStates, concatenate_shards, explore
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import Method, choose, counter_bytes, method_on_disk
from gamekit.engine.retrograde.sharded_state import Snapshots
from gamekit.engine.retrograde.solve import Solved, edges_by_sample, sample_of, solve_states
from gamekit.engine.runtime.arrays import concatenate
from gamekit.engine.runtime.memory_budget import Budget, format_bytes
from gamekit.engine.runtime.supersteps import RoundRunner, threads_for
from gamekit.engine.runtime.tuning import Tuning
from gamekit.engine.tiers.dense import ranges_by_tier
from gamekit.engine.tiers.one_pass import solve_in_one_pass
from gamekit.engine.tiers.order import Exploration, Schedule, TierGraph, TierRecord
from gamekit.engine.tiers.tier_batch import (
    ExploredTier,
    FinishedTier,
    Outside,
    SolvedTier,
    distinct,
    move_into,
)
from gamekit.errors import LimitError, RulesError
from gamekit.game.compiled import CompiledRules
from gamekit.game.protocol import has_conversions


@attrs.frozen(eq=False)
class TierStates:
    """The states of a tier.

    Attributes:
        index: the index of the states.
        edges: the number of edges within the tier; None if it is not known.
    """

    index: SortedIndex | RangesIndex
    edges: int | None


class TierStorage(TierRecord, Protocol):
    """The storage of the states and results of tiers, such as a `TierFolder`."""

    exploration: Exploration

    def is_due(self) -> bool: ...
    def offer(self) -> None: ...
    def explored_graph(self) -> TierGraph | None: ...
    def keep(self, tier: int, states: TierStates) -> None: ...
    def is_known(self, tier: int) -> bool: ...
    def states(self, tier: int) -> TierStates | None: ...
    def snapshots(self, tier: int) -> Snapshots: ...
    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None: ...
    def finished(self, tiers: Collection[int]) -> dict[int, FinishedTier]: ...


TIER_SAMPLE = 1000
"""The number of states of a tier that are expanded, before it is solved, to see which tiers it leads to."""


EDGES_A_TASK = 1 << 18
"""The approximate number of edges of the states that a task looks at; an edge takes about 50 bytes."""


def find_tiers(
    runner: RoundRunner,
    batch: Batch,
    start: int,
    storage: TierStorage,
    *,
    max_states: int | None = None,
    only_reached: bool = False,
) -> TierGraph:
    """Return the tiers of a game and the tiers that each leads to; their states are stored.

    Tiers that the storage has already are not computed again. For dense codes, `only_reached` restricts the result to
    the tiers that play reaches from the start.
    """
    if (known := storage.explored_graph()) is not None:
        return known
    graph = TierGraph()
    if batch.rules.is_state is None:
        exploration = storage.exploration
        if not exploration.sizes:
            code = np.array([start], dtype=np.int64)
            exploration.seeds[int(batch.tiers(code)[0])] = keys_of(code, batch.bits)
        explore_next = partial(_explore, runner, batch, storage)
        graph = exploration.run(explore_next, storage.offer, batch.name, max_states)
    else:
        indexes = ranges_by_tier(batch, runner.tuning)
        for tier, index in indexes.items():
            storage.keep(tier, TierStates(index, None))
        (first,) = batch.tiers(np.array([start], dtype=np.int64)).tolist()
        for tier in graph.reached(first) if only_reached else indexes:
            # those that the sample does not show are found when the tier is solved
            graph.children[tier] = _seen_children(batch, tier, indexes[tier]) & indexes.keys()
    storage.note(graph)
    return graph


def schedule_of(batch: Batch, graph: TierGraph, storage: TierStorage) -> Schedule:
    """Return the schedule of the tiers of a game."""
    return Schedule(batch.name, graph, storage, partial(_seen_move, batch, storage))


def _seen_children(batch: Batch, tier: int, index: RangesIndex) -> set[int]:
    *_, expansion = sample_of(batch, index, TIER_SAMPLE)
    return set(distinct(batch.tiers(expansion.children))) - {tier}


def _seen_move(batch: Batch, storage: TierStorage, tier: int, child: int) -> str:
    states: Any = storage.states(tier)
    _, codes, expansion = sample_of(batch, states.index, TIER_SAMPLE)
    return move_into(batch, child, codes, expansion, batch.tiers(expansion.children))


def solve_apart(
    batch: Batch,
    storage: TierStorage,
    method: Method | None,
    budget: Budget,
    threads: int | None,
    tuning: Tuning,
    tier: int,
    children: frozenset[int],
    shares: int,
) -> None:
    """Solve a tier in a process beside others, with a share of the memory; with threads if no other runs beside it."""
    with threads_for(batch.rules.size, threads if shares == 1 else 1) as pool:
        runner = RoundRunner(pool, Budget(budget.limit // shares), tuning=tuning)
        solve_tier(runner, batch, storage, method, tier, children)


def solve_tier(
    runner: RoundRunner,
    batch: Batch,
    storage: TierStorage,
    method: Method | None,
    tier: int,
    children: frozenset[int],
    _shares: int = 1,
) -> None:
    """Solve a tier after the tiers that it is known to lead to, unless it is solved."""
    if not storage.is_finished(tier):  # as it may be where a worker was thought to be lost
        solved = _solved(runner, batch, storage, method, tier, children)
        storage.finish(tier, solved, children)


def rules_of_tier(
    batch: Batch, storage: TierStorage, tier: int, children: frozenset[int]
) -> tuple[SolvedTier, TierStates]:
    """Return the rules for the states of a tier, with the results of the tiers that it leads to, and these states.

    Raises:
        RulesError: a move leads to the tier, but no code is in it.
    """
    finished, game = storage.finished(children), batch.game
    if has_conversions(game):
        finished = {
            child: finished_tier.converted if game.converts(tier, child) else finished_tier
            for child, finished_tier in finished.items()
        }
    states = storage.states(tier)
    if states is None:
        raise RulesError(f"{batch.name}.tier: a move leads to tier {tier}, but no code is in that tier")
    ranges = None
    if isinstance(states.index, RangesIndex):
        ranges = JoinedRanges.of(
            {tier: states.index} | {child: finished_tier.index for child, finished_tier in finished.items()}
        )
        states = attrs.evolve(states, index=SearchedRanges(states.index.begins, states.index.ends))
    graph = TierGraph({tier: set(children)})
    rules = SolvedTier(batch.game, batch.rules, tier, graph, finished, storage.is_known, ranges)
    return rules, states


def _solved(
    runner: RoundRunner,
    batch: Batch,
    storage: TierStorage,
    method: Method | None,
    tier: int,
    children: frozenset[int],
) -> Solved:
    rules, states = rules_of_tier(batch, storage, tier, children)
    inside, branching, most = _branching(rules, states.index)
    runner = attrs.evolve(runner, tuning=tier_tuning(runner.tuning, branching))
    if states.edges == 0 or (states.edges is None and inside == 0):
        how = method_on_disk(rules.rules, method)
        if solved := solve_in_one_pass(runner, rules, states.index, how, storage.snapshots(tier)):
            return solved
    edges = edges_by_sample(rules, states.index) if states.edges is None else states.edges
    size = len(states.index)
    plan = choose(runner, rules.rules, size, edges, method, counter=tier_counter(batch.rules, most))
    if plan.method == "scan":
        raise LimitError(
            f"tier {tier} of {batch.name} does not fit into the {format_bytes(runner.budget.limit)} of memory allowed: "
            f"{'; '.join(plan.others)}"
        )
    state: Any = MemoryState(states.index)
    return solve_states(runner, rules, state, plan, snapshots=storage.snapshots(tier))


def tier_tuning(tuning: Tuning, branching: float) -> Tuning:
    """Return the sizes for a tier whose states have `branching` successors, in the tier or out of it."""
    most_states = EDGES_A_TASK // (int(branching) + 1)
    return attrs.evolve(
        tuning, scan_task=min(tuning.scan_task, most_states), update_task=min(tuning.update_task, most_states)
    )


def tier_counter(rules: CompiledRules, most: int) -> int:
    """Return the bytes that a counter takes at first, if no state of a sample has more than `most` successors inside.

    If some state has more than twice as many, counters grow, and so does the memory that is watched.
    """
    return counter_bytes(min(2 * most, rules.max_successors))


def _branching(rules: SolvedTier, index: Any) -> tuple[float, float, int]:
    """Return the mean numbers of successors in the tier and of all, and one more than the most in it, by a sample."""
    *_, expansion = sample_of(rules, index, TIER_SAMPLE)
    inside, number = len(expansion.children), max(len(expansion.counts), 1)
    leaving = 0 if expansion.entries is None else expansion.entries.edges
    return inside / number, (inside + leaving) / number, int(expansion.counts.max(initial=0)) + 1


def _explore(runner: RoundRunner, batch: Batch, storage: TierStorage, tier: int) -> int:
    """Begin or continue to explore a tier from its seeds, and return the number of its states."""
    exploration, outside = storage.exploration, Outside()
    rules = ExploredTier(batch.game, batch.rules, tier, exploration.graph, outside)
    explored = _explored(runner, rules, storage)
    frontier = unique(concatenate(explored.frontier)) if explored.frontier else None
    explored.frontier.clear()  # its memory is for the keys as one array
    keys = concatenate_shards(explored.shards)
    storage.keep(tier, TierStates(SortedIndex(keys, batch.bits), explored.edges))
    size = len(keys)
    del explored, keys  # its memory is for those of other tiers
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


def _explored(runner: RoundRunner, rules: ExploredTier, storage: TierStorage) -> ExploredStates:
    """Explore a tier until it is completed, or a record is due."""
    tier, exploration = rules.tier, storage.exploration
    before: Any = storage.states(tier)
    edges, known = (0, [None]) if before is None else (before.edges, [before.index.keys])
    del before
    explored = explore(
        runner,
        rules,
        exploration.seeds.pop(tier),
        countable=runner.tuning.max_places,
        known=known.pop(),  # nothing else refers to it, so that its memory is free once it is in shards
        stops=storage.is_due,
    )
    return attrs.evolve(explored, edges=edges + explored.edges)


def union(one: Keys | None, other: Keys) -> Keys:
    """Return the union of two sets of keys, ascending."""
    return other if one is None else merge(one, subtract(other, one).copy())
