"""`Questions`: threads that find the answers which take a game's rules."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from gamekit.web.faults import BUSY, RequestError

T = TypeVar("T")

AT_ONCE: Final = 8
MOST_WAITING: Final = 64
"""How many questions are answered at a time, and how many more may wait for that."""


class Questions:
    """A few threads, apart from those for files, so that a game that hangs takes nothing else with it.

    They do not keep the program from ending, whatever they are at; those of the server's own framework would.
    """

    def __init__(self, at_once: int = AT_ONCE, most_waiting: int = MOST_WAITING) -> None:
        self._waiting: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._threads_to_start = at_once
        self._most_open = at_once + most_waiting
        self._open = 0
        self._lock = threading.Lock()

    async def ask(self, question: Callable[[], T]) -> T:
        """Return what a question returns, which is asked in a thread.

        Raises:
            RequestError: too many wait.
        """
        answer: Future[T] = Future()
        with self._lock:
            if self._open >= self._most_open:
                raise RequestError(BUSY, "too many questions wait for their answers; ask again in a moment")
            self._open += 1
            starts, self._threads_to_start = self._threads_to_start > 0, max(self._threads_to_start - 1, 0)
        self._waiting.put((answer, question))
        if starts:
            threading.Thread(target=self._serve, name="questions", daemon=True).start()
        return await asyncio.wrap_future(answer)

    def _serve(self) -> None:
        while True:
            answer, question = self._waiting.get()
            try:
                if answer.set_running_or_notify_cancel():  # else who asked is gone
                    answer.set_result(question())
            except BaseException as error:  # for who asked; the thread has others to serve
                answer.set_exception(error)
            finally:
                with self._lock:
                    self._open -= 1
                del answer, question  # not to be held until the next comes
