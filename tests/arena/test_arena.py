"""From rules to arena: exploration in its three modes, adjacency, and what is said where the rules are broken."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import attrs
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graph_game import GraphGame, ListedGraphGame, random_game
from support.marks import cases

from gamekit import Game, LimitError, RulesError, UnknownStateError
from gamekit.arena import Adjacency, Arena, explore
from games.nim import Nim
from games.tic_tac_toe import TicTacToe


class StatesOnly(GraphGame):
    def states(self) -> Iterable[int]:
        return range(len(self.edges))


class ListedPath(ListedGraphGame):
    """A game whose edges all lead from one number to the next."""

    def predecessors(self, state: int) -> Iterable[int]:
        return range(max(state - 1, 0), state)


def game_of(cls: type[GraphGame], *edges: Iterable[int], payoff: int = 1) -> GraphGame:
    """Return a game with these edges in which everybody ends at the same payoff, and the players alternate by state."""
    rows = tuple(map(tuple, edges))
    return cls(rows, tuple(i % 2 for i in range(len(rows))), (payoff,) * len(rows))


def edges_of(arena: Arena[Any, Any]) -> set[tuple[Any, Any]]:
    sources = arena.successors.sources().tolist()
    return {
        (arena.states[i], arena.states[j])
        for i, j in zip(sources, arena.successors.indices.tolist(), strict=True)
    }


# --- the three modes ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cls", "origins"),
    cases(
        quick=[(GraphGame, ("exploration", "moves"))],
        slow=[(StatesOnly, ("states", "moves")), (ListedGraphGame, ("states", "predecessors"))],
    ),
)
def test_every_mode_gives_the_same_arena_on_the_states_in_reach(
    cls: type[GraphGame], origins: tuple[str, str]
) -> None:
    for seed in range(200):
        game = random_game(random.Random(seed))
        game = cls(**attrs.asdict(game, recurse=False))
        arena = explore(game)
        assert (arena.states_from, arena.edges_from) == origins
        inside = arena.within_reach()
        everything = nx.DiGraph([(i, j) for i, children in enumerate(game.edges) for j in children])
        everything.add_node(0)
        reach = {0} | nx.descendants(everything, 0)
        assert set(inside.states) == reach
        assert set(arena.states) == (reach if origins[0] == "exploration" else set(range(len(game.edges))))
        assert edges_of(inside) == {(i, j) for i in reach for j in game.edges[i]}
        assert inside.states[inside.root] == arena.states[arena.root] == 0
        for each in (arena, inside):
            assert dict(each.index) == {state: i for i, state in enumerate(each.states)}
            for i, state in enumerate(each.states):
                assert each.mover[i] == game.mover[state]
                assert each.terminal[i] == (not game.edges[state])
                assert each.payoff[i] == (0 if game.edges[state] else game.payoff[state])


def test_indices_ascend_with_the_distance_from_the_start() -> None:
    arena = explore(Nim(heaps=(3, 4)))
    distance = nx.single_source_shortest_path_length(arena.to_networkx(), arena.root)
    distances = [distance[i] for i in range(len(arena))]
    assert arena.root == 0
    assert distances == sorted(distances)


def test_arrays_are_small_and_of_the_promised_types() -> None:
    for cls in (GraphGame, StatesOnly, ListedGraphGame):
        arena = explore(game_of(cls, [1, 2], [2], []))
        assert (arena.mover.dtype, arena.terminal.dtype, arena.payoff.dtype) == (np.int8, np.bool_, np.int64)
        for edges in (arena.successors, arena.predecessors):
            assert (edges.indptr.dtype, edges.indices.dtype) == (np.int64, np.int32)


@pytest.mark.parametrize("cls", [GraphGame, StatesOnly, ListedGraphGame])
def test_two_moves_to_one_state_are_one_edge(cls: type[GraphGame]) -> None:
    arena = explore(game_of(cls, [1, 1, 2, 1], [2, 2], []))
    assert arena.edges == 3
    assert edges_of(arena) == {(0, 1), (0, 2), (1, 2)}
    assert arena.predecessors.of(arena.index[2]).tolist() == [0, 1]


@pytest.mark.parametrize("cls", [GraphGame, StatesOnly, ListedGraphGame])
def test_self_loops_are_kept(cls: type[GraphGame]) -> None:
    arena = explore(game_of(cls, [0, 1], []))
    assert edges_of(arena) == {(0, 0), (0, 1)}
    assert sorted(arena.predecessors.of(0).tolist()) == [0]


@pytest.mark.parametrize("cls", [GraphGame, StatesOnly, ListedGraphGame])
def test_a_game_that_is_over_at_once(cls: type[GraphGame]) -> None:
    arena = explore(game_of(cls, []))
    assert (len(arena), arena.edges, arena.terminal.tolist()) == (1, 0, [True])
    assert arena.within_reach() is arena


def test_another_start() -> None:
    path = ([1], [2], [])
    assert list(explore(game_of(GraphGame, *path), start=1).states) == [1, 2]
    listed = explore(game_of(ListedGraphGame, *path), start=1)
    assert (list(listed.states), listed.root) == ([0, 1, 2], 1)
    assert list(listed.within_reach().states) == [1, 2]
    with pytest.raises(UnknownStateError, match=r"^the start is not a state of ListedGraphGame: 7 "):
        explore(game_of(ListedGraphGame, *path), start=7)

    class Short(ListedGraphGame):
        def states(self) -> list[int]:
            return [0]

    with pytest.raises(UnknownStateError, match=r"^2 is not a state that Short\.states\(\) lists$"):
        explore(game_of(Short, *path), start=2)


# --- limits and progress ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_limit_on_states() -> None:
    for cls in (GraphGame, StatesOnly, ListedPath):
        game = game_of(cls, *([i + 1] for i in range(9_999)), [])
        assert len(explore(game, max_states=10_000)) == 10_000
        with pytest.raises(LimitError) as error:
            explore(game, max_states=9_999)
        assert str(error.value) == (
            f"{cls.__name__} has more than 9,999 states, the limit that was set; "
            "if memory allows, raise --max-states (max_states in Python); "
            "gamekit plan estimates what all states take; gamekit prove may decide one of them"
        )


def test_a_game_without_end_stops_at_the_limit() -> None:
    class Counting(GraphGame):
        def moves(self, state: int) -> Iterable[int]:
            return (state + 1, state + 2)

        def to_move(self, state: int) -> int:
            return state % 2

        def outcome(self, state: int) -> int | None:
            return None

    with pytest.raises(LimitError, match="more than 20,000 states"):
        explore(game_of(Counting, [1], []), max_states=20_000)


@pytest.mark.parametrize(
    ("cls", "work"),
    [
        (GraphGame, [("exploring", None)]),
        (StatesOnly, [("evaluating states", 5_000), ("listing moves", 5_000)]),
        (ListedPath, [("evaluating states", 5_000), ("listing predecessors", 5_000)]),
    ],
)
def test_progress_is_told(cls: type[GraphGame], work: list[tuple[str, int | None]]) -> None:
    calls: list[tuple[str, int, int | None]] = []
    game = game_of(cls, *([i + 1] for i in range(4_999)), [])
    explore(game, progress=lambda *call: calls.append(call))
    assert calls == [(what, done, total) for what, total in work for done in (0, 4_096)]


# --- symmetry ---------------------------------------------------------------------------------------------------


def test_canonical_states_of_tic_tac_toe() -> None:  # 5,478 and 765: GamesmanClassic, nishioka.com
    game = TicTacToe(symmetry=True)
    arena = explore(game)
    assert (len(explore(TicTacToe())), len(arena)) == (5_478, 765)
    assert all(game.canonical_state(state) == state for state in arena.states)
    assert arena.successors.degrees()[0] == 3  # corner, edge, centre
    first, last = (game.parse_state(text) for text in ("X../.../...", ".../.../..X"))
    assert arena.index_of(first) == arena.index_of(last)
    assert last in arena
    assert (1, 1, 0, 0, 0, 0, 0, 0, 0, 0) not in arena
    assert {
        len(set(arena.successors.of(i).tolist())) - d for i, d in enumerate(arena.successors.degrees())
    } == {0}


@attrs.frozen
class Mirrored(Game[int, int]):
    """On -3..3, towards 0 or away from it; the sign does not matter."""

    listed: bool = False

    players = ("Ann", "Bob")

    def initial_state(self) -> int:
        return -2

    def to_move(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> Iterable[int]:
        return [step for step in (-1, 1) if abs(state + step) <= 3]

    def apply(self, state: int, move: int) -> int:
        return state + move

    def outcome(self, state: int) -> int | None:
        return 1 if state == 0 else None

    def canonical_state(self, state: int) -> int:
        return abs(state)


class MirroredAndListed(Mirrored):
    def states(self) -> Iterable[int]:
        return range(-3, 4)

    def predecessors(self, state: int) -> Iterable[int]:
        return [parent for parent in (state - 1, state + 1) if 0 < abs(parent) <= 3]


def test_symmetry_in_both_directions() -> None:
    searched, listed = explore(Mirrored()), explore(MirroredAndListed())
    assert (list(searched.states), searched.root) == ([2, 1, 3, 0], 0)
    assert sorted(listed.states) == [0, 1, 2, 3]
    assert listed.states[listed.root] == 2
    assert edges_of(searched) == edges_of(listed) == {(2, 1), (2, 3), (1, 0), (1, 2), (3, 2)}
    assert listed.predecessors.edges == listed.successors.edges == 5
    assert listed.index_of(-3) == listed.index_of(3)


# --- look-ups --------------------------------------------------------------------------------------------------


def test_index_of_refuses_what_is_not_in_the_arena() -> None:
    arena = explore(Nim(heaps=(1, 2)))
    assert arena.states[arena.index_of((2, 1, 0))] == (1, 2, 0)
    with pytest.raises(UnknownStateError) as error:
        arena.index_of((5, 6, 1))
    assert str(error.value) == "play cannot reach this state: 5 6, second to move"
    assert isinstance(error.value, KeyError)
    assert (1, 2, 0) in arena
    assert (1, 2, 1) not in arena


@pytest.mark.parametrize("junk", ["x", 7, None, (), [1], ((1, "x"), 0), ((None, 1), 0)])
def test_junk_is_no_state_of_a_game_with_symmetry(junk: Any) -> None:
    arena = explore(Nim(heaps=(1, 2)))
    assert junk not in arena
    with pytest.raises(UnknownStateError, match=r"^play cannot reach this state: "):
        arena.index_of(junk)


def test_an_unhashable_is_no_state() -> None:
    with pytest.raises(UnknownStateError, match=r"^play cannot reach this state: \[0\]$"):
        explore(game_of(GraphGame, [])).index_of([0])  # type: ignore[arg-type]


# --- broken promises ---------------------------------------------------------------------------------------------


def test_a_child_that_became_unhashable_since_it_was_explored_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arena = explore(game_of(ListedGraphGame, [1], [0]))
    monkeypatch.setattr(ListedGraphGame, "apply", lambda *_: [0])
    with pytest.raises(RulesError, match=r"^a state must be hashable; this one is a list: \[0\]$"):
        _ = arena.successors


class Strange(ListedGraphGame):
    """Names what `named` says for the predecessors of the last state."""

    named: tuple[Any, ...] = ()

    def predecessors(self, state: int) -> Iterable[int]:
        return self.named if state == len(self.edges) - 1 else super().predecessors(state)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ((1, 99), "Strange.predecessors(2) lists 99, which states() leaves out"),
        (([1],), "a state must be hashable; this one is a list: [1]"),
        (
            (),
            "every state in which play goes on must be among the predecessors of its children; "
            "Strange.predecessors(...) never names 1",
        ),
        (None, "Strange.predecessors(2) returned None; it must return a list, or yield"),
    ],
)
def test_predecessors_that_break_a_promise(named: Any, message: str) -> None:
    class Stranger(Strange):
        pass

    Stranger.__name__, Stranger.named = "Strange", named
    with pytest.raises(RulesError) as error:
        explore(game_of(Stranger, [1], [2], []))
    assert str(error.value) == message


class NumberedPath(ListedPath):
    def numbered_predecessors(self, states: Any, index: Any) -> Any:
        degrees = [min(state, 1) for state in states]
        return np.array(degrees), np.array([index[state - 1] for state in states if state])


NUMBERED: dict[str, Any] = {
    "nothing": None,
    "one list": [0, 1, 1],
    "a degree is left out": ([0, 1], [0]),
    "a degree is negative": ([-1, 1, 1], [0]),
    "a degree is not an integer": ([0, 1.0, 1], [0, 1]),
    "a number is missing": ([0, 1, 1], [0]),
    "a number is below all": ([0, 1, 1], [0, -1]),
    "a number is above all": ([0, 1, 1], [0, 3]),
    "a number is far above all": ([0, 1, 1], [0, 2**40]),
}


def numbered(found: Any) -> GraphGame:
    class Numbered(ListedPath):
        numbered_predecessors = found

    return game_of(Numbered, [1], [2], [])


@pytest.mark.parametrize("found", NUMBERED.values(), ids=NUMBERED)
def test_numbers_that_cannot_be_those_of_predecessors_are_refused(found: Any) -> None:
    with pytest.raises(RulesError, match=r"^Numbered\.numbered_predecessors must return .*; it returned "):
        explore(numbered(lambda *_: found))


def test_numbers_of_predecessors_may_be_arrays() -> None:
    assert edges_of(explore(game_of(NumberedPath, [1], [2], []))) == {(0, 1), (1, 2)}


def test_predecessors_that_a_subclass_replaces_are_not_numbered_by_its_base() -> None:
    class Back(NumberedPath):
        def predecessors(self, state: int) -> Iterable[int]:
            return range(state + 1, min(state + 2, 3))

    assert edges_of(explore(game_of(Back, [], [0], [1]))) == {(1, 0), (2, 1)}


def test_an_arena_has_no_edges_from_terminal_states_that_predecessors_name() -> None:
    class Generous(Strange):
        named = (2, 0, 1)

    arena, plain = (explore(game_of(cls, [1, 2], [2], [])) for cls in (Generous, ListedGraphGame))
    for found, wanted in (
        (arena.predecessors, plain.predecessors),
        (arena.predecessors.reversed(), arena.successors),
    ):
        assert found.indptr.tolist() == wanted.indptr.tolist()
        assert found.indices.tolist() == wanted.indices.tolist()
    assert arena.edges == 3


def test_states_that_leave_out_the_initial_one() -> None:
    class Headless(ListedGraphGame):
        def states(self) -> Iterable[int]:
            return range(1, len(self.edges))

    with pytest.raises(RulesError) as error:
        explore(game_of(Headless, [1], []))
    assert str(error.value) == "Headless.states(0) leaves out this state, the initial one"


def test_states_that_leave_out_one_that_moves_lead_to() -> None:
    class Short(StatesOnly):
        def states(self) -> Iterable[int]:
            return range(len(self.edges) - 1)

    with pytest.raises(RulesError) as error:
        explore(game_of(Short, [1], [0, 2], []))
    assert str(error.value) == "Short.moves(1) leads to 2, which states() leaves out"


def test_a_state_with_neither_moves_nor_outcome() -> None:
    class Stuck(GraphGame):
        def outcome(self, state: int) -> int | None:
            return 1 if state == 1 else None

    class StuckAndListed(Stuck, ListedGraphGame):
        pass

    for cls in (Stuck, StuckAndListed):
        with pytest.raises(RulesError) as error:
            explore(game_of(cls, [1, 2], [], []))
        assert str(error.value) == (
            f"{cls.__name__}.moves(2) returned nothing, and outcome(...) returned None: a state must have moves "
            "or an outcome"
        )


# --- adjacency ---------------------------------------------------------------------------------------------------

pairs = st.integers(1, 12).flatmap(
    lambda size: st.tuples(
        st.just(size),
        st.sets(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=40),
        st.lists(st.integers(0, size - 1), max_size=8),
    )
)


@given(pairs)
@settings(deadline=None)
def test_adjacency_against_networkx(drawn: tuple[int, set[tuple[int, int]], list[int]]) -> None:
    size, edges, chosen = drawn
    graph = nx.DiGraph(sorted(edges))
    graph.add_nodes_from(range(size))
    rows = [sorted(graph.successors(i)) for i in range(size)]
    offsets = np.cumsum([0, *map(len, rows)])
    adjacency = Adjacency(offsets, np.array([j for row in rows for j in row], dtype=np.int32))

    assert (adjacency.vertices, adjacency.edges) == (size, len(edges))
    assert [adjacency.of(i).tolist() for i in range(size)] == rows
    assert adjacency.degrees().tolist() == [degree for _, degree in sorted(graph.out_degree())]
    assert set(zip(adjacency.sources().tolist(), adjacency.indices.tolist(), strict=True)) == edges
    backwards = adjacency.reversed()
    assert [backwards.of(i).tolist() for i in range(size)] == [
        sorted(graph.predecessors(i)) for i in range(size)
    ]
    assert backwards.reversed().indices.tolist() == adjacency.indices.tolist()
    for start in range(size):
        found = {
            i: distance for i, distance in enumerate(adjacency.distances(start).tolist()) if distance >= 0
        }
        assert found == nx.single_source_shortest_path_length(graph, start)
    taken = adjacency.take(np.array(chosen, dtype=np.int64))
    assert [taken.of(k).tolist() for k in range(taken.vertices)] == [rows[i] for i in chosen]


@pytest.mark.slow
def test_within_reach_of_a_random_arena_is_what_exploration_finds() -> None:
    for seed in range(300):
        game = random_game(random.Random(seed), most_states=30)
        plain = GraphGame(**attrs.asdict(game, recurse=False))
        listed = ListedGraphGame(**attrs.asdict(game, recurse=False))
        inside, found = explore(listed).within_reach(), explore(plain)
        assert sorted(inside.states) == sorted(found.states)
        assert edges_of(inside) == edges_of(found)
        assert inside.predecessors.edges == inside.successors.edges == inside.edges
        assert repr(found) == f"<Arena of {plain!r}: {len(found)} states, {found.edges} edges>"
