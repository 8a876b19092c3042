"""`first_state`: the state that `start` gives; an error about it names the author's line."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from gamekit.errors import InputError, RulesError, UnsupportedError
from gamekit.game.checked_values import is_integer
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.parameters import nearest
from gamekit.layout.layout import Cells
from gamekit.layout.on_layout import OnLayout
from gamekit.layout.plain.misfits import misfit, several


def first_state(game: OnLayout) -> Cells:
    """Return the state that `start` gives as a string, or as a mapping from fields; fields that it leaves out are 0.

    Raises:
        RulesError: `start` returns something else, a field does not exist, or the numbers of a field do not fit.
        InputError: a string is not in the notation of its field, or numbers in range are no content of the field.
    """
    start: Any = game.start()
    if isinstance(start, str):
        return game.parse_state(start)  # which may be a parameter: then no line of the author's is wrong
    if not isinstance(start, Mapping):
        why = f"this returns {safe_repr(start, 100)}; start must return a text, or a mapping from names of fields"
        raise RulesError(_placed(game, None, why))
    names = [*game.board.fields, "turn"]
    for name in start:
        if name not in names:
            near = nearest(str(name), sorted(names))
            hint = "" if near is None else f"; did you mean {near!r}?"
            raise RulesError(_placed(game, name, f"the state has no {name}; it has {', '.join(names)}{hint}"))
    cells = [number for name in game.board.fields for number in _numbers(game, name, start)]
    turn, players = start.get("turn", 0), len(game.players)
    if not is_integer(turn) or not 0 <= turn < players:
        who = " or ".join(f"{i} ({name})" for i, name in enumerate(game.players))
        raise RulesError(_placed(game, "turn", f"turn is {safe_repr(turn, 100)}; it must be {who}"))
    return (*cells, int(turn))


def _numbers(game: OnLayout, name: str, start: Mapping[str, Any]) -> tuple[int, ...]:
    field = game.board.fields[name]
    if name not in start:
        return (0,) * field.places
    text, takes_any = start[name], field.is_single and field.total is None
    if takes_any and type(text) is int and 0 <= text < field.values:  # which most are, so it is quick
        return (text,)
    if not isinstance(text, str):
        if why := misfit(field, text):
            raise RulesError(_placed(game, name, f"{name} {why}"))
        numbers = tuple(map(int, several(text)))
        if takes_any:
            return numbers
        text = field.format(numbers)
    try:
        return field.parse(text)
    except InputError as error:
        raise InputError(_placed(game, name, f"{name}: {error}")) from None


def _placed(game: OnLayout, name: Any, why: str) -> str:
    """Return the text of an error about `start`, with the author's line."""
    from gamekit.layout.compiler.syntax import tree_of
    from gamekit.layout.mistakes import mistake, place_of

    try:
        tree = tree_of(game.start)
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value == name)
        place = place_of(game.start, next(constants, tree) if name else tree)
    except (AttributeError, RulesError, UnsupportedError):  # no function, or one without a source
        return f"{type(game).__name__}.start: {why}"
    return str(mistake(place, place.source, why))
