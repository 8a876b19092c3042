"""`CheckpointedRunner`: rounds whose tasks store their arrays in files, and a checkpoint of the rounds that are done.

A run that was killed is resumed by running the same rounds again: a round that the checkpoint has is replayed, which
means that its results are read from the checkpoint, and the first round that it does not have is run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import uuid
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import Any, Final, TypeVar, get_type_hints

import attrs

from gamekit.engine.runtime.array_files import FileArray, FileSink, explained
from gamekit.engine.runtime.locked_folder import SETTINGS, check_folder, check_settings, locked
from gamekit.engine.runtime.supersteps import RoundRunner, run_round
from gamekit.errors import InputError
from gamekit.game.whole_files import UNFINISHED

Result = TypeVar("Result")

CHECKPOINT: Final = "journal"
ARRAY: Final = rf"(?P<round>\d{{6,}})-\d{{6,}}-\d+(?P<unfinished>\..*{re.escape(UNFINISHED)})?"
"""The pattern of the names of array files: round, task, and number among the arrays of the task."""

RECORDED_FIELDS: Final = attrs.filters.exclude("folder", "session_id")
"""The filter of the fields that a checkpoint records: these two fields of a handle differ in each session."""

TASKS_IN_FLIGHT: Final = 64
"""The number of tasks of a round that are in flight at a time; this can be large because their results are small."""

BATCHES_PER_WORKER: Final = 4
"""The number of batches per worker in another process into which a large round is cut, so that no worker idles."""

TASKS_PER_BATCH: Final = 8
"""The least number of tasks of a batch if a worker gets several: submitting a batch costs as much as a task or two."""


@attrs.define(eq=False)
class CheckpointedRunner(RoundRunner):
    """Runs rounds whose tasks store arrays in the files of a work folder, and records each finished round."""

    folder: Path = attrs.field(kw_only=True)
    _recorded: list[bytes] = attrs.field(factory=list, kw_only=True)
    _checkpoint: Any = attrs.field(kw_only=True)
    _live: set[str] = attrs.field(factory=set, init=False)
    _session_id: str = attrs.field(factory=lambda: uuid.uuid4().hex, init=False)
    _rounds: Iterator[int] = attrs.field(factory=count, init=False)

    task_scale = 4

    @classmethod
    @contextmanager
    def open(
        cls, folder: Path, settings: dict[str, Any], *, fresh: bool = False, **attributes: Any
    ) -> Iterator[CheckpointedRunner]:
        """Begin in a folder, or resume the work in it; the folder is locked until the `with` statement ends.

        Args:
            folder: the folder, which is made if it does not exist.
            settings: the settings that must be the same for resuming, as JSON.
            fresh: whether to begin anew even if there is work to resume.
            **attributes: the attributes of `RoundRunner`.
        """
        folder = folder.absolute()
        if tuning := attributes.get("tuning"):
            settings |= {"tuning": tuning.changed()} if tuning.changed() else {}
        check_folder(folder, CHECKPOINT, "arrays")
        with ExitStack() as stack:
            stack.enter_context(locked(folder))
            with explained(folder, "cannot work in"):
                (folder / "arrays").mkdir(exist_ok=True)
            if fresh:
                shutil.rmtree(folder / "arrays")
                (folder / "arrays").mkdir()
                for name in (CHECKPOINT, SETTINGS):
                    (folder / name).unlink(missing_ok=True)
            check_settings(folder, settings)
            recorded, size = _read_checkpoint(folder / CHECKPOINT)
            with explained(folder, "cannot work in"):
                checkpoint = stack.enter_context((folder / CHECKPOINT).open("ab", buffering=0))
                checkpoint.truncate(size)  # the last line may be unfinished
                _drop_unfinished(folder / "arrays", len(recorded))
            done = len(recorded)
            yield cls(**attributes, folder=folder, finished=done, recorded=recorded, checkpoint=checkpoint)
            if (folder / "arrays").is_dir():  # unless the folder was deleted meanwhile
                with explained(folder, "cannot work in"):  # a worker that was lost may have left some
                    _drop_unfinished(folder / "arrays", sys.maxsize)

    def run(self, task: Callable[..., Result], inputs: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
        """Run `task(sink, *arguments)` for each input, or replay the round if the checkpoint has it.

        Raises:
            InputError: the checkpoint has another round in its place.
        """
        number = next(self._rounds)
        calls: list[tuple[Any, ...]] = [
            (FileSink(self._arrays, f"{number:06}-{i:06}", self._session_id), *arguments)
            for i, arguments in enumerate(inputs)
        ]
        is_done = number < self.finished
        results = []
        round_results: Any = self._replay(number, task, len(calls)) if is_done else self._execute(task, calls)
        for result in round_results:
            self._live.update(array.name for array in _arrays_of(result))
            results.append(result)
            yield result
        if not is_done:
            self._record({"task": task.__name__, "results": results})

    def _execute(self, task: Callable[..., Result], calls: list[tuple[Any, ...]]) -> Iterator[Result]:
        if self.pool.workers is None:
            yield from run_round(self.pool, task, calls, TASKS_IN_FLIGHT)
            return
        if len(calls) == 1:  # nothing else could run meanwhile, and a third of all rounds have one task
            yield task(*calls[0])
            return
        size = batch_size(len(calls), self.pool.workers())
        # lists, as some versions of Dask would call a tuple that begins with something callable
        arguments = [list(call) for call in calls]
        batches = ((task, arguments[i : i + size]) for i in range(0, len(arguments), size))
        for results in run_round(self.pool, run_batch, batches, TASKS_IN_FLIGHT):
            yield from results

    def _record(self, line: dict[str, Any]) -> None:
        text = json.dumps(
            line, separators=(",", ":"), default=partial(attrs.asdict, filter=RECORDED_FIELDS)
        ).encode()
        with explained(self.folder / CHECKPOINT, "cannot write"):
            self._checkpoint.write(b"%08x %s\n" % (zlib.crc32(text), text))
            os.fsync(self._checkpoint.fileno())

    def retain(self, *live: Any) -> None:
        """Delete the files of all arrays of tasks that do not occur in `live`."""
        names = {array.name for array in _arrays_of(live)}
        for name in sorted(self._live - names):
            with explained(self.folder, "cannot delete what is no longer needed in"):
                Path(self._arrays, name).unlink(missing_ok=True)
            self._live.remove(name)

    @property
    def _arrays(self) -> str:
        return str(self.folder / "arrays")

    def _replay(self, number: int, task: Callable[..., Result], inputs: int) -> list[Result]:
        try:
            line = json.loads(self._recorded[number])
            name, entries = line["task"], line["results"]
            same = name == task.__name__ and len(entries) == inputs
            kind = get_type_hints(task)["return"]
            results = [self._from_json(kind, entry) for entry in entries] if same else []
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise _damaged(self.folder / CHECKPOINT, number) from error
        if not same:
            raise InputError(
                f"{self.folder} cannot be resumed, because round {number} of the solve has changed: it had "
                f"{len(entries)} tasks of {name}, and now has {inputs} of {task.__name__}; delete the folder "
                "to start anew"
            )
        self._recorded[number] = b""  # it is not needed twice
        return results

    def _from_json(self, kind: Any, value: Any) -> Any:
        """Return a result of this type from JSON; raise `ValueError`, `LookupError` or `TypeError` if malformed."""
        if attrs.has(kind):
            kinds = get_type_hints(kind)
            return kind(**{name: self._from_json(kinds[name], field) for name, field in value.items()})
        if isinstance(value, list):
            return tuple(self._from_json(None, entry) for entry in value)
        if not isinstance(value, dict):
            return value
        name = re.fullmatch(ARRAY, value["name"])
        if not name or name["unfinished"]:
            raise ValueError(value["name"])
        ends, sums = tuple(value["ends"]), tuple(value["sums"])
        return FileArray(self._arrays, value["name"], value["dtype"], ends, sums, self._session_id)


def _arrays_of(value: Any) -> Iterator[FileArray]:
    """Yield all handles in lists, tuples and attrs classes, as in a task's result or in the shards of a solve."""
    if isinstance(value, FileArray):
        yield value
        return
    fields = attrs.astuple(value, recurse=False) if attrs.has(type(value)) else value
    if isinstance(fields, list | tuple):
        yield from chain.from_iterable(map(_arrays_of, fields))


def has_checkpoint(folder: Path) -> bool:
    """Return whether a solve in this folder is under way or done."""
    return (folder / CHECKPOINT).exists()


def _drop_unfinished(arrays: Path, finished: int) -> None:
    for path in arrays.iterdir():
        name = re.fullmatch(ARRAY, path.name)
        if name and not path.is_dir() and (name["unfinished"] or int(name["round"]) >= finished):
            path.unlink()


def batch_size(tasks: int, workers: int) -> int:
    """Return the number of tasks of a round that are submitted to a worker at once."""
    batches = max(workers, min(tasks // TASKS_PER_BATCH, BATCHES_PER_WORKER * workers))
    return max(-(-tasks // batches), 1)


def run_batch(task: Callable[..., Result], calls: list[list[Any]]) -> list[Result]:
    """Run a task on several inputs, one after the other."""
    return [task(*arguments) for arguments in calls]


def _read_checkpoint(path: Path) -> tuple[list[bytes], int]:
    """Return the record of each finished round, and the number of valid bytes of the checkpoint."""
    with explained(path, "cannot read"):
        content = path.read_bytes() if path.exists() else b""
    *lines, unfinished = content.split(b"\n")
    for number, line in enumerate(lines):
        if line[:9] != b"%08x " % zlib.crc32(line[9:]):
            raise _damaged(path, number)
    return [line[9:] for line in lines], len(content) - len(unfinished)


def _damaged(path: Path, number: int) -> InputError:
    return InputError(f"{path} is damaged in line {number + 1}; delete the work folder to start anew")
