"""`RoundRunner`: runs rounds of tasks on an executor and keeps their arrays in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import attrs

from gamekit.engine.runtime.arrays import keep_in_memory
from gamekit.engine.runtime.memory_budget import Budget
from gamekit.engine.runtime.supersteps import WorkerPool, run_round
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.game.progress import ProgressCallback, silent

Result = TypeVar("Result")


@attrs.define(eq=False)
class RoundRunner:
    """Runs rounds for the coordinator; `CheckpointedRunner` stores arrays in files and records rounds.

    Attributes:
        pool: runs the tasks.
        budget: the memory that may be used.
        progress: called about the work.
        tuning: the sizes of rounds, tasks and shards.
    """

    pool: WorkerPool = attrs.Factory(WorkerPool)
    budget: Budget = attrs.Factory(Budget.of_this_machine)
    progress: ProgressCallback = silent
    tuning: Tuning = DEFAULTS

    folder: Path | None = attrs.field(default=None, kw_only=True)
    """The work folder, if arrays are stored in files."""

    finished: int = attrs.field(default=0, kw_only=True)
    """How many rounds were done when the runner was made."""

    task_scale = 1
    """Tasks are larger by this factor than they need be in memory."""

    def run(self, task: Callable[..., Result], inputs: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
        """Run `task(sink, *arguments)` for each input and yield the results in the order of the inputs."""
        return run_round(self.pool, task, ((keep_in_memory, *arguments) for arguments in inputs))

    def retain(self, *live: Any) -> None:
        """Free the arrays of tasks that do not occur in `live`: in lists, tuples and attrs classes, at any depth.

        In memory, arrays are freed when nothing refers to them.
        """
