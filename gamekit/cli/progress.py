"""A progress bar on stderr for work that takes a while; nothing at all where stderr is not a terminal."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, Task, TaskID

PATIENCE = 0.5
"""Seconds of work before a bar appears."""


class ProgressBar:
    """A context manager that can be called as a progress callback."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._phase = ""
        self._wanted = sys.stderr.isatty()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Show that `done` of `total` steps of a phase are over."""
        if not self._wanted or time.monotonic() - self._began < PATIENCE:
            return
        from gamekit.engine.memory import held, in_words

        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
        if phase != self._phase and phase in self._tasks:  # one more solve
            self._bar.reset(self._tasks[phase], total=total)
        self._phase = phase
        if phase not in self._tasks:
            for earlier in self._tasks.values():
                self._bar.stop_task(earlier)
            self._tasks[phase] = self._bar.add_task(phase, total=total, rate="", memory="", left="")
        task = self._bar.tasks[self._tasks[phase]]
        rate = f"{done / task.elapsed:,.0f}/s" if task.elapsed and task.elapsed > 0.2 else ""
        self._bar.update(
            task.id, completed=done, total=total, rate=rate, memory=in_words(held()), left=_left(task)
        )


def _left(task: Task) -> str:
    """Return how much time is left, where that can be told."""
    return "" if task.time_remaining is None else f"{timedelta(seconds=round(task.time_remaining))} left"


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeElapsedColumn,
    )

    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f}"),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[memory]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
        console=Console(stderr=True),
        transient=True,
    )
