"""Breakthrough: who wins on small boards (found by gamekit's plain rules, too), and how men step and take."""

from __future__ import annotations

import pytest

import gamekit
from gamekit.layout import Grid, Layout
from games.breakthrough import Breakthrough


class WithBothMovers(Breakthrough):
    """Without symmetry, and with whose turn it is in the codes."""

    def layout(self) -> Layout:
        return Layout(board=Grid(self.rows, self.columns, ".WB"))


@pytest.mark.release
def test_four_by_four() -> None:
    for game, states in ((Breakthrough(4, 4), 946_893), (WithBothMovers(4, 4), 3_212_224)):
        solution = gamekit.solve(game, backend="compiled")
        assert len(solution) == states
        assert str(solution.root) == "LOSS in 14 for white"
        assert gamekit.verify(solution).ok


@pytest.mark.parametrize("backend", ["python", pytest.param("compiled", marks=pytest.mark.slow)])
def test_two_columns(backend: str) -> None:
    assert str(gamekit.solve(Breakthrough(4, 2), backend=backend).root) == "LOSS in 8 for white"


def test_men_step_straight_and_take_diagonally() -> None:
    game = Breakthrough(4, 3)
    state = game.parse_state("..B/.B./.W./W.., white to move")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["b2-a3", "b2-c3", "a1-a2"]
    state = game.parse_state("..B/.B./W../.W., white to move")
    assert "a2xb3" in [game.format_move(state, move) for move in game.moves(state)]


def test_the_last_row_wins_and_so_does_a_player_whom_the_other_cannot_answer() -> None:
    game = Breakthrough(4, 2)
    assert game.outcome(game.parse_state("W./../B./.., black to move")) == 1
    assert game.outcome(game.parse_state("../../../B., white to move")) == -1
    assert game.outcome(game.parse_state("../W./../.., black to move")) == 1


@pytest.mark.release
def test_five_by_five_is_proved() -> None:
    """Saffidine, Jouandeau & Cazenave, "Solving Breakthrough with Race Patterns and Job-Level Proof Number Search"."""
    proof = gamekit.prove(Breakthrough(5, 5), memory="512MiB")
    assert proof.winner == "black"
    assert gamekit.check_certificate(proof.certificate()).ok
