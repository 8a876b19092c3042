"""What a new process costs, and where the compiled kernel of the python backend begins to pay."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from inputs import cat_mouse
from section import Column, Row, Section

from gamekit.arena import explore
from gamekit.solvers.registry import make_solver
from gamekit.solvers.solve import run

EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "cat-mouse-50.json"

COMMANDS: Final = {
    "python -c pass": ["-c", "pass"],
    "gamekit --help": ["-m", "gamekit", "--help"],
    "gamekit solve, 50 nodes": ["-m", "gamekit", "solve", "cat-mouse", "--input", str(EXAMPLE)],
    "the same, compiled backend": [
        "-m", "gamekit", "solve", "cat-mouse", "--input", str(EXAMPLE), "--backend", "compiled"
    ],
}  # fmt: skip


def measure(quick: bool) -> Iterator[Row]:
    """Give the best of some rounds: of whole processes, then of the retrograde pass alone by either kernel."""
    rounds = 1 if quick else 5
    for name, arguments in COMMANDS.items():
        yield {"what": name, "seconds": best_of(rounds, lambda: process(arguments))}  # noqa: B023
    for nodes in (50,) if quick else (50, 200, 400):
        arena = explore(cat_mouse(nodes))
        arena.successors, arena.predecessors  # noqa: B018 (shared by the kernels)
        for kernel in ("plain", "compiled"):
            solver = make_solver("retrograde", kernel=kernel)
            yield {
                "what": f"{kernel} kernel, {nodes} nodes",
                "edges": arena.edges,
                "seconds": best_of(rounds, lambda: run(solver, arena)),  # noqa: B023
            }


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Return the seconds of the fastest round; one before does not count."""
    work()
    seconds = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def process(arguments: list[str]) -> None:
    """Run Python with these arguments, and let it keep its bytecode; it must succeed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=kept)


START: Final = Section(
    name="start",
    title="what a process costs, and where the python backend's compiled kernel pays",
    measure=measure,
    columns=(
        Column("what", "what", width=27),
        Column("edges", "edges", "count"),
        Column("seconds", "time", "seconds"),
    ),
)
