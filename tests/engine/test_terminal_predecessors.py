"""Predecessors that also name states where the game is over: every way to solve gives the same columns."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.compiled_graph_game import row
from support.random_games import random_compiled_game
from support.work_folders import columns_of

import gamekit
from gamekit.engine.runtime.tuning import Tuning
from gamekit.game.compiled import CompiledRules


def predecessors_and_ends(code: int, parameters: Any, out: Any) -> int:
    """Write the parents, and every state without successors, which is nobody's parent."""
    number, step, head = parameters[0], parameters[1], 3 + 2 * parameters[0]
    count = row(code // step + number, parameters, out)
    for state in range(number):
        if parameters[head + state] == parameters[head + state + 1]:
            out[count] = state * step
            count += 1
    return count


def naming_ends(game: Any) -> Any:
    """Return a game whose compiled predecessors name all ends as well."""

    class NamingEnds(type(game)):  # type: ignore[misc]
        def compiled_rules(self) -> CompiledRules:
            rules = super().compiled_rules()
            most = rules.max_predecessors + len(self.edges)
            return attrs.evolve(rules, predecessors=predecessors_and_ends, max_predecessors=most)

    return NamingEnds(**{field.name: getattr(game, field.name) for field in attrs.fields(type(game))})


@pytest.mark.parametrize("how", ["default", "rounds", "files"])
@pytest.mark.parametrize("arenas", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_predecessors_may_name_states_where_the_game_is_over(
    arenas: int, how: str, tmp_path: Path, small_pieces: Tuning
) -> None:
    for seed in range(arenas // 4 if how == "files" else arenas):
        options: dict[str, Any] = {
            "default": {},  # one kernel where codes are dense
            "rounds": {"method": "predecessors", "tuning": small_pieces},
            "files": {"work": tmp_path / str(seed), "tuning": small_pieces, "executor": "serial"},
        }[how]
        game = random_compiled_game(random.Random(seed))
        expected = gamekit.solve(game, backend="compiled", method="scan")
        solution = gamekit.solve(naming_ends(game), backend="compiled", **options)
        for one, other in zip(columns_of(solution), columns_of(expected), strict=True):
            np.testing.assert_array_equal(one, other)
