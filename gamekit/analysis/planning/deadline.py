"""`Deadline`: a time limit for planning."""

from __future__ import annotations

import time

import attrs

from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback


@attrs.define
class Deadline:
    """A time limit; as a progress callback, it passes reports on, and stops work that continues for too long.

    Attributes:
        at: the time of the deadline, by `time.monotonic`.
        progress: the callback to which reports are passed on.
        most_done: the largest number that was reported as done, such as that of the states found so far.
    """

    at: float
    progress: ProgressCallback
    most_done: int = attrs.field(default=0, init=False)

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Report progress.

        Raises:
            LimitError: the time is over.
        """
        self.most_done = max(self.most_done, done)
        self.progress(phase, done, total)
        if self.passed:
            raise LimitError("the seconds for planning are over; raise --seconds (seconds in Python)")

    @property
    def left(self) -> float:
        """The number of seconds left."""
        return self.at - time.monotonic()

    @property
    def passed(self) -> bool:
        """Whether the time is over."""
        return self.left <= 0

    def part(self, share: float) -> Deadline:
        """Return a deadline after the given share of the time left."""
        return attrs.evolve(self, at=time.monotonic() + share * self.left)
