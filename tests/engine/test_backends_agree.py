"""The compiled backend against the definition of values, by every method, on random arenas; and its verification."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from support.compiled_graph_game import MirroredGraphGame
from support.each_game import COMPILED_ANYWAY, SMALL_KINDS, SOLVED, games
from support.random_games import assert_same, random_compiled_game

import gamekit
from gamekit.engine.retrograde.columns import PlainColumns
from gamekit.engine.retrograde.method_choice import METHODS
from gamekit.game.registry import load_game

many = pytest.mark.slow

WITH_RULES_TO_COMPILE = {name for name in SOLVED if hasattr(load_game(name), "compiled_rules")}


@pytest.mark.parametrize("arenas", [25, pytest.param(150, marks=many)])
@pytest.mark.parametrize("method", [*METHODS, None])
def test_random_arenas(method: Any, arenas: int) -> None:
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, backend="compiled", method=method)
        assert_same(game, solution)
        report = gamekit.verify(solution)
        assert report.ok, (seed, str(report))
        assert sum(solution.counts().values()) == len(solution)
        plain = gamekit.solve(game, backend="python")
        if not isinstance(game, MirroredGraphGame):
            assert (len(solution), solution.edges) == (len(plain), plain.edges)
            assert solution.counts() == plain.counts()
        assert solution.root == plain.root
        assert solution.best_moves(solution.root.state) == plain.best_moves(plain.root.state)
        assert solution.line() == plain.line()


@pytest.mark.parametrize("arenas", [4, pytest.param(25, marks=many)])
@pytest.mark.parametrize("threads", [1, 3])
def test_verification_finds_every_single_change(threads: int, arenas: int) -> None:
    for seed in range(arenas):
        rng = random.Random(seed)
        game = random_compiled_game(rng)
        solution = gamekit.solve(game, backend="compiled")
        columns = PlainColumns(*(column.copy() for column in solution.store.results().at(slice(None))))
        solution.store.solved.state.columns = solution.store.solved.state.plain = columns
        for place in range(len(columns.value)):
            for column in (columns.value, columns.plies):
                before = column[place]
                if column is columns.value and before == -128:
                    continue
                least = np.iinfo(column.dtype).min
                column[place] = rng.choice([x for x in (-1, 0, 1, 2, 7) if x != before and x >= least])
                report = gamekit.verify(solution, threads=threads)
                assert not report.ok, (seed, place, before, column[place])
                assert report.wrong
                assert report.problems
                column[place] = before
        assert gamekit.verify(solution, threads=threads).ok


@cache
def plain_solution_of(name: str) -> gamekit.Solution:
    return gamekit.solve(load_game(name), backend="python")


@games(COMPILED_ANYWAY, WITH_RULES_TO_COMPILE & SMALL_KINDS, WITH_RULES_TO_COMPILE)
@pytest.mark.parametrize("method", METHODS)
def test_every_game_in_both_backends(name: str, method: Any) -> None:
    game = load_game(name)
    if method == "predecessors" and game.compiled_rules().predecessors is None:
        pytest.skip("the game gives no compiled predecessors")
    plain = plain_solution_of(name)
    solution = gamekit.solve(game, backend="compiled", method=method, threads=2)
    assert gamekit.verify(solution).ok
    for verdict in plain:
        assert solution[verdict.state] == verdict
    assert solution.root == plain.root
    assert solution.answer == plain.answer
    assert np.asarray(solution.remoteness).max() == solution.longest == plain.longest
    assert len(np.asarray(solution.status)) == len(solution) == sum(1 for _ in solution)
    assert solution.line() == plain.line()
    assert gamekit.explain(solution) == gamekit.explain(plain)
