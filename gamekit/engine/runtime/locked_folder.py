"""Folders of long work: a lock for one process at a time, settings that must not change, and snapshots."""

from __future__ import annotations

import fcntl
import glob
import json
import operator
import os
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import explained as explained
from gamekit.engine.runtime.array_files import write_whole
from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.engine.runtime.work_files import LOCK
from gamekit.engine.runtime.work_files import SETTINGS as SETTINGS
from gamekit.errors import InputError
from gamekit.game.rules_files import is_same_name
from gamekit.game.strict_json import parse_json
from gamekit.game.version import __version__
from gamekit.game.whole_files import left_aside, whole_file

FORMAT: Final = 3
"""The format of work folders; to be raised whenever a solve's rounds, their tasks or the tasks' results change."""

WRITTEN_BY: Final = "written by"
"""The entry of the settings that names the version of gamekit, which need not be the same to continue."""

NAMES: Final = ("game", "name")
"""The entries of the settings that hold the game's name."""

MAX_SHOWN: Final = 87
"""The length, in characters, of the longest difference that an error shows; else it shows only the setting's name."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and lock it until the `with` statement ends.

    Raises:
        InputError: another process has locked the folder, or the folder cannot be made or holds something unexpected.
        LimitError: the disk is full.
    """
    with explained(folder, "cannot work in"):
        if not folder.exists():  # a file is refused by the next line, which says that it is not a folder
            folder.mkdir(parents=True, exist_ok=True)
        _check_entries(folder)
        lock = (folder / LOCK).open("a")
    with lock:
        with explained(folder, "cannot lock"):
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise InputError(f"{folder} is locked by another process") from error
        try:
            yield
        finally:
            # processes that were forked meanwhile have the file open, too, and would keep it locked
            fcntl.flock(lock, fcntl.LOCK_UN)


def _check_entries(folder: Path) -> None:
    """Refuse links to files, as their targets would be overwritten, and pipes, as opening them would wait."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir() and not entry.is_file(follow_symlinks=False):
                what = "is neither a plain file nor a folder; a work folder must hold nothing else"
                raise InputError(f"{entry.path} {what}")


def check_folder(folder: Path, record: str, *debris: str) -> None:
    """Refuse a folder that is neither empty nor a work folder, before anything is written there.

    Args:
        folder: the folder, which need not exist.
        record: the name of the file that holds the work.
        debris: the names of other files that a process may have left if it was killed before it wrote the settings.

    Raises:
        InputError: the folder holds something else, or work without its settings.
    """
    if not folder.is_dir():
        return
    with explained(folder, "cannot work in"):
        names = {path.name for path in folder.iterdir()}
    if SETTINGS in names:
        return
    if record in names:
        raise InputError(f"{folder} has lost its {SETTINGS}; delete the folder to start anew")
    if names - {LOCK, *debris}:
        raise InputError(
            f"{folder} must be a work folder or empty, but it holds {min(names - {LOCK, *debris})}; name another folder"
        )


def check_settings(folder: Path, settings: dict[str, Any]) -> None:
    """Write the settings of a solve, or compare them with the settings with which it was begun.

    Raises:
        InputError: the settings differ, or cannot be read.
    """
    settings = {"format": FORMAT, WRITTEN_BY: f"gamekit {__version__}", **settings}
    path = folder / SETTINGS
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        write_whole(path, json.dumps(settings, indent=1).encode())
        return
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    known = parse_json(data, f"{path} cannot be read: it")
    if not isinstance(known, dict):
        raise InputError(f"{path} cannot be read: it is not a JSON object")
    wanted = json.loads(json.dumps(settings))
    if known.get("format") != FORMAT:
        writer = known.get(WRITTEN_BY, "an earlier development version of gamekit 0.1.0")
        raise InputError(
            f"{folder} was written by {writer} (work folder format {known.get('format')}), and gamekit {__version__} "
            f"reads format {FORMAT}; finish it with the version that wrote it, or delete it to start anew"
        )
    for name in wanted | known:
        is_same = is_same_name if name in NAMES else operator.eq  # the rules themselves are compared, too
        if name != WRITTEN_BY and not is_same(known.get(name), wanted.get(name)):
            held = f"{folder} holds {known.get('what', 'a solve')} of {known.get('game')}"
            if name not in ("what", "game"):
                other = "other" if name.endswith("s") else "another"
                held += f" with {other} {_difference(name, known.get(name), wanted.get(name))}"
            raise InputError(f"{held}; name another folder, or delete this one")


def _difference(name: str, there: Any, here: Any) -> str:
    """Return the name of a setting and how it differs; for an object, the first entry that differs."""
    if isinstance(there, dict) and isinstance(here, dict):
        part = next(part for part in {**here, **there} if there.get(part) != here.get(part))
        return f"{name} ({_difference(part, there.get(part), here.get(part))})"
    before, now = _shown(name, there), _shown(name, here)
    how = f"{name}: {before} in the folder, {now} now"
    return how if before != now and len(how) <= MAX_SHOWN else name


def _shown(name: str, value: Any) -> str:
    if value is None:
        return "none"
    return format_bytes(value) if name == "memory" and isinstance(value, int) else json.dumps(value)


SNAPSHOT_SECONDS: Final = 60.0
"""The least number of seconds between two snapshots."""

WORK_PER_SNAPSHOT: Final = 20
"""The least ratio of the time between two snapshots to the time for which work waited for the last one."""

ALL_NAMES: Final = "names"
"""The array that names all others, so that a lost one is noticed."""

DAMAGE_ERRORS: Final = (
    OSError, EOFError, KeyError, ValueError, TypeError, RuntimeError, NotImplementedError, zipfile.BadZipFile,
    zlib.error, MemoryError,
)  # fmt: skip
"""The errors that reading a damaged file raises."""


@attrs.define
class Snapshot:
    """The last snapshot of some work, in the file `path`, which exists as a whole or not at all.

    Attributes:
        written: the time at which the last snapshot was written, or work began.
        took: the number of seconds that work waited for the last snapshot.
        every: the least number of seconds between two snapshots.
        due: the time at which another snapshot was first found to be due; None if none is.
    """

    path: Path
    written: float = attrs.Factory(time.monotonic)
    took: float = 0.0
    every: float = SNAPSHOT_SECONDS
    due: float | None = attrs.field(default=None, init=False)

    def read(self, is_wanted: Callable[[str], bool] = lambda _: True) -> dict[str, NDArray[Any]] | None:
        """Return the arrays whose names `is_wanted` accepts; None if the file is missing or damaged.

        In that case, the work can be done anew.
        """
        try:
            with self.path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
                all_names: list[str] = archive[ALL_NAMES].tolist()
                arrays = {name: archive[name] for name in filter(is_wanted, all_names)}
                return arrays if {*all_names, ALL_NAMES} == {*archive.files} else None
        except DAMAGE_ERRORS:
            return None

    def is_due(self) -> bool:
        """Return whether the last snapshot is old enough for another one, for which work then waits."""
        now = time.monotonic()
        if now - self.written < max(self.every, WORK_PER_SNAPSHOT * self.took):
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
                    np.savez(file, **{**arrays, ALL_NAMES: np.array([*arrays])})
            except FileNotFoundError:
                # two workers may do the same work, if one of them was thought to be lost; if the other one was quicker,
                # it has removed this file
                if not self.path.parent.exists():
                    raise
            self._remove_unfinished()
        self.written, self.due = time.monotonic(), None
        self.took = self.written - began

    def remove(self) -> None:
        """Remove the file, and unfinished files."""
        self.path.unlink(missing_ok=True)
        self._remove_unfinished()

    def _remove_unfinished(self) -> None:
        for path in left_aside(self.path.parent, glob.escape(self.path.name)):
            path.unlink(missing_ok=True)
