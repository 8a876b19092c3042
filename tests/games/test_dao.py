"""Dao: what wins, and that both backends say the same."""

from __future__ import annotations

import pytest

import gamekit
from games.dao import Dao


@pytest.mark.parametrize(
    ("board", "payoff"),
    [
        ("BBBB/W.W./.W.W/....", 1),
        ("B..B/WW.W/.W../B..B", 1),
        ("BB../BB../W.W./.W.W", 1),
        ("BW../W..W/...B/W.BB", None),
        ("BW../WWB./...B/...B", 1),
        ("WWWW/B.BB/.B../....", -1),
        ("WB../BB../...B/W.WW", -1),
        ("BBBB/WWWW/..../....", -1),
        ("B.BB/.B../WW../W.W.", None),
    ],
)
def test_what_wins(board: str, payoff: int | None) -> None:
    game = Dao()
    assert game.outcome(game.parse_state(f"{board}, black to move")) == payoff


@pytest.mark.slow
def test_it_is_a_draw() -> None:
    solution = gamekit.solve(Dao())
    assert solution.root.value is gamekit.Value.DRAW
    assert len(solution) == 113_028
    assert gamekit.verify(solution).ok
