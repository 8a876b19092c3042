"""`SnapshotFile`: the columns of a tier that is being solved, in a file, so that a killed solve goes on from there."""

from __future__ import annotations

import os
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.progress import Progress
from gamekit.engine.retrograde.sharded_state import StateCounts
from gamekit.engine.runtime.locked_folder import explained

EVERY: Final = 60.0
"""Seconds between two snapshots, at least."""

SHARE: Final = 20
"""Between two snapshots, solving takes so many times as long as writing the last one did."""

UNFINISHED: Final = ".unfinished"


@attrs.define
class SnapshotFile:
    """The last snapshot of a solve, as `Snapshots` asks for.

    Attributes:
        path: the file.
        written: when the last snapshot was written, or the solve began.
        took: how many seconds that took.
        every: how many seconds must have passed since.
    """

    path: Path
    written: float = attrs.Factory(time.monotonic)
    took: float = 0.0
    every: float = EVERY

    def last(self) -> tuple[Columns, Progress] | None:
        """Return the snapshot; one that is damaged counts as none, because the tier can be solved anew."""
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as found:
                columns = Columns(found["value"], found["remoteness"], found["unresolved"])
                places, states, edges, leaving, sweep, plies = found["progress"].tolist()
                counts = StateCounts(states, edges, tuple(found["payoffs"].tolist()), leaving)
                progress = Progress(places, counts, found["arrivals"], sweep, plies)
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
            return None
        return columns, progress

    def offer(self, columns: Columns, progress: Progress) -> None:
        """Write columns unless the last snapshot is recent.

        Raises:
            LimitError: the disk is full.
        """
        began = time.monotonic()
        if began - self.written < max(self.every, SHARE * self.took):
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
        content: dict[str, Any] = {
            "value": columns.value,
            "remoteness": columns.remoteness,
            "unresolved": columns.unresolved,
            "progress": np.array(numbers, dtype=np.int64),
            "payoffs": np.array(counts.payoffs, dtype=np.int64),
            "arrivals": progress.arrivals,
        }
        unfinished = self.path.with_name(self.path.name + UNFINISHED)
        with explained(self.path, "cannot write"):
            with unfinished.open("wb") as file:
                np.savez(file, **content)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(self.path)
        self.written = time.monotonic()
        self.took = self.written - began

    def remove(self) -> None:
        """Remove the file, and one that was not finished."""
        for path in (self.path, self.path.with_name(self.path.name + UNFINISHED)):
            with suppress(FileNotFoundError):
                path.unlink()
