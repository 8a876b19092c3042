"""`ProgressCallback`: how long work reports how far it is."""

from __future__ import annotations

from collections.abc import Callable

ProgressCallback = Callable[[str, int, int | None], None]
"""Called now and then with the phase, how much of it is done, and how much there is if that is known."""


def silent(phase: str, done: int, of: int | None) -> None:
    """Report no progress."""
