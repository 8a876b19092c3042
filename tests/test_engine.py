"""The engine in small pieces: what a large game meets, a small one meets where rounds, tasks and shards are small."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from test_gears_agree import assert_same, random_compiled_game

import gamekit
from gamekit import LimitError, RulesError
from gamekit.engine import asking, backwards, exploration, shards
from gamekit.engine.plan import METHODS
from games.connect_four import ConnectFour


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backwards, "ROUND", 3)
    monkeypatch.setattr(backwards, "CHUNK", 2)
    monkeypatch.setattr(shards, "PLACES_IN_A_SHARD", 2)
    monkeypatch.setattr(exploration, "ROUND", 5)
    monkeypatch.setattr(exploration, "CHUNK", 2)
    monkeypatch.setattr(exploration, "STATES_IN_A_SHARD", 2)
    monkeypatch.setattr(asking.chunks_of, "__defaults__", (3,))


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("method", METHODS)
def test_random_arenas_in_small_pieces(method: Any, threads: int) -> None:
    for seed in range(60):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, gear="compiled", method=method, threads=threads)
        assert_same(game, solution)
        assert gamekit.verify(solution, threads=threads).ok


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("method", METHODS)
def test_layers_of_many_rounds(method: Any) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    solution, plain = gamekit.solve(game, gear="compiled", method=method), gamekit.solve(game, gear="python")
    assert all(solution[verdict.state] == verdict for verdict in plain)


def test_parameters_that_are_no_array() -> None:
    @attrs.frozen
    class Bent(ConnectFour):
        def compiled_rules(self) -> Any:
            return attrs.evolve(super().compiled_rules(), parameters=None)

    with pytest.raises(RulesError, match=r"Bent's compiled rules: parameters must be .*; they are None"):
        gamekit.solve(Bent(), gear="compiled")


def test_memory_that_is_not_enough() -> None:
    with pytest.raises(
        LimitError, match=r"^exploring, 1 states so far needs .* MiB of memory, more than the 1.0 MiB"
    ):
        gamekit.solve(ConnectFour(), gear="compiled", memory="1MiB")
