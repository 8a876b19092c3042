from __future__ import annotations

import pytest
from support.notation import check_notation

import gamekit
from gamekit import InputError
from games.fox_and_hounds import FoxAndHounds

# That four hounds win on the chessboard: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 20, "Fox and
# Geese". The number of plies was found here only.


@pytest.mark.release
def test_on_the_chessboard_the_hounds_win() -> None:
    solution = gamekit.solve(FoxAndHounds(), backend="compiled")
    assert (solution.root.winner, solution.root.remoteness, len(solution)) == ("hounds", 44, 895_280)
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_on_six_squares_whoever_moves_first_wins() -> None:
    assert gamekit.solve(FoxAndHounds(6), backend="python").root.winner == "fox"
    assert gamekit.solve(FoxAndHounds(6, fox_first=False), backend="python").root.winner == "hounds"


def test_two_hounds_win_on_four_squares() -> None:
    assert gamekit.solve(FoxAndHounds(4)).root.winner == "hounds"


def test_hounds_never_go_back() -> None:
    game = FoxAndHounds(4)
    state = game.parse_state("c1 b4.c3, hounds to move")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["b4-a3", "c3-b2", "c3-d2"]


def test_notation_and_parameters() -> None:
    check_notation(FoxAndHounds(4))
    with pytest.raises(InputError, match="side must be an even number; it is 5"):
        FoxAndHounds(5)
