"""`check_solution`: refuse what is not a solution, with a sentence that says how to get one."""

from __future__ import annotations

from typing import Any

from gamekit.errors import InputError
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.protocol import Game
from gamekit.solution.solution import Solution


def check_solution(given: Any, function: str) -> None:
    """Refuse an argument that is not a solution.

    Args:
        given: the argument.
        function: the name of the function that takes it.

    Raises:
        InputError: it is not one.

    >>> from games.nim import Nim
    >>> check_solution(Nim(heaps=(1,)), "verify")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: verify takes a solution; this is a game, which gamekit.solve(game) solves
    """
    if isinstance(given, Solution):
        return
    what = safe_repr(given, longest=60)
    if Game in type(given).__mro__:
        what = "a game, which gamekit.solve(game) solves"
    raise InputError(f"{function} takes a solution; this is {what}")
