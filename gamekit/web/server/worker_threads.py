"""`WorkerThreads`: threads that wait for the processes of games, a few at a time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

from gamekit.web.server.faults import RequestError

T = TypeVar("T")

AT_ONCE: Final = 8
MOST_WAITING: Final = 64
"""How many calls run at a time, and how many more may wait."""


class WorkerThreads:
    """A thread for each call, separate from those for files, so that who waits for a game keeps up nothing else.

    They are daemons: unlike those of the server's framework, they do not keep the program from ending.
    """

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._to_run = threading.Semaphore(at_once)
        self._to_wait = threading.Semaphore(at_once + most_waiting)

    async def run(self, call: Callable[[], T]) -> T:
        """Return what `call` returns; it runs in a thread of its own, once fewer than `at_once` others do.

        Raises:
            RequestError: too many wait.
        """
        if not self._to_wait.acquire(blocking=False):
            raise RequestError(503, "too many questions wait for their answers; ask again in a moment")
        answer: Future[T] = Future()
        threading.Thread(target=self._do, args=(call, answer), name="worker", daemon=True).start()
        return await asyncio.wrap_future(answer)

    def _do(self, call: Callable[[], T], answer: Future[T]) -> None:
        try:
            with self._to_run:
                if answer.set_running_or_notify_cancel():  # else the request is gone
                    answer.set_result(call())
        except BaseException as error:  # for whoever awaits it
            answer.set_exception(error)
        finally:
            self._to_wait.release()
