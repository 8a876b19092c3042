"""`rules_of`: the rules of a game as a page tells them: the goal, the rules in full, and the parameters in words."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.game.board_words import listed
from gamekit.game.fingerprint import parameters_of
from gamekit.game.parameters import parameter_fields, parameter_name
from gamekit.game.protocol import Game
from gamekit.game.registry import rules_text

_CODE = re.compile("`([^`]+)`")
_CHOICE = re.compile(r'(\w+)="([\w-]+)"')
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_SOURCE = re.compile(r" \([^()]*\d{4}\)")

_SEEN: Final = (
    "mouse", "cat", "hole", "hare", "tokens", "corner", "empty", "graph", "row", "heads", "setup",
    "material", "exit", "stalemate", "race", "width", "height", "first",
    "play", "symmetry",
)  # fmt: skip
"""The parameters that no player has to be told of in words, because the board or the rules say it."""

_SIDES: Final = ("board", "size", "side")
"""The parameters that say how long the sides of a board are, as numbers or as rows joined by bars."""

_SAID: Final = {
    "diagonals": "lines also along diagonals",
    "misere": "misère play",
    "length": "{} in a row",
    "boat": "a boat for {}",
    "fewest": "the fox wins once fewer than {} geese are left",
    "captured": "taking {} of the goats wins",
    "k": "{} heaps at once",
    "fox_first": "the fox moves first",
    "placing": "men are placed first",
    "restricted": "a man moves to the centre only from beside one of the other player's",
    "is_far": "a move goes as far as one likes",
    "ruleset": "the moves are those of {}",
    "code": "code {}",
    "left": "Left's code {}",
    "right": "Right's code {}",
    "rows": "rows by code {}",
    "columns": "columns by code {}",
    "metric": "metric “{}”",
    "moves": "moves “{}”",
    "variant": "{}",
    "passing": "passing the hounds wins",
    "scored": "a win pays the more the sooner it comes",
}
"""How parameters are said whose names alone do not say what they mean."""

_USUAL: Final = ("dtm", "moves", "unit", "slides")
"""The choices of a metric, and of what a move is, that hold where nothing is said of them."""

_SINGULAR: Final = {"men": "man", "geese": "goose"}


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
    rules = _paragraphs(rules_text(type(game)), parameters)
    goal = game.aim or rules[0]
    if game.stated_by:
        loses, wins = ("wins", "loses") if parameters.get("play") == "misere" else ("loses", "wins")
        for other in game.ruleset.made_of:
            rules += _paragraphs(f"{other.title or other.in_words}: {rules_text(type(other))}", {})
        rules.append(f"Whoever cannot move {loses}.")
        last_move = game.ruleset.last_move
        goal = f"{_SOURCE.sub('', goal)} {f'Whoever {last_move} {wins}.' if last_move else rules[-1]}"
    return {"goal": goal, "rules": rules, "setup": setup_of(_as_people_say(game, parameters))}


def _paragraphs(text: str, parameters: dict[str, Any]) -> list[str]:
    """Return the paragraphs of a text without its markup, and with the numbers that parameters are."""
    told = _CODE.sub(lambda match: _told(parameters, match[1]), text)
    return [" ".join(paragraph.split()) for paragraph in _EMPHASIS.sub(r"\1", told).split("\n\n")]


def _told(parameters: dict[str, Any], name: str) -> str:
    """Return the number that a parameter is, if `name` is one's; another name in words; or else a text in quotes.

    >>> _told({}, 'metric="dtz"')
    'metric “dtz”'
    """
    if choice := _CHOICE.fullmatch(name):
        return f"{choice[1].replace('_', ' ')} “{choice[2]}”"
    value = parameters.get(name)
    if type(value) is int:
        return str(value)
    return name.replace("_", " ") if name in parameters or name[1:].isidentifier() else f"“{name}”"


def _as_people_say(game: Game[Any, Any], parameters: dict[str, Any]) -> dict[str, Any]:
    """Return parameters in which lists have their other names, if any: the heaps of a row of coins are heads."""
    fields = parameter_fields(type(game.ruleset if game.stated_by else game))
    others = {
        parameter_name(field): field.metadata["aliases"][0]
        for field in fields
        if field.metadata.get("aliases")
    }
    return {
        others.get(name, name) if isinstance(value, list) else name: value
        for name, value in parameters.items()
    }


def setup_of(parameters: dict[str, Any]) -> str:
    """Return parameters in words: how large the board is, how many men there are, and which rules hold.

    >>> setup_of({"rows": 2, "columns": 3, "misere": True, "men": 4, "numbers": [1, 3, 4]})
    '3×2 board, misère play, 4 men, numbers 1, 3 and 4'
    """
    left = dict(parameters)
    words = [
        f"{left.pop(across)}×{left.pop(down)} board"
        for across, down in (("width", "height"), ("columns", "rows"))
        if type(left.get(across)) is int and type(left.get(down)) is int
    ]
    return ", ".join([*words, *filter(None, (_words(name, value) for name, value in left.items()))])


def _words(name: str, value: Any) -> str:
    if value in ("misere", True) and name in ("misere", "play"):
        return _SAID["misere"]
    if name in _SEEN or value is None or value is False or value in _USUAL:
        return ""
    words = name.replace("_", " ")
    if name in _SIDES:
        rows = value.split("|") if isinstance(value, str) else []
        across, down = (len(rows[0]), len(rows)) if len(rows) > 1 else (value, value)
        return f"{across}×{down} board" if type(across) is int else ""
    if name in _SAID and not isinstance(value, list):
        return _SAID[name].format(value) if type(value) in (int, bool, str) else ""
    if value is True:
        return words
    if type(value) is int:
        if not words.endswith(("s", *_SINGULAR)):
            return f"{words} {value}"
        return f"{value} {words if value != 1 else _SINGULAR.get(words, words.removesuffix('s'))}"
    if isinstance(value, list) and value and all(type(item) is int for item in value):
        return f"{words} {listed(value)}"
    return ""
