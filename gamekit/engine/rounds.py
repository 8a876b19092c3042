"""Rounds: the same function on many inputs, by whatever executor there is.

A round's task is a plain function from its inputs to its outputs, so that it does not matter where it runs. The kernels
release the interpreter's lock, so that threads will do on one machine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Final, ParamSpec, TypeVar

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


class SerialExecutor(Executor):
    """An executor that runs each task at once, where it is submitted."""

    def submit(
        self, task: Callable[Arguments, Result], /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        """Run a task."""
        future: Future[Result] = Future()
        future.set_result(task(*arguments, **named))
        return future


AHEAD: Final = max(8, 2 * (os.cpu_count() or 1))
"""How many tasks of a round are under way, or done and waiting for their turn, at a time."""

PATIENCE: Final = 2
"""After so many seconds of waiting it is looked whether workers are still there."""

SMALL: Final = 1 << 17
"""Up to so many places threads do not pay."""


def executor_for(places: int, number: int | None) -> AbstractContextManager[Executor]:
    """Give an executor for so many places: of so many threads, or of all cores if None is said and it pays."""
    return threads(number if number is not None else 1 if places <= SMALL else os.cpu_count() or 1)


@contextmanager
def threads(number: int) -> Iterator[Executor]:
    """Give an executor of so many threads; leaving it drops the tasks that have not begun, as Ctrl-C must."""
    if number <= 1:
        yield SerialExecutor()
        return
    executor = ThreadPoolExecutor(number)
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def run_round(
    executor: Executor,
    task: Callable[..., Result],
    inputs: Iterable[tuple[Any, ...]],
    ahead: int = AHEAD,
    check: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Run a task on each input and give the results in the order of the inputs.

    No more than `ahead` results are worked on or waiting at a time, which bounds the memory they take. Where workers
    may be lost without a word, `check` is called every few seconds of waiting, and raises an error if they are.
    """
    waiting: list[Future[Result]] = []
    try:
        for arguments in inputs:
            if len(waiting) >= ahead:
                yield _result(waiting.pop(0), check)
            waiting.append(executor.submit(task, *arguments))
        while waiting:
            yield _result(waiting.pop(0), check)
    finally:
        for future in waiting:
            future.cancel()


def _result(future: Future[Result], check: Callable[[], None] | None) -> Result:
    while True:
        try:
            return future.result(None if check is None else PATIENCE)
        except TimeoutError:
            if future.done() or check is None:  # then it is the task's own error
                raise
            check()
