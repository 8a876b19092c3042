"""`SnapshotFile`: what is known of a tier that is being solved, in files, so that a killed solve goes on from there."""

from __future__ import annotations

import time

import attrs
import numpy as np

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.progress import Progress, StoredEdges
from gamekit.engine.retrograde.result_numbers import ResultNumbers
from gamekit.engine.retrograde.sharded_state import StateCounts
from gamekit.engine.runtime.snapshot import Snapshot


@attrs.define
class SnapshotFile(Snapshot):
    """The last snapshot of a solve, as `Snapshots` asks for."""

    def last(self) -> tuple[Columns, Progress] | None:
        """Return the snapshot; one that is damaged counts as none, because the tier can be solved anew."""
        found = self.read()
        if found is None:
            return None
        try:
            numbers = ResultNumbers.restored(found["values"], found["plies"])
            columns = Columns(found["result"], found["unresolved"], numbers)
            places, states, edges, leaving, sweep, plies, rounds = found["progress"].tolist()
            counts = StateCounts(states, edges, tuple(found["payoffs"].tolist()), leaving)
            progress = Progress(places, counts, found["arrivals"], sweep, plies, rounds)
        except (KeyError, ValueError):
            return None
        return columns, progress

    @property
    def _edges(self) -> Snapshot:
        return Snapshot(self.path.with_suffix(".edges.npz"))

    def last_edges(self) -> StoredEdges | None:
        """Return the edges that were written; None if there are none, or they are damaged."""
        found = self._edges.read()
        if found is None:
            return None
        arrays = list(found.values())
        return list(zip(arrays[::2], arrays[1::2], strict=True))

    def offer(self, columns: Columns, progress: Progress, edges: StoredEdges | None = None) -> None:
        """Write columns unless the last snapshot is recent, and edges unless they are written.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return
        began = time.monotonic()
        if edges is not None and not self._edges.path.exists():
            self._edges.write(
                {f"{shard}.{i}": array for shard, row in enumerate(edges) for i, array in enumerate(row)}
            )
        took = time.monotonic() - began
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
            }
        )
        self.took += took

    def remove(self) -> None:
        """Remove the files."""
        self._edges.remove()
        super().remove()
