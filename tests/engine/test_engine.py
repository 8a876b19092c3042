"""The engine in small pieces: what a large game meets, a small one meets where rounds, tasks and shards are small."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from types import SimpleNamespace
from typing import Any
from unittest import mock

import attrs
import numpy as np
import pytest
from support.marks import one_in
from support.random_games import assert_same, random_compiled_game

import gamekit
from gamekit import LimitError, RulesError, UnknownStateError
from gamekit.engine.codes.state_index import DenseIndex
from gamekit.engine.retrograde.method_choice import METHODS, MethodPlan
from gamekit.engine.retrograde.solve import edges_by_sample
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.tuning import Tuning
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("arenas", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_random_arenas_in_small_pieces(arenas: int, method: Any, threads: int, small_pieces: Tuning) -> None:
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(
            game, backend="compiled", method=method, threads=threads, tuning=small_pieces
        )
        assert_same(game, solution)
        assert gamekit.verify(solution, threads=threads).ok


@pytest.mark.parametrize("method", one_in(3, METHODS))
def test_layers_of_many_rounds(method: Any, small_pieces: Tuning) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    tuning = attrs.evolve(small_pieces, explore_round=2)
    solution = gamekit.solve(game, backend="compiled", method=method, tuning=tuning)
    plain = gamekit.solve(game, backend="python")
    assert solution.statistics["rounds of exploration"] > 256  # more than a byte can number
    if method != "scan":
        assert Partitioner.of(len(solution) - 1, len(solution), small_pieces).shards > 8
        assert solution.statistics["rounds of solving"] > 10 * max(solution.longest_by_value().values())
    assert all(solution[verdict.state] == verdict for verdict in plain)


def test_facts_are_forgotten_if_no_method_fits_beside_them(
    monkeypatch: pytest.MonkeyPatch, small_pieces: Tuning
) -> None:
    module = sys.modules["gamekit.engine.retrograde.solve"]
    choose = mock.Mock(side_effect=[LimitError("too much"), MethodPlan("predecessors")])
    monkeypatch.setattr(module, "choose", choose)
    game = ConnectFour(width=3, height=3, length=3)
    solution = gamekit.solve(game, backend="compiled", tuning=small_pieces)
    assert choose.call_count == 2
    assert_same(game, solution)


def test_parameters_that_are_no_array() -> None:
    @attrs.frozen
    class Bent(ConnectFour):
        def compiled_rules(self) -> Any:
            return attrs.evolve(super().compiled_rules(), parameters=None)

    with pytest.raises(RulesError, match=r"Bent's compiled rules: parameters must be .*; they are None"):
        gamekit.solve(Bent(4, 3), backend="compiled")


def test_the_process_itself_may_hold_more_than_is_allowed() -> None:
    sentence = "of memory, including .* that are in use already, but only 1.0 MiB are allowed"
    for game in (ConnectFour(4, 3), CatMouse(graph=[[1, 3], [0], [3], [0, 2]])):
        with pytest.raises(LimitError, match=sentence):
            gamekit.solve(game, backend="compiled", memory="1MiB")


@pytest.mark.parametrize("method", [None, "predecessors", "edges", "scan"])
def test_a_limit_of_states_holds_for_dense_codes_too(method: Any) -> None:
    game = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
    assert len(gamekit.solve(game, backend="compiled", method=method, max_states=60)) == 60
    with pytest.raises(LimitError, match="CatMouse has more than 59 states, the limit that was set"):
        gamekit.solve(game, backend="compiled", method=method, max_states=59)


@pytest.mark.slow
def test_far_too_many_states_are_refused_before_all_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["gamekit.engine.retrograde.solve"]
    monkeypatch.setattr(module, "initialise", mock.Mock(side_effect=AssertionError("all are counted")))
    game = gamekit.load_game("chess-ending", {"material": "KRK", "board": 4})
    with pytest.raises(LimitError, match="has more than 10 states"):
        gamekit.solve(game, backend="compiled", method="edges", max_states=10)


def test_more_places_than_can_be_counted() -> None:
    tuning = Tuning(max_places=100)
    with pytest.raises(LimitError, match="has more than 100 states"):
        gamekit.solve(ConnectFour(4, 3), backend="compiled", tuning=tuning)
    graph = [[(node + 1) % 20, (node - 1) % 20] for node in range(20)]
    with pytest.raises(
        LimitError, match=r"CatMouse has 800 states, and the compiled backend can count at most 100"
    ):
        gamekit.solve(CatMouse(graph), backend="compiled", method="scan", tuning=tuning)


def test_endless_play_that_a_byte_cannot_hold() -> None:
    class Endless(CatMouse):
        infinite_play = -128

    with pytest.raises(RulesError, match="infinite_play must be from -100 to 100; it is -128"):
        gamekit.solve(Endless(graph=[[1, 3], [0], [3], [0, 2]]), backend="compiled")


@pytest.mark.parametrize("method", [None, "predecessors"])
def test_codes_out_of_range_are_a_breach_whoever_solves(method: Any) -> None:
    class Astray(CatMouse):
        def compiled_rules(self) -> Any:
            return attrs.evolve(super().compiled_rules(), successors=into_the_blue)

    with pytest.raises(RulesError, match="successors writes a code that is not from 0 to"):
        gamekit.solve(Astray(graph=[[1, 3], [0], [3], [0, 2]]), backend="compiled", method=method)


def into_the_blue(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    out[0] = 1 << 40
    return 1


def test_a_start_that_is_no_state() -> None:
    game = CatMouse(graph=[[1, 3], [0], [3], [0, 2]])
    for start in ((1, 0, 0), (9, 9, 0)):
        for backend in ("python", "compiled"):
            with pytest.raises(UnknownStateError):
                gamekit.solve(game, backend=backend, start=start)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_solution_can_be_pickled_and_copied(method: Any) -> None:
    solution = gamekit.solve(ConnectFour(width=3, height=3, length=3), backend="compiled", method=method)
    for copied in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert copied.root == solution.root
        assert gamekit.verify(copied).ok
    small = gamekit.solve(
        CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]), backend="compiled"
    )
    assert pickle.loads(pickle.dumps(small)).counts() == small.counts()


def test_edges_of_few_codes_with_many_moves_are_estimated() -> None:
    """A game may allow more moves than it has codes."""
    batch: Any = SimpleNamespace(
        rules=SimpleNamespace(max_successors=1 << 20),
        are_states=np.ones_like,
        expand=lambda codes: SimpleNamespace(children=codes.repeat(2)),
    )
    assert edges_by_sample(batch, DenseIndex(10)) >= 20
