"""The leanest method: repeated scans that expand the unresolved states anew. No edge is stored.

Every layer costs an expansion of all unresolved states, so this is for games whose edges do not fit into memory and
whose rules give no predecessors.
"""

from __future__ import annotations

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.state_index import Index
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.sharded_state import Update
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ranges
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.compiled import MAX_PAYOFF
from gamekit.game.values import BOTH, FIRST


def solve_by_scans(
    runner: RoundRunner, batch: Batch, state: MemoryState, sweep_updates: list[list[Update]], states: int
) -> int:
    """Resolve all states that terminal states resolve, and return how many scans it took."""
    rounds = 0
    swept = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    index, columns = state.index, state.columns
    resolved = int(np.count_nonzero(columns.unresolved == 0)) - (state.places - states)
    for updates in sweep_updates:
        rows = np.array([attrs.astuple(update) for update in updates])
        swept[rows[:, 0] + MAX_PAYOFF] = True
        plies = 0
        while True:
            runner.progress("scanning", resolved, states)
            plies += 1
            rounds += 1
            state.make_room(runner, (update.parent_value for update in updates), plies)
            parts = ranges(state.places, runner.tuning.scan_task)
            scanned = runner.run(scan, ((batch, index, columns, rows, swept, part) for part in parts))
            layer = [found for found in scanned if len(found[0])]
            if not layer:
                break
            # written only after the whole scan, so that it sees the layers before this one alone
            for _ in runner.run(write_layer, ((columns, *found, plies) for found in layer)):
                pass
            resolved += sum(len(places) for places, _ in layer)
    return rounds


def scan(
    sink: ArraySink,
    batch: Batch,
    index: Index,
    columns: Columns,
    updates: NDArray[np.int64],
    swept: NDArray[np.bool_],
    part: slice,
) -> tuple[ArrayRef, ArrayRef]:
    """Return the places of the unresolved states of a range that their successors resolve, and their values."""
    places = np.flatnonzero(columns.unresolved[part]) + part.start
    expansion = batch.expand(index.codes(places))
    children = index.locate(expansion.children)
    found = np.zeros(len(places), dtype=np.bool_)
    values = np.empty(len(places), dtype=np.int8)
    _judge(
        places, expansion.counts, children, columns.numbers.value, columns.result, columns.unresolved, updates, swept,
        found, values,
    )  # fmt: skip
    return sink(places[found]), sink(values[found])


def write_layer(
    sink: ArraySink,  # noqa: ARG001
    columns: Columns,
    places: ArrayRef,
    values: ArrayRef,
    plies: int,
) -> None:
    """Write the results of some states."""
    at = places.read()
    columns.write(
        at, value := values.read(), np.full(len(value), plies, dtype=np.int32), np.zeros_like(value)
    )


@numba.njit(cache=True, nogil=True)
def _judge(places, counts, children, value, result, unresolved, updates, swept, found, values):  # type: ignore[no-untyped-def]
    """Judge states by their children.

    A child counts if it is resolved (`unresolved == 0`) and the sweep of its payoff has begun (`swept`, indexed by the
    payoff plus `MAX_PAYOFF`): terminal states have a value from the beginning.

    Rows of `updates`: the fields of an `Update`.
    """
    edge = 0
    for i in range(len(places)):
        mover = unresolved[places[i]] & 1
        all_resolved = True
        for j in range(edge, edge + counts[i]):
            child = children[j]
            payoff = value[result[child]]
            if unresolved[child] or not swept[payoff + MAX_PAYOFF]:
                all_resolved = False
                continue
            for k in range(len(updates)):
                minimizer = updates[k, 2]
                if payoff == updates[k, 0] and (minimizer == BOTH or minimizer == mover):  # noqa: SIM109
                    found[i] = True
                    values[i] = updates[k, 1]
        edge += counts[i]
        if all_resolved and not found[i]:
            found[i] = True
            for k in range(len(updates)):
                if updates[k, 2] != FIRST or len(updates) == 1:
                    values[i] = updates[k, 1]
