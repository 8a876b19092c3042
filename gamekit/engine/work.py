"""Work: rounds of tasks, run by whatever executor there is, with what they make kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

import attrs

from gamekit.arena import ProgressCallback
from gamekit.engine.keeping import Done, Kept, hold
from gamekit.engine.memory import Budget
from gamekit.engine.rounds import SerialExecutor, run_round


def silent(phase: str, done: int, of: int | None) -> None:
    """Tell nobody of progress."""


@attrs.define(eq=False)
class Work:
    """What it takes to run rounds; a subclass may keep what tasks make elsewhere, and know which rounds are done.

    Whoever runs rounds reads no arrays himself, only what tasks told: so rounds that are done already need not be run
    again for what follows them.

    Attributes:
        executor: runs the tasks.
        budget: the memory that may be used.
        progress: is told about the work.
    """

    executor: Executor = attrs.Factory(SerialExecutor)
    budget: Budget = attrs.Factory(Budget.of_this_machine)
    progress: ProgressCallback = silent

    coarse = 1
    """By how much tasks are larger than they need be in memory."""

    def round(self, task: Callable[..., Done], inputs: Iterable[tuple[Any, ...]]) -> Iterator[Done]:
        """Run a task on each input, and give what it gave back in the order of the inputs."""
        return run_round(self.executor, task, ((hold, *arguments) for arguments in inputs))

    def keep_only(self, live: Iterable[Kept]) -> None:
        """Let go of whatever tasks kept, but for this."""
