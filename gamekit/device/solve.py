"""`solve_on`: solve a game on a device, with all columns in its memory."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from gamekit.device.device import Device
from gamekit.device.exploration import explore
from gamekit.device.faults import FaultCheck
from gamekit.device.frame import Workspace
from gamekit.device.held_tiers import NOT_HELD, put_results
from gamekit.device.indexes import dense_index, put_ranges, put_rules
from gamekit.device.retrograde import FILES, KERNELS, PIECE, Sweeps, columns_of, put_cells, state_counts
from gamekit.device.rules_source import RulesSource
from gamekit.device.words import Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.state_index import DenseIndex
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import Method
from gamekit.engine.retrograde.solve import Solved
from gamekit.game.limits import too_many_states
from gamekit.game.progress import ProgressCallback, silent


def kernels_of(device: Device, batch: Batch) -> Mapping[str, Any]:
    """Return the kernels over the rules of a game, as a device makes them.

    Raises:
        UnsupportedError: the rules are not those of a board game.
    """
    return device.kernels(RulesSource.of(batch, *FILES), KERNELS)


def solve_on(
    device: Device,
    batch: Batch,
    start: int,
    *,
    max_states: int | None = None,
    progress: ProgressCallback = silent,
    piece: int = PIECE,
) -> Solved:
    """Solve a game by its compiled rules on a device, with all columns in its memory.

    Raises:
        UnsupportedError: the rules are not those of a board game.
        LimitError: the game does not fit into the memory of the device, or has more states than `max_states`.
        RulesError: the rules break a promise; the state is named.
    """
    began = time.monotonic()
    check = FaultCheck(batch)
    with Workspace(device, kernels_of(device, batch), batch.name) as space:
        put_rules(space, batch)
        seconds = {}
        index: Any
        if batch.rules.is_state is not None:
            places = batch.rules.size
            index = DenseIndex(places)
            put_ranges(space, dense_index(places), [])
            put_cells(space, batch, places)
            space.set(Word.ORDER, 0)
            put_results(space, [NOT_HELD])
            space.run("begin", places)
        else:
            explored = explore(space, batch, start, max_states, check, progress)
            index, places = explored.index, len(explored.index)
            seconds["explore"] = time.monotonic() - began
            put_cells(space, batch, places)
            put_results(space, [NOT_HELD])
            for first, last in zip(explored.bounds[-2::-1], explored.bounds[:0:-1], strict=True):
                space.run("begin", last, first)
            space.free(explored.order)
            space.set(Word.ORDER, 0)
        check(space.count())
        counts = state_counts(space)
        if max_states is not None and counts.states > max_states:
            raise too_many_states(batch.name, max_states)
        most_plies = Sweeps(space, batch, places, check, progress, piece).run()
        columns = columns_of(space, places, most_plies, int(batch.game.infinite_play))
    seconds["solve"] = time.monotonic() - began - seconds.get("explore", 0.0)
    method: Method = "predecessors" if batch.rules.predecessors is not None else "scan"
    return Solved(batch, MemoryState(index, columns), counts, method, seconds, {"device": device.name})
