"""`SnapshotFile`: what is known of a tier that is being solved, in files, so that a killed solve goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.progress import Progress, StoredEdges
from gamekit.engine.retrograde.result_numbers import ResultNumbers
from gamekit.engine.retrograde.sharded_state import StateCounts
from gamekit.engine.runtime.snapshot import Snapshot

EDGES: Final = "edges"
"""The names of the arrays with edges begin with it."""


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
        """Return the edges that were written with the last snapshot; None if there are none, or they are damaged.

        Those of a first pass at work are in the snapshot, others in a file of their own.
        """
        found = self.read() or {}
        arrays = [array for name, array in found.items() if name.startswith(EDGES)] or list(
            (self._edges.read() or {}).values()
        )
        return list(zip(arrays[::2], arrays[1::2], strict=True)) or None

    def offer(
        self, columns: Columns, progress: Progress, edges: Callable[[], StoredEdges] | None = None
    ) -> None:
        """Write columns unless the last snapshot is recent, and all edges unless they are written.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return
        found: dict[str, Any] = {}
        if edges is not None and (progress.places < len(columns) or not self._edges.path.exists()):
            found = {
                f"{EDGES}.{shard}.{i}": array
                for shard, row in enumerate(edges())
                for i, array in enumerate(row)
            }
            if progress.places == len(columns):
                self._edges.write(found)
                found = {}
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
                **found,
            }
        )

    def remove(self) -> None:
        """Remove the files."""
        self._edges.remove()
        super().remove()
