"""`Deadline`: planning takes no longer than it may."""

from __future__ import annotations

import time

import attrs

from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback


@attrs.frozen
class Deadline:
    """A time to be done by; as a progress callback it passes the word on, and stops what goes on too long.

    Attributes:
        at: that time, by `time.monotonic`.
        progress: called about the work.
    """

    at: float
    progress: ProgressCallback

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Report progress.

        Raises:
            LimitError: the time is over.
        """
        self.progress(phase, done, total)
        if self.passed:
            raise LimitError("the time for planning is over")

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return self.at - time.monotonic()

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return self.left <= 0

    def part(self, share: float) -> Deadline:
        """Return the end of a share of the time that is left."""
        return attrs.evolve(self, at=time.monotonic() + share * self.left)
