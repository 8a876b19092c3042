"""Tables on disk say what the solutions say that they were made from."""

from __future__ import annotations

import json
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command import plugins
from support.graph_game import random_game
from support.random_games import random_compiled_game
from support.tables import MICE, SOLVED, Score, each_kind, states_of

import gamekit
from gamekit import InputError, UnknownStateError, UnsupportedError
from gamekit.analysis.verification.table_check import check_table
from gamekit.tables.storages import COMPRESSED, STORAGES
from games.nim import Nim


class Renamed(Nim):
    """Nim by another name."""


@cache
def solved(kind: str) -> Any:
    game, how = SOLVED[kind]
    return gamekit.solve(game, **how)


@pytest.fixture(params=each_kind)
def solution(request: pytest.FixtureRequest) -> Any:
    return solved(request.param)


@pytest.fixture(
    params=[pytest.param(name, marks=[pytest.mark.slow] * (name != COMPRESSED)) for name in STORAGES]
)
def compress(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# --- truth --------------------------------------------------------------------------------------------------


def test_a_table_says_what_the_solution_says(solution: Any, compress: str, tmp_path: Path) -> None:
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table")
    assert str(table.root) == str(solution.root)
    assert (len(table), table.unsolved, table.longest) == (len(solution), solution.unsolved, solution.longest)
    assert (table.counts(), table.longest_by_value()) == (solution.counts(), solution.longest_by_value())
    assert (table.solver, table.backend, table.unsound) == (
        solution.solver,
        solution.backend,
        solution.unsound,
    )
    assert (table.statistics, table.edges) == (solution.statistics, solution.edges)
    assert table.store.payoffs == solution.store.payoffs
    for state in states_of(solution):
        assert table[state] == solution[state]
    if solution.root.payoff is not None:
        assert table.line() == solution.line()
        assert table.answer == solution.answer
        assert gamekit.explain(table) == gamekit.explain(solution)
    assert {str(verdict) for verdict in table} == {str(verdict) for verdict in solution}


@pytest.mark.slow
def test_a_table_is_verified(solution: Any, compress: str, tmp_path: Path) -> None:
    """Its states may be in another order, so that the symmetry is tried in other states of a sample."""
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    report = check_table(tmp_path / "table")
    expected = attrs.evolve(gamekit.verify(solution), symmetry=None)
    assert report.problems == expected.problems
    assert report.verification is not None
    # the places of a table are others, and so are the states of a sample
    assert attrs.evolve(report.verification, symmetry=None) == attrs.evolve(expected, symmetry=None)
    assert report.ok == expected.ok
    assert gamekit.verify(gamekit.open_table(tmp_path / "table")) == report.verification


@pytest.mark.parametrize(
    "seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 12))]
)
def test_random_arenas(seed: int, compress: str, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for i, (game, backend) in enumerate(
        [
            (random_game(rng), "python"),
            (random_compiled_game(rng), "compiled"),
            (random_compiled_game(rng), "python"),
        ]
    ):
        solution = gamekit.solve(game, backend=backend)
        gamekit.save_table(solution, tmp_path / str(i), compress=compress)
        table = gamekit.open_table(tmp_path / str(i), game=game)
        for state in gamekit.explore(game).states:
            assert table[state] == solution[state]
        report = check_table(tmp_path / str(i), game=game)
        assert report.ok, (seed, report)
        assert (table.counts(), len(table)) == (solution.counts(), len(solution))


@pytest.mark.slow
def test_a_table_of_a_table_is_the_same(solution: Any, compress: str, tmp_path: Path) -> None:
    gamekit.save_table(solution, tmp_path / "one")
    gamekit.save_table(gamekit.open_table(tmp_path / "one"), tmp_path / "two", compress=compress)
    gamekit.save_table(gamekit.open_table(tmp_path / "two"), tmp_path / "three")
    for file in sorted((tmp_path / "one").iterdir()):
        if file.name != "manifest.json":  # which has the time
            assert file.read_bytes() == (tmp_path / "three" / file.name).read_bytes()


def test_another_root(tmp_path: Path) -> None:
    for backend in ("python", "compiled"):
        solution: Any = gamekit.solve(MICE, backend=backend)
        gamekit.save_table(solution.starting_from((3, 2, 1)), tmp_path / backend)
        table = gamekit.open_table(tmp_path / backend)
        assert table.root == solution[(3, 2, 1)]
        assert table.starting_from((1, 2, 0)).root == solution[(1, 2, 0)]
        assert check_table(tmp_path / backend).ok


def test_large_payoffs_and_long_plays(tmp_path: Path) -> None:
    game = Score(points=(0, 2**62 - 1, -(2**62) + 1, 127, 126, -128, -127), plies=300)
    solution = gamekit.solve(game)
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table", game=game)
    assert table.store.manifest.column("value").dtype == "<i8"
    assert table.store.manifest.column("remoteness").dtype == "<u2"
    assert all(table[state] == solution[state] for state in solution.states)
    assert check_table(tmp_path / "table", game=game).ok


# --- many codes at once -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in each_kind if not kind.values[0].startswith("states")])
def test_many_codes_at_once(kind: str, compress: str, tmp_path: Path) -> None:
    game, solution = SOLVED[kind][0], solved(kind)
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table")
    size = solution.store.solved.batch.rules.size
    rng = np.random.default_rng(0)
    wild = [-1, -(2**63), 2**63 - 1, size, size - 1, 0]
    states = list(states_of(solution))
    codes = np.array([*(game.encode(state) for state in states), *wild, *rng.integers(size, size=3000)])
    answers = table.probe(codes)
    assert answers.solved[answers.found].all()
    for i, code in enumerate(codes.tolist()):
        known = solution.probe(np.array([code])).found[0]
        assert answers.found[i] == known
        if not known:
            with pytest.raises(UnknownStateError):
                table.state_of(code)
            continue
        state = table.state_of(code)
        verdict = solution[state]
        sign = -1 if solution.store.perspective == "mover" and game.to_move(state) else 1
        assert answers.payoff[i] * sign == verdict.payoff
        assert answers.ended[i] == (verdict.remoteness is not None)
        assert answers.remoteness[i] == (verdict.remoteness or 0)
    assert not len(table.probe(np.empty(0, dtype=np.int64)).found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["keys", "dense", "states, symmetry"])
def test_many_threads_at_once(kind: str, compress: str, tmp_path: Path) -> None:
    solution = solved(kind)
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    table = gamekit.open_table(tmp_path / "table")
    states = list(states_of(solution)) * 3
    random.Random(0).shuffle(states)
    with ThreadPoolExecutor(8) as executor:
        assert list(executor.map(table.verdict_on, states)) == [solution[state] for state in states]


def test_texts_have_no_codes(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(Nim()), tmp_path / "nim")
    table = gamekit.open_table(tmp_path / "nim")
    for ask in (lambda: table.probe(np.array([1])), lambda: table.state_of(1)):
        with pytest.raises(UnsupportedError, match="kept by their texts and have no codes"):
            ask()


# --- what is not a state ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["keys", "dense", "states"])
def test_what_is_no_state_is_refused(kind: str, tmp_path: Path) -> None:
    solution = solved(kind)
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table")
    for state in (None, "x" * 10_000, -5, (9, 9, 9), ("\0", 1), 10**40, object()):
        assert state not in table
        assert table.get(state) is None
        with pytest.raises(UnknownStateError, match="play cannot reach"):
            table[state]


def test_edges_are_not_kept(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(Nim()), tmp_path / "nim")
    table = gamekit.open_table(tmp_path / "nim")
    with pytest.raises(
        UnsupportedError, match="neither the compiled backend nor a table keeps the edges of Nim"
    ):
        _ = table.arena
    assert table.loaded().arena.edges == table.edges
    assert table.to_networkx().number_of_nodes() == len(table)
    assert len(gamekit.neighbourhood(table, within=1)) == 13


# --- texts --------------------------------------------------------------------------------------------------


@attrs.frozen
class Words(gamekit.Game[str, int]):
    """A player reads some words one after the other."""

    words: tuple[str, ...]
    players = ("reader",)

    def initial_state(self) -> str:
        return self.words[0]

    def to_move(self, state: str) -> int:
        return 0

    def moves(self, state: str) -> list[int]:
        return [1]

    def apply(self, state: str, move: int) -> str:
        return self.words[self.words.index(state) + move]

    def outcome(self, state: str) -> int | None:
        return 1 if state == self.words[-1] else None

    def format_state(self, state: str) -> str:
        return state

    def parse_state(self, text: str) -> str:
        return text


@pytest.mark.slow
@given(
    words=st.lists(st.text(st.characters(blacklist_categories=["Cs"]), max_size=8), min_size=1, unique=True),
    compress=st.booleans(),
    strays=st.lists(st.text(max_size=10), max_size=5),
)
@settings(deadline=None)  # files are flushed to the disk, which may be slow
def test_any_texts(words: list[str], compress: str, strays: list[str]) -> None:
    game = Words(tuple(words))
    solution = gamekit.solve(game)
    with tempfile.TemporaryDirectory() as place:
        if any("\0" in word for word in words):
            with pytest.raises(InputError):
                gamekit.save_table(solution, f"{place}/table", compress=compress)
            return
        gamekit.save_table(solution, f"{place}/table", compress=compress)
        table = gamekit.open_table(f"{place}/table", game=game)
        for text in [*words, *strays]:
            assert table.get(text) == solution.get(text)
        assert check_table(f"{place}/table", game=game).ok


# --- what cannot be kept ------------------------------------------------------------------------------------


class Silent(Nim):
    """Its states have no texts of their own."""

    def format_state(self, state: Any) -> str:
        return "state"


class Broken(Nim):
    """Its texts cannot be written."""

    def format_state(self, state: Any) -> str:
        return "\ud800"


class Deaf(Nim):
    """It takes every text for the same."""

    def parse_state(self, text: str) -> Any:
        return self.initial_state()


@pytest.mark.parametrize(
    ("cls", "message"),
    [
        (Broken, "must read what format_state writes; it does not read"),
        (Silent, r"must read what format_state writes; it does not read"),
        (Deaf, "must return the state that format_state shows"),
    ],
)
def test_texts_must_lead_back_to_states(cls: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        gamekit.save_table(gamekit.solve(cls(heaps=(1, 2))), tmp_path / "table")
    assert not list(tmp_path.iterdir())


def test_a_part_of_a_solution_is_refused(tmp_path: Path) -> None:
    near = gamekit.neighbourhood(gamekit.solve(Nim(heaps=(3, 5))), within=1)
    with pytest.raises(InputError, match="a part of a solution"):
        gamekit.save_table(near, tmp_path / "table")


def test_a_class_is_known_by_its_registered_name_wherever_it_is_defined(tmp_path: Path) -> None:
    """A package may register `package:Game` and define the class in `package.rules`."""
    with plugins(games={"nim-again": Renamed}):
        gamekit.save_table(gamekit.solve(Renamed((1, 2))), tmp_path / "table")
        assert json.loads((tmp_path / "table" / "manifest.json").read_text())["game"] == "nim-again"
        assert gamekit.open_table(tmp_path / "table").game == Renamed((1, 2))
