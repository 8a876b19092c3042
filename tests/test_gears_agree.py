"""The compiled gear against the definition of values, by every method, on random arenas; and its verification."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import attrs
import numpy as np
import pytest
from compiled_graph_game import CompiledGraphGame, ListedCompiledGraphGame, MirroredGraphGame
from graph_game import ListedGraphGame, random_game
from naive import naive_results

import gamekit
from gamekit.engine.plan import METHODS
from gamekit.registry import GAMES, load_game, registered

many = pytest.mark.slow

COMPILED = [name for name in sorted(registered(GAMES)) if hasattr(load_game(name), "compiled_rules")]


def random_compiled_game(rng: random.Random) -> CompiledGraphGame | MirroredGraphGame:
    game = random_game(rng)
    how = {"is_dense": rng.random() < 0.5, "gives_predecessors": True}
    if rng.random() < 0.3:
        return MirroredGraphGame(edges=game.edges, payoff=game.payoff, **how)
    listed = isinstance(game, ListedGraphGame) or how["is_dense"]
    fields = {field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
    return (ListedCompiledGraphGame if listed else CompiledGraphGame)(
        **fields, **(how | {"is_dense": listed})
    )


def assert_same(game: Any, solution: gamekit.Solution) -> None:
    """Assert that a solution says what the values are by definition, in every state of the plain rules."""
    arena = gamekit.explore(game)
    for state, (payoff, remoteness) in zip(arena.states, naive_results(arena), strict=True):
        verdict = solution[state]
        assert (verdict.payoff, verdict.remoteness) == (payoff, remoteness), (game, state)
        assert verdict.player == game.players[game.to_move(state)]


@pytest.mark.parametrize("arenas", [25, pytest.param(400, marks=many)])
@pytest.mark.parametrize("method", [*METHODS, None])
def test_random_arenas(method: Any, arenas: int) -> None:
    for seed in range(arenas):
        game = random_compiled_game(random.Random(seed))
        solution = gamekit.solve(game, gear="compiled", method=method)
        assert_same(game, solution)
        report = gamekit.verify(solution)
        assert report.ok, (seed, str(report))
        assert sum(solution.counts().values()) == len(solution)
        plain = gamekit.solve(game, gear="python")
        if not isinstance(game, MirroredGraphGame):
            assert (len(solution), solution.arena.edges) == (len(plain), plain.arena.edges)
            assert solution.counts() == plain.counts()
        assert solution.root == plain.root
        assert solution.best_moves(solution.root.state) == plain.best_moves(plain.root.state)
        assert solution.line() == plain.line()


@pytest.mark.parametrize("arenas", [4, pytest.param(60, marks=many)])
@pytest.mark.parametrize("threads", [1, 3])
def test_verification_finds_every_single_change(threads: int, arenas: int) -> None:
    for seed in range(arenas):
        rng = random.Random(seed)
        game = random_compiled_game(rng)
        solution = gamekit.solve(game, gear="compiled")
        columns = solution.solved.columns
        for place in range(len(columns.value)):
            for column in (columns.value, columns.remoteness):
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
    return gamekit.solve(load_game(name), gear="python")


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("method", METHODS)
def test_every_game_in_both_gears(name: str, method: Any) -> None:
    game = load_game(name)
    if method == "predecessors" and game.compiled_rules().predecessors is None:
        pytest.skip("the game gives no compiled predecessors")
    plain = plain_solution_of(name)
    solution = gamekit.solve(game, gear="compiled", method=method, threads=2)
    assert gamekit.verify(solution).ok
    for verdict in plain:
        assert solution[verdict.state] == verdict
    assert solution.root == plain.root
    assert solution.answer == plain.answer
    assert np.asarray(solution.remoteness).max() == solution.longest == plain.longest
    assert len(np.asarray(solution.status)) == len(solution) == sum(1 for _ in solution)
    assert solution.line() == plain.line()
    assert gamekit.explain(solution) == gamekit.explain(plain)
