"""The measurements of `everyday`, each run in a process of its own."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any, Final

import numpy as np
from baselines.sokoban_set import least_moves
from rivals import programs

import gamekit
from gamekit.engine.codes.batch import batch_of
from games.cat_mouse import CatMouse
from sections.cpp import FLAGS, rounds_of_cpp
from sections.start import best_of, process

ROOT: Final = Path(__file__).parents[2]
BASELINES: Final = ROOT / "benchmarks" / "baselines"
LEVELS: Final = ROOT / "benchmarks" / "data" / "microban.xsb"
BOARDS: Final = ROOT / "tests" / "data" / "rush_hour.jsonl"
TOO_MANY_BOXES: Final = 7
"""The number of the level that is left out: its six boxes take a search of another kind."""

ROUNDS: Final = 6
"""The number of times that boards and levels are solved, each time as new instances; the best one counts."""

MANY: Final = 1 << 19
"""The number of positions of which the moves are timed."""

COMPARED: Final = 100
"""The number of graphs that C++ solves, too."""

NIM: Final = ["-m", "gamekit", "solve", "nim"]
GRAPH: Final = [
    "-m",
    "gamekit",
    "solve",
    "cat-mouse",
    "--input",
    str(ROOT / "examples" / "cat-mouse-17.json"),
]
HELP: Final = ["-m", "gamekit", "--help"]


def new_graphs(nodes: int, degree: int, before: int, number: int) -> dict[str, Any]:
    """Return the mean CPU time of new graphs in a process that has solved others, beside C++ on the same graphs."""
    games = [*_graphs(nodes, degree, before + number)]
    took = []
    answers = []
    for game in games:
        began = time.process_time()
        solution = gamekit.solve(game)
        took.append(time.process_time() - began)
        answers.append(solution.answer)
    games, ours = games[before:], mean(took[before:])
    theirs, expected = _cpp(games)
    began = time.process_time()
    for _ in range(10):
        gamekit.solve(games[0], backend="compiled")
    again = (time.process_time() - began) / 10
    return {
        "beside": "C++",
        "theirs": theirs,
        "ratio": ours / theirs,
        "agree": answers[before:][: len(expected)] == expected,
        "profile": f"{again / ours:.0%} is the solve itself, the rest making the tables of a new graph and its trial",
    }


def many_graphs(nodes: int, degree: int, number: int) -> dict[str, Any]:
    """Return the wall time of each graph by `solve_many`, by one thread and by two, beside C++."""
    warm = [*_graphs(nodes, degree, min(number, 300), seed=1)]
    for game in warm:
        gamekit.solve(game)
    seconds = []
    for threads in (1, 2):
        games = [*_graphs(nodes, degree, number)]
        began = time.perf_counter()
        for _ in gamekit.solve_many(games, threads=threads):
            pass
        seconds.append((time.perf_counter() - began) / number)
    theirs, _ = _cpp(games)
    one, two = seconds
    return {
        "beside": "C++",
        "theirs": theirs,
        "ratio": two / theirs,
        "gain": one / two,
        "profile": "making the tables of a graph is Python, which one thread does at a time",
    }


def car_parks(boards: int) -> dict[str, Any]:
    """Return the CPU time of whole car parks over that of a C++ program, in a process with everything loaded."""
    lines = [json.loads(line) for line in BOARDS.read_text().splitlines()[:boards]]
    parks = [line["board"] for line in lines]
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled("rush_hour.cpp", folder)
        done = subprocess.run(
            [program, "5"], input="\n".join(parks), capture_output=True, text=True, check=True
        )
    *found, times = done.stdout.splitlines()
    seconds, answers = [], []
    for _ in range(ROUNDS):
        games = [gamekit.load_game("rush-hour", {"board": park}) for park in parks]
        began = time.process_time()
        solutions = [gamekit.solve(game) for game in games]
        seconds.append(time.process_time() - began)
        answers = [f"{solution.answer} {len(solution)}" for solution in solutions]
    theirs = min(map(float, times.split()))
    return {"beside": "C++", "theirs": theirs, "ratio": min(seconds) / theirs, "agree": answers == found}


def warehouses(levels: int) -> dict[str, Any]:
    """Return the CPU time of levels over that of a set in Python, first in a process that loads the kernels."""
    found = re.findall(r"(?:^[ #@$.*+-]*#[ #@$.*+-]*\n)+", LEVELS.read_text(), re.MULTILINE)
    texts = [text for number, text in enumerate(found[:levels], 1) if number != TOO_MANY_BOXES]
    ours = []
    for _ in range(ROUNDS):
        began = time.process_time()
        answers = [gamekit.solve(gamekit.load_game("sokoban", text)).answer for text in texts]
        ours.append(time.process_time() - began)
    began = time.process_time()
    expected = [least_moves(text.splitlines()) for text in texts]
    theirs = time.process_time() - began
    return {
        "beside": "a set in Python",
        "theirs": theirs,
        "ratio": min(ours) / theirs,
        "cold": ours[0] / theirs,
        "agree": answers == expected,
        "profile": "loading Numba and machine code from the cache, which is as long for one level as for all",
    }


def proved(width: int, height: int, certified: bool) -> dict[str, Any]:
    """Return the CPU time of a proof by one thread over that of Pons' solver."""
    game = gamekit.load_game("connect-four", {"width": width, "height": height})
    game.compiled_rules()
    gamekit.prove(
        gamekit.load_game("connect-four", {"width": 4, "height": 4}), backend="compiled"
    )  # the kernels
    theirs, name = programs.pons(width, height)
    began = time.process_time()
    proof = gamekit.prove(game, backend="compiled", memory="512MiB", threads=1)
    searched = time.process_time() - began
    if certified:
        with tempfile.TemporaryDirectory() as folder:
            proof.save(Path(folder, "proof"))
            report = gamekit.check_certificate(Path(folder, "proof"), game=game)
    took = time.process_time() - began
    each, moves = searched / proof.nodes * 1e6, _seconds_of_moves(game) * 1e6
    profile = (
        f"{searched / took:.0%} is the search of {proof.nodes:,} positions, {each:.2f} µs each: {moves:.2f} for moves, "
        "the rest for ends among the children, the table and the order"
    )
    right = not certified or report.ok
    return {"beside": name, "theirs": theirs, "ratio": took / theirs, "agree": right, "profile": profile}


def solved(game: str, parameters: dict[str, Any], rival: str) -> dict[str, Any]:
    """Return the CPU time of solving and verifying, wall time of both over GamesmanOne's, and the compressed size."""
    instance = gamekit.load_game(game, parameters)
    instance.compiled_rules()
    walls = [time.perf_counter()]
    cpu = [time.process_time()]
    solution = gamekit.solve(instance, backend="compiled")
    walls.append(time.perf_counter())
    cpu.append(time.process_time())
    report = gamekit.verify(solution)
    walls.append(time.perf_counter())
    cpu.append(time.process_time())
    phases = {name: seconds for name, seconds in solution.seconds.items() if seconds}
    shares = ", ".join(f"{seconds / sum(phases.values()):.0%} {name}" for name, seconds in phases.items())
    with tempfile.TemporaryDirectory() as folder:
        gamekit.save_table(solution, Path(folder, "table"), compress=True)
        disk = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
    theirs, name = programs.gamesman(rival) if rival else (None, "")
    return {
        "solve": cpu[1] - cpu[0],
        "verify": cpu[2] - cpu[1],
        "disk": disk,
        "beside": name,
        "theirs": theirs,
        "ratio": None if theirs is None else (walls[2] - walls[0]) / theirs,
        "unknown": f"no time of GamesmanOne is recorded for {game}; benchmarks/rivals/programs.py says how to take it",
        "agree": report.ok,
        "profile": f"{shares}; each of {solution.edges:,} edges is followed twice, forwards and backwards",
        "checked": f"{(cpu[2] - cpu[1]) / solution.edges * 1e9:.0f} ns an edge: all states are expanded once more, and "
        "each child is found by its key",
    }


def started(rounds: int) -> dict[str, Any]:
    """Return the wall times of whole processes, and of Python alone."""
    commands = {
        "nim": NIM,
        "graph": GRAPH,
        "help": HELP,
        "python": ["-c", "pass"],
        "numpy": ["-c", "import numpy"],
    }
    found = {name: best_of(rounds, lambda: process(arguments)) for name, arguments in commands.items()}  # noqa: B023
    python, numpy = found.pop("python"), found.pop("numpy")
    profile = f"Python itself takes {python * 1e3:.0f} ms, and with NumPy {numpy * 1e3:.0f}"
    return {"beside": "python -c pass", "theirs": python, "profile": profile} | found


def tested() -> dict[str, Any]:
    """Return the time of the README's tests, as pytest tells it, in a clone that was never used, and what is in it."""
    (command,) = re.findall(r"<!-- tests -->\n```sh\n(.+)\n```", (ROOT / "README.md").read_text())
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "VIRTUAL_ENV")
        }
        environment = kept | {"GAMEKIT_CACHE": str(Path(folder, "rules"))}
        first, again, collected = (
            _seconds_of_pytest(each, clone, environment)
            for each in (command, ".venv/bin/pytest -n auto", ".venv/bin/pytest --collect-only --quiet")
        )
    profile = (
        f"{1 - again / first:.0%} is compiling, of rules, kernels and test files, which a second run finds done; "
        f"{collected / first:.0%} is collecting, and the rest the tests"
    )
    return {"seconds": first, "profile": profile}


def _seconds_of_pytest(command: str, folder: Path, environment: dict[str, str]) -> float:
    """Return the seconds that a run of pytest names in its last line; it must succeed."""
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    (seconds,) = re.findall(r" in ([\d.]+)s", done.stdout.splitlines()[-1])
    return float(seconds)


def _graphs(nodes: int, degree: int, number: int, seed: int = 0) -> Iterator[CatMouse]:
    """Yield random connected graphs of which no two are alike, on which both can move."""
    rng = random.Random(seed)
    for _ in range(number):
        edges = {(rng.randrange(node), node) for node in range(1, nodes)} | {(1, 2)}
        while len(edges) < nodes * degree // 2:
            edges.add(tuple(sorted(rng.sample(range(nodes), 2))))
        rows: list[list[int]] = [[] for _ in range(nodes)]
        for one, other in sorted(edges):
            rows[one].append(other)
            rows[other].append(one)
        yield CatMouse(graph=rows)


def _cpp(games: list[CatMouse]) -> tuple[float, list[int]]:
    """Return the mean of the best times of the C++ program, and its answers, for the first of some graphs."""
    with tempfile.TemporaryDirectory() as folder:
        program = _compiled("cat_mouse.cpp", folder)
        found = [rounds_of_cpp(program, game.graph, 10) for game in games[:COMPARED]]
    return mean(min(seconds) for _, seconds in found), [answer for answer, _ in found]


def _compiled(source: str, folder: str) -> Path:
    program = Path(folder, "program")
    subprocess.run(["g++", *FLAGS, str(BASELINES / source), "-o", str(program)], check=True)
    return program


def _seconds_of_moves(game: Any) -> float:
    """Return the seconds that it takes to write the moves of a position, for positions that play reaches."""
    batch = batch_of(game)
    codes = np.array([game.encode(game.initial_state())], dtype=np.int64)
    while len(codes) < MANY:
        codes = np.unique(batch.expand(codes).children)
    began = time.process_time()
    batch.expand(codes)
    return (time.process_time() - began) / len(codes)
