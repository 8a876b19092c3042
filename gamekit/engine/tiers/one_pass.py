"""The solve of a tier whose every move leads to finished tiers: one pass over its states, without counters."""

from __future__ import annotations

import time
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.codes.batch import GOES_ON
from gamekit.engine.codes.entries import ENDLESS
from gamekit.engine.retrograde.columns import NO_COLUMNS, Columns
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import Method
from gamekit.engine.retrograde.result_numbers import NEVER
from gamekit.engine.retrograde.sharded_state import BEGIN, Progress, Snapshots, StateCounts
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.arrays import ArraySink, ranges
from gamekit.engine.runtime.memory_budget import MARGIN, PEAK, PLANNED, held, most_held
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.tiers.tier_batch import SolvedTier

BYTES_A_PLACE: Final = 1
"""The number of bytes per place: that of a result's number, which takes two if there are more than 256 results."""


def solve_in_one_pass(
    runner: RoundRunner, rules: SolvedTier, index: Any, method: Method, snapshots: Snapshots
) -> Solved | None:
    """Solve a tier, or return None if a move leads to a state of the tier itself; `method` is for the report alone."""
    began, planned = time.monotonic(), held() + MARGIN + BYTES_A_PLACE * len(index)
    runner.budget.check(planned, f"tier {rules.tier} of {rules.name}")
    columns, done = NO_COLUMNS, BEGIN
    if last := snapshots.last():
        columns, done = last
        if len(columns.unresolved):  # of a solve that met such a move
            return None
    if not done.places:
        columns = Columns.blank(len(index), counted=False)
    places, counts = done.places, done.counts
    rules = attrs.evolve(rules, every_move_leaves=True)
    begin, step = places, runner.tuning.scan_task
    parts = [slice(begin + part.start, begin + part.stop) for part in ranges(len(index) - begin, step)]
    all_totals = runner.run(resolve_range, ((rules, index, columns, part) for part in parts))
    for part, totals in zip(parts, all_totals, strict=True):
        if totals is None:
            return None
        counts = counts.plus(totals)
        places = part.stop
        runner.progress("scanning", places, len(index))
        snapshots.offer(columns, Progress(places, counts))
    statistics = {
        "edges from": "moves, all of which lead to other tiers",
        "rounds of solving": 0,
        PLANNED: planned,
        PEAK: most_held(),
    }
    seconds = {"solve": time.monotonic() - began}
    return Solved(rules, MemoryState(index, columns), counts, method, seconds, statistics)


def resolve_range(
    sink: ArraySink,  # noqa: ARG001  (every task is given one)
    rules: SolvedTier,
    index: Any,
    columns: Columns,
    part: slice,
) -> StateCounts | None:
    """Write the results of a range of places, or return None if a move leads to a state of the tier itself."""
    places, codes, expansion = rules.expand_range(index, part)
    entries = expansion.entries
    assert entries is not None
    if len(expansion.children):
        return None
    value, plies = entries.beside(expansion.outcomes)
    endless = entries.plies == ENDLESS
    value[endless] = rules.game.infinite_play
    plies[endless] = NEVER
    columns.write(places, value, plies)
    payoffs = {*np.unique(expansion.outcomes).tolist()} - {GOES_ON}
    return StateCounts(len(codes), entries.edges, tuple(sorted(payoffs)), entries.edges)
