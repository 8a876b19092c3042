"""Every solver against a naive fixpoint, against every other, and under verification, on random arenas."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.graph_game import graph_games, random_game
from support.marks import cases
from support.naive import naive_results
from support.solutions import altered

import gamekit
from gamekit.arena import explore
from gamekit.game.registry import registered
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.registry import SOLVERS, make_solver
from gamekit.solvers.solve import run

EXACT = sorted(registered(SOLVERS))


def results(solution: Solution) -> list[tuple[int, int | None] | None]:
    return [
        None if status == Status.UNSOLVED else (payoff, remoteness if status == Status.ENDED else None)
        for status, payoff, remoteness in zip(
            solution.status.tolist(), solution.payoff.tolist(), solution.remoteness.tolist(), strict=True
        )
    ]


def assert_right(solution: Solution) -> None:
    assert results(solution) == naive_results(solution.arena)


@pytest.mark.parametrize("arenas", cases(quick=[20], slow=[60], release=[1000]))
@pytest.mark.parametrize("solver", [*EXACT, "retrograde:kernel=compiled"])
def test_random_arenas(solver: str, arenas: int) -> None:
    for seed in range(arenas):
        game = random_game(random.Random(seed))
        arena = explore(game)
        solution = run(make_solver(solver), arena)
        assert_right(solution)
        report = gamekit.verify(solution)
        assert report.ok, (seed, str(report))


@given(graph_games)
@settings(deadline=None)
def test_solvers_agree_on_what_hypothesis_finds(game: gamekit.Game) -> None:
    arena = explore(game)
    for solver in EXACT:
        assert_right(run(make_solver(solver), arena))


@given(graph_games, st.integers(0, 20))
@settings(deadline=None)
def test_what_a_capped_search_claims_is_true(game: gamekit.Game, cap: int) -> None:
    arena = explore(game)
    solution = run(make_solver("minimax", cap=cap), arena)
    arena = solution.arena
    truth = naive_results(arena)
    assert all(found in (None, true) for found, true in zip(results(solution), truth, strict=True))
    payoff, remoteness = truth[arena.root]
    ends = arena.payoff[arena.terminal]
    extreme = len(ends) > 0 and payoff in (max(ends), min(ends)) and payoff != game.infinite_play
    if extreme and game.infinite_play < max(ends) and game.infinite_play > min(ends) and remoteness <= cap:
        assert results(solution)[arena.root] == truth[arena.root], "a win found within the cap stands"


@pytest.mark.parametrize("solver", EXACT)
@pytest.mark.parametrize("corruptions", [15, pytest.param(40, marks=pytest.mark.slow)])
def test_verify_rejects_every_single_corruption(corruptions: int, solver: str) -> None:
    rng = random.Random(913)
    tried = 0
    while tried < corruptions:
        solution = run(make_solver(solver), explore(random_game(rng)))
        place = rng.choice(np.flatnonzero(solution.status != Status.UNSOLVED).tolist())
        columns = ("status", "payoff", "remoteness")  # the last is one of ends alone
        column = rng.choice(columns if solution.status[place] == Status.ENDED else columns[:2])
        array = getattr(solution, column).copy()
        array[place] = (
            rng.choice([x for x in range(3) if x != array[place]])
            if column == "status"
            else array[place] + rng.choice((-1, 1, 2))
        )
        report = gamekit.verify(altered(solution, **{column: array}))
        assert not report.ok, (solution.game, place, column)
        tried += 1
