"""`GameProcess`: a process that runs the rules of a game, is asked questions, and can be ended whatever it does."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager, suppress
from multiprocessing import forkserver, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from types import ModuleType
from typing import Any, Final, Protocol

import attrs

from gamekit.engine.runtime.executors import leave_interrupts, safe_path
from gamekit.game.progress import ProgressCallback
from gamekit.solvers.options import SolveOptions
from gamekit.web.server.faults import Fault, RequestError
from gamekit.web.server.messages import Bound

TICK: Final = 0.05
"""The number of seconds between two checks of whether work was cancelled."""

GRACE: Final = 10.0
"""The number of seconds in which work that reports progress must end by itself once its time is over."""

PREPARED: Final = "gamekit.web.server.prepared"
"""The module that the fork server loads; all processes of games are copies of the fork server."""

LOST: Final = "the process with this game was ended, perhaps because memory ran out; open the game again"


class Started(Protocol):
    """A process that was started to answer over a connection."""

    def kill(self) -> None:
        """End the process at once."""

    def join(self) -> None:
        """Wait until the process has ended."""


Start = Callable[[Connection, SolveOptions, int], Started]
"""A function that starts a process to answer over a connection, as `keep` does with these arguments."""


_one_by_one = threading.Lock()


@contextmanager
def _no_script() -> Iterator[None]:
    """Keep processes that start meanwhile from running the script that this one runs, which would open a page again."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def start_process(connection: Connection, options: SolveOptions, memory: int) -> Started:
    """Start a process that answers over a connection, as `keep` does with these arguments."""
    context = multiprocessing.get_context("forkserver")  # a copy of this process, with its threads, may hang
    context.set_forkserver_preload([PREPARED])
    process = context.Process(target=_keep, args=(connection, options, memory), daemon=True)
    try:
        Path.cwd()
    except OSError:
        os.chdir("/")  # the folder was deleted, and processes begin where this one is
    with _one_by_one, safe_path(), _no_script():
        resource_tracker.ensure_running()  # which lets signals through once it is there
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # Ctrl-C is left to this process
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    connection.close()  # so that its end is seen
    return process


def end_fork_server() -> None:
    """End the fork server, if there is one, without waiting until it has loaded its modules.

    It ends by itself once this process has ended, but on a busy machine it keeps the terminal for seconds until then.
    """
    pid = getattr(forkserver._forkserver, "_forkserver_pid", None)  # nothing public says it
    if pid is not None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _keep(connection: Connection, options: SolveOptions, memory: int) -> None:
    from gamekit.web.server.keeper import keep  # which the server itself does without

    leave_interrupts()
    keep(connection, options, memory)
    os._exit(0)  # the server is gone, and threads may hang


@attrs.define
class _Call:
    progress: tuple[str, int, int | None] = ("starting", 0, None)
    answer: Future[Any] = attrs.field(factory=Future)


class GameProcess:
    """A process that runs the rules of a game, for questions from any thread."""

    def __init__(self, start: Start, options: SolveOptions, memory: int) -> None:
        """Start a process that may take `memory` bytes.

        Raises:
            RequestError: the system cannot start a process.
        """
        self.has_ended = False
        self._connection, theirs = multiprocessing.Pipe()
        try:
            self._process = start(theirs, options, memory)
        except (OSError, EOFError) as error:
            raise RequestError(503, f"no process can be started for a game: {error}") from error
        self._numbers = itertools.count()
        self._calls: dict[int, _Call] = {}
        self._lock = threading.Lock()
        self._questions: SimpleQueue[tuple[Any, ...] | None] = SimpleQueue()
        self._sender = threading.Thread(target=self._send, name="questions", daemon=True)
        self._sender.start()
        threading.Thread(target=self._receive, name="answers", daemon=True).start()

    def ask(
        self, bound: Bound, method: str, *arguments: Any, progress: ProgressCallback | None = None
    ) -> Any:
        """Return the result of a method of `Keeper`; the process is ended if that takes too long.

        Exceptions of the callback `progress` are raised here.

        Raises:
            RequestError: the method fails, or takes too long, or the process was ended.
        """
        call = _Call()
        with self._lock:
            if self.has_ended:
                raise RequestError(422, LOST)
            number = next(self._numbers)
            self._calls[number] = call
        self._questions.put((number, method, arguments, None if progress is None else bound))
        end = time.monotonic() + bound.seconds + (0 if progress is None else GRACE)
        while not wait([call.answer], TICK if progress else bound.seconds).done:
            if progress is not None:
                progress(*call.progress)
            if time.monotonic() >= end:
                self.kill()
                raise bound.error
        return call.answer.result()

    def kill(self) -> None:
        """End the process; everyone who waits for an answer gets an error."""
        self.has_ended = True
        self._process.kill()

    def _send(self) -> None:
        """Send questions, in a thread that may wait where the process does not read them."""
        while (question := self._questions.get()) is not None:
            try:
                self._connection.send(question)
            except OSError:
                return

    def _receive(self) -> None:
        while True:
            try:
                number, kind, value = self._connection.recv()
            except (EOFError, OSError):
                break
            if kind != "progress":
                _end(self._calls.pop(number), kind, value)
            elif call := self._calls.get(number):
                call.progress = value
        with self._lock:
            self.has_ended = True
        for call in self._calls.values():
            _end(call, "failed", Fault(422, LOST))
        self._questions.put(None)
        self._sender.join()
        self._connection.close()
        self._process.join()


def _end(call: _Call, kind: str, value: Any) -> None:
    if kind == "done":
        call.answer.set_result(value)
    else:
        call.answer.set_exception(RequestError(value.status, value.error, value.field))
