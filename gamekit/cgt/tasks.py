"""Computations that need the results of others, run on a stack of their own, so that none is nested too deep."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from gamekit.errors import LimitError
from gamekit.game.garbage import rare_garbage_collection

V = TypeVar("V")

Task = Generator["Task[Any]", Any, V]
"""A computation that yields the tasks whose results it needs, and is sent these results."""


@rare_garbage_collection()
def completed(task: Task[V]) -> V:
    """Run a task, and all tasks that it needs, and return its result."""
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


def too_many(most: int, name: str) -> LimitError:
    """Return the error about a search that has met more positions of a ruleset than it may."""
    return LimitError(
        f"the search has met more than {most:,} positions of {name}, the limit that was set; if memory allows, raise "
        "--max-positions (max_positions in Python), or ask gamekit prove who wins"
    )


def within_limit(candidates: Iterable[V], holds: Callable[[V], bool]) -> tuple[list[V], int]:
    """Return the candidates for which `holds` is true, and for how many of them a limit prevented the answer."""
    accepted, undecided = [], 0
    for candidate in candidates:
        try:
            if holds(candidate):
                accepted.append(candidate)
        except LimitError:
            undecided += 1
    return accepted, undecided
