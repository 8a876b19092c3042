"""Payoffs of any size that plain rules allow: solved, verified, saved, compared and exported as small ones are."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graph_game import GraphGame
from support.naive import naive_results
from support.solutions import altered

import gamekit
from gamekit.arena import explore
from gamekit.game.checked_values import PAYOFF_LIMIT
from gamekit.game.registry import registered
from gamekit.solvers.registry import SOLVERS

SIZES = st.sampled_from([0, 1, 2**31 - 1, 2**31, 2**31 + 1, 2**53 + 1, PAYOFF_LIMIT - 1, PAYOFF_LIMIT])
PAYOFFS = st.builds(lambda size, sign: sign * size, SIZES, st.sampled_from([-1, 1]))


@st.composite
def games(draw: Any) -> GraphGame:
    """Graphs of up to six states."""
    states = range(draw(st.integers(1, 6)))
    nodes = st.sampled_from(states)
    return GraphGame(
        tuple(tuple(sorted(draw(st.sets(nodes, max_size=2)))) for _ in states),
        tuple(draw(st.integers(0, 1)) for _ in states),
        tuple(draw(PAYOFFS) for _ in states),
        draw(PAYOFFS),
    )


@pytest.mark.parametrize("solver", sorted(registered(SOLVERS)))
@given(game=games())
def test_every_solver_finds_what_a_naive_search_finds(solver: str, game: GraphGame) -> None:
    solution = gamekit.solve(game, solver=solver)
    arena = explore(game)
    results = dict(zip(arena.states, naive_results(arena), strict=True))
    assert {v.state: (v.payoff, v.remoteness) for v in solution} == {
        v.state: results[v.state] for v in solution
    }
    assert gamekit.verify(solution).ok


@given(game=games(), data=st.data())
def test_any_other_payoff_is_refused(game: GraphGame, data: st.DataObject) -> None:
    solution = gamekit.solve(game)
    place = data.draw(st.integers(0, len(solution) - 1))
    payoff = solution.payoff.copy()
    payoff[place] = data.draw(PAYOFFS.filter(lambda other: other != payoff[place]))
    verification = gamekit.verify(altered(solution, payoff=payoff))
    assert not verification.ok
    assert verification.problems


def test_a_problem_names_the_payoffs() -> None:
    game = GraphGame(((1, 2), (), ()), (0, 0, 0), (0, 3_000_000_000, -(2**31)))
    solution = gamekit.solve(game)
    said = altered(solution, payoff=np.add(solution.payoff, [1, 0, 0]))
    (problem,) = gamekit.verify(said).problems
    assert "(payoff 3000000001)" in problem
    assert "a win in 1 (payoff 3000000000)" in problem
    said = altered(solution, payoff=np.add(solution.payoff, [0, 0, 1]))
    assert any(
        "the game is over there: a loss in 0 (payoff -2147483648)" in p for p in gamekit.verify(said).problems
    )


@pytest.mark.slow
@given(game=games())
def test_tables_and_comparisons(game: GraphGame, tmp_path_factory: pytest.TempPathFactory) -> None:
    solution, folder = gamekit.solve(game), tmp_path_factory.mktemp("tables")
    gamekit.save_table(solution, folder / "t")
    table = gamekit.open_table(folder / "t", game=game)
    assert sorted(map(str, table)) == sorted(map(str, solution))
    assert {v.state: v.payoff for v in table} == {v.state: v.payoff for v in solution}
    assert gamekit.verify(table).ok
    assert gamekit.explain(solution)


def test_what_is_beyond_is_refused_with_the_range() -> None:
    game = GraphGame(((1,), ()), (0, 0), (0, PAYOFF_LIMIT + 1))
    with pytest.raises(gamekit.RulesError, match=r"integer payoff between -2\*\*62 and 2\*\*62"):
        gamekit.solve(game)
    with pytest.raises(gamekit.RulesError, match=r"infinite_play.*between -2\*\*62 and 2\*\*62"):
        gamekit.solve(attrs.evolve(game, payoff=(0, 0), worth_of_infinity=-PAYOFF_LIMIT - 1))


def test_a_proof_of_a_large_payoff() -> None:
    game = GraphGame(((1, 2), (), ()), (0, 0, 0), (0, PAYOFF_LIMIT, -1))
    assert gamekit.prove(game, at_least=PAYOFF_LIMIT).bounds_of_state.lower == PAYOFF_LIMIT
