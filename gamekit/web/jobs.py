"""`Jobs`: long work in a few threads of its own, told of its progress, and given up when nobody wants it any more."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Literal

from gamekit.arena import ProgressCallback
from gamekit.web.faults import TOO_MANY, Fault, RequestError, told

Status = Literal["waiting", "running", "done", "failed", "cancelled"]
Work = Callable[[ProgressCallback], Any]

AT_ONCE: Final = 2
"""How many jobs run at a time; more would only share the same processor."""

MOST_WAITING: Final = 32
"""How many jobs may wait for their turn."""

MOST_GIVEN_UP: Final = 16
"""How many threads may be at jobs that were cancelled and do not notice, as rules that hang never do."""


class _Cancelled(BaseException):
    """A job is to end; like KeyboardInterrupt, not to be taken for an error."""


class Job:
    """Some work in a thread, which calls what it is given to tell of its progress, and is cancelled out of that.

    Attributes:
        status: where it stands.
        phase: what it is doing.
        done: how much of that is done.
        total: of how much, if that is known.
        result: what the work returned.
        fault: why it failed; None if it did not.
    """

    def __init__(self, work: Work, game: type[Any]) -> None:
        self.status: Status = "waiting"
        self.phase = "waiting for other work to be done"
        self.done = 0
        self.total: int | None = None
        self.result: Any = None
        self.fault: Fault | None = None
        self._work: Work | None = work
        self._game = game
        self._then: Callable[[], object] = lambda: None
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done."""
        return self.status in ("waiting", "running")

    def cancel(self) -> None:
        """Give it up; the thread that does it notices at the next step of its progress."""
        self._end("cancelled")

    def afterwards(self, then: Callable[[], object]) -> None:
        """Have something called when it is open no more, though its thread may be at it still."""
        self._then = then

    def run(self) -> None:
        """Do the work, unless it was cancelled; whatever goes wrong becomes a sentence."""
        with self._lock:
            work, self._work = self._work, None  # what it holds is not wanted any more afterwards
            if self.status != "waiting" or work is None:
                return
            self.status, self.phase = "running", "starting"
        try:
            self._end("done", result=work(self._tell))
        except _Cancelled:
            pass
        except BaseException as error:  # rules can raise anything, and what waits for it is to be told
            fault = told(error, self._game)
            error.__traceback__ = None  # lets go of what may have filled the memory
            self._end("failed", fault=fault)

    def _tell(self, phase: str, done: int, total: int | None) -> None:
        if not self.is_open:
            raise _Cancelled
        self.phase, self.done, self.total = phase, done, total

    def _end(self, status: Status, **said: Any) -> None:
        """Come to an end, if it has not before."""
        with self._lock:
            if not self.is_open:
                return
            for name, value in said.items():
                setattr(self, name, value)
            self.status = status
        self._then()


class Jobs:
    """Does jobs in the order in which they come, so many at a time, each in a thread of its own.

    A job that was cancelled makes room for the next at once, even if its rules hang. No thread keeps the program from
    ending.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._at_once = at_once
        self._waiting: deque[Job] = deque()
        self._in_threads: set[Job] = set()
        self._lock = threading.Lock()

    def submit(self, job: Job) -> None:
        """Have a job done when its turn comes.

        Raises:
            RequestError: too many wait.
        """
        with self._lock:
            self._waiting = deque(other for other in self._waiting if other.is_open)
            if len(self._waiting) >= MOST_WAITING:
                raise RequestError(
                    TOO_MANY,
                    f"{MOST_WAITING} other games wait for their turn; cancel some, or ask again later",
                )
            self._waiting.append(job)
        job.afterwards(self._begin)
        self._begin()

    def _begin(self) -> None:
        """Begin as many of the waiting jobs as may run."""
        with self._lock:
            while self._waiting and self._has_room():
                job = self._waiting.popleft()
                self._in_threads.add(job)
                threading.Thread(target=self._do, args=(job,), name="jobs", daemon=True).start()

    def _has_room(self) -> bool:
        running = sum(job.is_open for job in self._in_threads)
        return running < self._at_once and len(self._in_threads) - running < MOST_GIVEN_UP

    def _do(self, job: Job) -> None:
        job.run()
        with self._lock:
            self._in_threads.discard(job)
        self._begin()
