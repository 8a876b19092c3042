"""Executors of tasks: this process, its threads, other processes, or a Dask cluster."""

from __future__ import annotations

import logging
import math
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final

import attrs

from gamekit.engine.runtime.supersteps import SerialExecutor, WorkerPool, threads_for
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game.foreign_errors import describe_error
from gamekit.game.optional import importing

KINDS: Final = ("serial", "threads", "processes", "dask")

RETRIES: Final = 3
"""The number of times that Dask repeats a task whose worker was lost."""

NOT_STARTED: Final = (
    "the processes could not be started; a script that solves with them must do so within "
    "`if __name__ == '__main__':`, and the game's class must be one that they can import"
)

SAFE_PATH: Final = "PYTHONSAFEPATH"
"""The environment variable that keeps Python from looking for modules in the working folder."""

NO_WORKERS_YET: Final = "gamekit: the Dask scheduler at %s has no workers; waiting until some come"

KEEP_FREED: Final = {"distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None}
"""The settings by which Dask's workers keep freed memory: to get it back took a third of their system time."""


@attrs.frozen
class ExecutorSpec:
    """The executor that the caller asks for.

    Attributes:
        kind: the kind of executor, one of `KINDS`, or "given".
        address: the address of the Dask scheduler to join; one is started here if there is none.
        number: the number of threads, processes or workers; by default, one for each core.
        given: an executor of the caller, who shuts it down.
        timeout: the number of seconds that a Dask scheduler has to answer.
    """

    kind: str
    address: str | None = None
    number: int | None = None
    given: Executor | None = None
    timeout: float = 10

    @classmethod
    def of(cls, executor: str | Executor | None, number: int | None) -> ExecutorSpec:
        """Return the specification of an executor or of its name: one of `KINDS` or `dask=ADDRESS`; threads if None.

        Raises:
            InputError: there is no such executor.
        """
        if isinstance(executor, Executor):
            return cls("given", number=number, given=executor)
        text = "threads" if executor is None else executor
        kind, separator, address = text.partition("=")
        if kind not in KINDS or (separator and (kind != "dask" or not address)):
            raise InputError(f"executor must be one of {', '.join(KINDS)} or dask=ADDRESS; it is {text!r}")
        return cls(kind, address or None, number)

    @property
    def is_here(self) -> bool:
        """Whether tasks run in this process; other processes do not see the arrays in its memory."""
        if self.given is not None:
            return isinstance(self.given, SerialExecutor | ThreadPoolExecutor)
        return self.kind in ("serial", "threads")

    def check_in_memory(self) -> None:
        """Refuse executors in other processes, where the arrays that tasks keep in memory would stay.

        Raises:
            InputError: tasks run, or may run, in other processes.
        """
        if not self.is_here:
            name = self.kind if self.given is None else type(self.given).__name__
            raise InputError(
                f"the executor {name} needs a work folder, which all its workers reach by the same path"
            )

    def in_memory(self) -> ExecutorSpec:
        """Return this specification, or that of threads if it uses other processes: these do not share memory."""
        return self if self.is_here else ExecutorSpec("threads", number=self.number)

    @contextmanager
    def side_by_side(self, game: Any) -> Iterator[tuple[WorkerPool, Callable[[], int]]]:
        """Yield workers in other processes, or the one in this process, and a function that returns their number.

        Raises:
            LimitError: workers were lost.
            UnsupportedError: Dask is not installed, or the game cannot be sent to other processes.
        """
        if self.is_here:
            yield WorkerPool(), lambda: 1
            return
        try:
            pickle.dumps(game)
        except Exception as error:  # whatever its fields raise
            raise UnsupportedError(
                f"{type(game).__name__} cannot be sent to other processes: {describe_error(error)}"
            ) from error
        with self.pool(0) as pool:
            number = self.number or os.cpu_count() or 1
            yield pool, pool.workers or (lambda: number)

    def pool(self, places: int) -> AbstractContextManager[WorkerPool]:
        """Return the workers for a game of this many places; they are started on entering.

        Raises:
            LimitError: workers were lost.
            UnsupportedError: Dask is not installed.
        """
        if self.given is not None:
            return _given(self.given)
        if self.is_here:
            return threads_for(places, 1 if self.kind == "serial" else self.number)
        workers = self.number or os.cpu_count() or 1
        return _dask(self.address, workers, self.timeout) if self.kind == "dask" else _processes(workers)


@contextmanager
def _given(executor: Executor) -> Iterator[WorkerPool]:
    with _explained("a worker"):
        yield WorkerPool(executor)


def _exit_code(process: Any) -> int:
    """Return the exit code of a process that is ending; 0 if it does not end within a second.

    While another thread waits for the process, too, `join` may return before the code is known.
    """
    until = time.monotonic() + 1
    process.join(1)
    while process.exitcode is None and time.monotonic() < until:
        time.sleep(0.01)
    return process.exitcode or 0


@contextmanager
def _processes(workers: int) -> Iterator[WorkerPool]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a copy of a process with threads may hang
    with ExitStack() as stack:
        stack.enter_context(_explained("a process"))
        stack.enter_context(safe_path())
        executor = stack.enter_context(ProcessPoolExecutor(workers, context, live_with_parent))
        first = executor.submit(os.getpid)
        try:
            first.result()
        except BrokenExecutor as error:
            started = [*executor._processes.values()]  # active_children leaves out those that have ended
            # a signal ended one, no error of its own
            if any(_exit_code(process) < 0 for process in started):
                raise
            raise UnsupportedError(NOT_STARTED) from error
        try:
            yield WorkerPool(executor, lambda: workers)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.kill()  # its tasks can be repeated
            raise


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep processes that start meanwhile from importing modules from the working folder, which others may own.

    The processes receive the import path of this process, but only after their first imports.
    """
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE_PATH, None)
        else:
            os.environ[SAFE_PATH] = before


def live_with_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that process ends."""
    leave_interrupts()
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()  # which returns if it has ended already
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _lost() -> tuple[type[Exception], ...]:
    """Return the types of the errors that lost workers cause, with those of Dask if it is loaded."""
    if "distributed" not in sys.modules:
        return BrokenExecutor, CancelledError
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    return BrokenExecutor, CancelledError, CommClosedError, KilledWorker, TimeoutError


@contextmanager
def _explained(what: str) -> Iterator[None]:
    try:
        yield
    except _lost() as error:
        raise LimitError(
            f"{what} was killed or lost before an answer ({type(error).__name__}); run the same solve again to resume"
        ) from error


@contextmanager
def _dask(address: str | None, workers: int, timeout: float) -> Iterator[WorkerPool]:
    with importing("distributed", "the executor dask needs"):
        from distributed import Client, LocalCluster
    import dask  # which distributed is part of

    for name in list(logging.root.manager.loggerDict):  # gamekit reports errors itself
        if name.startswith(("distributed", "tornado")):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        cluster: Any = address
        if address is None:
            stack.enter_context(safe_path())
            try:
                with dask.config.set(KEEP_FREED):
                    embedded: Any = LocalCluster(  # type: ignore[no-untyped-call]
                        n_workers=workers,
                        threads_per_worker=1,
                        memory_limit=0,  # gamekit keeps to its own, and gives all of it to one worker at times
                        dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                    )
            except RuntimeError as error:
                raise UnsupportedError(NOT_STARTED) from error
            cluster = stack.enter_context(embedded)
        try:
            client: Any = Client(cluster, timeout=timeout)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError, MemoryError) as error:  # Dask reads a size in any answer
            raise InputError(
                f"no Dask scheduler answers at {address}; start one there, or name another address"
            ) from error
        stack.enter_context(client)
        if address is None:
            client.run(leave_interrupts)
        stack.enter_context(_explained("the Dask cluster"))
        cluster = _Cluster(client, timeout)
        yield WorkerPool(client.get_executor(pure=False, retries=RETRIES), cluster.workers, cluster.check)


@attrs.define
class _Cluster:
    """A Dask cluster whose workers come and go."""

    client: Any
    timeout: float
    _workers: int = 0
    _asked_at: float = -math.inf
    _is_waiting: bool = False

    def workers(self) -> int:
        """Return the number of workers, at least 1; it is cached, because a round may be quicker than the query.

        Log a warning if there are none: a cluster's queue may start them much later.
        """
        if time.monotonic() - self._asked_at > self.timeout / 2:
            try:
                self._workers = sum(self.client.ncores().values())
            except OSError as error:
                raise CancelledError from error
            self._asked_at = time.monotonic()
            if not self._workers and not self._is_waiting:
                logging.getLogger(__name__).warning(NO_WORKERS_YET, self.client.scheduler.address)
            self._is_waiting = not self._workers
        return max(self._workers, 1)

    def check(self) -> None:
        if self.client.status in ("closing", "closed"):
            raise CancelledError
        self.workers()
