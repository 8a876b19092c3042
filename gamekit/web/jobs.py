"""`Jobs`: long work in a few threads of its own, told of its progress, and given up when nobody wants it any more."""

from __future__ import annotations

import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, Final, Literal

from gamekit.arena import ProgressCallback
from gamekit.web.faults import SERVER_ERROR, UNEXPECTED, Fault, fault_of

Status = Literal["waiting", "running", "done", "failed", "cancelled"]
Work = Callable[[ProgressCallback], Any]

AT_ONCE: Final = 2
"""How many jobs run at a time; more would only share the same processor."""


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
        self._lock = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done."""
        return self.status in ("waiting", "running")

    def cancel(self) -> None:
        """Give it up; the thread that does it notices at the next step of its progress."""
        self._end("cancelled")

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
        except (Exception, SystemExit) as error:
            fault = fault_of(error, self._game)
            if fault is None:
                traceback.print_exception(error, file=sys.stderr)
                fault = Fault(SERVER_ERROR, UNEXPECTED)
            error.__traceback__ = None  # lets go of what may have filled the memory
            self._end("failed", fault=fault)

    def _tell(self, phase: str, done: int, total: int | None) -> None:
        if not self.is_open:
            raise _Cancelled
        self.phase, self.done, self.total = phase, done, total

    def _end(self, status: Status, **told: Any) -> None:
        """Come to an end, if it has not before."""
        with self._lock:
            if self.is_open:
                for name, value in told.items():
                    setattr(self, name, value)
                self.status = status


class Jobs:
    """Threads that do jobs in the order in which they come, and do not keep the program from ending."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._threads_to_start = at_once

    def submit(self, job: Job) -> None:
        """Have a job done when its turn comes."""
        self._waiting.put(job)
        if self._threads_to_start:
            self._threads_to_start -= 1
            threading.Thread(target=self._serve, name="jobs", daemon=True).start()

    def _serve(self) -> None:
        while True:
            self._waiting.get().run()
