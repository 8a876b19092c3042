"""Cat and mouse by the compiled backend against the same algorithm in C++, as published solutions write it."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from statistics import median
from typing import Any, Final

from inputs import cat_mouse
from section import Column, Row, Section, Target, largest

import gamekit

BASELINE: Final = Path(__file__).parents[1] / "baselines" / "cat_mouse.cpp"
FLAGS: Final = ("-O2", "-march=native")

TURNS: Final = {50: (10, 100), 400: (8, 3), 1000: (6, 2), 2000: (3, 2), 4000: (2, 1)}
"""For each number of nodes, how often the two take turns, and how many rounds a turn has."""

QUICK: Final = {50: (3, 5), 400: (2, 2)}


def measure(quick: bool) -> Iterator[Row]:
    """Take the two alternately, so that what else the machine does falls on both."""
    if which("g++") is None:
        yield {"nodes": "g++ is not installed"}
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "cat_mouse"
        subprocess.run(["g++", *FLAGS, str(BASELINE), "-o", str(program)], check=True)
        for nodes, (turns, rounds) in (QUICK if quick else TURNS).items():
            yield compare(program, nodes, turns, rounds)


def compare(program: Path, nodes: int, turns: int, rounds: int) -> dict[str, Any]:
    """Return a row of the table."""
    game = cat_mouse(nodes)
    solution = gamekit.solve(game, backend="compiled")  # loads the kernels
    answer, states = solution.answer, len(solution)
    del solution  # its memory is to be had again, as in the rounds that follow
    ours: list[float] = []
    theirs: list[float] = []
    agree = True
    for _ in range(turns):
        for _ in range(rounds):
            began = time.perf_counter()
            gamekit.solve(game, backend="compiled")
            ours.append(time.perf_counter() - began)
        expected, seconds = rounds_of_cpp(program, game.graph, rounds)
        theirs += seconds
        agree = agree and answer == expected
    return {
        "nodes": f"{nodes:,} nodes",
        "of": nodes,
        "states": states,
        "gamekit": min(ours),
        "gamekit_median": median(ours),
        "cpp": min(theirs),
        "cpp_median": median(theirs),
        "ratio": min(ours) / min(theirs),
        "agree": agree,
    }


def rounds_of_cpp(program: Path, graph: Any, rounds: int) -> tuple[int, list[float]]:
    """Return the answer of the C++ program and the seconds of its rounds."""
    text = "\n".join([str(len(graph)), *(" ".join(map(str, [len(row), *row])) for row in graph)])
    done = subprocess.run([program, str(rounds)], input=text, capture_output=True, text=True, check=True)
    answer, *seconds = done.stdout.split()
    return int(answer), list(map(float, seconds))


def _ratio(least: int, most: int) -> Any:
    return lambda rows: largest([row for row in rows if least <= row.get("of", 0) <= most], "ratio")


CPP: Final = Section(
    name="cpp",
    title="cat and mouse against the same algorithm in C++",
    measure=measure,
    columns=(
        Column("nodes", "graph", width=12),
        Column("states", "states", "count"),
        Column("gamekit", "gamekit", "seconds"),
        Column("gamekit_median", "(median)", "seconds"),
        Column("cpp", "C++", "seconds"),
        Column("cpp_median", "(median)", "seconds"),
        Column("ratio", "gamekit / C++", "ratio"),
        Column("agree", "agree", "yes"),
    ),
    targets=(
        Target("at most half of the time of C++ on 1,000 nodes and more", _ratio(1000, 10**9), 0.5),
        Target("at most twice the time of C++ on 50 nodes", _ratio(50, 50), 2),
    ),
)
