"""Folders of tiers: what must be the same in two of them, and workers that need no other process."""

from __future__ import annotations

import json
import os
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import attrs

from support.tiered_games import TieredGame

NEVER_THE_SAME = ("checksum", "seconds", "made_at")
"""What a manifest says of one solve alone, and its own checksum, which depends on that."""


def files_of(folder: Path) -> dict[str, Any]:
    """Return the content of all files, without what no two solves have in common."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name != "lock"]
    return {
        str(path.relative_to(folder)): about(path) if path.name == "manifest.json" else path.read_bytes()
        for path in paths
    }


def columns_of(folder: Path) -> dict[str, bytes]:
    """Return the files of the columns of all tiers."""
    files = [path for path in folder.glob("tier-*/*") if path.name != "manifest.json"]  # which has the time
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def about(path: Path) -> dict[str, Any]:
    """Return what a manifest says, without what no two solves have in common."""
    fields = json.loads(path.read_bytes())
    for name in NEVER_THE_SAME:
        del fields[name]
    statistics = {name: entry for name, entry in fields["statistics"].items() if "peak memory" not in name}
    return fields | {"statistics": statistics | {"leads to": sorted(statistics["leads to"])}}


@attrs.define(eq=False)
class CopyingExecutor(Executor):
    """Runs copies of tasks in threads, so that these share nothing with each other, as in other processes.

    Attributes:
        threads: run them.
        shares: with how many others each task, by its tier, shared memory and cores, in order.
    """

    threads: ThreadPoolExecutor
    shares: list[tuple[int, int]] = attrs.field(factory=list)

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        _, tier, _, shares = arguments
        self.shares.append((tier, shares))
        return self.threads.submit(_run, pickle.dumps((task, arguments, named)))


def _run(data: bytes) -> Any:
    task, arguments, named = pickle.loads(data)
    return pickle.loads(pickle.dumps(task(*arguments, **named)))


@attrs.frozen
class TrappedGame(TieredGame):
    """A game in which another process that looks at the last state ends, if it finds and takes a certain file."""

    trap: str = attrs.field(default="", kw_only=True)

    def outcome(self, state: int) -> int | None:
        if state == len(self.edges) - 1 and parent_process() is not None and Path(self.trap).exists():
            Path(self.trap).unlink()
            os._exit(1)
        return super().outcome(state)
