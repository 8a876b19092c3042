"""`TierSolver`: solve tiers on a device, each after the tiers that its moves lead to.

The results of these tiers lie on the device as the engine holds them: a number for each place, of one byte if there are
few different results. If they do not fit at once, they come in groups, and the first look at the states of the tier is
repeated for each group.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import attrs
import numpy as np

from gamekit.device import retrograde_kernels as k
from gamekit.device.device import Device
from gamekit.device.faults import FaultCheck
from gamekit.device.frame import Workspace
from gamekit.device.held_tiers import NOT_HELD, OtherTier, Results, each_group
from gamekit.device.indexes import put_index, put_keys, put_rules
from gamekit.device.retrograde import PIECE, Sweeps, columns_of, put_cells, state_counts
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import Method
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.tiers.tier_batch import FinishedTier, SolvedTier
from gamekit.game.progress import ProgressCallback, silent


@attrs.define(eq=False)
class TierSolver:
    """Solves the tiers of a game on a device, one after the other, by kernels that are translated once.

    Attributes:
        device: the device.
        batch: the rules.
        kernels: the kernels, as the device made them.
        progress: a function that is told about the work.
        piece: the largest number of places that are looked at for a list.
    """

    device: Device
    batch: Batch
    kernels: Mapping[str, Any]
    progress: ProgressCallback = silent
    piece: int = PIECE

    def solved(self, rules: SolvedTier, index: Any) -> Solved:
        """Solve a tier, whose rules hold the results of those that it is known to lead to; these are then freed.

        Raises:
            UnfinishedTierError: a move leads to a tier that it is not known to lead to.
            LimitError: the tier does not fit into the memory of the device.
            RulesError: the rules break a promise; the state is named.
        """
        began = time.monotonic()
        check, places = FaultCheck(rules), len(index)
        what = f"tier {rules.tier} of {rules.name}"
        with Workspace(self.device, self.kernels, what) as space:
            put_rules(space, rules)
            put_cells(space, rules, places, rules.tier)
            keys = put_index(space, index, (other.index for other in rules.finished.values()))
            others = {tier: other_tier(other) for tier, other in rules.finished.items()}
            for _ in each_group(space, NOT_HELD, keys, rules.tier, others):
                space.run("begin", places)
                check(space.count())
            if keys is not None:
                put_keys(space, {rules.tier: keys} | dict.fromkeys(others))
            self.progress("scanning", places, places)
            counts = state_counts(space)
            most_plies = Sweeps(space, rules, places, check, self.progress, self.piece).run()
            columns = columns_of(space, places, most_plies, int(rules.game.infinite_play))
        rules.forget_children()
        method: Method = "predecessors" if rules.rules.predecessors is not None else "scan"
        seconds = {"solve": time.monotonic() - began}
        return Solved(
            rules, MemoryState(index, columns), counts, method, seconds, {"device": self.device.name}
        )


def other_tier(other: FinishedTier) -> OtherTier:
    """Return a finished tier for a device."""
    index, results = other.index, other.results
    keys = None if index.bits is None else lambda: index
    return OtherTier(len(index), results.numbers is not None, partial(cells_of, results), keys)


def cells_of(results: ResultArrays) -> Results:
    """Return the bytes of the number of a result, the numbers by place and the cells by number.

    If results have no numbers, the cells are by place and take 4 bytes.
    """
    cells = np.empty(len(results.value), dtype=np.uint32)
    for part in ranges(len(cells)):  # which may be many
        value, plies = results.value[part].astype(np.int64), results.remoteness[part].astype(np.int64)
        # what lies too far away is a fault of the state before
        cells[part] = (np.minimum(plies, k.MOST_PLIES) + 1) << 8 | (value & 0xFF)
        cells[part][plies == np.iinfo(results.remoteness.dtype).max] = k.ENDLESS
        cells[part][value == NO_STATE] = k.NO_STATE
    return (4, cells, cells[:0]) if results.numbers is None else (1, results.numbers, cells)
