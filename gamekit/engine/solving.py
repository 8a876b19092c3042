"""From compiled rules to the solved columns: explore if need be, choose a way that fits into memory, solve."""

from __future__ import annotations

import time
from typing import Any, Final

import attrs
import numpy as np

from gamekit.arena.limits import too_many_states
from gamekit.compiled import CompiledRules
from gamekit.engine import queue
from gamekit.engine.backwards import settle, solve_backwards, sweeps
from gamekit.engine.batch import Batch
from gamekit.engine.columns import Columns
from gamekit.engine.edges import link
from gamekit.engine.exploration import assemble, explore, uncountable
from gamekit.engine.index import DenseIndex, Index, SortedIndex
from gamekit.engine.memory import MARGIN, Budget, give_back, most_held
from gamekit.engine.parents import ByEdges, ByPredecessors
from gamekit.engine.plan import IN_WORDS, Method, Plan, choose, least_bytes
from gamekit.engine.regions import MemoryRegions
from gamekit.engine.survey import survey
from gamekit.engine.sweeping import solve_by_sweeping
from gamekit.engine.work import Work

MOST_PLACES: Final = (1 << 32) - 2
"""How many places can be told apart by four bytes."""

SAMPLE: Final = 1 << 16
"""How many codes are asked for their successors to estimate the number of edges."""


@attrs.frozen(eq=False)
class Solved:
    """What the engine found.

    Attributes:
        batch: the rules.
        index: where states are kept.
        columns: what is known of them.
        method: how states got to know of their successors' values.
        seconds: wall time by phase.
        statistics: what there is to tell of the work, for people.
    """

    batch: Batch
    index: Index
    columns: Columns
    method: Method
    seconds: dict[str, float]
    statistics: dict[str, Any]


def solve(
    work: Work, batch: Batch, start: int, *, method: Method | None = None, max_states: int | None = None
) -> Solved:
    """Solve a game by its compiled rules.

    Args:
        work: runs the rounds.
        batch: the rules.
        start: the code to explore from, where the rules do not say themselves which codes are states.
        method: how states get to know of their successors' values; the quickest that fits into memory by default.
        max_states: how many states there may be; as many as fit into memory by default.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: no method fits into memory.
    """
    if queue.is_small(batch) and method is None and (solved := _small(batch, work.budget, max_states)):
        return solved
    began = time.perf_counter()
    index, edges, statistics = _states(work, batch, start, max_states)
    give_back()
    explored = time.perf_counter()
    plan = choose(batch.rules, len(index), edges, work.budget, method)
    columns = Columns.blank(len(index), batch.rules.max_successors)
    if plan.method == "edges":
        seen, regions = link(work, batch, index, columns)
    else:
        regions = MemoryRegions.by_keys(index, columns)
        seen = survey(work, batch, regions, len(index))
    columns.states, columns.edges, columns.payoffs = seen.states, seen.edges, seen.payoffs
    give_back()
    _check_states(batch, columns, max_states)
    linked = time.perf_counter()
    in_turn = sweeps(seen.payoffs, batch.game.infinite_play, from_movers_view=batch.from_movers_view)
    if plan.method == "sweeps":
        rounds = solve_by_sweeping(work, batch, index, columns, in_turn)
    else:
        parents = ByEdges() if plan.method == "edges" else ByPredecessors(batch)
        rounds = solve_backwards(work, regions, parents, in_turn, seen.states)
    settle(columns, batch.game.infinite_play, work.executor)
    give_back()
    solved_at = time.perf_counter()
    seconds = {"explore": explored - began, "link": linked - explored, "solve": solved_at - linked}
    return Solved(batch, index, columns, plan.method, seconds, statistics | _told(plan, rounds))


def _small(batch: Batch, budget: Budget, max_states: int | None) -> Solved | None:
    if MARGIN + queue.bytes_of(batch) > budget.limit:
        return None  # the rounds take less, or say what they need
    began = time.perf_counter()
    columns = queue.solve_small(batch)
    seconds = {"solve": time.perf_counter() - began}
    if columns is None:
        return None
    _check_states(batch, columns, max_states)
    told = {"edges from": IN_WORDS["predecessors"]}  # no more: to read how much memory is held takes 50 µs
    return Solved(batch, DenseIndex(batch.rules.size), columns, "predecessors", seconds, told)


def _check_states(batch: Batch, columns: Columns, max_states: int | None) -> None:
    """Keep to the limit of states, where only asking all codes tells how many there are."""
    if max_states is not None and columns.states > max_states:
        raise too_many_states(batch.name, max_states)


def _states(
    work: Work, batch: Batch, start: int, max_states: int | None
) -> tuple[Index, int, dict[str, Any]]:
    """Return the states, the number of edges or an estimate of it, and what to tell of finding them."""
    rules: CompiledRules = batch.rules
    if rules.is_state is not None:
        check_places(batch, rules.size)
        work.budget.check(least_bytes(rules, rules.size), f"{rules.size:,} codes of {batch.name}")
        return DenseIndex(rules.size), _edges_by_sample(batch), {}
    found = explore(work, batch, start, max_states, MOST_PLACES)
    index = SortedIndex(assemble(found.shards), found.bits)
    return index, found.edges, {"rounds of exploration": found.rounds}


def check_places(batch: Batch, places: int) -> None:
    """Refuse more places than the engine can count.

    Raises:
        LimitError: there are more.
    """
    if places > MOST_PLACES:
        raise uncountable(batch.name, f"{places:,}", MOST_PLACES)


def _edges_by_sample(batch: Batch) -> int:
    """Return about how many edges a game with dense codes has, rather too many than too few."""
    size = batch.rules.size
    codes = np.unique(np.random.default_rng(0).integers(size, size=SAMPLE, dtype=np.int64))
    expansion = batch.expand(codes[batch.are_states(codes) != 0])
    return int(1.1 * size * len(expansion.children) / len(codes)) + SAMPLE


def _told(plan: Plan, rounds: int) -> dict[str, Any]:
    told: dict[str, Any] = {"edges from": IN_WORDS[plan.method]}
    if plan.others:
        told["because"] = "; ".join(plan.others)
    told["rounds of solving"] = rounds
    told["planned peak memory"] = plan.bytes
    told["peak memory"] = most_held()
    return told
