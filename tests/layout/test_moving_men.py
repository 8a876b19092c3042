"""`MovingMen` and `SlidingMen`: what they supply, and what they ask for."""

from __future__ import annotations

from typing import Any

import pytest
from support.backends import assert_backends_agree

import gamekit
from gamekit import RulesError
from gamekit.layout import LOSS, Grid, Layout, MovingMen, SlidingMen, pieces_on_board
from gamekit.layout.geometry import STRAIGHT, rays, steps


class Dropped(MovingMen):
    """Each player puts two men on six squares, and moves them; a player who cannot move loses."""

    men = 2
    near = steps(2, 3, STRAIGHT)
    stuck = LOSS
    tier = pieces_on_board

    def layout(self) -> Layout:
        return Layout(board=Grid(2, 3, ".XO"), placed=self.men)


class Slid(SlidingMen):
    rays = rays(3, 3)
    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(board=Grid(3, 3, ".XO"))

    def start(self) -> Any:
        return {"board": "XX./.../.OO"}


def texts(game: Any, state: str) -> list[str]:
    parsed = game.parse_state(state)
    return [game.format_move(parsed, move) for move in game.moves(parsed)]


def test_men_come_from_the_hand_and_then_move() -> None:
    game = Dropped()
    assert texts(game, "X../O.., first to move") == ["b2", "c2", "b1", "c1"]
    assert texts(game, "XX./OO., first to move") == ["b2-c2"]
    assert game.tier_of(game.parse_state("X../O.., first to move")) == 2


def test_men_slide_as_far_as_they_can() -> None:
    assert texts(Slid(), "X.O/.../..., first to move") == ["a3-b3", "a3-a1", "a3-c1"]


@pytest.mark.slow
@pytest.mark.parametrize("game", [Dropped(), Slid()])
def test_both_backends_agree(game: Any) -> None:
    assert_backends_agree(game)


def test_where_men_go_must_be_said() -> None:
    class Nowhere(MovingMen):
        layout, start = Slid.layout, Slid.start

    with pytest.raises(
        RulesError,
        match=r"^Nowhere must define options, or near, the places that a man may go to; it defines neither$",
    ):
        gamekit.solve(Nowhere())
