from __future__ import annotations

from itertools import combinations
from math import factorial

import pytest
from support.notation import check_notation

import gamekit
from gamekit import Value
from games.sim import Sim

# E. Mead, A. Rosa, C. Huang, "The game of Sim: a winning strategy for the second player", Mathematics Magazine 47
# (1974).


@pytest.mark.release
def test_with_six_dots_the_second_player_wins() -> None:
    solution = gamekit.solve(Sim(), backend="compiled")
    assert (solution.root.winner, solution.root.remoteness) == ("red", 15)
    assert Value.TIE not in solution.counts()  # R(3, 3) = 6
    assert gamekit.verify(solution).ok


def test_with_five_dots_it_is_a_tie() -> None:  # two circles of five lines have no triangle
    solution = gamekit.solve(Sim(5))
    assert solution.root.value is Value.TIE
    assert solution[solution.game.parse_state("BRRBBRRBRB, red to move")].value is Value.TIE


def test_every_order_of_the_dots_is_a_symmetry() -> None:
    game = Sim(5)
    assert len(game.board.group) == factorial(5)
    assert len(game.triangles) == len(list(combinations(range(5), 3)))


def test_notation() -> None:
    check_notation(Sim(4))
