"""Rounds run by other processes, and by a Dask cluster, whose parts are killed."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import attrs
import pytest
from support.killing import digest, graph_of
from support.marks import cases
from support.paths import ROOT, TESTS
from support.waiting import interrupted, wait_for
from support.work_folders import LOOPY, assert_solved

import gamekit
from gamekit import InputError, LimitError
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")

NODES = 600
"""Of the graph of a game that has rounds of several tasks, which are for workers; that of one is done at once."""

SOLVE = """
import gamekit, sys
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour
from support.killing import graph_of
if __name__ == "__main__":
    try:
        gamekit.solve(CatMouse(graph_of({nodes}), mouse=1, cat=7), work=sys.argv[1], executor=sys.argv[2])
    except gamekit.GamekitError as error:
        sys.exit(f"{{type(error).__name__}}: {{error}}")
"""


@pytest.mark.release
def test_processes(tmp_path: Path) -> None:
    game = CatMouse(graph_of(NODES), mouse=1, cat=7)
    gamekit.solve(game, work=tmp_path / "threads")
    gamekit.solve(game, work=tmp_path / "named", executor="processes", threads=2)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        gamekit.solve(game, work=tmp_path / "given", executor=pool)
    assert digest(tmp_path / "named") == digest(tmp_path / "given") == digest(tmp_path / "threads")


@pytest.mark.slow
def test_a_lost_process_is_said_and_the_solve_goes_on(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pool.submit(os.getpid).result()
        os.kill(pool.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(
            LimitError,
            match=r"a worker was killed or lost before an answer .*; run the same solve again to resume",
        ):
            gamekit.solve(LOOPY, work=tmp_path, executor=pool)
    assert_solved(LOOPY, gamekit.solve(LOOPY, work=tmp_path))


IN_PROCESSES = """
import sys
from gamekit.cli.main import main
if __name__ == "__main__":
    main(["solve", "nim", "--brief", "--work", sys.argv[1], "--executor", "processes", "--threads", "1"])
"""

FOR_PAGES = """
from gamekit.solvers.options import SolveOptions
from gamekit.web.server.library import Library
if __name__ == "__main__":
    library = Library(SolveOptions())
    library.games()
    library.close()
"""


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(IN_PROCESSES, id="solve", marks=pytest.mark.release),
        pytest.param(FOR_PAGES, id="explore", marks=pytest.mark.slow),
    ],
)
def test_processes_take_no_modules_from_the_working_folder(script: str, tmp_path: Path) -> None:
    shared, own = tmp_path / "shared", tmp_path / "own"
    shared.mkdir()
    own.mkdir()
    (own / "run.py").write_text(script)
    for module in ("signal", "selectors", "pickle", "tempfile", "queue"):
        (shared / f"{module}.py").write_text(f"open({str(tmp_path / 'taken')!r}, 'w')")
    command = [sys.executable, str(own / "run.py"), str(tmp_path / "work")]
    done = subprocess.run(command, cwd=shared, capture_output=True, text=True, timeout=120)
    assert not (tmp_path / "taken").exists(), done.stderr
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_an_executor_of_processes_without_a_folder_is_refused() -> None:
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(InputError, match="the executor ProcessPoolExecutor needs a work folder"),
    ):
        gamekit.solve(LOOPY, executor=pool)


# --- Dask -----------------------------------------------------------------------------------------------------


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run Python with these arguments until it is no longer needed."""
    with program(sys.executable, *arguments) as started:
        yield started


@contextmanager
def program(name: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program, one of those beside Python if it is there, until it is no longer needed."""
    beside = Path(sys.executable).parent / name
    started = subprocess.Popen(
        [str(beside) if beside.exists() else name, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Run a scheduler and workers as processes; give its address, and all of them, the scheduler first."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        scheduler = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
        running = [stack.enter_context(process(*scheduler, "--scheduler-file", str(file), "--no-dashboard"))]
        wait_for(lambda: file.exists() and bool(file.read_text()))
        address = json.loads(file.read_text())["address"]
        running += [stack.enter_context(worker(address)) for _ in range(workers)]
        yield address, running


def worker(address: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """Run a worker of the scheduler at an address."""
    command = ["-m", "distributed.cli.dask_worker", address, "--nthreads", "1"]
    return process(*command, "--no-nanny", "--no-dashboard")


@needs_dask
@pytest.mark.release
def test_an_embedded_cluster(tmp_path: Path) -> None:
    game = CatMouse(graph_of(NODES), mouse=1, cat=7)
    gamekit.solve(game, work=tmp_path / "threads")
    gamekit.solve(game, work=tmp_path / "dask", executor="dask", threads=2)
    assert digest(tmp_path / "dask") == digest(tmp_path / "threads")


@needs_dask
@pytest.mark.parametrize("lost", cases(release=["a worker", "the scheduler"]))
def test_a_cluster_that_loses(lost: str, tmp_path: Path) -> None:
    game = CatMouse(graph_of(NODES), mouse=1, cat=7)
    gamekit.solve(game, work=tmp_path / "undisturbed")
    journal = tmp_path / "work" / "journal"
    script = SOLVE.format(nodes=NODES)
    with cluster(tmp_path, 2) as (address, running):
        with process("-c", script, str(tmp_path / "work"), f"dask={address}") as solving:
            wait_for(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 20)
            running[0 if lost == "the scheduler" else 1].kill()
            _, said = solving.communicate(timeout=120)
        if lost == "the scheduler":
            assert solving.returncode == 1
            assert re.fullmatch(
                r"LimitError: the Dask cluster was killed or lost before an answer .* to resume\n", said
            )
            gamekit.solve(game, work=tmp_path / "work", executor="threads")
        else:
            assert solving.returncode == 0, said
    assert digest(tmp_path / "work") == digest(tmp_path / "undisturbed")


@needs_dask
@pytest.mark.release
def test_a_cluster_whose_workers_come_later_is_waited_for(tmp_path: Path) -> None:
    script = SOLVE.format(nodes=NODES)
    with (
        cluster(tmp_path, 0) as (address, _),
        process("-c", script, str(tmp_path / "work"), f"dask={address}") as solving,
    ):
        assert solving.stderr is not None
        said = solving.stderr.readline()
        assert said == f"gamekit: the Dask scheduler at {address} has no workers; waiting until some come\n"
        assert solving.poll() is None
        with worker(address):
            _, more = solving.communicate(timeout=120)
    assert (solving.returncode, more) == (0, "")


@pytest.mark.slow
@needs_dask
@pytest.mark.extra
def test_no_scheduler() -> None:
    from gamekit.engine.runtime.executors import ExecutorSpec

    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        spec = attrs.evolve(ExecutorSpec.of(f"dask={address}", None), timeout=1)
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {address}"), spec.pool(1):
            pass


@pytest.mark.slow
@needs_dask
@pytest.mark.extra
def test_a_web_server_is_no_scheduler() -> None:
    from gamekit.engine.runtime.executors import ExecutorSpec

    with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as connections:

        def answer() -> None:
            with suppress(OSError):  # once nobody listens
                while True:
                    connection = connections.enter_context(listening.accept()[0])
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9)

        answering = threading.Thread(target=answer)
        answering.start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        spec = attrs.evolve(ExecutorSpec.of(f"dask={address}", None), timeout=1)
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {address}"), spec.pool(1):
            pass
        listening.shutdown(socket.SHUT_RDWR)
        answering.join()


@needs_dask
@pytest.mark.release
def test_the_commands_for_several_machines(tmp_path: Path) -> None:
    page = ROOT / "docs" / "how-to" / "many-machines.md"
    by_hand = page.read_text().partition("## By hand")[2].partition("\n## ")[0]
    commands = re.findall(r"```sh\n(.*?)\n```", by_hand)
    game = {"graph": graph_of(NODES), "mouse": 1, "cat": 7, "hole": 0}
    (tmp_path / "game.json").write_text(json.dumps(game))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    here = {
        "first": "127.0.0.1",
        "8786": port,
        "/shared": str(tmp_path),
        "game.json": str(tmp_path / "game.json"),
    }
    scheduler, worker, solve = (
        shlex.split(re.sub("|".join(map(re.escape, here)), lambda name: here[name[0]], command))
        for command in commands
    )
    with program(*scheduler), program(*worker), program(*worker), program(*solve) as solving:
        said, problems = solving.communicate(timeout=120)
    assert solving.returncode == 0, problems
    assert f"verified: all {len(gamekit.solve(CatMouse(**game))):,} states" in said
    gamekit.solve(CatMouse(**game), work=tmp_path / "undisturbed")
    assert digest(tmp_path / "cat-mouse") == digest(tmp_path / "undisturbed")


@needs_dask
@pytest.mark.parametrize("executor", cases(release=["processes", "dask"]))
def test_an_interrupted_solve_ends_quietly_and_goes_on(executor: str, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps({"width": 5, "height": 4}))
    work, journal = tmp_path / "work", tmp_path / "work" / "journal"
    command = ["solve", "connect-four", "--input", str(tmp_path / "game.json"), "--work", str(work)]
    status, out, said = interrupted(
        *command,
        "--executor",
        executor,
        when=lambda: journal.exists() and journal.read_bytes().count(b"\n") > 30,
    )
    assert (status, out, said.split()) == (130, "", ["gamekit:", "interrupted"])
    solution = gamekit.solve(ConnectFour(width=5, height=4), work=work)
    assert solution.statistics["rounds done before"] > 30
    assert str(solution.root) == "TIE in 20 for red"


@pytest.mark.parametrize("after", cases(release=[0.2, 0.0]))
def test_workers_end_if_they_are_orphaned_while_they_start(after: float, tmp_path: Path) -> None:
    board = json.dumps({"rows": 4, "columns": 3})
    command = [sys.executable, "-m", "gamekit", "solve", "breakthrough", "--input", board, "--tiers", "tiers"]
    process = subprocess.Popen(
        [*command, "--executor", "processes", "--threads", "2"], cwd=tmp_path, stdout=subprocess.DEVNULL
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_for(lambda: len(children.read_text().split()) > 1)  # one of them tracks what they share
    time.sleep(after)
    workers = children.read_text().split()
    process.kill()
    process.wait()
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
