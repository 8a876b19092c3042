"""Conditions on states: functions, or expressions of `s`, the state as the rules see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

Condition = str | Callable[[Any], Any]
"""A function of the state as the rules see it, or an expression of `s`, which is that state, and `game`."""


@lru_cache
def compiled(text: str) -> CodeType:
    """Return the code of an expression; a text that is none is a `SyntaxError` or a `ValueError`."""
    return compile(text, "the expression", "eval")


def value_of(condition: Condition, game: Any, state: Any, names: Mapping[str, Any]) -> Any:
    """Return the value of a condition in a state; an expression may also be a function, as in "lambda s: …".

    Args:
        condition: the condition.
        game: the game.
        state: the state.
        names: other names that an expression may use.

    >>> from games.nim import Nim
    >>> [value_of(text, Nim(heaps=(1, 2)), (1, 2, 0), {}) for text in ("s.heaps[0] < 2", "lambda s: s.turn")]
    [True, 0]
    """
    s = game.state_view(state)
    value: Any = condition
    if isinstance(condition, str):
        value = eval(compiled(condition), {**names, "s": s, "game": game})
    return value(s) if callable(value) else value
