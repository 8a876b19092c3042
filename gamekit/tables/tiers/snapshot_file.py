"""`SnapshotFile`: what is known of a tier that is being solved, in files, so that a killed solve goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.result_numbers import ResultNumbers
from gamekit.engine.retrograde.sharded_state import Progress, StateCounts, StoredEdges
from gamekit.engine.runtime.snapshot import Snapshot

EDGES: Final = "edges"
"""The names of the arrays with edges begin with it."""


@attrs.define
class SnapshotFile(Snapshot):
    """The last snapshot of a solve: its columns, with the edges found so far or all of them.

    Edges of a first pass at work are in the snapshot. Once all are found, they are in a file of their own.
    """

    has_edges: bool = attrs.field(default=False, init=False)
    """Whether that file is known to have the edges of this solve."""

    def last(self) -> tuple[Columns, Progress] | None:
        """Return the snapshot; one that is damaged counts as none, because the tier can be solved anew."""
        found = self.read(lambda name: not name.startswith(EDGES))
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

    def last_edges(self, *, in_first_pass: bool) -> StoredEdges | None:
        """Return the edges of the last snapshot; None if there are none, or they are damaged."""
        if in_first_pass:
            found = self.read(lambda name: name.startswith(EDGES))
        else:
            found = self._edges.read()
            self.has_edges = found is not None
        if not found:
            return None
        arrays = list(found.values())
        return list(zip(arrays[::2], arrays[1::2], strict=True))

    def offer(
        self, columns: Columns, progress: Progress, edges: Callable[[], StoredEdges] | None = None
    ) -> None:
        """Write columns unless the last snapshot is recent, and all edges unless they are written.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return
        in_first_pass = progress.places < len(columns)
        found = _by_name(edges()) if edges is not None and not self.has_edges else {}
        if found and not in_first_pass:
            self._edges.write(found)
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
                **(found if in_first_pass else {}),
            }
        )

    def remove(self) -> None:
        """Remove the files."""
        self._edges.remove()
        self.has_edges = False
        super().remove()


def _by_name(edges: StoredEdges) -> dict[str, Any]:
    return {f"{EDGES}.{shard}.{i}": array for shard, row in enumerate(edges) for i, array in enumerate(row)}
