from __future__ import annotations

import pytest

import gamekit
from gamekit import Value
from gamekit.drawing.spots import named_spots
from games.l_game import LEAVE, LGame


def test_an_l_is_a_knight_s_move_from_end_to_end() -> None:
    game = LGame()
    assert len(game.ends) == len({*game.ells}) == 48
    assert all(ell.bit_count() == 4 for ell in game.ells)


def test_moves_of_the_start() -> (
    None
):  # five places for the L, each with 1 + 2 · 6 ways to move a neutral piece
    game = LGame()
    state = game.initial_state()
    moves = list(game.moves(state))
    assert len(moves) == len(set(moves)) == 5 * 13
    texts = [game.format_move(state, move) for move in moves]
    assert [game.parse_move(state, text) for text in texts] == moves
    assert game.gesture(state, moves[0]).steps[2] == LEAVE
    assert {LEAVE, *(step for move in moves for step in game.gesture(state, move).steps)} <= {
        *named_spots(game.svg(state))
    }
    assert game.svg(state).count("<circle") == 5, "a dot for each place of the long arm's end"


# https://en.wikipedia.org/wiki/L_game: 2,296 positions up to symmetry, in 15 of which the player to move has lost, and
# in 14 of which that player is beaten; otherwise the game goes on for ever.


@pytest.mark.release
def test_the_published_counts() -> None:
    solution = gamekit.solve(LGame(), backend="python")
    assert len(solution) == 2296
    assert solution.root.value is Value.DRAW
    assert solution.counts() == {Value.WIN: 1006, Value.LOSS: 15 + 14, Value.DRAW: 1261}
    lost = solution.where(value="loss")
    assert [verdict.remoteness for verdict in lost].count(0) == 15


@pytest.mark.release
def test_the_compiled_rules_agree() -> None:
    solution = gamekit.solve(LGame(), backend="compiled")
    assert solution.counts() == {Value.WIN: 1006, Value.LOSS: 29, Value.DRAW: 1261}
    assert gamekit.verify(solution).ok


def test_no_click_stands_for_moves_of_different_ls() -> None:
    game = LGame()
    state = game.initial_state()
    gestures = [game.gesture(state, move) for move in game.moves(state)]
    assert all(gesture.end == gesture.steps[0] for gesture in gestures)
