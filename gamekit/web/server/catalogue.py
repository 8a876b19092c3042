"""`catalogue`: the installed games, as pages offer them."""

from __future__ import annotations

import json
from typing import Any

from gamekit.errors import GamekitError, PluginError
from gamekit.game.parameter_schema import schema
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game, registered, summary
from gamekit.web.server.faults import fault_of
from gamekit.web.server.plain_json import as_text
from gamekit.web.views.header import title_of


def catalogue() -> dict[str, Any]:
    """Return the installed games, and why others cannot be offered."""
    games, broken = [], []
    for name in [*registered(GAMES), *adapted_names(GAMES)]:
        try:
            games.append(json.loads(as_text(_game(name))))
        except BaseException as error:  # a game that is broken must not take the others with it
            broken.append(_left_out(name, error))
    return {"games": games, "broken": broken}


def _left_out(name: str, error: BaseException) -> str:
    """Return why a game is not offered."""
    why = fault_of(error).error if isinstance(error, GamekitError) else f"fails with {type(error).__name__}"
    return why if isinstance(error, PluginError) else f"{name}: {why}"  # the one names the game itself


def _game(name: str) -> dict[str, Any]:
    cls = game_class(name)
    return {
        "name": name,
        "title": title_of(name),
        "description": summary(cls),
        "players": list(load_game(name).players),
        "parameters": schema(cls),
        "example": dict(cls.example),
    }
