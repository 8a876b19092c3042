"""Rounds from files: what tasks keep goes to a folder, and a journal says which rounds are done.

A run that was killed is started again by running the same rounds once more: those that the journal knows give at once
what they gave then, so that it goes on from the first that was not finished.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import uuid
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import attrs

from gamekit.engine.files import UNFINISHED, Filed, FileKeeper, told, write_whole
from gamekit.engine.keeping import Done, Kept
from gamekit.engine.rounds import run_round
from gamekit.engine.work import Work
from gamekit.errors import InputError, LimitError

JOURNAL: Final = "journal"
SETTINGS: Final = "work.json"

ARRAY: Final = rf"(?P<round>\d{{6,}})-\d{{6,}}-\d+(?P<unfinished>\..*{re.escape(UNFINISHED)})?"
"""What files of arrays are called: by their round, task, and place among those of the task."""

AHEAD: Final = 64
"""How many tasks of a round are under way at a time: what they give back is small."""

LOTS_A_WORKER: Final = 4
"""In how many lots a large round is dealt out to a worker in another process, so that none is idle for long."""

TASKS_IN_A_LOT: Final = 8
"""A worker gets more lots than one only if they are no smaller: handing one out costs as much as a task or two."""


MOST_SHOWN: Final = 80
"""With more characters than this it is only told which setting differs, not how."""


@attrs.define(eq=False)
class FileWork(Work):
    """Rounds whose tasks keep files, which a journal remembers.

    Attributes:
        folder: the work folder.
        workers: tells how many workers in other processes there are, where handing out a task takes long.
        check: raises an error if those who run them are lost.
    """

    folder: Path = attrs.field(kw_only=True)
    workers: Callable[[], int] | None = attrs.field(default=None, kw_only=True)
    check: Callable[[], None] | None = attrs.field(default=None, kw_only=True)
    _recorded: list[bytes] = attrs.field(factory=list, kw_only=True)
    _journal: Any = attrs.field(kw_only=True)
    _lock: Any = attrs.field(kw_only=True)
    _alive: dict[str, None] = attrs.field(factory=dict, init=False)
    _opening: str = attrs.field(factory=lambda: uuid.uuid4().hex, init=False)
    _rounds: Iterator[int] = attrs.field(init=False)

    coarse = 4

    @_rounds.default
    def _count_them(self) -> Iterator[int]:
        return iter(range(1 << 62))

    @classmethod
    def open(cls, folder: Path, settings: dict[str, Any], *, anew: bool = False, **about: Any) -> FileWork:
        """Begin in a folder, or go on in it.

        Args:
            folder: is made if it is not there.
            settings: what must be the same for going on, as JSON.
            anew: whether to begin in any case.
            **about: the attributes of `Work`.

        Raises:
            InputError: the folder is of other work or none, somebody is at work in it, or it is damaged.
            LimitError: the disk is full.
        """
        folder = folder.absolute()
        _check_folder(folder)
        with _said(folder, "cannot work in"):
            (folder / "arrays").mkdir(parents=True, exist_ok=True)
            lock = (folder / "lock").open("a")
        try:
            _take(lock, folder)
            if anew:
                shutil.rmtree(folder / "arrays")
                (folder / "arrays").mkdir()
                for name in (JOURNAL, SETTINGS):
                    (folder / name).unlink(missing_ok=True)
            _check_settings(folder, settings)
            recorded, size = _read_journal(folder / JOURNAL)
            with _said(folder, "cannot work in"):
                journal = (folder / JOURNAL).open("ab", buffering=0)
                journal.truncate(size)  # the last line may not have been finished
                _drop_unfinished(folder / "arrays", len(recorded))
        except BaseException:
            lock.close()
            raise
        return cls(**about, folder=folder, recorded=recorded, journal=journal, lock=lock)

    @property
    def finished(self) -> int:
        """How many rounds were done when it was opened."""
        return len(self._recorded)

    def close(self) -> None:
        """Let others work in the folder."""
        self._journal.close()
        fcntl.flock(self._lock, fcntl.LOCK_UN)  # processes that were forked meanwhile have it, too
        self._lock.close()

    def __enter__(self) -> FileWork:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def round(self, task: Callable[..., Done], inputs: Iterable[tuple[Any, ...]]) -> Iterator[Done]:
        """Run a task on each input, or give what it gave back when that was done.

        Raises:
            InputError: the journal knows another round in this place.
        """
        number = next(self._rounds)
        given = list(inputs)
        if number < len(self._recorded):
            yield from self._replay(number, task, len(given))
            return
        found = []
        keepers = (FileKeeper(self._arrays, f"{number:06}-{i:06}", self._opening) for i in range(len(given)))
        asked = [(keep, *arguments) for keep, arguments in zip(keepers, given, strict=True)]
        for done in self._run(task, asked):
            found.append(done)
            self._know(done)
            yield done
        self._write({"task": task.__name__, "done": [_as_json(done) for done in found]})

    def _run(self, task: Callable[..., Done], asked: list[tuple[Any, ...]]) -> Iterator[Done]:
        if self.workers is None:
            yield from run_round(self.executor, task, asked, AHEAD, self.check)
            return
        if len(asked) == 1:  # there is nothing else to do meanwhile, and a third of all rounds are such
            yield task(*asked[0])
            return
        size = lot_size(len(asked), self.workers())
        # lists: what is a tuple that begins with something to call, some versions of Dask would call
        inputs = [list(arguments) for arguments in asked]
        lots = ((task, inputs[i : i + size]) for i in range(0, len(inputs), size))
        for found in run_round(self.executor, run_lot, lots, AHEAD, self.check):
            yield from found

    def _write(self, line: dict[str, Any]) -> None:
        try:
            self._journal.write(_with_sum(json.dumps(line, separators=(",", ":"))))
            os.fsync(self._journal.fileno())
        except OSError as error:
            raise told(error, self.folder / JOURNAL) from error

    def keep_only(self, live: Iterable[Kept]) -> None:
        """Delete the files of all that was kept, but for this."""
        names = {cast(Filed, kept).name for kept in live}
        for name in [name for name in self._alive if name not in names]:
            with _said(self.folder, "cannot delete what is no longer needed in"):
                Path(self._arrays, name).unlink(missing_ok=True)
            del self._alive[name]

    @property
    def _arrays(self) -> str:
        return str(self.folder / "arrays")

    def _replay(self, number: int, task: Callable[..., Done], inputs: int) -> Iterator[Done]:
        try:
            line = json.loads(self._recorded[number])
            name, dones = (
                line["task"],
                [_from_json(entry, self._arrays, self._opening) for entry in line["done"]],
            )
        except (ValueError, LookupError, TypeError) as error:
            raise _damaged(self.folder / JOURNAL, number) from error
        self._recorded[number] = b""  # it is not needed twice
        if name != task.__name__ or len(dones) != inputs:
            raise InputError(
                f"{self.folder} cannot be gone on with: its round {number} was {name} of {len(dones)} "
                f"tasks, and this is {task.__name__} of {inputs}; delete it to start anew"
            )
        for done in dones:
            self._know(done)
            yield done

    def _know(self, done: Done) -> None:
        self._alive.update((cast(Filed, kept).name, None) for kept in done.kept)


def _take(lock: Any, folder: Path) -> None:
    """Take the lock of a folder, or say that somebody has it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InputError(f"somebody else is at work in {folder}") from error
    except OSError as error:
        raise InputError(f"cannot lock {folder}: {error.strerror}") from error


@contextmanager
def _said(folder: Path, what: str) -> Iterator[None]:
    """Let the system's errors be a sentence."""
    try:
        yield
    except OSError as error:
        if isinstance(said := told(error, folder), LimitError):
            raise said from error
        raise InputError(f"{what} {folder}: {error.strerror}") from error


def _check_folder(folder: Path) -> None:
    """Refuse a folder that has something in it, and is no work folder."""
    if not folder.is_dir():
        return
    with _said(folder, "cannot work in"):
        names = {path.name for path in folder.iterdir()}
    if SETTINGS in names:
        return
    if JOURNAL in names:
        raise InputError(f"{folder} has lost its {SETTINGS}; delete it to start anew")
    if names - {"arrays", "lock"}:
        raise InputError(f"{folder} is no work folder, and not empty: {min(names)} is there")


def _drop_unfinished(arrays: Path, finished: int) -> None:
    """Delete what tasks of a round left behind that was not finished."""
    for path in arrays.iterdir():
        name = re.fullmatch(ARRAY, path.name)
        if name and not path.is_dir() and (name["unfinished"] or int(name["round"]) >= finished):
            path.unlink()


def lot_size(tasks: int, workers: int) -> int:
    """Return how many tasks of a round are handed out to a worker at once."""
    lots = max(workers, min(tasks // TASKS_IN_A_LOT, LOTS_A_WORKER * workers))
    return max(-(-tasks // lots), 1)


def run_lot(task: Callable[..., Done], asked: list[list[Any]]) -> list[Done]:
    """Run a task on several inputs, one after the other."""
    return [task(*arguments) for arguments in asked]


def _check_settings(folder: Path, settings: dict[str, Any]) -> None:
    path = folder / SETTINGS
    try:
        known = json.loads(path.read_bytes())
    except FileNotFoundError:
        write_whole(path, json.dumps(settings, indent=1).encode())
        return
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    if not isinstance(known, dict):
        raise InputError(f"{path} cannot be read: it is no JSON object")
    given = json.loads(json.dumps(settings))
    for name in given:
        if known.get(name) != given[name]:
            held = f"{folder} holds a solve of {known.get('game')}"
            if name != "game":
                other = "other" if name.endswith("s") else "another"
                held += f" with {other} {_difference(name, known.get(name), given[name])}"
            raise InputError(f"{held}; give another folder, or delete it")


def _difference(name: str, there: Any, here: Any) -> str:
    """Return the name of a setting, and how it differs, by the first of its parts that does if it has any."""
    if isinstance(there, dict) and isinstance(here, dict):
        part = next(part for part in {**here, **there} if there.get(part) != here.get(part))
        return f"{name} ({_difference(part, there.get(part), here.get(part))})"
    how = f"{name}: {json.dumps(there)} there, {json.dumps(here)} here"
    return how if len(how) <= MOST_SHOWN else name


def _read_journal(path: Path) -> tuple[list[bytes], int]:
    """Return what a journal says of each round, and how many of its bytes are good."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return [], 0
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    rounds, size = [], 0
    lines = content.split(b"\n")
    for number, line in enumerate(lines[:-1]):  # what follows the last line break was not finished
        text = line[9:]
        if line[:9] != b"%08x " % zlib.crc32(text):
            raise _damaged(path, number)
        rounds.append(text)
        size += len(line) + 1
    return rounds, size


def _damaged(path: Path, number: int) -> InputError:
    return InputError(f"{path} is damaged in line {number + 1}; delete the work folder to start anew")


def _with_sum(text: str) -> bytes:
    line = text.encode()
    return b"%08x %s\n" % (zlib.crc32(line), line)


def _as_json(done: Done) -> list[Any]:
    return [
        [[kept.name, kept.dtype, kept.ends, kept.sums] for kept in cast(tuple[Filed, ...], done.kept)],
        done.told,
    ]


def _from_json(entry: list[Any], folder: str, opening: str) -> Done:
    """Return what a task gave back; raises `ValueError`, `LookupError` or `TypeError` over what is none."""
    kept = []
    for name, dtype, ends, sums in entry[0]:
        if not (found := re.fullmatch(ARRAY, name)) or found["unfinished"]:
            raise ValueError(name)
        kept.append(Filed(folder, name, dtype, tuple(ends), tuple(sums), opening))
    return Done(tuple(kept), tuple(entry[1]))
