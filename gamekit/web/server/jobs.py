"""`Jobs`: long work in a few threads of its own, which reports its progress and can be cancelled."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Literal

from gamekit.game.progress import ProgressCallback
from gamekit.web.server.faults import Fault, RequestError, report_error

Status = Literal["waiting", "running", "done", "failed", "cancelled"]
Work = Callable[[ProgressCallback], Any]

AT_ONCE: Final = 2
"""How many jobs run at a time; more would only share the processor."""

MOST_WAITING: Final = 32
"""How many jobs may wait for their turn."""


class _Cancelled(BaseException):
    """Ends a job that was cancelled; like KeyboardInterrupt, it is not an error."""


class Job:
    """Work that a thread waits for. It reports progress to a callback several times a second, which raises once the
    job is cancelled.

    Attributes:
        status: waiting, running, or how it ended.
        phase: the phase of the work.
        done: the amount of this phase that is done.
        total: the whole amount; None if it is not known.
        result: the result of the work.
        fault: why it failed; None if it did not.
    """

    def __init__(self, work: Work) -> None:
        self.status: Status = "waiting"
        self.phase = "waiting for other work to be done"
        self.done = 0
        self.total: int | None = None
        self.result: Any = None
        self.fault: Fault | None = None
        self._work: Work | None = work
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.status in ("waiting", "running")

    def cancel(self) -> None:
        """Cancel the job; its thread notices when it next reports progress."""
        self._end("cancelled")

    def run(self) -> None:
        """Do the work, unless it was cancelled; any error becomes a fault."""
        with self._lock:
            work, self._work = self._work, None  # frees what the work holds once it is done
            if self.status != "waiting" or work is None:
                return
            self.status, self.phase = "running", "starting"
        try:
            self._end("done", result=work(self._report))
        except _Cancelled:
            pass
        except Exception as error:  # whoever waits must see a sentence
            self._end("failed", fault=report_error(error))

    def _report(self, phase: str, done: int, total: int | None) -> None:
        if not self.is_open:
            raise _Cancelled
        self.phase, self.done, self.total = phase, done, total

    def _end(self, status: Status, result: Any = None, fault: Fault | None = None) -> None:
        """End the job, unless it has ended before."""
        with self._lock:
            if not self.is_open:
                return
            self.result, self.fault, self.status = result, fault, status


class Jobs:
    """Runs jobs in the order in which they are submitted, each in a thread of its own, `at_once` at a time.

    No thread keeps the program from ending.
    """

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._at_once, self._most_waiting = at_once, most_waiting
        self._waiting: deque[Job] = deque()
        self._in_threads = 0
        self._lock = threading.Lock()

    def submit(self, job: Job) -> Job:
        """Queue a job, and return it.

        Raises:
            RequestError: too many wait.
        """
        with self._lock:
            self._waiting = deque(other for other in self._waiting if other.is_open)
            if len(self._waiting) >= self._most_waiting:
                raise RequestError(
                    429,
                    f"{self._most_waiting} other games wait for their turn; cancel some, or ask again later",
                )
            self._waiting.append(job)
        self._begin()
        return job

    def _begin(self) -> None:
        """Start waiting jobs while there is room."""
        with self._lock:
            while self._waiting and self._in_threads < self._at_once:
                job = self._waiting.popleft()
                self._in_threads += 1
                threading.Thread(target=self._do, args=(job,), name="jobs", daemon=True).start()

    def _do(self, job: Job) -> None:
        job.run()
        with self._lock:
            self._in_threads -= 1
        self._begin()
