"""Small games that are explored: solved without rounds, they come out as in rounds, and broken promises are named."""

from __future__ import annotations

import random
from typing import Any

import attrs
import numpy as np
import pytest
from support.random_games import assert_same, random_compiled_game

import gamekit
from gamekit import LimitError, RulesError
from gamekit.engine.retrograde import small_explored
from games.connect_four import ConnectFour


@pytest.mark.parametrize("arenas", [40, pytest.param(400, marks=pytest.mark.slow)])
def test_random_arenas(arenas: int) -> None:
    kinds = set()
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, backend="compiled")
        kinds.add("rounds of solving" in solution.statistics)
        assert_same(game, solution)
        assert gamekit.verify(solution).ok
    assert False in kinds


def test_places_are_those_of_rounds() -> None:
    game = ConnectFour(width=3, height=3, length=3)
    solution, in_rounds = (gamekit.solve(game, backend="compiled", method=how) for how in (None, "edges"))
    assert "rounds of solving" in in_rounds.statistics
    assert "rounds of solving" not in solution.statistics
    assert list(solution) == list(in_rounds)
    assert solution.edges == in_rounds.edges
    assert np.array_equal(solution.remoteness, in_rounds.remoteness)


def test_larger_games_are_explored_in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    for name in ("MOST_STATES", "MOST_EDGES"):
        with monkeypatch.context() as patched:
            patched.setattr(small_explored, name, 100)
            solution = gamekit.solve(game, backend="compiled")
        assert solution.statistics["rounds of exploration"] > 1
    with pytest.raises(LimitError, match="more than 50 states"):
        gamekit.solve(game, backend="compiled", max_states=50)


@pytest.mark.parametrize(
    ("changed", "message"),
    [("outcome", "outcome"), ("successors", "successors writes a code that is not from 0 to")],
)
def test_broken_promises_are_named(changed: str, message: str) -> None:
    class Broken(ConnectFour):
        def compiled_rules(self) -> Any:
            return attrs.evolve(super().compiled_rules(), **{changed: BROKEN[changed]})

    with pytest.raises(RulesError, match=message):
        gamekit.solve(Broken(4, 3), backend="compiled")


def too_much(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 101


def into_the_blue(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    out[0] = -1
    return 1


BROKEN: dict[str, Any] = {"outcome": too_much, "successors": into_the_blue}
