"""What every game's notation and pictures must do, tried on every state of a small instance."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from gamekit.arena import explore
from gamekit.game.protocol import Game


def check_notation(game: Game[Any, Any]) -> None:
    """Check that every state and every move comes back from its own text, and that no two look the same."""
    arena = explore(game)
    shown = {game.format_state(state) for state in arena.states}
    assert len(shown) == len(arena)
    for state, terminal in zip(arena.states, arena.terminal, strict=True):
        text = game.format_state(state)
        assert "\n" not in text
        assert game.parse_state(text) == state
        if not terminal:
            moves = list(game.moves(state))
            texts = [game.format_move(state, move) for move in moves]
            assert len(set(texts)) == len(moves)
            assert [game.parse_move(state, text) for text in texts] == moves


def check_pictures(game: Game[Any, Any]) -> None:
    """Check that every state is drawn, as text that differs from board to board and as well-formed SVG."""
    for state in explore(game).states:
        assert game.render(state).strip()
        picture = game.svg(state)
        assert picture is not None
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
