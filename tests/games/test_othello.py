"""Othello: the second player wins on 4×4 by 11 to 3 (Wikipedia, "Computer Othello"), and how discs turn over."""

from __future__ import annotations

import pytest
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError
from gamekit.analysis.verification.certificate_check import check_certificate
from games.othello import Othello


@pytest.mark.slow
def test_four_by_four() -> None:
    solution = gamekit.solve(Othello(4, 4), backend="python")
    assert (solution.root.payoff, solution.root.remoteness) == (3 - 11, 10)
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_four_by_four_is_proved_with_its_margin() -> None:
    proof = gamekit.prove(Othello(4, 4))
    assert (proof.bounds_of_state.lower, proof.bounds_of_state.upper) == (-8, -8)
    assert check_certificate(proof.certificate()).ok


def test_discs_turn_over_in_all_directions() -> None:
    game = Othello(6, 6)
    state = game.parse_state("B..B../.W.W../..WW../BWW.WB/..WWW./BB.B.B, black to move")
    after = game.apply(state, game.parse_move(state, "d4"))
    assert game.format_state(after) == "B..B../.B.B../..BB../BBBBBB/..BBB./BB.B.B, white to move"


def test_what_is_not_enclosed_stays() -> None:
    game = Othello(4, 4)
    state = game.parse_state("..../.WB./.BW./...., black to move")
    after = game.apply(state, game.parse_move(state, "a2"))
    assert game.format_state(after) == "..../BBB./.BW./...., white to move"
    with pytest.raises(InputError):
        game.parse_move(state, "a1")


def test_squares_have_the_names_that_records_give_them() -> None:
    """Rows are numbered from the top, and the four discs leave Black d3, c4, f5 and e6."""
    game = Othello(8, 8)
    state = game.initial_state()
    assert [game.format_move(state, move) for move in game.moves(state)] == ["d3", "c4", "f5", "e6"]
    assert game.parse_state("f5") == game.apply(state, game.parse_move(state, "f5"))
    assert str(game.render(state)).splitlines()[0].startswith("1 ")


def test_a_player_without_a_move_passes() -> None:
    game = Othello(4, 4)
    state = game.parse_state("BBBB/BBBB/WWWW/BBB., white to move")
    assert game.outcome(state) is None
    assert [game.format_move(state, move) for move in game.moves(state)] == ["pass"]
    over = game.parse_state("BBBB/BBBB/BBBB/BBB., white to move")
    assert game.outcome(over) == 15


def test_a_side_must_be_even() -> None:
    with pytest.raises(
        InputError, match="rows must be even, because four discs stand in the middle; it is 3"
    ):
        Othello(3, 4)


def test_notation() -> None:
    check_notation(Othello(4, 2))
    check_pictures(Othello(4, 2))


def test_the_end_tells_the_numbers_of_discs() -> None:
    game = Othello(rows=2, columns=2)
    assert game.ending(game.initial_state()) == "2 to 2"
