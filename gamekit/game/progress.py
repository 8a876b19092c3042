"""`ProgressCallback`: the function to which long work reports its progress."""

from __future__ import annotations

from collections.abc import Callable

ProgressCallback = Callable[[str, int, int | None], None]
"""A function called now and then with the phase, how much of it is done, and how much there is; None if unknown."""


def silent(phase: str, done: int, of: int | None) -> None:
    """Report no progress."""
