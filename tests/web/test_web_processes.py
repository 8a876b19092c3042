"""The processes of games: what they may take, and what is said when they take more."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import attrs
import httpx
import pytest
from support.command import countdown_with, plugins
from support.marks import cases
from support.web_client import ANY_MEMORY, InThread, page, wait_until

from gamekit.solvers.options import SolveOptions
from gamekit.web.server.faults import OUT_OF_MEMORY, RequestError
from gamekit.web.server.library import Library, Limits
from gamekit.web.server.messages import Bound
from gamekit.web.server.processes import GameProcess, start_process

on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems hold no process to its limit of memory"
)


@pytest.fixture
def end() -> Iterator[threading.Event]:
    """An event for which rules wait that hang."""
    event = threading.Event()
    yield event
    event.set()


HEAVY = """
import attrs
from gamekit.game.protocol import Game

@attrs.frozen
class Heavy(Game):
    letters: int = 1
    hangs: bool = False
    players = ("first", "second")
    def __attrs_post_init__(self):
        while self.hangs: pass
    def initial_state(self): return "0".zfill(self.letters)
    def to_move(self, state): return int(state[-18:]) % 2
    def moves(self, state): return [1]
    def apply(self, state, move): return str(int(state[-18:]) + move).zfill(self.letters)
    def outcome(self, state): return None
"""
"""A game without an end of states, each of so many letters; or one that hangs where it is made."""

SERVER = """
from contextlib import suppress

from gamekit.solvers.options import SolveOptions
from gamekit.web.server.library import Library
from gamekit.web.server.library import Limits
from gamekit.web.server.serving import listen, serve

if __name__ == "__main__":
    limits = Limits(plain_states=1 << 40, process_memory=1 << 30, opening=5, working=20)
    with suppress(KeyboardInterrupt):
        serve(Library(SolveOptions(), limits), listen("127.0.0.1", 0), "127.0.0.1", browser=False)
"""
"""What `gamekit explore` does, within limits that a test comes to."""

MOST = 150 << 20
"""The bytes of memory that a server may hold whatever it is asked."""


def hanging(end: threading.Event, method: str, answer: Any, *, begun: threading.Event | None = None) -> Any:
    """Return a game with a method that hangs."""

    def hang(self: Any, *_arguments: Any) -> Any:  # noqa: ARG001 (methods are told by it)
        if begun is None or begun.is_set():
            end.wait(60)
        return answer

    return countdown_with(**{method: hang})


def test_parameters_that_are_read_for_too_long_are_refused(end: threading.Event) -> None:
    with plugins(games={"slow": hanging(end, "initial_state", 3)}):
        there = page(limits=attrs.evolve(ANY_MEMORY, opening=0.1))
        answer = there.post("solutions", {"game": "slow"})
        assert answer.status_code == 422
        assert answer.json()["error"].endswith("took longer than 0.1 seconds, the limit of gamekit explore")


def test_a_game_that_is_solved_for_too_long_fails_in_a_sentence(
    end: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gamekit.web.server.processes.GRACE", 0)
    with plugins(games={"slow": hanging(end, "moves", [1])}):
        report = page(limits=attrs.evolve(ANY_MEMORY, working=0.1)).open("slow")
    assert report["status"] == "failed"
    assert report["error"] == "solving took longer than 0.1 seconds, the limit of gamekit explore"


def test_work_that_reports_progress_ends_by_itself_once_its_time_is_over() -> None:
    endless = countdown_with(
        moves=lambda *_: [1], apply=lambda _, state, __: state + 1, to_move=lambda _, state: state % 2
    )
    with plugins(games={"endless": endless}):
        there = page(SolveOptions(max_states=1 << 40), limits=attrs.evolve(ANY_MEMORY, working=0.1))
        report = there.open("endless")
    assert report["error"] == "solving took longer than 0.1 seconds, the limit of gamekit explore"


def test_a_game_whose_answer_takes_too_long_is_ended_and_opened_anew(end: threading.Event) -> None:
    solved = threading.Event()
    with plugins(games={"slow": hanging(end, "format_move", "1", begun=solved)}):
        there = page(limits=attrs.evolve(ANY_MEMORY, answering=0.2))
        id = there.open("slow")["header"]["id"]
        solved.set()
        answer = there.post(f"solutions/{id}/walk", {"moves": [], "from": 0})
        assert (answer.status_code, answer.json()["error"]) == (
            422,
            "the answer took longer than 0.2 seconds, the limit of gamekit explore",
        )
        assert there.get(f"solutions/{id}").status_code == 404  # upon which a page opens the game again
        assert there.open("slow")["header"]["id"] == id


def test_what_plans_with_more_memory_may_take_it() -> None:
    given = []

    def start(connection: Connection, options: SolveOptions, memory: int) -> InThread:
        given.append((options.memory, memory))
        return InThread(connection, options, memory)

    for options in (SolveOptions(), SolveOptions(memory=10), SolveOptions(memory="9GB")):
        Library(options, Limits(process_memory=1_000), start=start).open("nim", [1])
    assert given == [(900, 1_000), (10, 1_000), ("9GB", 10_000_000_000)]


@pytest.fixture
def heavy(tmp_path: Path) -> Path:
    """A folder in which the plugin of a heavy game is installed."""
    about = tmp_path / "heavy-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: heavy\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[gamekit.games]\nheavy = heavy:Heavy\n")
    (tmp_path / "heavy.py").write_text(HEAVY)
    (tmp_path / "server.py").write_text(SERVER)
    return tmp_path


@pytest.fixture
def library(heavy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library whose games have processes indeed, which know the heavy game."""
    monkeypatch.syspath_prepend(str(heavy))
    library = Library(SolveOptions(), Limits(process_memory=300 << 20, opening=5))
    yield library
    library.close()


@pytest.mark.slow
def test_a_process_is_ended_whatever_it_does(library: Library) -> None:
    entry, _ = library.open("nim", [1, 2])
    wait_until(lambda: not entry.solving.is_open)
    assert "views" in entry.ask("walk", (), 0)
    os.kill(entry.process._process.pid, signal.SIGSTOP)  # type: ignore[attr-defined]
    with ThreadPoolExecutor() as threads:
        asked = threads.submit(entry.ask, "walk", (), 0)
        entry.process.kill()
        with pytest.raises(RequestError, match="the process with this game was ended"):
            asked.result(30)
    assert library.open("nim", [1, 2])[0] is not entry


@pytest.mark.slow
def test_a_process_that_is_lost_is_told() -> None:
    process = GameProcess(start_process, SolveOptions(), 400 << 20)
    os.kill(process._process.pid, signal.SIGKILL)  # type: ignore[attr-defined]
    with pytest.raises(RequestError, match="perhaps because memory ran out"):
        process.ask(Bound("the answer", 60), "open_game", "nim", [1], None)


@pytest.mark.slow
@on_linux
def test_a_game_that_fills_the_memory_of_its_process_fails_in_a_sentence(library: Library) -> None:
    entry, _ = library.open("heavy", {"letters": 1_000_000})
    wait_until(lambda: not entry.solving.is_open)
    assert entry.report["error"] == OUT_OF_MEMORY
    assert library.open("nim", [1])[0].report["status"] in ("solving", "ready")


@pytest.mark.slow
def test_games_are_opened_though_the_folder_is_gone(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert library.open("nim", [1])[0].report["status"] in ("solving", "ready")


@pytest.mark.release
def test_parameters_that_hang_in_a_process_are_refused(library: Library) -> None:
    with pytest.raises(RequestError, match="of these parameters took longer than 5 seconds, the limit"):
        library.open("heavy", {"hangs": True})


@on_linux
@pytest.mark.parametrize("sent", cases(release=[signal.SIGINT, signal.SIGTERM]))
def test_heavy_games_hold_up_nobody(heavy: Path, sent: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(heavy), *filter(None, sys.path)])}
    server = subprocess.Popen(
        [sys.executable, str(heavy / "server.py")],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert server.stdout
    found = re.search(r"http://\S+/", server.stdout.readline())
    assert found
    with ThreadPoolExecutor() as threads, httpx.Client(base_url=f"{found[0]}api/", timeout=60) as client:

        def opened(game: str, **parameters: Any) -> str:
            answer = client.post("solutions", json={"game": game, "parameters": parameters})
            assert answer.status_code == 202, answer.text
            return f"solutions/{answer.json()['solution']}"

        def status(id: str) -> Any:
            return client.get(id).json()

        light = opened("nim", heaps=[3, 4, 5])
        wait_until(lambda: status(light)["status"] == "ready")
        works = [opened("heavy", letters=letters) for letters in (1, 2, 3)]
        refused = [
            threads.submit(client.post, "solutions", json={"game": "heavy", "parameters": {"hangs": True}})
        ]
        for _ in range(50):
            answers = [
                client.post(f"{light}/walk", json={"moves": [], "from": 0}),
                client.post(f"{light}/why", json={"moves": []}),
                client.get(light),
            ]
            assert [answer.status_code for answer in answers] == [200, 200, 200]
        assert [status(work)["status"] for work in works] == ["solving"] * 3
        assert status(works[2])["phase"] == "waiting for other work to be done"
        assert "took longer than 5 seconds" in refused[0].result(60).json()["error"]
        wait_until(lambda: status(works[0])["status"] == "failed")
        assert (
            status(works[0])["error"] == "solving took longer than 20 seconds, the limit of gamekit explore"
        )
        wait_until(lambda: status(works[2])["done"] > 0)
        held = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
        assert held
        assert int(held[1]) << 10 < MOST
    os.killpg(server.pid, sent)  # as a terminal tells all of its processes
    _, said = server.communicate(timeout=20)
    assert "Traceback" not in said
    wait_until(lambda: not is_there(server.pid))


def is_there(group: int) -> bool:
    """Return whether a process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
