"""The analysis of an arena's loops, against networkx's enumeration of every cycle."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import networkx as nx
from graph_game import GraphGame, random_game

import gamekit
from gamekit import Solution
from gamekit.loops import analyse_loops
from gamekit.solution import Status
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.nim import Nim
from games.three_mens_morris import ThreeMensMorris

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])


def assert_is_a_cycle_of_best_moves(solution: Solution[Any, Any], witness: tuple[Any, ...]) -> None:
    arena = solution.arena
    assert len(set(witness)) == len(witness) > 0
    for state, after in zip(witness, (*witness[1:], witness[0]), strict=True):
        assert solution.status[arena.index_of(state)] == Status.ENDLESS
        made = [solution.game.apply(state, move) for move in solution.best_moves(state)]
        assert after in [solution.game.canonical_state(child) for child in made]


def endless_region(solution: Solution[Any, Any]) -> Any:
    """Return the part of the arena that best play goes round in, from the root if it lies there."""
    graph = solution.arena.to_networkx()
    region = graph.subgraph([i for i in graph if solution.status[i] == Status.ENDLESS])
    root = solution.arena.root
    if root in region:
        region = region.subgraph({root} | nx.descendants(region, root))
    return region


def test_the_example_of_913() -> None:
    solution = gamekit.solve(EXAMPLE)
    loops = analyse_loops(solution)
    assert loops.endless == solution.counts()[gamekit.Value.DRAW] == 5
    assert_is_a_cycle_of_best_moves(solution, loops.witness)
    assert len(loops.witness) == 4
    assert all(solution[state].value is gamekit.Value.DRAW for state in loops.witness)


def test_components_and_sizes() -> None:
    for seed in range(300):
        solution = gamekit.solve(random_game(random.Random(seed), most_states=16))
        loops = analyse_loops(solution)
        graph = solution.arena.to_networkx()
        components = list(nx.strongly_connected_components(graph))
        assert loops.components == len(components)
        assert loops.sizes == Counter(map(len, components))
        assert list(loops.sizes) == sorted(loops.sizes, reverse=True)
        assert loops.states_on_cycles == len({i for cycle in nx.simple_cycles(graph, 16) for i in cycle})
        assert loops.endless == sum(1 for verdict in solution if verdict.remoteness is None)


def test_the_witness_is_a_shortest_cycle_of_best_moves() -> None:
    lengths: Counter[int] = Counter()
    for seed in range(600):
        solution = gamekit.solve(random_game(random.Random(seed), most_states=12))
        witness = analyse_loops(solution).witness
        shortest = min(map(len, nx.simple_cycles(endless_region(solution))), default=0)
        assert len(witness) == shortest, seed
        lengths[shortest] += 1
        if witness:
            assert_is_a_cycle_of_best_moves(solution, witness)
        else:
            assert solution.root.remoteness is not None
    assert min(lengths[length] for length in range(4)) > 5


def test_a_loop_of_one_state_is_shorter_than_one_of_two() -> None:
    game = GraphGame(((1,), (0, 2), (3,), (3,)), (0, 1, 0, 1), (0,) * 4)
    assert analyse_loops(gamekit.solve(game)).witness == (3,)
    assert analyse_loops(gamekit.solve(game, start=0)).states_on_cycles == 3


def test_a_long_cycle() -> None:
    size = 300
    game = GraphGame(tuple(((i + 1) % size,) for i in range(size)), (0, 1) * (size // 2), (0,) * size)
    loops = analyse_loops(gamekit.solve(game))
    assert loops.witness == tuple(range(size))
    assert (loops.components, loops.sizes, loops.states_on_cycles) == (1, {size: 1}, size)


def test_a_game_without_loops_has_no_witness() -> None:
    loops = analyse_loops(gamekit.solve(Nim(heaps=(1, 2))))
    assert (loops.states_on_cycles, loops.endless, loops.witness) == (0, 0, ())
    assert loops.sizes == {1: loops.components}


def test_loops_that_best_play_avoids_are_no_witness() -> None:
    game = GraphGame(((1, 2), (0,), ()), (0, 1, 1), (0, 0, 1))  # Ann may go round, or win
    loops = analyse_loops(gamekit.solve(game))
    assert (loops.states_on_cycles, loops.endless, loops.witness) == (2, 0, ())


def test_endless_play_that_the_rules_award_to_somebody() -> None:
    solution = gamekit.solve(CatMouseII(["C...#", "...#F", "....#", "M...."], cat_jump=2, mouse_jump=5))
    loops = analyse_loops(solution)
    assert loops.endless > 0
    assert len(loops.witness) == 2  # both may stay put
    assert_is_a_cycle_of_best_moves(solution, loops.witness)


def test_a_drawn_region_away_from_the_root() -> None:
    solution = gamekit.solve(ThreeMensMorris())
    loops = analyse_loops(solution)
    assert solution.root.remoteness == 9
    assert loops.endless == 1_208
    assert_is_a_cycle_of_best_moves(solution, loops.witness)
    shortest = min(map(len, nx.simple_cycles(endless_region(solution), length_bound=4)))
    assert len(loops.witness) == shortest


def test_the_witness_can_be_reached_by_best_play_from_a_drawn_root() -> None:
    tried = 0
    for seed in range(300):
        solution = gamekit.solve(random_game(random.Random(seed)))
        if solution.root.remoteness is None:
            tried += 1
            witness = analyse_loops(solution).witness
            best = nx.DiGraph(
                (state, child) for state in solution.arena.states for child in solution.best_moves(state)
            )
            assert nx.has_path(best, solution.root.state, witness[0])
    assert tried > 50


def test_partial_solutions_have_loops_all_the_same() -> None:
    solution = gamekit.solve(EXAMPLE, solver="minimax", cap=3)
    loops = analyse_loops(solution)
    assert (loops.endless, loops.witness) == (0, ())
    assert loops.states_on_cycles == analyse_loops(gamekit.solve(EXAMPLE, solver="minimax")).states_on_cycles
