"""What all tests share: how thoroughly Hypothesis looks, how files are dealt out to processes, and what is tested."""

from __future__ import annotations

import gc
import getpass
import os
import signal
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from support.marks import LEFT_OUT, is_left_out

import gamekit
from gamekit.solvers import backend_choice

settings.register_profile("quick", deadline=None, max_examples=10, derandomize=True)  # the same for everybody
settings.register_profile("thorough", deadline=None, max_examples=20)  # pytest --hypothesis-profile thorough
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled rules out of the user's own cache; refuse to test the source tree where that is not wanted.

    Cases that -m leaves out are not made.
    With GAMEKIT_EXPECT_INSTALLED set, as in CI, what is tested must have been installed.
    """
    os.environ.setdefault(
        "GAMEKIT_CACHE", str(Path(tempfile.gettempdir()) / f"gamekit-tests-{getpass.getuser()}")
    )
    LEFT_OUT.update(mark for mark in ("slow", "release") if is_left_out(mark, config.option.markexpr))
    if os.environ.get("GAMEKIT_EXPECT_INSTALLED") and Path(gamekit.__file__).parents[1] == config.rootpath:
        raise pytest.UsageError(f"the tests should run against an installed gamekit, not {gamekit.__file__}")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in what a shell starts with &
        signal.signal(
            signal.SIGINT, signal.default_int_handler
        )  # processes inherit it, and tests interrupt some


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Look for no garbage among what is collected, then or later: all of it stays, and to look takes seconds."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


class _FromTheEnd(pytest.Dir):
    """A folder whose files are collected in descending order."""

    def collect(self) -> list[pytest.Item | pytest.Collector]:
        return [*super().collect()][::-1]


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Let every second process collect from the end, so that each rewrites the assertions of other files."""
    is_second = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579"
    return _FromTheEnd.from_parent(parent, path=path) if is_second else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the tests of the page unread where -m leaves all of them out: to read them takes seconds."""
    is_unread = is_left_out("browser", config.option.markexpr)
    return True if is_unread and collection_path == config.rootpath / "tests" / "browser" else None


def pytest_pycollect_makeitem(obj: Any) -> list[pytest.Item] | None:
    """Make no test of a function with a mark that -m leaves out: to collect its cases takes seconds."""
    marks = getattr(obj, "pytestmark", ())
    is_none = isinstance(marks, list) and any(mark.name in LEFT_OUT for mark in marks)
    return [] if is_none else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give all processes the same order."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.path)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep the tests of a file in one process: what they share is solved, and what they compile compiled, once."""
    if config.getvalue("dist") == "load":  # what -n alone says
        from xdist.scheduler import LoadFileScheduling

        return LoadFileScheduling(config, log)
    return None


@pytest.fixture
def measured_in_passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plan with rates that are measured with little, which takes no seconds and is less exact."""
    from gamekit.analysis.planning.rates import Workload, rates

    little = partial(rates, workload=Workload(states=1 << 10, keys=1 << 14, disk_bytes=1 << 20))
    monkeypatch.setattr("gamekit.analysis.planning.plan.rates", little)


@pytest.fixture(autouse=True)
def _cold_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each test choose backends as a process does that has solved nothing yet, whatever tests came before."""
    monkeypatch.setattr(backend_choice, "history", backend_choice.History())
