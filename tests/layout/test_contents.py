"""What stands on a board, in words: pieces by the names of their places, hands, pits and heaps by their numbers."""

from __future__ import annotations

import pytest

from gamekit.drawing.pieces import look_of
from gamekit.game.registry import load_game


@pytest.mark.parametrize(
    ("name", "text", "contents"),
    [
        ("hexapawn", "BBB/W../.WW, black to move", ["a3 b3 c3 black pawn", "a2 b1 c1 white pawn"]),
        ("teeko", "B../.R./..., black to move", ["a3 black disc B", "b2 red disc R"]),
        ("sim", "BR........, blue to move", ["a-b blue line", "a-c red line"]),
    ],
)
def test_pieces_are_named_with_their_places(name: str, text: str, contents: list[str]) -> None:
    game = load_game(name)
    expected = {}
    for line in contents:
        places = [word for word in line.split() if word[-1].isdigit() or "-" in word]
        expected |= dict.fromkeys(places, line.split(maxsplit=len(places))[-1])
    assert game.contents(game.parse_state(text)) == expected


def test_hands_pits_and_heaps_say_how_many() -> None:
    nim = load_game("nim", {"heaps": [3, 1]})
    assert nim.contents(nim.initial_state()) == {"heap 1": "3", "heap 2": "1"}
    kalah = load_game("kalah", {"pits": 1, "seeds": 2})
    assert kalah.contents(kalah.initial_state()) == {
        "first pit of south": "2",
        "the store of south": "0",
        "first pit of north": "2",
        "the store of north": "0",
    }
    morris = load_game("morris")
    assert set(morris.contents(morris.initial_state())) == {"in hand, black disc", "in hand, white disc"}


def test_a_game_that_draws_something_else_says_nothing() -> None:
    game = load_game("cat-mouse")
    assert game.contents(game.initial_state()) == {}


@pytest.mark.parametrize(
    ("look", "words"),
    [("white ♔", "white king"), ("red ring", "red ring"), ("yellow up 'lion'", "yellow lion"), ("O", "O")],
)
def test_a_look_in_words(look: str, words: str) -> None:
    assert look_of(look).in_words == words
