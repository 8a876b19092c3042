"""What every game's notation and pictures must do, tried on every state of a small instance."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from gamekit.arena import explore
from gamekit.game.protocol import Game

MOVES_COMPARED = 500
"""In so many states, spread over the game, each move is read; the usual `parse_move` lists all moves each time."""


def check_notation(game: Game[Any, Any]) -> None:
    """Check that every state and the moves of many come back from their own text, and that no two look the same."""
    arena = explore(game)
    shown = {game.format_state(state) for state in arena.states}
    assert len(shown) == len(arena)
    stride, number = max(1, len(arena) // MOVES_COMPARED), 0
    for state, terminal in zip(arena.states, arena.terminal, strict=True):
        text = game.format_state(state)
        assert "\n" not in text
        assert game.parse_state(text) == state
        if not terminal and (number := number + 1) % stride == 0:
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
