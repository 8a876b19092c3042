"""Checks of arguments: a wrong argument is refused with an error that names it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gamekit.errors import InputError
from gamekit.game.checked_values import is_integer
from gamekit.game.foreign_errors import safe_repr


def check_solution(value: Any, function: str) -> None:
    """Refuse an argument of `function` that is not a solution.

    Raises:
        InputError: the argument is not a solution.

    >>> from games.nim import Nim
    >>> check_solution(Nim(heaps=(1,)), "verify")
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: verify takes a solution; this is a game, which gamekit.solve(game) solves
    """
    # late, for those who check numbers and folders alone
    from gamekit.game.protocol import Game
    from gamekit.solution.solution import Solution

    if isinstance(value, Solution):
        return
    what = safe_repr(value, longest=60)
    if Game in type(value).__mro__:
        what = "a game, which gamekit.solve(game) solves"
    raise InputError(f"{function} takes a solution; this is {what}")


def check_count(name: str, number: Any) -> None:
    """Refuse a number, such as that of threads, that is neither None nor a positive integer.

    Raises:
        InputError: the number is neither None nor a positive integer; the message has the argument's `name`.

    >>> check_count("threads", 0)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: threads must be at least 1; it is 0
    """
    if number is None:
        return
    if not is_integer(number):
        raise InputError(f"{name} must be an integer; it is {safe_repr(number, longest=60)}")
    if number < 1:
        raise InputError(f"{name} must be at least 1; it is {number!r}")


def folder_of(value: Any) -> Path:
    """Return the path of a folder.

    Raises:
        InputError: the argument is neither a string nor a path.
    """
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"a folder must be a string or a path; it is {safe_repr(value, longest=60)}")
    return Path(value)


def folders_of(name: str, value: Any) -> list[Path]:
    """Return the paths of the folders that an argument lists.

    Raises:
        InputError: the argument is not a list of strings or paths, or is a single one; the message names the argument.
    """
    if isinstance(value, str | os.PathLike) or not isinstance(value, Iterable):
        raise InputError(f"{name} must be a list of folders; it is {safe_repr(value, longest=60)}")
    return [folder_of(folder) for folder in value]
