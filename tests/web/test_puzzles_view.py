"""Puzzles that a page sets: each has one best move, and they go from easy to hard."""

from __future__ import annotations

import json

import pytest
from support.marks import cases

import gamekit
from gamekit.solvers.solve_from_text import find_state
from gamekit.web.views.puzzles import MOST_PUZZLES, SHORTEST, puzzles
from games.hexapawn import Hexapawn
from games.nim import Nim
from games.tic_tac_toe import TicTacToe


@pytest.mark.parametrize("game", cases(quick=[Nim(heaps=(1, 2, 3)), Hexapawn()], slow=[TicTacToe()]))
def test_one_move_alone_is_best_and_the_difficulty_rises(game: gamekit.Game) -> None:
    solution = gamekit.solve(game)
    found = json.loads(json.dumps(puzzles(solution)))["puzzles"]
    assert 0 < len(found) <= MOST_PUZZLES
    assert [one["difficulty"] for one in found] == sorted(one["difficulty"] for one in found)
    assert len({one["state"] for one in found}) == len(found)
    for one in found:
        verdict = solution[find_state(solution, one["state"])]
        assert verdict.value.value == "win"
        assert verdict.remoteness >= SHORTEST
        assert game.players[one["solver"]] == verdict.player
        results = [(reply.payoff, reply.remoteness) for _, _, reply in solution.replies(verdict.state)]
        assert results.count(results[0]) == 1
        assert one["board"].startswith("<svg")
        assert one["choice"].startswith(f"{len(results)} moves, of which ") == (len(results) > 1)


def test_what_there_is_to_choose_from_is_said() -> None:
    """Of the moves in a heap of 1 and one of 2, each that is not best is refuted by one reply alone."""
    (only,) = puzzles(gamekit.solve(Nim(heaps=(1, 2))))["puzzles"]
    assert only["choice"] == "3 moves, of which 2 tempt"
    assert "there is no other move" in {
        one["choice"] for one in puzzles(gamekit.solve(Nim(heaps=(1, 1, 1))))["puzzles"]
    }


def test_a_game_without_such_states_has_no_puzzles() -> None:
    assert puzzles(gamekit.solve(Nim(heaps=(1,)))) == {"puzzles": []}
