"""The goal of a game as the page says it: that of the instance that is shown."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit import load_game
from gamekit.web.views.rules import rules_of

GOALS: list[tuple[str, dict[str, Any], str]] = [
    ("tic-tac-toe", {}, "whoever gets three in a line wins."),
    ("tic-tac-toe", {"misere": True}, "whoever gets three in a line loses."),
    ("wild-tic-tac-toe", {"misere": True}, "whoever gets three alike in a line loses."),
    ("nim", {"heaps": [1, 2], "misere": True}, "whoever takes the last one loses."),
    ("fox-and-geese", {"geese": 6, "fewest": 6}, "the fox by taking a goose."),
    ("tigers-and-goats", {"captured": 2}, "the tigers by taking 2 goats."),
    ("order-and-chaos", {"length": 2}, "Order wants two alike in a line, Chaos a full board without."),
    ("three-in-a-row", {"variant": "nine holes"}, "then move them to any free points; three in a row win."),
    ("three-in-a-row", {"variant": "shisima"}, "three in a row through the centre win."),
    ("teeko", {"size": 4, "men": 3}, "then slide them; three in a row win."),
    ("teeko", {"size": 4, "men": 4}, "four in a row, or four in a square, win."),
    ("peg-solitaire", {"side": 4, "corner": 0, "empty": "b4", "last": "c4"}, "is left, on c4."),
    ("chess-variant", {"stalemate": "loss"}, "stalemate is a loss for the player who cannot move."),
]


@pytest.mark.parametrize(("name", "parameters", "end"), GOALS)
def test_the_goal_is_that_of_the_instance(name: str, parameters: dict[str, Any], end: str) -> None:
    assert rules_of(load_game(name, parameters))["goal"].endswith(end)
