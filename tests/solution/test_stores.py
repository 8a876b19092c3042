"""Every store, one contract: whatever a solution is read from, it answers alike, in ranges and state by state."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.marks import cases

import gamekit
from gamekit import UnknownStateError, UnsupportedError
from gamekit.solution.store import places_of, ranges
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour
from games.quixo import Quixo
from games.tic_tac_toe import TicTacToe

MICE = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
GAMES: dict[str, Any] = {
    "dense": MICE,
    "keys": ConnectFour(width=3, height=3, length=3),
    "mover": Quixo(size=2),
    "symmetric": TicTacToe(symmetry=True),
}
OF_PLAIN_RULES = ("arena", "texts")
KINDS = [
    pytest.param(
        (name, kind),
        id=f"{name}-{kind}",
        marks=[]
        if name == "dense" or (name, kind) in (("keys", "texts"), ("symmetric", "arena"))
        else [pytest.mark.slow],
    )
    for name in GAMES
    for kind in (*OF_PLAIN_RULES, "memory", "work", "table", "compressed")
    if name != "symmetric" or kind in OF_PLAIN_RULES
]


@pytest.fixture(params=KINDS, scope="module")
def pair(request: Any, tmp_path_factory: Any) -> tuple[Any, Any]:
    """Return the solution of plain rules, and the same read from a store of some kind."""
    name, kind = request.param
    game = GAMES[name]
    plain: Any = gamekit.solve(game, backend="python")
    return plain, read_from(plain, kind, tmp_path_factory.mktemp("store"))


def read_from(plain: Any, kind: str, folder: Path) -> Any:
    if kind == "arena":
        return plain
    if kind == "work":
        return gamekit.solve(plain.game, work=folder / "work")
    solution = plain if kind == "texts" else gamekit.solve(plain.game, backend="compiled")
    if kind == "memory":
        return solution
    gamekit.save_table(solution, folder / "table", compress=kind == "compressed")
    return gamekit.open_table(folder / "table")


def some_states(plain: Any) -> list[Any]:
    return random.Random(0).sample(list(plain.states), min(60, len(plain)))


def test_every_look_up_gives_the_same(pair: tuple[Any, Any]) -> None:
    plain, solution = pair
    for state in some_states(plain):
        assert solution[state] == plain[state]
        assert solution.replies(state) == plain.replies(state)
        assert solution.best_moves(state) == plain.best_moves(state)
        assert state in solution
    assert solution.root == plain.root
    assert solution.line() == plain.line()
    assert solution.answer == plain.answer


def test_what_is_counted_is_the_same(pair: tuple[Any, Any]) -> None:
    plain, solution = pair
    assert len(solution) == len(list(solution)) == len(list(solution.states))
    assert sum(solution.counts().values()) == len(solution)
    assert solution.counts() == solution.tally().counts
    assert solution.longest_by_value() == solution.tally().longest_by_value
    assert (solution.longest, solution.unsolved) == (plain.longest, 0)
    if solution.store.perspective == "first":
        assert (len(solution), solution.edges) == (len(plain), plain.edges)
        assert solution.counts() == plain.counts()
        columns = ("status", "payoff", "remoteness")
        for name in columns:
            ours, theirs = (dict(zip(each.states, getattr(each, name), strict=True)) for each in pair)
            assert ours == theirs


def test_columns_are_read_in_any_ranges(pair: tuple[Any, Any]) -> None:
    _, solution = pair
    store = solution.store
    everything = slice(0, store.places)
    for read in (store.values, store.remoteness, store.movers):
        whole = read(everything)
        assert len(whole) == store.places
        parts = [read(part) for part in ranges(store.places, 7)]
        assert np.concatenate(parts).tolist() == whole.tolist()
    if store.index in ("keys", "states"):
        keys = store.keys(everything)
        assert (keys[1:] > keys[:-1]).all()


def test_places_and_states_are_each_others(pair: tuple[Any, Any]) -> None:
    _, solution = pair
    store = solution.store
    places = np.concatenate(list(places_of(store))).tolist()
    assert len(places) == store.states
    movers = store.movers(slice(0, store.places))
    for place in places[:300]:
        state = store.state_at(place)
        assert store.place_of(state) == solution.place_of(state) == place
        value, remoteness = store.result_at(place)
        assert value == store.values(slice(place, place + 1))[0]
        assert remoteness == store.remoteness(slice(place, place + 1))[0]
        if store.perspective == "first":
            assert movers[place] == solution.game.to_move(state)


def test_what_is_no_state_has_no_place(pair: tuple[Any, Any]) -> None:
    _, solution = pair
    for junk in (None, "x" * 10_000, -5, 10**40, object(), ("\0", 1)):
        assert solution.store.place_of(junk) is None
        assert solution.get(junk) is None
        with pytest.raises(UnknownStateError, match="play cannot reach"):
            solution.starting_from(junk)


def test_the_rules_say_the_same_of_every_place(pair: tuple[Any, Any]) -> None:
    _, solution = pair
    store, game = solution.store, solution.game
    expander = store.expander()
    edges = 0
    for part in ranges(store.places, 501):
        said = expander.expand(part)
        edges += len(said.children)
        ends = np.cumsum(said.counts)
        for row in range(0, len(said.places), 17):
            state = store.state_at(int(said.places[row]))
            found = set(said.children[ends[row] - said.counts[row] : ends[row]].tolist())
            over = game.outcome(state) is not None
            moves = [] if over else game.moves(state)
            assert found == {store.place_of(game.apply(state, move)) for move in moves}
            assert (said.counts[row] == 0) == over
    assert edges == solution.edges


def test_each_is_verified(pair: tuple[Any, Any]) -> None:
    _, solution = pair
    for report in (gamekit.verify(solution), gamekit.verify(solution, all_states=True)):
        assert report.ok, report
        assert report.checked == len(solution)
    compiled = solution.backend == "compiled"
    assert report.compared == (len(solution) if compiled else None)


def test_each_may_start_elsewhere(pair: tuple[Any, Any]) -> None:
    plain, solution = pair
    state = some_states(plain)[0]
    moved = solution.starting_from(state)
    assert (moved.start, moved.root.state) == (state, state)
    assert moved.line() == plain.line(state)
    assert solution.start == plain.start


def test_what_has_codes_is_probed(pair: tuple[Any, Any]) -> None:
    plain, solution = pair
    if solution.backend == "python":
        with pytest.raises(gamekit.UnsupportedError, match="have no codes"):
            solution.probe(np.array([1]))
        return
    states = some_states(plain)
    answers = solution.probe(np.array([solution.game.encode(state) for state in states]))
    assert answers.found.all()
    for i, state in enumerate(states):
        verdict = plain[state]
        assert answers.remoteness[i] == (verdict.remoteness or 0)
        assert answers.ended[i] == (verdict.remoteness is not None)
    assert solution.probe(np.array([-1, 1 << 61])).found.tolist() == [False, False]


# --- the state that was asked -------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["python", pytest.param("auto", marks=pytest.mark.slow)])
def test_the_state_that_was_asked_is_spoken_of_and_not_its_mirror_image(backend: Any, tmp_path: Path) -> None:
    game = TicTacToe(symmetry=True)
    initial = game.initial_state()
    corners = [game.apply(initial, move) for move in game.moves(initial)]
    assert len({game.canonical_state(state) for state in corners}) < len(corners)
    for number, state in enumerate(corners):
        solution: Any = gamekit.solve(game, start=state, backend=backend)
        assert (solution.start, solution.root.state) == (state, state)
        assert solution.line().states[0] == state
        gamekit.save_table(solution, tmp_path / str(number))
        table = gamekit.open_table(tmp_path / str(number))
        assert (table.start, table.root.state) == (state, state)
        assert table.line() == solution.line()
        near = gamekit.neighbourhood(solution, state, within=1)
        assert near.root.state == state


@pytest.mark.parametrize("game", cases(quick=[MICE], slow=[Quixo(size=2)]))
def test_edges_can_be_had_whichever_backend_solved(game: Any) -> None:
    compiled, plain = (gamekit.solve(game, backend=backend) for backend in ("compiled", "python"))
    loaded = compiled.loaded()
    assert all(loaded[verdict.state] == verdict for verdict in plain)
    assert gamekit.verify(loaded).ok
    reached = [loaded.to_networkx().nodes[i]["value"] for i in range(3)]
    assert reached == [verdict.value.value for verdict, _ in zip(loaded, range(3), strict=False)]
    with pytest.raises(UnsupportedError, match="the limit is 3"):
        compiled.loaded(max_states=3)
