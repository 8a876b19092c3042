"""`SnapshotFile`: the columns of a tier that is being solved, in a file, so that a killed solve goes on from there."""

from __future__ import annotations

import attrs
import numpy as np

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.progress import Progress
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
            places, states, edges, leaving, sweep, plies = found["progress"].tolist()
            counts = StateCounts(states, edges, tuple(found["payoffs"].tolist()), leaving)
            progress = Progress(places, counts, found["arrivals"], sweep, plies)
        except (KeyError, ValueError):
            return None
        return columns, progress

    def offer(self, columns: Columns, progress: Progress) -> None:
        """Write columns unless the last snapshot is recent.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return
        counts = progress.counts
        numbers = [
            progress.places,
            counts.states,
            counts.edges,
            counts.leaving,
            progress.sweep,
            progress.plies,
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
