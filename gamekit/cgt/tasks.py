"""Computations that need the results of others, run on a stack of their own, so that none is nested too deep."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

V = TypeVar("V")

Task = Generator["Task[Any]", Any, V]
"""A computation that yields those whose results it needs."""


def completed(task: Task[V]) -> V:
    """Return the result of a task."""
    stack: list[Task[Any]] = [task]
    result: Any = None
    while stack:
        try:
            needed = stack[-1].send(result)
        except StopIteration as stop:
            stack.pop()
            result = stop.value
        else:
            stack.append(needed)
            result = None
    return result  # type: ignore[no-any-return]
