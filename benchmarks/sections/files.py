"""The same solve in memory, from files by threads, and from files by a Dask cluster on this machine."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, largest

import gamekit
from sections.floor import warm_up

INPUTS: Final = (
    ("connect-four", {"width": 4, "height": 6}),
    ("connect-four", {"width": 5, "height": 5}),
    ("dobutsu-shogi", {}),
)
QUICK: Final = (("connect-four", {"width": 4, "height": 4}),)
MEMORY: Final = "2GiB"


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, all runs in processes of their own, one after the other."""
    for name, parameters in QUICK if quick else INPUTS:
        about = {"name": name, "parameters": parameters}
        try:
            memory, files, dask = (
                call("sections.files:solve", {**about, "executor": executor})
                for executor in (None, "threads", "dask")
            )
        except FailedError as error:
            yield {"input": label(name, parameters), "note": str(error)}
            continue
        assert memory["answer"] == files["answer"] == dask["answer"]
        yield {
            "input": label(name, parameters),
            "states": memory["states"],
            "memory": memory["seconds"],
            "memory_peak": memory["peak"],
            "files": files["seconds"],
            "files_peak": files["peak"],
            "disk": files["disk"],
            "files_ratio": files["seconds"] / memory["seconds"],
            "dask": dask["seconds"],
            "dask_ratio": dask["seconds"] / files["seconds"],
        }


def solve(name: str, parameters: dict[str, Any], executor: str | None) -> dict[str, Any]:
    """Solve an input, in memory if no executor is named, in a process that has the kernels loaded."""
    game = game_of(name, parameters)
    warm_up(name)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "work")
        most = Watched(work / "arrays")
        began = time.perf_counter()
        if executor is None:
            solution = gamekit.solve(game, backend="compiled", threads=2)
        else:
            solution = gamekit.solve(game, work=work, executor=executor, threads=2, memory=MEMORY)
        seconds = time.perf_counter() - began
        return {
            "states": len(solution),
            "answer": str(solution.root),
            "seconds": seconds,
            "disk": most.stop(),
        }


class Watched:
    """The size of a folder, looked at twice a second."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._most, self._done = folder, 0, threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        while not self._done.wait(0.5):
            try:
                size = sum(entry.stat().st_size for entry in os.scandir(self._folder))
            except OSError:  # it is not there yet, or a file has gone
                continue
            self._most = max(self._most, size)

    def stop(self) -> int:
        """Return the largest size seen, in bytes."""
        self._done.set()
        self._thread.join()
        return self._most


def of_dobutsu(rows: list[Row], key: str) -> float | None:
    """Return a figure of dobutsu shogi."""
    return largest([row for row in rows if str(row["input"]).startswith("dobutsu")], key)


FILES: Final = Section(
    name="files",
    title="in memory, from files, and from files by Dask",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("memory", "in memory", "seconds"),
        Column("memory_peak", "peak memory", "bytes"),
        Column("files", "from files", "seconds"),
        Column("files_peak", "peak memory", "bytes"),
        Column("disk", "peak disk", "bytes"),
        Column("files_ratio", "files / memory", "ratio"),
        Column("dask", "two Dask workers", "seconds"),
        Column("dask_ratio", "Dask / threads", "ratio"),
        Column("note", "note"),
    ),
    targets=(
        Target(
            "dobutsu shogi from files, with 2 GiB, takes at most 4 times the time in memory",
            lambda rows: of_dobutsu(list(rows), "files_ratio"),
            4,
        ),
        Target(
            "two Dask workers take at most twice the time of two threads",
            lambda rows: largest(rows, "dask_ratio"),
            2,
        ),
    ),
)
