"""`CodeTierFolder`: a folder of tiers that are solved with compiled rules."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.key_sets import Keys
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.rules_digest import digest_of
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.runtime.locked_folder import explained
from gamekit.engine.tiers.solve import TierStates
from gamekit.engine.tiers.tier_batch import FinishedTier
from gamekit.game.fingerprint import Identity
from gamekit.solution.engine_store import compiled_solution
from gamekit.tables.path_kinds import KEPT
from gamekit.tables.table_store import open_store
from gamekit.tables.tiers.files import CODES, folder_of, settings_of
from gamekit.tables.tiers.folder import TierFolder
from gamekit.tables.tiers.snapshot_file import SnapshotFile

HELD: Final = 1 << 24
"""How many bytes of finished tiers are held that the next tier may need once more."""


@attrs.define
class CodeTierFolder(TierFolder):
    """Keeps the states of a tier as keys, or as the ends of ranges of codes.

    Attributes:
        batch: the compiled rules.
        open_tiers: the finished tiers that were needed last.
    """

    suffix = "int64"
    batch: Batch = attrs.field(kw_only=True)
    open_tiers: dict[int, FinishedTier] = attrs.field(factory=dict, kw_only=True)

    def keep(self, tier: int, states: TierStates) -> None:
        """Keep the states of a tier until it is solved, in place of those of the same tier that were kept before."""
        index = states.index
        rows = index.keys if isinstance(index, SortedIndex) else np.stack([index.begins, index.ends])
        self.keep_content(tier, np.ascontiguousarray(rows).data.cast("B"), states.edges)

    def states(self, tier: int) -> TierStates | None:
        """Return the states of a tier that is not solved; None if there are none."""
        if tier not in self.kept:
            return None
        rows: NDArray[np.int64] = np.frombuffer(self.content(tier), dtype=np.int64)
        _, edges = self.kept[tier]
        if self.batch.rules.is_state is None:
            return TierStates(SortedIndex(rows, self.batch.bits), edges)
        begins, ends = rows.reshape(2, -1)
        return TierStates(RangesIndex(begins, ends), edges)

    def array_of(self, seeds: Keys) -> Keys:
        return seeds

    def seeds_of(self, array: Keys) -> Keys:
        return array

    def snapshots(self, tier: int) -> SnapshotFile:
        """Return what keeps the columns of a tier that is being solved."""
        return SnapshotFile(self.path / KEPT / f"{tier}.npz")

    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        """Keep the results of a tier, which leads to some others."""
        first = _first_state(solved.state)
        code = int(solved.state.codes(slice(first, first + 1))[0])
        self.save(tier, compiled_solution(self.game, solved, self.game.decode(code)), children)
        state: Any = solved.state
        columns: Columns = state.columns
        if 2 * len(columns) <= HELD:  # the next tier mostly leads to this one
            self.open_tiers[tier] = FinishedTier(state.index, columns.results())

    def drop(self, tier: int) -> None:
        super().drop(tier)
        with explained(self.path, "cannot work in"):
            self.snapshots(tier).remove()

    def finished(self, tiers: Collection[int]) -> dict[int, FinishedTier]:
        """Return the results of tiers, and free the memory of others."""
        found = {tier: self.open_tiers.pop(tier) for tier in tiers if tier in self.open_tiers}
        self._let_go()
        for tier in tiers:
            if tier not in found:
                found[tier] = self._opened(tier)
        self.open_tiers |= found
        self._let_go()
        return found

    def _opened(self, tier: int) -> FinishedTier:
        store = open_store(folder_of(self.path, tier), self.game, self.identity)
        expander: Any = store.expander()
        return FinishedTier(expander.index, store.results())

    def _let_go(self) -> None:
        """Let go of finished tiers, first of those that were not needed for longest, until few bytes are held."""
        while sum(held.bytes for held in self.open_tiers.values()) > HELD:
            del self.open_tiers[next(iter(self.open_tiers))]


def _first_state(state: Any) -> int:
    """Return the first place with a state."""
    for part in ranges(state.places):
        if (found := np.flatnonzero(state.values(part) != NO_STATE)).size:
            return int(found[0] + part.start)
    raise ValueError("there is no state")


def code_settings(batch: Batch, identity: Identity, code: int, start: Any) -> dict[str, Any]:
    """Return what must be the same for a solve with compiled rules to be resumed."""
    return settings_of(batch.game, identity, start) | {"code": code, CODES: digest_of(batch, code)}
