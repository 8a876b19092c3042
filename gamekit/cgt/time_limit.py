"""A time limit for walks over positions, searches among them, and computations with their values."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from math import inf
from typing import Final, TypeVar

from gamekit.errors import LimitError

T = TypeVar("T")
R = TypeVar("R")

_ENDS_AT: Final = ContextVar("_ENDS_AT", default=inf)


class TimeLimitError(LimitError):
    """The time limit for finding a value, or for a check of its proof, is over."""


def time_limit(seconds: float | None) -> AbstractContextManager[None]:
    """Limit the block of a `with` statement to `seconds`, within any outer limit; None sets no limit."""
    ends_at = inf if seconds is None else time.monotonic() + seconds
    return _until(min(ends_at, _ENDS_AT.get()))


def check_in_time(
    checker: Callable[[T], R],
    proof: T,
    seconds: float | None,
    what: str = "the proof",
    advice: str = ", or check what --save writes (gamekit verify)",
) -> R:
    """Return a checker's result for a proof, if the check ends within `seconds`; None sets no limit.

    The message of the error begins with `what`, the thing that was not checked in time, and ends with `advice`.

    Raises:
        LimitError: the check takes longer than `seconds`.
    """
    try:
        with time_limit(seconds):
            return checker(proof)
    except TimeLimitError:
        if seconds is None:  # an outer limit
            raise
        raise LimitError(
            f"{what} was not checked within {seconds:g} seconds, the limit that was set; raise --seconds (seconds in "
            f"Python){advice}"
        ) from None


def no_time_limit() -> AbstractContextManager[None]:
    """Suspend the time limit in the block of a `with` statement, to complete a result that was found in time."""
    return _until(inf)


@contextmanager
def _until(ends_at: float) -> Iterator[None]:
    token = _ENDS_AT.set(ends_at)
    try:
        yield
    finally:
        _ENDS_AT.reset(token)


def has_time_limit() -> bool:
    """Return whether there is a time limit."""
    return _ENDS_AT.get() < inf


def require_time() -> None:
    """Raise an error if the time limit is over.

    Raises:
        TimeLimitError: the time limit is over.
    """
    if time.monotonic() > _ENDS_AT.get():
        raise TimeLimitError("the time limit was reached")
