"""`TierSolver`: solve tiers on a device, each after the tiers that its moves lead to.

The results of these tiers lie on the device as the engine holds them: a number for each place, of one byte if there are
few different results. If they do not fit at once, they come in groups, and the first look at the states of the tier is
repeated for each group.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device import retrograde_kernels as k
from gamekit.device.device import Device, Memory
from gamekit.device.faults import FaultCheck
from gamekit.device.frame import Workspace
from gamekit.device.indexes import KeysOnDevice, put_keys, put_ranges, put_rules
from gamekit.device.retrograde import PIECE, columns_of, put_cells, state_counts
from gamekit.device.solve import sweep
from gamekit.device.words import Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.memory_state import MemoryState
from gamekit.engine.retrograde.method_choice import Method
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.tiers.solve import TierStorage, rules_of_tier
from gamekit.engine.tiers.tier_batch import FinishedTier, SolvedTier
from gamekit.game.progress import ProgressCallback, silent

SPARE: Final = 16
"""A divisor: this part of the free memory is left free when groups are made."""


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
    kernels: Any
    progress: ProgressCallback = silent
    piece: int = PIECE

    def solve(self, storage: TierStorage, tier: int, children: frozenset[int], _shares: int = 1) -> None:
        """Solve a tier after the tiers that it is known to lead to, unless it is solved, and store its results.

        Raises:
            UnfinishedTierError: a move leads to a tier that it is not known to lead to.
            LimitError: the tier does not fit into the memory of the device.
            RulesError: the rules break a promise; the state is named.
        """
        if not storage.is_finished(tier):
            rules, states = rules_of_tier(self.batch, storage, tier, children)
            storage.finish(tier, self._solved(rules, states.index), children)

    def _solved(self, rules: SolvedTier, index: Any) -> Solved:
        began = time.monotonic()
        check, places = FaultCheck(rules), len(index)
        what = f"tier {rules.tier} of {rules.name}"
        with Workspace(self.device, self.kernels, what) as space:
            put_rules(space, rules)
            put_cells(space, rules, places, with_entries=True, tier=rules.tier)
            own = put_index(space, index, {tier: other.index for tier, other in rules.finished.items()})
            groups = groups_of(space, rules.finished, 8 * min(self.piece, places) + 4 * places)
            for number, group in enumerate(groups):
                space.set_all({Word.IS_FIRST: number == 0, Word.IS_LAST: number == len(groups) - 1})
                with space.for_a_while():
                    put_results(space, rules.finished, group, own, rules.tier)
                    space.run("begin", places)
                    check(space.count())
            if own is not None:
                put_keys(space, {rules.tier: own} | dict.fromkeys(rules.finished))
            self.progress("scanning", places, places)
            counts = state_counts(space)
            most_plies = sweep(space, rules, places, check, self.progress, self.piece)
            columns = columns_of(space, places, most_plies, int(rules.game.infinite_play))
        method: Method = "predecessors" if rules.rules.predecessors is not None else "scan"
        seconds = {"solve": time.monotonic() - began}
        return Solved(
            rules, MemoryState(index, columns), counts, method, seconds, {"device": self.device.name}
        )


def put_index(space: Workspace, index: Any, others: Mapping[int, Any]) -> KeysOnDevice | None:
    """Put the index of a tier into the workspace, and the ranges of others; return its keys, if codes have keys."""
    if isinstance(index, RangesIndex):
        put_ranges(space, index, others)
        return None
    return KeysOnDevice.of(space, index)


def groups_of(space: Workspace, tiers: Mapping[int, FinishedTier], needed: int) -> list[frozenset[int]]:
    """Return the tiers in groups that fit into the device's memory together, beside some bytes that are needed."""
    room = space.device.free_bytes() - needed
    room -= room // SPARE
    groups: list[set[int]] = [set()]
    left = room
    for tier, held in sorted(tiers.items(), key=lambda pair: -pair[1].bytes):
        if held.bytes > left and groups[-1]:
            groups.append(set())
            left = room
        groups[-1].add(tier)
        left -= held.bytes
    return [frozenset(group) for group in groups]


def put_results(
    space: Workspace,
    tiers: Mapping[int, FinishedTier],
    group: frozenset[int],
    own: KeysOnDevice | None,
    tier: int,
) -> None:
    """Put the results of some tiers into the workspace, and their keys if codes have keys.

    At number 0 is the tier that is being solved, which has no results yet.
    """
    widths, results, tables = [0], list[Memory | int]([0]), list[Memory | int]([0])
    for number, other in tiers.items():
        width, numbers, table = cells_of(other.results) if number in group else (0, NOTHING, NOTHING)
        widths.append(width)
        results.append(space.copy(numbers) if width else 0)
        tables.append(space.copy(table) if width else 0)
    space.column(Word.WIDTHS, widths)
    space.column(Word.RESULTS, results)
    space.column(Word.TABLES, tables)
    if own is not None:
        held = {
            number: KeysOnDevice.of(space, other.index) if number in group else None
            for number, other in tiers.items()
        }
        put_keys(space, {tier: own} | held)


def cells_of(results: ResultArrays) -> tuple[int, NDArray[Any], NDArray[np.uint32]]:
    """Return the bytes of the number of a result, the numbers by place and the cells by number.

    If results have no numbers, the cells are by place and take 4 bytes.
    """
    cells = np.empty(len(results.value), dtype=np.uint32)
    for part in ranges(len(cells)):  # which may be many
        value, plies = results.value[part].astype(np.int64), results.remoteness[part].astype(np.int64)
        cells[part] = (plies + 1) << 8 | (value & 0xFF)
        cells[part][plies == np.iinfo(results.remoteness.dtype).max] = k.ENDLESS
        cells[part][value == NO_STATE] = k.NO_STATE
    return (4, cells, NOTHING) if results.numbers is None else (1, results.numbers, cells)


NOTHING: Final = np.zeros(1, dtype=np.uint32)
