"""Values that are searched for when they are asked for: they are those of the solution, or not known in time."""

from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit.game.values import Value
from gamekit.solvers.proof.position_search import PositionSearch
from gamekit.web.server.searching import can_be_searched
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.hex import Hex
from games.kalah import Kalah
from games.tic_tac_toe import TicTacToe

ENOUGH = 60.0


def sign(payoff: int) -> int:
    return (payoff > 0) - (payoff < 0)


@pytest.mark.parametrize(
    "game",
    cases(
        quick=[ConnectFour(width=3, height=3, length=3, symmetry=True)],
        slow=[Kalah(pits=2, seeds=2), Hex(3), TicTacToe(), DotsAndBoxes(), ConnectFour(width=4, height=3)],
    ),
    ids=str,
)
def test_all_states_have_the_values_of_the_solution(game: Any) -> None:
    assert can_be_searched(game)
    solution, search = gamekit.solve(game), PositionSearch(game, threads=1)
    for state in solution.states:
        verdict, replies = search.answer(state, ENOUGH)
        told = [(verdict, state), *((after, child) for _, child, after in replies)]
        assert len(replies) == (0 if game.outcome(state) is not None else len(list(game.moves(state))))
        for after, position in told:
            known = solution[position]
            assert after.payoff == sign(known.payoff)
            assert after.winner == known.winner
            assert after.value is known.value
            if after.remoteness is not None:
                assert after.remoteness == known.remoteness


def test_what_is_not_found_in_time_is_not_known() -> None:
    game = ConnectFour()
    verdict, replies = PositionSearch(game, memory=1 << 20, threads=1).answer(game.initial_state(), 0.001)
    assert (verdict.value, verdict.payoff, verdict.winner) == (Value.UNSOLVED, None, None)
    assert [after.payoff for _, _, after in replies] == [None] * 7


def test_play_that_can_go_in_circles_is_not_searched() -> None:
    assert not can_be_searched(CatMouse(graph=[[1, 3], [0], [3], [0, 2]]))
