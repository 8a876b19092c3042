"""`Snapshot`: arrays of long work in one file, written now and then, so that a killed process goes on from there."""

from __future__ import annotations

import glob
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import explained
from gamekit.game.whole_files import left_aside, whole_file

EVERY: Final = 60.0
"""Seconds between two snapshots, at least."""

SHARE: Final = 20
"""Between two snapshots, work goes on for this many times as long as it waited for the last one."""

NAMES: Final = "names"
"""The array that names all others, so that none can be lost unseen."""

DAMAGED: Final = (
    OSError, EOFError, KeyError, ValueError, TypeError, RuntimeError, NotImplementedError, zipfile.BadZipFile,
    zlib.error, MemoryError,
)  # fmt: skip
"""What reading a damaged file raises."""


@attrs.define
class Snapshot:
    """The last snapshot of some work; it is there as a whole or not at all.

    Attributes:
        path: the file.
        written: when the last snapshot was written, or work began.
        took: how many seconds work waited for that.
        every: how many seconds must have passed since.
        due: when it was first found that another one is due; None if none is.
    """

    path: Path
    written: float = attrs.Factory(time.monotonic)
    took: float = 0.0
    every: float = EVERY
    due: float | None = attrs.field(default=None, init=False)

    def read(self, is_wanted: Callable[[str], bool] = lambda _: True) -> dict[str, NDArray[Any]] | None:
        """Return the arrays with wanted names; None if there is no file, or it is damaged.

        Then the work can be done anew.
        """
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as found:
                all_names: list[str] = found[NAMES].tolist()
                arrays = {name: found[name] for name in filter(is_wanted, all_names)}
                return arrays if {*all_names, NAMES} == {*found.files} else None
        except DAMAGED:
            return None

    def is_due(self) -> bool:
        """Return whether the last snapshot is old enough for another one; work then waits until that is written."""
        now = time.monotonic()
        if now - self.written < max(self.every, SHARE * self.took):
            return False
        if self.due is None:
            self.due = now
        return True

    def write(self, arrays: Mapping[str, Any]) -> None:
        """Write arrays by name, in place of the last snapshot.

        Raises:
            LimitError: the disk is full.
        """
        began = time.monotonic() if self.due is None else self.due
        with explained(self.path, "cannot write"):
            try:
                with whole_file(self.path, replace=True) as file:
                    np.savez(file, **{**arrays, NAMES: np.array([*arrays])})
            except FileNotFoundError:
                # two workers may do the same work, if one of them was thought to be lost; if the other one was quicker,
                # it has removed this file
                if not self.path.parent.exists():
                    raise
            self._remove_unfinished()
        self.written, self.due = time.monotonic(), None
        self.took = self.written - began

    def remove(self) -> None:
        """Remove the file, and those that were not finished."""
        self.path.unlink(missing_ok=True)
        self._remove_unfinished()

    def _remove_unfinished(self) -> None:
        for path in left_aside(self.path.parent, glob.escape(self.path.name)):
            path.unlink(missing_ok=True)
