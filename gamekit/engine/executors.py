"""Who runs the tasks of rounds: this process, its threads, other processes, or a Dask cluster."""

from __future__ import annotations

import logging
import multiprocessing
import os
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
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import attrs

from gamekit.engine.rounds import SerialExecutor, executor_for
from gamekit.errors import InputError, LimitError, UnsupportedError

KINDS: Final = ("serial", "threads", "processes", "dask")

RETRIES: Final = 3
"""How often Dask tries a task again whose worker was lost."""

NOT_STARTED: Final = (
    "the processes could not be started; a script that solves with them must do so within "
    "`if __name__ == '__main__':`, and the game's class must be one that they can import"
)

PATIENCE: Final = 10
"""How many seconds a scheduler has to answer."""

WAITING: Final = "gamekit: the Dask scheduler at %s has no workers; waiting until some come"

KEEP_FREED: Final = {"distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": None}
"""Dask has its workers return memory as soon as it is free; to get it anew took a third of their system time."""


@attrs.frozen
class Crew:
    """Who runs tasks.

    Attributes:
        executor: takes them.
        workers: tells how many there are in other processes, to which handing out a task takes long.
        check: raises an error if the workers are lost, where waiting for them would not tell.
    """

    executor: Executor
    workers: Callable[[], int] | None = None
    check: Callable[[], None] | None = None


@attrs.frozen
class Choice:
    """Which executor is wanted.

    Attributes:
        kind: one of `KINDS`.
        address: of the Dask scheduler to join; one is started here if there is none.
        number: how many threads, processes or workers; one for each core by default.
        given: the executor itself, if there is one already, whose it is to end it.
    """

    kind: str
    address: str | None = None
    number: int | None = None
    given: Executor | None = None

    @classmethod
    def of(cls, executor: str | Executor | None, number: int | None) -> Choice:
        """Return what is wanted: by its name, an executor itself, or threads.

        Raises:
            InputError: there is no such executor.
        """
        if isinstance(executor, Executor):
            return cls("given", given=executor)
        return cls.parse("threads" if executor is None else executor, number)

    @classmethod
    def parse(cls, text: str, number: int | None = None) -> Choice:
        """Read `serial`, `threads`, `processes`, `dask` or `dask=ADDRESS`.

        Raises:
            InputError: it is something else.
        """
        kind, separator, address = text.partition("=")
        if kind not in KINDS or (separator and (kind != "dask" or not address)):
            raise InputError(f"executor is one of {', '.join(KINDS)} or dask=ADDRESS; it is {text!r}")
        return cls(kind, address or None, number)

    def check_in_memory(self) -> None:
        """Refuse tasks that run in other processes: what they keep would stay there.

        Raises:
            InputError: they do, or may.
        """
        at_home = isinstance(self.given, SerialExecutor | ThreadPoolExecutor) or self.kind in (
            "serial",
            "threads",
        )
        if not at_home:
            name = self.kind if self.given is None else type(self.given).__name__
            raise InputError(
                f"the executor {name} needs a work folder, which all its workers reach by the same path"
            )

    @contextmanager
    def crew(self, places: int) -> Iterator[Crew]:
        """Give who runs the tasks of a game of so many places.

        Raises:
            LimitError: workers were lost.
            UnsupportedError: Dask is not installed.
        """
        workers = self.number or os.cpu_count() or 1
        if self.given is not None:
            with _told("a worker"):
                yield Crew(self.given)
        elif self.kind == "dask":
            with _dask(self.address, workers) as crew:
                yield crew
        elif self.kind == "processes":
            with _processes(workers) as crew:
                yield crew
        else:
            with executor_for(places, 1 if self.kind == "serial" else self.number) as executor:
                yield Crew(executor)


@contextmanager
def _processes(workers: int) -> Iterator[Crew]:
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # a copy of a process with threads may hang
    with _told("a process"), ProcessPoolExecutor(workers, context, live_with_parent) as executor:
        try:
            executor.submit(os.getpid).result()
        except BrokenExecutor as error:
            raise UnsupportedError(NOT_STARTED) from error
        try:
            yield Crew(executor, lambda: workers)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in set(multiprocessing.active_children()) - others:
                child.kill()  # what it was doing can be done again
            raise


def live_with_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that does."""
    leave_interrupts()
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def leave_interrupts() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _lost() -> tuple[type[Exception], ...]:
    """Return the errors that tell of lost workers, where Dask is at work."""
    if "distributed" not in sys.modules:
        return ()
    from distributed.comm.core import CommClosedError
    from distributed.scheduler import KilledWorker

    return CommClosedError, KilledWorker, TimeoutError


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Let the loss of workers be a sentence."""
    try:
        yield
    except Exception as error:
        if isinstance(error, (BrokenExecutor, CancelledError, *_lost())):
            raise LimitError(
                f"{what} was lost before an answer ({type(error).__name__}); start the same again to go on"
            ) from error
        raise


@contextmanager
def _dask(address: str | None, workers: int) -> Iterator[Crew]:
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UnsupportedError("the executor dask needs Dask: pip install distributed") from error
    for name in list(logging.root.manager.loggerDict):  # what there is to say is said here
        if name.startswith(("distributed", "tornado")):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with ExitStack() as stack:
        cluster: Any = address
        if address is None:
            try:
                with dask.config.set(KEEP_FREED):
                    embedded: Any = LocalCluster(  # type: ignore[no-untyped-call]
                        n_workers=workers,
                        threads_per_worker=1,
                        dashboard_address=None,
                        silence_logs=logging.CRITICAL,
                    )
            except RuntimeError as error:
                raise UnsupportedError(NOT_STARTED) from error
            cluster = stack.enter_context(embedded)
        try:
            client: Any = Client(cluster, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError) as error:
            raise InputError(f"no Dask scheduler answers at {address}") from error
        stack.enter_context(client)
        if address is None:
            client.run(leave_interrupts)
        stack.enter_context(_told("the Dask cluster"))
        cluster = _Cluster(client)
        yield Crew(client.get_executor(pure=False, retries=RETRIES), cluster.workers, cluster.check)


@attrs.define
class _Cluster:
    """A Dask cluster, of which workers come and go."""

    client: Any
    _workers: int = 0
    _asked: float = -PATIENCE
    _is_waiting: bool = False

    def workers(self) -> int:
        """Return how many there are, or 1; not asked each time, which might take longer than a round.

        If there are none, that is said: those of a queue may come much later.
        """
        if time.monotonic() - self._asked > PATIENCE / 2:
            self._workers = self._count()
            self._asked = time.monotonic()
            if not self._workers and not self._is_waiting:
                logging.getLogger(__name__).warning(WAITING, self.client.scheduler.address)
            self._is_waiting = not self._workers
        return max(self._workers, 1)

    def check(self) -> None:
        """Raise an error if the scheduler is lost."""
        if self.client.status in ("closing", "closed"):
            raise CancelledError
        self.workers()

    def _count(self) -> int:
        try:
            return sum(self.client.ncores().values())
        except OSError as error:
            raise CancelledError from error
