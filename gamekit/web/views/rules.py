"""`rules_of`: the rules of a game as a page tells them: the goal, the rules in full, and the parameters in words."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.game.fingerprint import parameters_of
from gamekit.game.protocol import Game
from gamekit.game.registry import rules_text

LONGEST_PARAMETER: Final = 12
"""The most letters of a text parameter that is told in words."""

_NAMED = re.compile(r"`(\w+)`")
_SOURCE = re.compile(r" \([^()]*\d{4}\)")
_UNUSUAL: Final = {"misere": "misère play", "first": "", "play": "", "symmetry": ""}
"""The words for parameters that are not called what they mean; no words for those that no player needs."""

_PLURAL: Final = ("s", "men", "geese")
"""The endings of names of parameters that count things."""


def rules_of(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the rules of a game.

    ```
    {
      "goal": the goal, in a sentence,
      "rules": [the rules, a paragraph each],
      "setup": the parameters, in words
    }
    ```

    >>> from games.connect_four import ConnectFour
    >>> rules_of(ConnectFour(width=5, height=4))["setup"]
    '5×4 board, 4 in a row'
    """
    parameters = parameters_of(game)
    text = _NAMED.sub(lambda match: str(_told(parameters, match[1])), rules_text(type(game)))
    rules = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
    goal = rules[0] if parameters.get("misere") else game.aim or rules[0]
    if game.stated_by:
        ends = "wins" if parameters.get("play") == "misere" else "loses"
        rules.append(f"Whoever cannot move {ends}.")
        goal = f"{_SOURCE.sub('', goal)} {rules[-1]}"
    return {"goal": goal, "rules": rules, "setup": setup_of(parameters)}


def _told(parameters: dict[str, Any], name: str) -> Any:
    """Return the value of a parameter, if the game has one of this name that can be told; else the name."""
    value = parameters.get(name)
    return value if type(value) is int else name.replace("_", " ")


def setup_of(parameters: dict[str, Any]) -> str:
    """Return parameters in words: how large the board is, how many men there are, and which rules hold.

    >>> setup_of({"rows": 2, "columns": 3, "misere": True, "men": 4, "heaps": [3, 4]})
    '3×2 board, misère play, 4 men, heaps 3, 4'
    """
    left = dict(parameters)
    words = [
        f"{left.pop(across)}×{left.pop(down)} board"
        for across, down in (("width", "height"), ("columns", "rows"))
        if across in left and down in left
    ]
    words += [
        f"{left[side]}×{left.pop(side)} board" for side in ("size", "side") if type(left.get(side)) is int
    ]
    return ", ".join([*words, *filter(None, (_words(name, value) for name, value in left.items()))])


def _words(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if name in _UNUSUAL:
        return _UNUSUAL[name] if value is True else "misère play" if value == "misere" else ""
    if value is None or value is False:
        return ""
    if value is True:
        return words
    if name == "length":
        return f"{value} in a row"
    if type(value) is int:
        return f"{value} {words}" if words.endswith(_PLURAL) else f"{words} {value}"
    if isinstance(value, str):
        return f"{words} {value}" if len(value) <= LONGEST_PARAMETER and value.isalnum() else ""
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return f"{words} {', '.join(map(str, value))}"
    return f"{len(value)} nodes" if name == "graph" else ""
