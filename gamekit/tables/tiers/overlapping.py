"""`OverlappingTierFolder`: a folder in which the table of a tier is written while the next tier is solved.

That pays where a device solves and this processor only writes. A thread of its own writes at most one tier at a time.
Until its table is there, its results are read from memory and its states are kept, so a killed solve repeats it.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor

import attrs

from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.tiers.tier_batch import FinishedTier
from gamekit.tables.tiers.codes import CodeTierFolder, finished_tier


@attrs.define
class OverlappingTierFolder(CodeTierFolder):
    """A folder of tiers that writes each table behind the solve.

    Attributes:
        being_written: the tier whose table is being written, with its results; none or one.
    """

    being_written: dict[int, Solved] = attrs.field(factory=dict, init=False)
    _written: Future[None] | None = attrs.field(default=None, init=False)

    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        """Begin to store the results of a tier that leads to `children`, after those of the tier before.

        Raises:
            GamekitError: the table of the tier before could not be written.
        """
        self.settle()
        self.being_written = {tier: solved}
        thread = ThreadPoolExecutor(1)
        self._written = thread.submit(self._write, tier, solved, children)
        thread.shutdown(wait=False)

    def _write(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        self.write(tier, solved, children)
        CodeTierFolder.drop(self, tier)

    def settle(self) -> None:
        if self._written is not None:
            self._written.result()
        for tier, solved in self.being_written.items():
            self.hold(tier, solved)
        self.being_written, self._written = {}, None

    def is_finished(self, tier: int) -> bool:
        return tier in self.being_written or CodeTierFolder.is_finished(self, tier)

    def drop(self, tier: int) -> None:
        if tier not in self.being_written:
            CodeTierFolder.drop(self, tier)

    def finished(self, tiers: Collection[int]) -> dict[int, FinishedTier]:
        written = CodeTierFolder.finished(self, [tier for tier in tiers if tier not in self.being_written])
        return written | {
            tier: finished_tier(solved) for tier, solved in self.being_written.items() if tier in tiers
        }
