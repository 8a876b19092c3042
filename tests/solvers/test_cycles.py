"""The solver by strongly connected components: what it says of them, when it refuses, and that it agrees."""

from __future__ import annotations

import random
from typing import Any

import attrs
import networkx as nx
import pytest
from support.graph_game import GraphGame, random_game
from support.naive import naive_results

import gamekit
from gamekit import UnsupportedError, Value
from gamekit.arena import explore
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.cycles import Cycles
from gamekit.solvers.registry import make_solver
from gamekit.solvers.solve import run
from games.cat_mouse import CatMouse
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])


def columns(solution: Solution[Any, Any]) -> list[list[int]]:
    return [solution.status.tolist(), solution.payoff.tolist(), solution.remoteness.tolist()]


def test_the_statistics_are_those_of_the_graph() -> None:
    for seed in range(300):
        game = random_game(random.Random(seed), most_states=20)
        arena = explore(game)
        graph = nx.DiGraph()
        graph.add_nodes_from(arena.states)
        graph.add_edges_from((state, child) for state in arena.states for child in game.edges[state])
        components = list(nx.strongly_connected_components(graph))
        on_cycles = set(nx.nodes_with_selfloops(graph))
        on_cycles |= {state for component in components if len(component) > 1 for state in component}
        assert run(Cycles(), arena).statistics == {
            "components": len(components),
            "largest component": max(map(len, components)),
            "states on cycles": len(on_cycles),
        }


def test_a_game_without_loops_has_a_component_for_each_state() -> None:
    statistics = gamekit.solve(TicTacToe(symmetry=True), solver="cycles").statistics
    assert statistics == {"components": 765, "largest component": 1, "states on cycles": 0}


def test_the_bare_graph_has_the_arena_s_indices() -> None:
    arena = explore(EXAMPLE)
    graph = arena.successors.to_networkx()
    assert sorted(graph) == list(range(len(arena)))
    assert {i: sorted(graph.successors(i)) for i in graph} == {
        i: sorted(arena.successors.of(i).tolist()) for i in range(len(arena))
    }


@pytest.mark.parametrize("arenas", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_it_agrees_with_retrograde_on_larger_arenas_and_with_the_definition(arenas: int) -> None:
    for seed in range(arenas):
        arena = explore(random_game(random.Random(seed), most_states=150))
        found = columns(run(Cycles(), arena))
        assert found == columns(run(make_solver("retrograde"), arena)), seed
        naive = naive_results(arena)
        assert found[1] == [payoff for payoff, _ in naive]
        assert found[2] == [remoteness or 0 for _, remoteness in naive]


@pytest.mark.release
def test_it_agrees_with_retrograde_in_both_kernels_on_large_arenas() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        size = 20_000
        game = GraphGame(
            edges=tuple(
                tuple(rng.sample(range(size), rng.randint(1, 3))) if rng.random() < 0.9 else ()
                for _ in range(size)
            ),
            mover=tuple(rng.randrange(2) for _ in range(size)),
            payoff=tuple(rng.choice((-2, -1, 0, 1, 2)) for _ in range(size)),
            worth_of_infinity=rng.choice((-1, 0, 0, 1)),
        )
        arena = explore(game)
        solutions = [
            run(make_solver(name), arena) for name in ("cycles", "retrograde", "retrograde:kernel=compiled")
        ]
        assert columns(solutions[0]) == columns(solutions[1]) == columns(solutions[2])
        assert gamekit.verify(solutions[0]).ok


@pytest.mark.parametrize("size", [4_000, pytest.param(20_000, marks=pytest.mark.slow)])
def test_no_recursion(size: int) -> None:
    corridor = GraphGame((*((i + 1,) for i in range(size - 1)), ()), (0, 1) * (size // 2), (1,) * size)
    circle = attrs.evolve(corridor, edges=tuple((i, (i + 1) % size) for i in range(size)))
    for solver in ("cycles", "retrograde"):
        assert gamekit.solve(corridor, solver=solver).root.remoteness == size - 1
        assert gamekit.solve(circle, solver=solver).counts() == {Value.DRAW: size}
    assert gamekit.solve(circle, solver="cycles").statistics["largest component"] == size


def test_an_arena_too_large_for_networkx_is_refused() -> None:
    arena = explore(Nim(heaps=(1, 2)))
    roomy = Cycles(max_edges=arena.edges)
    assert roomy.can_solve(arena) is None
    assert run(roomy, arena).root.remoteness == 3
    narrow = Cycles(max_edges=arena.edges - 1)
    reason = f"{arena.edges} edges are more than the {arena.edges - 1} that fit a networkx graph in memory"
    assert narrow.can_solve(arena) == reason
    with pytest.raises(UnsupportedError) as error:
        gamekit.solve(Nim(heaps=(1, 2)), solver=narrow)
    assert str(error.value) == f"cycles:max_edges={arena.edges - 1} cannot solve Nim: {reason}"


@pytest.mark.slow
def test_progress_is_told() -> None:
    calls: list[tuple[str, int, int | None]] = []
    run(Cycles(), explore(TicTacToe()), lambda *call: calls.append(call))
    assert calls == [("solving components", 4_096, 5_478)]


# --- retrograde, which it is held against -----------------------------------------------------------------------


@pytest.mark.parametrize("kernel", ["auto", "plain", "compiled"])
def test_the_kernels_agree_and_are_named(kernel: str) -> None:
    solution = gamekit.solve(EXAMPLE, solver="retrograde", kernel=kernel)
    assert columns(solution) == columns(gamekit.solve(EXAMPLE))
    assert solution.statistics["kernel"] == ("compiled" if kernel == "compiled" else "plain")
    assert solution.statistics["edges from"] == "the game's predecessors()"
    assert gamekit.solve(Nim(heaps=(1, 2))).statistics["edges from"] == "its moves, reversed"


def test_there_are_only_two_kernels() -> None:
    with pytest.raises(ValueError, match="kernel"):
        make_solver("retrograde:kernel=third")


@pytest.mark.parametrize("kernel", ["plain", "compiled"])
def test_arrays_have_the_promised_types(kernel: str) -> None:
    solution = gamekit.solve(EXAMPLE, solver="retrograde", kernel=kernel)
    assert [str(column.dtype) for column in (solution.status, solution.payoff, solution.remoteness)] == [
        "int8",
        "int64",
        "int32",
    ]
    assert set(solution.status.tolist()) == {Status.ENDED, Status.ENDLESS}


def test_progress_of_retrograde() -> None:
    calls: list[tuple[str, int, int | None]] = []
    run(make_solver("retrograde"), explore(TicTacToe()), lambda *call: calls.append(call))
    assert [(what, total) for what, _, total in calls] == 3 * [("solving backwards", 5_478)]
    assert calls[-1][1] == 5_478
