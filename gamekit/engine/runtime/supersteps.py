"""`RoundRunner`: supersteps in the bulk-synchronous style, one function over many inputs, on any executor.

A task is a plain function from its inputs to its result, so it does not matter where it runs. The kernels release the
GIL, so threads suffice on one machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import attrs

from gamekit.engine.runtime.arrays import keep_in_memory
from gamekit.engine.runtime.memory_budget import Budget
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.game.progress import ProgressCallback, silent

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class SerialExecutor(Executor):
    """An executor that runs each task at once, where it is submitted."""

    def submit(
        self, task: Callable[Arguments, Result], /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        """Run a task, and return a future that holds its result."""
        future: Future[Result] = Future()
        future.set_result(task(*arguments, **named))
        return future


@attrs.frozen
class WorkerPool:
    """The workers that run tasks.

    Attributes:
        executor: the executor that runs the tasks.
        workers: a function that returns the number of workers in other processes, to which submitting a task takes
            long; None if workers are in this process.
        check: a function that raises an error if the workers are lost, when waiting for them would not show it.
    """

    executor: Executor = attrs.Factory(SerialExecutor)
    workers: Callable[[], int] | None = None
    check: Callable[[], None] | None = None


TASKS_AHEAD: Final = max(8, 2 * (os.cpu_count() or 1))
"""The number of tasks of a round that are in flight, or done and waiting for their turn, at a time."""

POLL_SECONDS: Final = 2
"""The number of seconds between two checks, by a waiting coordinator, that workers still exist."""

SERIAL_UP_TO: Final = 1 << 17
"""The number of places up to which threads do not pay."""


@contextmanager
def threads_for(places: int, number: int | None) -> Iterator[WorkerPool]:
    """Yield a pool of `number` threads; by default one thread for few places, else one per core.

    Leaving the pool drops the tasks that have not begun, as Ctrl-C must.
    """
    if number is None:
        number = 1 if places <= SERIAL_UP_TO else os.cpu_count() or 1
    if number <= 1:
        yield WorkerPool()
        return
    executor = ThreadPoolExecutor(number)
    try:
        yield WorkerPool(executor)
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def run_round(
    pool: WorkerPool,
    task: Callable[..., Result],
    inputs: Iterable[tuple[Any, ...]],
    ahead: int = TASKS_AHEAD,
    *,
    prompt: bool = False,
) -> Iterator[Result]:
    """Run a task on each input and yield the results in the order of the inputs.

    At most `ahead` tasks are in flight or waiting at a time, which bounds the memory of their results. If workers may
    be lost without an error, `pool.check` is called every few seconds of waiting, and raises an error if they are.

    If `prompt`, an available result is yielded before the next input is taken.
    """
    waiting: list[Future[Result]] = []
    try:
        for arguments in inputs:
            if len(waiting) >= ahead:
                yield _result(waiting.pop(0), pool.check)
            waiting.append(pool.executor.submit(task, *arguments))
            while prompt and waiting and waiting[0].done():
                yield waiting.pop(0).result()
        while waiting:
            yield _result(waiting.pop(0), pool.check)
    finally:
        for future in waiting:
            future.cancel()


def _result(future: Future[Result], check: Callable[[], None] | None) -> Result:
    while True:
        try:
            return future.result(None if check is None else POLL_SECONDS)
        except TimeoutError:
            if future.done() or check is None:  # then the task itself raised it
                raise
            check()


@attrs.define(eq=False)
class RoundRunner:
    """Runs rounds for the coordinator; `CheckpointedRunner` stores arrays in files and records rounds.

    Attributes:
        pool: the workers that run the tasks.
        budget: the memory that may be used.
        progress: a function called now and then during the work.
        tuning: the sizes of rounds, tasks and shards.
    """

    pool: WorkerPool = attrs.Factory(WorkerPool)
    budget: Budget = attrs.Factory(Budget.of)
    progress: ProgressCallback = silent
    tuning: Tuning = DEFAULTS

    folder: Path | None = attrs.field(default=None, kw_only=True)
    """The work folder, if arrays are stored in files."""

    finished: int = attrs.field(default=0, kw_only=True)
    """The number of rounds that were finished when the runner was made."""

    task_scale = 1
    """The factor by which tasks are larger than those of a solve in memory."""

    def run(self, task: Callable[..., Result], inputs: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
        """Run `task(sink, *arguments)` for each input and yield the results in the order of the inputs."""
        return run_round(self.pool, task, ((keep_in_memory, *arguments) for arguments in inputs))

    def retain(self, *live: Any) -> None:
        """Free the arrays of tasks that do not occur in `live`: in lists, tuples and attrs classes, at any depth.

        In memory, arrays are freed when nothing refers to them.
        """
