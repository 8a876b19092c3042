"""Rounds from files: what tasks keep goes to a folder, and a journal says which rounds are done.

A run that was killed is started again by running the same rounds once more: those that the journal knows give at once
what they gave then, so that it goes on from the first that was not finished.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, cast

import attrs

from gamekit.engine.files import UNFINISHED, Filed, FileKeeper, check_anew, told, write_whole
from gamekit.engine.keeping import Done, Kept
from gamekit.engine.rounds import run_round
from gamekit.engine.work import Work
from gamekit.errors import InputError

JOURNAL: Final = "journal"

ARRAY: Final = rf"(?P<round>\d+)-\d+-\d+(?P<unfinished>\..*{re.escape(UNFINISHED)})?"
"""What files of arrays are called: by their round, task, and place among those of the task."""

AHEAD: Final = 64
"""How many tasks of a round are under way at a time: what they give back is small."""


@attrs.define(eq=False)
class FileWork(Work):
    """Rounds whose tasks keep files, which a journal remembers.

    Attributes:
        folder: the work folder.
        lots: tells in how many lots the tasks of a round are dealt out, where handing out each of them takes long.
    """

    folder: Path = attrs.field(kw_only=True)
    lots: Callable[[], int] | None = attrs.field(default=None, kw_only=True)
    _recorded: list[dict[str, Any]] = attrs.field(factory=list, kw_only=True)
    _journal: Any = attrs.field(kw_only=True)
    _lock: Any = attrs.field(kw_only=True)
    _alive: dict[str, None] = attrs.field(factory=dict, init=False)
    _rounds: Iterator[int] = attrs.field(init=False)

    coarse = 4

    @_rounds.default
    def _count_them(self) -> Iterator[int]:
        return iter(range(1 << 62))

    @classmethod
    def open(cls, folder: Path, settings: dict[str, Any], **about: Any) -> FileWork:
        """Begin in a folder, or go on in it.

        Args:
            folder: is made if it is not there.
            settings: what must be the same for going on, as JSON.
            **about: the attributes of `Work`.

        Raises:
            InputError: the folder is of other work, somebody is at work in it, or it is damaged.
        """
        folder = folder.absolute()
        try:
            (folder / "arrays").mkdir(parents=True, exist_ok=True)
            lock = (folder / "lock").open("w")
        except OSError as error:
            raise InputError(f"cannot work in {folder}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise InputError(f"somebody else is at work in {folder}") from error
        try:
            _check_settings(folder, settings)
            recorded, size = _read_journal(folder / JOURNAL)
            journal = (folder / JOURNAL).open("ab", buffering=0)
            journal.truncate(size)  # the last line may not have been finished
        except BaseException:
            lock.close()
            raise
        work = cls(**about, folder=folder, recorded=recorded, journal=journal, lock=lock)
        work._drop_unfinished()
        check_anew()
        return work

    @property
    def finished(self) -> int:
        """How many rounds were done when it was opened."""
        return len(self._recorded)

    def close(self) -> None:
        """Let others work in the folder."""
        self._journal.close()
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
        asked = (
            (FileKeeper(self._arrays, f"{number:06}-{i:06}"), *arguments) for i, arguments in enumerate(given)
        )
        for done in self._run(task, list(asked)):
            found.append(done)
            self._know(done)
            yield done
        self._write({"task": task.__name__, "done": [_as_json(done) for done in found]})

    def _run(self, task: Callable[..., Done], asked: list[tuple[Any, ...]]) -> Iterator[Done]:
        if self.lots is None:
            yield from run_round(self.executor, task, asked, AHEAD)
            return
        size = max(-(-len(asked) // self.lots()), 1)
        # lists: what is a tuple that begins with something to call, some versions of Dask would call
        inputs = [list(arguments) for arguments in asked]
        lots = ((task, inputs[i : i + size]) for i in range(0, len(inputs), size))
        for found in run_round(self.executor, run_lot, lots, AHEAD):
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
            Path(self._arrays, name).unlink(missing_ok=True)
            del self._alive[name]

    @property
    def _arrays(self) -> str:
        return str(self.folder / "arrays")

    def _replay(self, number: int, task: Callable[..., Done], inputs: int) -> Iterator[Done]:
        line = self._recorded[number]
        self._recorded[number] = {}  # it is not needed twice
        if line["task"] != task.__name__ or len(line["done"]) != inputs:
            raise InputError(
                f"{self.folder} cannot be gone on with: its round {number} was {line['task']} of {len(line['done'])} "
                f"tasks, and this is {task.__name__} of {inputs}; delete it to start anew"
            )
        for entry in line["done"]:
            done = _from_json(entry, self._arrays)
            self._know(done)
            yield done

    def _know(self, done: Done) -> None:
        self._alive.update((cast(Filed, kept).name, None) for kept in done.kept)

    def _drop_unfinished(self) -> None:
        """Delete what tasks of a round left behind that was not finished."""
        for path in Path(self._arrays).iterdir():
            name = re.fullmatch(ARRAY, path.name)
            if name and (name["unfinished"] or int(name["round"]) >= self.finished):
                path.unlink()


def run_lot(task: Callable[..., Done], asked: list[list[Any]]) -> list[Done]:
    """Run a task on several inputs, one after the other."""
    return [task(*arguments) for arguments in asked]


def _check_settings(folder: Path, settings: dict[str, Any]) -> None:
    path = folder / "work.json"
    try:
        known = json.loads(path.read_bytes())
    except FileNotFoundError:
        write_whole(path, json.dumps(settings, indent=1).encode())
        return
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    given = json.loads(json.dumps(settings))
    for name in given:
        if not isinstance(known, dict) or known.get(name) != given[name]:
            was = known.get(name) if isinstance(known, dict) else known
            raise InputError(
                f"{folder} is of other work: {name} was {_short(was)} there, and is {_short(given[name])}"
            )


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _read_journal(path: Path) -> tuple[list[dict[str, Any]], int]:
    """Return the rounds that a journal knows, and how many of its bytes are good."""
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
            raise InputError(f"{path} is damaged in line {number + 1}; delete the work folder to start anew")
        rounds.append(json.loads(text))
        size += len(line) + 1
    return rounds, size


def _with_sum(text: str) -> bytes:
    line = text.encode()
    return b"%08x %s\n" % (zlib.crc32(line), line)


def _as_json(done: Done) -> list[Any]:
    return [
        [[kept.name, kept.dtype, kept.ends, kept.sums] for kept in cast(tuple[Filed, ...], done.kept)],
        done.told,
    ]


def _from_json(entry: list[Any], folder: str) -> Done:
    kept = (Filed(folder, name, dtype, tuple(ends), tuple(sums)) for name, dtype, ends, sums in entry[0])
    return Done(tuple(kept), tuple(entry[1]))
