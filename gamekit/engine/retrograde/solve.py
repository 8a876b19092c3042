"""`solve`: from compiled rules to the solved columns, in memory or in the files of a work folder.

Explore, unless the rules give `is_state`; choose a method; count unresolved successors or store reverse
edges; propagate values backwards; mark what is still unresolved as infinite play.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch, Expanded
from gamekit.engine.codes.entries import Arrivals
from gamekit.engine.codes.state_index import DenseIndex
from gamekit.engine.retrograde import small_dense, small_explored
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.disk_state import DiskState
from gamekit.engine.retrograde.exploration import explore
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.retrograde.first_pass import Inboxes, initialise, joined
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import IN_WORDS, Method, MethodPlan, choose, method_on_disk
from gamekit.engine.retrograde.propagation import propagate, solve_by_scans, sweeps
from gamekit.engine.retrograde.sharded_state import (
    BEGIN,
    Progress,
    ReverseEdges,
    Snapshots,
    StateCounts,
    StoredEdges,
)
from gamekit.engine.runtime.arrays import keep_in_memory
from gamekit.engine.runtime.memory_budget import MARGIN, PEAK, PLANNED, give_back, most_held
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import LimitError
from gamekit.game.compiled import CompiledRules
from gamekit.game.limits import too_many_states

EDGE_SAMPLE: Final = 1 << 16
"""The number of codes that are expanded to estimate the number of edges, unless that is more than a sixteenth."""

FEW_CODES: Final = 1 << 20
"""The number of codes that are asked for states in a fraction of a second."""

FEW_EDGES: Final = 1 << 20
"""The number of edges that take so little memory that edges need not be estimated."""


@attrs.frozen(eq=False)
class Solved:
    """A solved game, with its columns in memory or in files.

    Attributes:
        state: the index and the columns, shard by shard.
        counts: the numbers of states and edges, and the payoffs that end the game.
        method: the way in which values propagated to predecessors.
        seconds: wall time by phase, of this run alone.
        statistics: further statistics, for people.
        folder: the work folder, if the columns are in its files.
    """

    batch: Batch
    state: MemoryState | DiskState
    counts: StateCounts
    method: Method
    seconds: dict[str, float]
    statistics: dict[str, Any]
    folder: Path | None = None


def solve(
    runner: RoundRunner,
    batch: Batch,
    start: int,
    *,
    method: Method | None = None,
    max_states: int | None = None,
) -> Solved:
    """Solve a game by its compiled rules, in files if the runner has a work folder.

    By default, values propagate by the quickest method that fits into memory, and in files by predecessors where the
    rules give them.
    """
    on_disk = runner.folder is not None
    if batch.rules.is_state is not None:
        _check_first_codes(batch, max_states)
    if not on_disk and method is None and (solved := _solve_small(runner, batch, start, max_states)):
        return solved
    rules, began = batch.rules, time.monotonic()
    statistics: dict[str, Any] = {}
    kind: type[MemoryState | DiskState] = DiskState if on_disk else MemoryState
    if rules.is_state is not None:
        state = kind.dense(runner, batch)
        edges = 0 if on_disk else edges_by_sample(batch, DenseIndex(rules.size))
    else:
        # edges need the successors themselves, so that states are expanded again
        facts = None if on_disk or rules.predecessors is None or method == "edges" else Facts()
        countable = None if on_disk else runner.tuning.max_places
        explored = explore(runner, batch, start, max_states, countable, facts=facts)
        state = kind.explored(runner, explored)
        edges = explored.edges
        statistics["rounds of exploration"] = explored.rounds
        del explored, facts  # their arrays
    runner.retain(state)
    give_back()
    seconds = {"explore": time.monotonic() - began}
    plan = (
        MethodPlan(method_on_disk(rules, method)) if on_disk else _choose(runner, rules, state, edges, method)
    )
    solved = solve_states(runner, batch, state, plan, max_states)
    return attrs.evolve(solved, seconds=seconds | solved.seconds, statistics=statistics | solved.statistics)


def _choose(
    runner: RoundRunner, rules: CompiledRules, state: Any, edges: int, method: Method | None
) -> MethodPlan:
    """Choose a method; if none fits into memory beside what exploration learned, forget that."""
    try:
        return choose(runner, rules, state.places, edges, method)
    except LimitError:
        if state.facts is None:
            raise
    state.facts = None
    give_back()
    return choose(runner, rules, state.places, edges, method)


def solve_states(
    runner: RoundRunner,
    batch: Batch,
    state: MemoryState | DiskState,
    plan: MethodPlan,
    max_states: int | None = None,
    snapshots: Snapshots | None = None,
) -> Solved:
    """Solve states that are known and have no columns yet.

    If snapshots are given, which is possible in memory, the solve continues from the last one.
    """
    began = time.monotonic()
    with_edges = plan.method == "edges"
    state.allocate(runner.tuning, with_edges=with_edges)
    inboxes: Inboxes | None = [[] for _ in state.shards] if with_edges else None
    begun, offer, offer_in_first_pass = BEGIN, None, None
    if snapshots is not None and plan.method != "scan":
        assert isinstance(state, MemoryState)
        begun = _restored(snapshots, state, inboxes)
        offer = partial(_offer, snapshots, state)
        edges = None if inboxes is None else partial(joined, inboxes)
        offer_in_first_pass = partial(snapshots.offer, state.columns, edges=edges)
    if begun.places < state.places:
        counts, arrivals = initialise(runner, batch, state, inboxes, begun=begun, offer=offer_in_first_pass)
    else:
        counts, arrivals = begun.counts, Arrivals([begun.arrivals])
    if plan.method != "scan":
        batch.forget_children()
    state.facts = None  # its memory
    give_back()
    _check_states(batch, counts, max_states)
    counted = time.monotonic()
    payoffs = {*counts.payoffs, *arrivals.values}
    sweep_updates = sweeps(payoffs, batch.game.infinite_play, from_movers_view=batch.from_movers_view)
    if plan.method == "scan":
        assert isinstance(state, MemoryState)
        rounds = solve_by_scans(runner, batch, state, sweep_updates, counts.states)
    else:
        first_pass = Progress(state.places, counts, arrivals.rows)
        offer = offer and partial(offer, first_pass)
        rounds = propagate(runner, batch, state, sweep_updates, counts, arrivals, begun, offer)
    state.finish(runner, batch.game.infinite_play)
    runner.retain(state)
    give_back()
    seconds = {"link": counted - began, "solve": time.monotonic() - counted}
    return Solved(
        batch, state, counts, plan.method, seconds, _statistics(runner, plan, rounds), runner.folder
    )


def _restored(snapshots: Snapshots, state: MemoryState, inboxes: Inboxes | None) -> Progress:
    """Continue from the last snapshot, if there is one for this method, and return its progress.

    If there are inboxes, edges are restored: into the inboxes if the first pass was at work, else into the shards.
    """
    last: tuple[Columns, Progress] | None = snapshots.last()
    # one without counters is of a pass that met a move inside the tier
    if last is None or not len(last[0].unresolved):
        return BEGIN
    columns, begun = last
    if inboxes is not None:
        edges = snapshots.last_edges(in_first_pass=begun.places < state.places)
        if edges is None or not _fit(edges, state, begun):
            snapshots.remove()  # or edges that do not fit would be kept
            return BEGIN
        for shard, arrays in enumerate(edges):
            stored = [keep_in_memory(array) for array in arrays]
            if begun.places < state.places:
                inboxes[shard] = [[array.full_slice() for array in stored]] if len(stored[0]) else []
            else:
                state.change(shard, edges=ReverseEdges(*stored))
    state.restore(columns)
    return begun


def _fit(edges: StoredEdges, state: MemoryState, progress: Progress) -> bool:
    """Return whether the edges found match the progress of the solve, and are sorted into the same shards."""
    inside = progress.counts.edges - progress.counts.leaving
    if len(edges) != len(state.shards) or sum(len(parents) for _, parents in edges) != inside:
        return False
    if progress.places < state.places:
        return all(len(targets) == len(parents) for targets, parents in edges)
    return all(len(indptr) == shard.size + 1 for (indptr, _), shard in zip(edges, state.shards, strict=True))


def _offer(
    snapshots: Snapshots, state: MemoryState, done: Progress, sweep: int = 0, plies: int = 0, rounds: int = 0
) -> None:
    stored = [shard.edges for shard in state.shards if shard.edges is not None]
    edges = (lambda: [(one.indptr.read(), one.indices.read()) for one in stored]) if stored else None
    snapshots.offer(state.columns, attrs.evolve(done, sweep=sweep, plies=plies, rounds=rounds), edges)


def _solve_small(runner: RoundRunner, batch: Batch, start: int, max_states: int | None) -> Solved | None:
    """Return a game solved without rounds; None if it is not small, or if rounds need less memory."""
    began, room = time.monotonic(), runner.budget.limit - MARGIN
    state: MemoryState
    method: Method
    if small_dense.is_small(batch):
        if small_dense.BYTES_A_PLACE * batch.rules.size > room or not (
            solved := small_dense.solve_small(batch)
        ):
            return None
        columns, counts = solved
        _check_states(batch, counts, max_states)
        state, method = MemoryState(DenseIndex(batch.rules.size), columns), "predecessors"
    else:
        is_explored = type(batch) is Batch and batch.rules.is_state is None and not runner.tuning.changed()
        most = min(small_explored.MOST_STATES, max_states or small_explored.MOST_STATES)
        if not is_explored or room < small_explored.MOST_BYTES:
            return None
        if not (explored := small_explored.solve_explored(batch, start, most)):
            return None
        index, columns, counts = explored
        state, method = MemoryState(index, columns), "edges"
    seconds = {"solve": time.monotonic() - began}
    # no more statistics: to read how much memory is held takes 50 µs
    return Solved(batch, state, counts, method, seconds, {"edges from": IN_WORDS[method]})


def _check_first_codes(batch: Batch, max_states: int | None) -> None:
    """Refuse more states than the limit at once if the first codes have as many, before a pass counts all."""
    if max_states is not None and batch.rules.size > max_states:
        codes = np.arange(min(batch.rules.size, FEW_CODES), dtype=np.int64)
        if np.count_nonzero(batch.are_states(codes)) > max_states:
            raise too_many_states(batch.name, max_states)


def _check_states(batch: Batch, counts: StateCounts, max_states: int | None) -> None:
    """Refuse more states than the limit, if only the pass over all codes can count them."""
    if max_states is not None and counts.states > max_states:
        raise too_many_states(batch.name, max_states)


def edges_by_sample(batch: Batch, index: Any) -> int:
    """Return the approximate number of edges of a game with dense codes, rather too many than too few."""
    if (most := len(index) * batch.rules.max_successors) <= FEW_EDGES:
        return most
    places, _, expansion = sample_of(batch, index, min(EDGE_SAMPLE, len(index) // 16 + 1))
    return int(1.1 * len(index) * len(expansion.children) / len(places)) + EDGE_SAMPLE


def sample_of(batch: Batch, index: Any, size: int) -> Expanded:
    """Return some random places, the codes of those that have states, and the expansion of these states."""
    places = np.unique(np.random.default_rng(0).integers(len(index), size=size, dtype=np.int64))
    codes = index.codes(places)
    codes = codes[batch.are_states(codes) != 0]
    return places, codes, batch.expand(codes)


def _statistics(runner: RoundRunner, plan: MethodPlan, rounds: int) -> dict[str, Any]:
    statistics = {
        "edges from": IN_WORDS[plan.method],
        "because": "; ".join(plan.others) or None,
        "all in files of": runner.folder and str(runner.folder),
        "rounds of solving": rounds,
        "rounds done before": runner.finished or None,
        PLANNED: plan.bytes,
        PEAK: plan.bytes and most_held(),
    }
    return {name: statistic for name, statistic in statistics.items() if statistic is not None}
