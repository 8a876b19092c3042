"""`Snapshot`: arrays of long work in one file, written now and then, so that a killed process goes on from there."""

from __future__ import annotations

import os
import time
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.locked_folder import explained

EVERY: Final = 60.0
"""Seconds between two snapshots, at least."""

SHARE: Final = 20
"""Between two snapshots, work goes on for this many times as long as writing the last one took."""

UNFINISHED: Final = ".unfinished"


@attrs.define
class Snapshot:
    """The last snapshot of some work; it is there as a whole or not at all.

    Attributes:
        path: the file.
        written: when the last snapshot was written, or work began.
        took: how many seconds that took.
        every: how many seconds must have passed since.
    """

    path: Path
    written: float = attrs.Factory(time.monotonic)
    took: float = 0.0
    every: float = EVERY

    def read(self, *names: str) -> dict[str, NDArray[Any]] | None:
        """Return the arrays of these names, by default all; None if there are none, or the file is damaged.

        Then the work can be done anew.
        """
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as found:
                return {name: found[name] for name in names or found.files}
        except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile):
            return None

    def is_due(self) -> bool:
        """Return whether the last snapshot is old enough for another one."""
        return time.monotonic() - self.written >= max(self.every, SHARE * self.took)

    def write(self, arrays: Mapping[str, Any]) -> None:
        """Write arrays by name, in place of the last snapshot.

        Raises:
            LimitError: the disk is full.
        """
        began = time.monotonic()
        unfinished = self.path.with_name(self.path.name + UNFINISHED)
        with explained(self.path, "cannot write"):
            with unfinished.open("wb") as file:
                np.savez(file, **arrays)
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
