"""Work in threads: `Jobs`, which report progress and can be cancelled, and `WorkerThreads`, which wait for answers."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, Literal, TypeVar

from gamekit.game.progress import ProgressCallback
from gamekit.web.server.faults import Fault, RequestError, report_error

T = TypeVar("T")
Status = Literal["waiting", "running", "done", "failed", "cancelled"]
Work = Callable[[ProgressCallback], Any]

AT_ONCE: Final = 2
"""The number of jobs that run at a time; more would only share the processor."""

MOST_WAITING: Final = 32
"""The largest number of jobs that wait for their turn."""

ANSWERS_AT_ONCE: Final = 8
MOST_ANSWERS_WAITING: Final = 64
"""The largest number of calls that run at a time, and the largest number of calls that wait."""


class _Cancelled(BaseException):
    """The exception that ends a cancelled job; like KeyboardInterrupt, it is not an error."""


class Job:
    """Work that a thread waits for.

    It reports progress several times a second to a callback, which raises once the job is cancelled.

    Attributes:
        status: the status of the job: waiting, running, or how it ended.
        phase: the phase of the work.
        done: the amount of this phase that is done.
        total: the whole amount; None if it is not known.
        result: the result of the work.
        fault: the reason why the job failed; None if it did not.
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
        """Whether the job waits or runs."""
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
        with self._lock:
            if not self.is_open:
                return
            self.result, self.fault, self.status = result, fault, status


class Jobs:
    """A queue of jobs, which run in the order of their submission, each in its own thread, `at_once` at a time.

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
            RequestError: too many jobs wait.
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


class WorkerThreads:
    """A thread for each call that waits for the process of a game, a few at a time.

    They are separate from those for files, so that waiting for a game delays nothing else.
    They are daemons: unlike those of the server's framework, they do not keep the program from ending.
    """

    def __init__(self, at_once: int = ANSWERS_AT_ONCE, most_waiting: int = MOST_ANSWERS_WAITING) -> None:
        self._to_run = threading.Semaphore(at_once)
        self._to_wait = threading.Semaphore(at_once + most_waiting)

    async def run(self, call: Callable[[], T]) -> T:
        """Return the result of `call`; it runs in a thread of its own, once fewer than `at_once` others do.

        Raises:
            RequestError: too many calls wait.
        """
        if not self._to_wait.acquire(blocking=False):
            raise RequestError(503, "too many questions wait for their answers; ask again in a moment")
        answer: Future[T] = Future()
        threading.Thread(target=self._do, args=(call, answer), name="worker", daemon=True).start()
        return await asyncio.wrap_future(answer)

    def _do(self, call: Callable[[], T], answer: Future[T]) -> None:
        result: Any = None
        failure: BaseException | None = None
        with self._to_run:
            is_awaited = answer.set_running_or_notify_cancel()  # else the request is gone
            if is_awaited:
                try:
                    result = call()
                except BaseException as error:  # for whoever awaits it
                    failure = error
        self._to_wait.release()  # before the answer: whoever has it may ask again at once
        if failure is not None:
            answer.set_exception(failure)
        elif is_awaited:
            answer.set_result(result)
