"""What solving costs. Run with `pytest benchmarks`; figures are for comparing within one run, not across machines.

`states_per_second` and `seconds_per_million` (states and edges together) are in the `extra_info` of each result, and in
the table that is printed at the end.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from graphs import cat_mouse

import gamekit
from gamekit.arena import explore
from gamekit.registry import make_solver
from gamekit.solving import run

EXAMPLE = Path(__file__).parents[1] / "examples" / "cat-mouse-50.json"


def note(benchmark, states: int, edges: int) -> None:
    """Add rates to a result, if anything was timed."""
    if benchmark.stats:
        seconds = benchmark.stats.stats.min
        benchmark.extra_info["states"] = states
        benchmark.extra_info["edges"] = edges
        benchmark.extra_info["states_per_second"] = round(states / seconds)
        benchmark.extra_info["seconds_per_million"] = round(seconds / (states + edges) * 1e6, 3)


@pytest.mark.parametrize("nodes", [50, 100, 200, 400, 700, 1000])
def test_growth_from_rules_to_solution(benchmark, nodes: int) -> None:
    """Exploration in Python rules and retrograde together: 4,900 to 1,998,000 states, linear in V + E."""
    game = cat_mouse(nodes)
    gamekit.solve(game, gear="python", kernel="compiled")  # compile outside the clock
    solution = benchmark.pedantic(
        gamekit.solve, args=(game,), kwargs={"gear": "python"}, rounds=3 if nodes < 500 else 1
    )
    assert len(solution) == 2 * nodes * (nodes - 1)
    note(benchmark, len(solution), solution.arena.edges)


@pytest.mark.parametrize("nodes", [50, 100, 200, 400])
@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_where_the_kernels_cross(benchmark, kernel: str, nodes: int) -> None:
    """The retrograde pass alone, warm; loading Numba and the cached kernel costs as much as 800,000 plain edges."""
    arena = explore(cat_mouse(nodes))
    solver = make_solver("retrograde", kernel=kernel)
    run(solver, arena)
    benchmark.pedantic(run, args=(solver, arena), rounds=3)
    note(benchmark, len(arena), arena.edges)


@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_what_a_kernel_costs_a_new_process(benchmark, kernel: str) -> None:
    """The same small solve in a process of its own, kernel cached on disk: the difference is the price of loading."""
    code = f"import gamekit; gamekit.solve(gamekit.load_game('nim'), kernel={kernel!r})"
    benchmark.pedantic(process, args=([sys.executable, "-c", code],), rounds=3, warmup_rounds=1)


@pytest.mark.parametrize("solver", ["retrograde", "cycles", "minimax"])
def test_solvers_on_fifty_nodes(benchmark, solver: str) -> None:
    """One input, every solver."""
    arena = explore(gamekit.load_game("cat-mouse", json.loads(EXAMPLE.read_text())))
    arena.successors, arena.predecessors  # noqa: B018 (shared by the solvers)
    benchmark.pedantic(run, args=(make_solver(solver), arena), rounds=1)
    note(benchmark, len(arena), arena.edges)


def test_verification(benchmark) -> None:
    """Verification derives the successors again from the moves: as much work as a forward exploration."""
    game = cat_mouse(200)

    def fresh() -> tuple[tuple[gamekit.Solution], dict[str, object]]:
        return (gamekit.solve(game, gear="python"),), {}

    report = benchmark.pedantic(gamekit.verify, setup=fresh, rounds=3)
    assert report.ok
    note(benchmark, report.checked, 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", "pass"],
        ["-m", "gamekit", "--help"],
        ["-m", "gamekit", "solve", "cat-mouse", "--input", str(EXAMPLE)],
    ],
    ids=["python -c pass", "gamekit --help", "gamekit solve, 50 nodes"],
)
def test_whole_processes(benchmark, arguments: list[str]) -> None:
    """A process from start to end; the bare interpreter is there to compare with."""
    benchmark.pedantic(process, args=([sys.executable, *arguments],), rounds=5, warmup_rounds=1)


def process(command: list[str]) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
