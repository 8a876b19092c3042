"""What a page says of each ruleset before the first move: its name, what a move does, and an instance with a choice."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit.cgt.registered_games import names
from gamekit.game.bundled import RULESETS
from gamekit.game.registry import game_class, load_game
from gamekit.web.views.header import about_game
from gamekit.web.views.rules import rules_of

LONGEST_GOAL = 200
"""The most letters of a goal: five lines on a phone."""

ONE_MOVE = ("form", "partizan-euclid")
"""The rulesets whose first player has a single move."""


def opened(name: str) -> Any:
    """Return the game that the page opens."""
    cls = game_class(name)
    return load_game(name, cls.presets.get(cls.first_preset, cls.example))


@pytest.mark.parametrize("name", sorted({*names()} & {*RULESETS}))
def test_a_page_says_what_a_move_does_and_leaves_a_choice(name: str) -> None:
    game = opened(name)
    assert 20 < len(rules_of(game)["goal"]) <= LONGEST_GOAL
    assert len(list(game.moves(game.initial_state()))) > (name not in ONE_MOVE)
    assert game.first_preset in (*game.presets, "")
    assert not {"Small", "Large"} & {*game.presets}


def test_impartial_rules_are_those_of_what_is_played() -> None:
    about = about_game(opened("impartial"), "impartial")
    assert about["title"] == "Impartial Clobber"
    assert about["goal"].startswith("Move as Left or as Right, whichever you like. Left moves black stones")
    assert any(paragraph.startswith("Clobber: ") for paragraph in about["rules"])
    assert about_game(opened("clobber"), "clobber")["title"] == "Clobber"
    summands = about_game(opened("sum"), "sum")["rules"]
    assert [paragraph.partition(":")[0] for paragraph in summands[2:4]] == ["Nim", "Kayles"]


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        (
            "coin-turning",
            {"heaps": [3], "code": "1-3"},
            "Turn a yellow coin (H, heads) to tails, and with it up to two coins at its left.",
        ),
        ("coin-turning-product", {"heads": "2x2", "rows": "3"}, "Choose three rows and one or two columns,"),
        (
            "octal",
            {"heaps": [3], "code": "0.03"},
            "From one heap, take 2 counters. A bracket takes the counters that it joins.",
        ),
        (
            "octal",
            {"heaps": [3], "code": "0.137312"},
            "From one heap, take what the octal code 0.137312 allows.",
        ),
        (
            "take-and-break",
            {"heaps": [3], "code": "0.3F"},
            "From one heap, take 1 counter; or take 2 counters, and",
        ),
        (
            "partizan-take-and-break",
            {"left": "0.3", "right": "0.03"},
            "Move in one heap. Left (blue): take 1 counter.",
        ),
        ("notakto", {"play": "misere"}, "Put a cross on a free square. Whoever makes three in a row loses."),
        ("subtraction", {"heaps": [3], "numbers": [1, 2, 5]}, "From one heap, take 1, 2 or 5."),
        ("slow-exact-nim", {"heaps": [3, 3, 3], "k": 2}, "Take one counter from each of two heaps."),
    ],
)
def test_goals_have_the_numbers_of_the_instance(name: str, parameters: Any, says: str) -> None:
    assert rules_of(load_game(name, parameters))["goal"].startswith(says)


def test_an_end_is_told_as_what_it_is() -> None:
    for name, parameters, state, ending in (
        ("chomp", {}, "1, first to move", "only the poisoned square is left"),
        ("notakto", {}, "xxx|...|..., first to move", "second made three in a row"),
        ("kayles", {}, "0, second to move", "second cannot move"),
    ):
        game = load_game(name, parameters)
        assert game.ending(game.parse_state(state)) == ending


def test_the_row_that_ended_a_game_is_marked() -> None:
    game = load_game("notakto", {"boards": "...|...|... ...|...|..."})
    state = game.parse_state("x..|.x.|..x xxx|...|..., first to move")
    assert list(game.deciding_places(state)) == ["1:0", "1:4", "1:8", "2:0", "2:1", "2:2"]
