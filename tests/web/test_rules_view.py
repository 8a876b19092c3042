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
    ("hare-and-hounds", {}, "the hare by reaching point 3, at the far left."),
    ("hare-and-hounds", {"passing": True}, "getting past them: no hound is left of it."),
    ("fox-and-hounds", {}, "reaching the row where the hounds started, the hounds by penning it in."),
    ("mu-torere", {}, "to the centre only from beside a man of the other player's. Whoever cannot loses."),
    ("mu-torere", {"restricted": False}, "Slide a man along a line to the free point. Whoever cannot loses."),
    ("three-mens-morris", {"diagonals": False}, "three in a row, diagonals included, win."),
    ("maze", {"is_far": False}, "one square, but over no wall. Whoever cannot move loses."),
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


@pytest.mark.parametrize(
    ("name", "parameters", "setup"),
    [
        ("octal", {"heaps": [10], "code": "0.77"}, "heaps 10, code 0.77"),
        ("partizan-take-and-break", {"heaps": [7]}, "heaps 7, Left's code 0.303, Right's code 0.033"),
        ("coin-turning-product", {"heads": "2x3", "rows": "3"}, "rows by code 3, columns by code 1-2"),
        ("three-in-a-row", {"variant": "nine holes"}, "nine holes"),
        ("sokoban", {"metric": "pushes"}, "metric “pushes”"),
        ("sokoban", {}, ""),
        ("partizan-digraph", {"left": [[], [0]], "right": [[], []], "tokens": [1]}, ""),
    ],
)
def test_the_rules_that_a_text_chooses_are_said(name: str, parameters: dict[str, Any], setup: str) -> None:
    assert rules_of(load_game(name, parameters))["setup"] == setup
