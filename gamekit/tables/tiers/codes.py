"""`CodeTierFolder`: a folder of tiers that are solved with compiled rules."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.result_numbers import NO_STATE, ResultNumbers
from gamekit.engine.retrograde.sharded_state import Progress, StateCounts, StoredEdges
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.runtime.locked_folder import Snapshot, explained
from gamekit.engine.tiers.solve import TierStates
from gamekit.engine.tiers.tier_batch import FinishedTier
from gamekit.solution.engine_store import compiled_solution
from gamekit.tables.path_kinds import KEPT
from gamekit.tables.table_store import open_store
from gamekit.tables.tiers.files import folder_of
from gamekit.tables.tiers.folder import TierFolder

HELD: Final = 1 << 24
"""The number of bytes of finished tiers that are held in case the next tier needs them again."""

EDGES_PREFIX: Final = "edges"
"""The prefix of the names of the arrays with edges."""


@attrs.define
class SnapshotFile(Snapshot):
    """The file of the last snapshot of a solve: its columns, with the edges found so far or all edges.

    During the first pass, the edges found so far are in the snapshot. Once all are found, they are in a separate file.
    """

    has_edges: bool = attrs.field(default=False, init=False)
    """Whether the separate file is known to have the edges of this solve."""

    def last(self) -> tuple[Columns, Progress] | None:
        """Return the columns and the progress of the snapshot; None if it is missing or damaged."""
        arrays = self.read(lambda name: not name.startswith(EDGES_PREFIX))
        if arrays is None:
            return None
        try:
            numbers = ResultNumbers.restored(arrays["values"], arrays["plies"])
            columns = Columns(arrays["result"], arrays["unresolved"], numbers)
            places, states, edges, leaving, sweep, plies, rounds = arrays["progress"].tolist()
            counts = StateCounts(states, edges, tuple(arrays["payoffs"].tolist()), leaving)
            progress = Progress(places, counts, arrays["arrivals"], sweep, plies, rounds)
        except (KeyError, ValueError):
            return None
        return columns, progress

    @property
    def _edges(self) -> Snapshot:
        return Snapshot(self.path.with_suffix(".edges.npz"))

    def last_edges(self, *, in_first_pass: bool) -> StoredEdges | None:
        """Return the edges of the last snapshot; None if it has none, or if they are damaged."""
        if in_first_pass:
            snapshot = self.read(lambda name: name.startswith(EDGES_PREFIX))
        else:
            snapshot = self._edges.read()
            self.has_edges = snapshot is not None
        if not snapshot:
            return None
        arrays = list(snapshot.values())
        return list(zip(arrays[::2], arrays[1::2], strict=True))

    def offer(
        self, columns: Columns, progress: Progress, edges: Callable[[], StoredEdges] | None = None
    ) -> None:
        """Write a snapshot unless the last one is recent, with the edges unless their file has been written.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return
        in_first_pass = progress.places < len(columns)
        edge_arrays = _by_name(edges()) if edges is not None and not self.has_edges else {}
        if edge_arrays and not in_first_pass:
            self._edges.write(edge_arrays)
            self.has_edges = True
        counts = progress.counts
        numbers = [
            progress.places,
            counts.states,
            counts.edges,
            counts.leaving,
            progress.sweep,
            progress.plies,
            progress.rounds,
        ]
        self.write(
            {
                "result": columns.result,
                "values": columns.numbers.value,
                "plies": columns.numbers.plies,
                "unresolved": columns.unresolved,
                "progress": np.array(numbers, dtype=np.int64),
                "payoffs": np.array(counts.payoffs, dtype=np.int64),
                "arrivals": progress.arrivals,
                **(edge_arrays if in_first_pass else {}),
            }
        )

    def remove(self) -> None:
        """Remove the files of the snapshot and of its edges."""
        self._edges.remove()
        self.has_edges = False
        super().remove()


def _by_name(edges: StoredEdges) -> dict[str, Any]:
    return {
        f"{EDGES_PREFIX}.{shard}.{i}": array for shard, row in enumerate(edges) for i, array in enumerate(row)
    }


@attrs.define
class CodeTierFolder(TierFolder):
    """A folder of tiers that stores the states of a tier as keys, or as the ends of ranges of codes.

    Attributes:
        batch: the compiled rules.
        solver: the solver, with its options.
        open_tiers: the finished tiers that were used last.
    """

    suffix = "int64"
    batch: Batch = attrs.field(kw_only=True)
    solver: str = attrs.field(kw_only=True)
    open_tiers: dict[int, FinishedTier] = attrs.field(factory=dict, kw_only=True)

    def keep(self, tier: int, states: TierStates) -> None:
        """Store the states of a tier until it is solved, in place of those of the same tier that were stored before."""
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

    def array_of(self, seeds: NDArray[np.int64]) -> NDArray[np.int64]:
        return seeds

    def seeds_of(self, array: NDArray[np.int64]) -> NDArray[np.int64]:
        return array

    def snapshots(self, tier: int) -> SnapshotFile:
        """Return the file for snapshots of a tier that is being solved."""
        return SnapshotFile(self.path / KEPT / f"{tier}.npz")

    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        """Store the results of a tier that leads to `children`."""
        self.write(tier, solved, children)
        self.hold(tier, solved)

    def write(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        """Write the table of a tier that leads to `children`."""
        first = _first_state(solved.state)
        code = int(solved.state.codes(slice(first, first + 1))[0])
        self.save(tier, compiled_solution(self.game, solved, self.game.decode(code), self.solver), children)

    def hold(self, tier: int, solved: Solved) -> None:
        """Hold the results of a tier that was just solved if they are few: the next tier mostly leads to this one."""
        if 2 * solved.state.places <= HELD:
            self.open_tiers[tier] = finished_tier(solved)

    def drop(self, tier: int) -> None:
        super().drop(tier)
        with explained(self.path, "cannot work in"):
            self.snapshots(tier).remove()

    def finished(self, tiers: Collection[int]) -> dict[int, FinishedTier]:
        """Return the results of finished tiers, and free the memory of others."""
        tables = {tier: self.open_tiers.pop(tier) for tier in tiers if tier in self.open_tiers}
        self._let_go()
        for tier in tiers:
            if tier not in tables:
                store = open_store(folder_of(self.path, tier), self.game, self.identity)
                expander: Any = store.expander()
                tables[tier] = FinishedTier(expander.index, store.results())
        self.open_tiers |= tables
        self._let_go()
        return tables

    def _let_go(self) -> None:
        """Free finished tiers, those unused for longest first, until few bytes are held."""
        while sum(held.bytes for held in self.open_tiers.values()) > HELD:
            del self.open_tiers[next(iter(self.open_tiers))]


def finished_tier(solved: Solved) -> FinishedTier:
    """Return the results of a tier from the memory in which it was solved."""
    state: Any = solved.state
    return FinishedTier(state.index, state.columns.results(slice(None)))


def _first_state(state: Any) -> int:
    for part in ranges(state.places):
        if (places := np.flatnonzero(state.values(part) != NO_STATE)).size:
            return int(places[0] + part.start)
    raise ValueError("there is no state")
