"""The analysis of an arena's loops, against networkx's enumeration of every cycle."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graph_game import GraphGame, ListedGraphGame, random_game
from support.marks import cases

import gamekit
from gamekit import LimitError, RulesError, Solution, load_game
from gamekit.analysis.cycles import analyse_loops
from gamekit.arena import Adjacency
from gamekit.arena.components import components
from gamekit.arena.csr import indptr_of
from gamekit.solution.solution import Status
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


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_drawn_region_away_from_the_root() -> None:
    solution = gamekit.solve(ThreeMensMorris())
    loops = analyse_loops(solution)
    assert solution.root.remoteness == 9
    assert loops.endless == 1_208
    assert_is_a_cycle_of_best_moves(solution, loops.witness)
    shortest = min(map(len, nx.simple_cycles(endless_region(solution), length_bound=4)))
    assert len(loops.witness) == shortest


@pytest.mark.slow
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


def adjacency(edges: list[list[int]]) -> Adjacency:
    degrees = np.array([len(row) for row in edges], dtype=np.int64)
    return Adjacency(indptr_of(degrees), np.array([j for row in edges for j in row], dtype=np.int32))


def together(numbers: Any) -> set[frozenset[int]]:
    """Return the sets of vertices that have the same number."""
    sets: defaultdict[int, set[int]] = defaultdict(set)
    for vertex, number in enumerate(numbers.tolist()):
        sets[number].add(vertex)
    return set(map(frozenset, sets.values()))


@pytest.mark.parametrize("compiled_from", cases(slow=[1 << 40], release=[0]))
@settings(deadline=None)  # the kernel is loaded on the way
@given(
    edges=st.integers(1, 14).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=3, unique=True), min_size=n, max_size=n)
    )
)
def test_the_kernel_finds_the_components_that_networkx_finds(
    compiled_from: int, edges: list[list[int]]
) -> None:
    graph = nx.DiGraph((i, j) for i, row in enumerate(edges) for j in row)
    graph.add_nodes_from(range(len(edges)))
    known = set(map(frozenset, nx.strongly_connected_components(graph)))
    rows = adjacency(edges)
    forwards, backwards = (components(each, compiled_from=compiled_from) for each in (rows, rows.reversed()))
    assert together(forwards) == together(backwards) == known
    assert 1 <= forwards.min() <= forwards.max() <= len(edges)


@pytest.mark.slow
def test_a_large_random_graph_compiled_and_plain() -> None:
    generator = np.random.default_rng(0)
    size = 30_000
    degrees = generator.integers(0, 3, size=size)
    rows = Adjacency(indptr_of(degrees), generator.integers(size, size=degrees.sum(), dtype=np.int32))
    plain = components(rows)
    compiled = components(rows, compiled_from=0)
    assert compiled.tolist() == plain.tolist()
    graph = nx.DiGraph(zip(rows.sources().tolist(), rows.indices.tolist(), strict=True))
    graph.add_nodes_from(range(size))
    assert together(plain) == set(map(frozenset, nx.strongly_connected_components(graph)))


@pytest.mark.slow
def test_a_path_deeper_than_python_may_recurse() -> None:
    size = 20_000
    ring = adjacency([[(i + 1) % size] for i in range(size)])
    assert set(components(ring).tolist()) == {size}
    assert len(set(components(adjacency([*([i + 1] for i in range(size - 1)), []])).tolist())) == size


def test_edges_that_were_given_backwards() -> None:
    for seed in range(100):
        game = random_game(random.Random(seed), most_states=16)
        listed = ListedGraphGame(game.edges, game.mover, game.payoff, game.worth_of_infinity)
        forwards, backwards = gamekit.solve(GraphGame(*_parts(listed))), gamekit.solve(listed)
        assert backwards.arena.edges_from == "predecessors"
        if len(forwards) < len(backwards):  # it lists states that cannot be reached
            continue
        one, other = analyse_loops(forwards), analyse_loops(backwards)
        assert (one.sizes, one.states_on_cycles, one.endless) == (
            other.sizes,
            other.states_on_cycles,
            other.endless,
        )
        assert len(one.witness) == len(other.witness)
        if other.witness:
            assert_is_a_cycle_of_best_moves(backwards, other.witness)


def _parts(game: GraphGame) -> tuple[Any, ...]:
    return game.edges, game.mover, game.payoff, game.worth_of_infinity


@pytest.mark.parametrize(
    "name", cases(quick=["cat-mouse", "cat-mouse-ii"], slow=["chess-ending", "pocket-cube"])
)
def test_compiled_rules_have_the_loops_of_the_plain_ones(name: str) -> None:
    plain, compiled = (
        analyse_loops(gamekit.solve(load_game(name), backend=backend)) for backend in ("python", "compiled")
    )
    assert compiled.sizes == plain.sizes
    assert (compiled.components, compiled.states_on_cycles) == (plain.components, plain.states_on_cycles)
    assert (compiled.endless, len(compiled.witness)) == (plain.endless, len(plain.witness))


@pytest.mark.parametrize(
    "name", ["quixo", *(pytest.param(name, marks=pytest.mark.slow) for name in ("dobutsu-shogi", "teeko"))]
)
def test_codes_from_the_movers_view_stand_for_two_states(name: str) -> None:
    game: Any = load_game(name)
    solution: Any = gamekit.solve(game, backend="compiled")
    assert solution.store.perspective == "mover"
    loops = analyse_loops(solution)
    graph = nx.DiGraph()
    for state in solution.states:
        graph.add_node(game.encode(state))
        if game.outcome(state) is None:
            children = (game.apply(state, move) for move in game.moves(state))
            graph.add_edges_from((game.encode(state), game.encode(child)) for child in children)
    assert loops.sizes == Counter(map(len, nx.strongly_connected_components(graph)))
    assert sum(size * number for size, number in loops.sizes.items()) == len(solution)
    assert loops.endless == sum(verdict.remoteness is None for verdict in solution)
    assert len(loops.witness) == len(analyse_loops(gamekit.solve(game, backend="python")).witness)
    for state, after in zip(loops.witness, (*loops.witness[1:], *loops.witness[:1]), strict=True):
        assert game.to_move(after) != game.to_move(state)
        best = [game.apply(state, move) for move in solution.best_moves(state)]
        assert game.encode(after) in map(game.encode, best)


def test_the_search_for_a_circle_may_be_given_up() -> None:
    solution = gamekit.solve(EXAMPLE)
    whole = analyse_loops(solution)
    assert analyse_loops(solution, most_looks=1_000) == whole
    searched = [analyse_loops(solution, most_looks=looks) for looks in range(60)]
    given_up = [loops for loops in searched if not loops.searched]
    assert len(given_up) > region_edges(solution)
    assert searched[-1] == whole
    for loops in given_up:
        assert attrs.evolve(loops, witness=whole.witness, searched=True) == whole
        assert loops.witness == ()


def region_edges(solution: Solution[Any, Any]) -> int:
    return int(endless_region(solution).number_of_edges())


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_the_rules_are_asked_again_for_the_edges_of_a_table(backend: Any, tmp_path: Path) -> None:
    solution = gamekit.solve(EXAMPLE, backend=backend)
    gamekit.save_table(solution, tmp_path / "table")
    table: Any = gamekit.open_table(tmp_path / "table")
    for kept in (table, table.loaded()):
        loops, expected = analyse_loops(kept), analyse_loops(solution)
        assert attrs.evolve(loops, witness=()) == attrs.evolve(expected, witness=())
        assert len(loops.witness) == len(expected.witness)


def test_the_rules_are_asked_again_for_the_edges_in_a_work_folder(tmp_path: Path) -> None:
    solution = gamekit.solve(EXAMPLE, work=tmp_path / "work")
    assert analyse_loops(solution).sizes == analyse_loops(gamekit.solve(EXAMPLE)).sizes


def test_more_places_than_can_be_numbered_are_refused() -> None:
    solution = gamekit.solve(EXAMPLE, backend="compiled")
    store: Any = solution.store
    many = attrs.evolve(solution, store=attrs.evolve(store, places=(1 << 30) + 1))
    with pytest.raises(LimitError, match="at most 1,073,741,824 places; this solution has 1,073,741,825"):
        analyse_loops(many)


def test_plain_rules_that_lack_a_move_of_the_circle_are_named() -> None:
    solution = gamekit.solve(EXAMPLE, backend="compiled")
    with (
        mock.patch.object(CatMouse, "moves", return_value=[]),
        pytest.raises(RulesError, match=r"must have the same moves; only the compiled ones lead from"),
    ):
        analyse_loops(solution)


def test_what_does_not_fit_into_memory_is_refused() -> None:
    solution = gamekit.solve(EXAMPLE, backend="compiled")
    with pytest.raises(LimitError, match="finding the loops of CatMouse needs"):
        analyse_loops(solution, memory="1MiB")
