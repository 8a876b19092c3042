"""How finished games ended, in words."""

from __future__ import annotations

from typing import Any

import pytest

from gamekit import load_game

SMALL_TEEKO = {"size": 3, "men": 3}
STANDARD = {"size": 5, "men": 4}
ONE_RING = {"rings": 1, "flying": False}

ENDINGS: list[tuple[str, dict[str, Any] | None, str, str]] = [
    ("dao", None, "BBBB/.W.W/W.W./...., white to move", "four in a line"),
    ("dao", None, "BB../BBW./.W.W/..W., white to move", "a square"),
    ("dao", None, "B..B/WWWW/..../B..B, black to move", "four in a line"),  # who has just moved comes first
    ("dao", None, "B..B/WWWW/..../B..B, white to move", "all corners"),
    ("dao", None, "BW../WW../..../W.BB, black to move", "a stone of black's is locked into a corner"),
    ("teeko", SMALL_TEEKO, "BBB/RR./.R., red to move", "three in a row"),
    ("teeko", STANDARD, "BB.../BB.../R.R../..R.R/....., red to move", "four in a square"),
    ("teeko", STANDARD, "BBBB./RRRR./...../...../....., black to move", "four in a row"),
    ("morris", ONE_RING, "WW.W..B.B, - in hand, black to move", "black has two men left"),
    ("three-in-a-row", {"variant": "achi"}, "XXXOO.O.X, O to move", "three in a row"),
    ("wild-tic-tac-toe", None, "XXX/.../..., second to move", "three in a row"),
    ("wild-tic-tac-toe", None, "XOX/XOX/OXO, second to move", "the board is full"),
    ("tic-tac-toe", None, "XOX/XOO/OXX", "the board is full"),
    ("kalah", None, "south 0 0 (5), north 1 0 (2), north to move", "south's pits are empty"),
    ("kalah", None, "south 0 0 (5), north 0 0 (3), north to move", "all pits are empty"),
    ("nim", None, "0 0 0, second to move", "first has taken the last counter"),
    ("dobutsu-shogi", None, ".l./.C./.../.L., first to move", "first can take the lion"),
    ("dobutsu-shogi", None, ".L./.../l.C/..., second to move", "first's lion has reached the last row"),
]


@pytest.mark.parametrize(("name", "parameters", "text", "how"), ENDINGS)
def test_games_say_how_they_ended(name: str, parameters: dict[str, Any] | None, text: str, how: str) -> None:
    game = load_game(name, parameters)
    state = game.parse_state(text)
    assert game.outcome(state) is not None
    assert game.ending(state) == how
