"""Rules in a file that the command line names as FILE.py:CLASS, in the place of a game's or a ruleset's name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

ADMITTED: Final = "gamekit.rules_files"
"""The key under which a click context has the names that --rules lists."""


def admit(name: str) -> None:
    """Let a class in a file be a game or a ruleset under its name; another name is left as it is.

    Raises:
        InputError: there is no such file or class, or it is neither a game nor a ruleset.
    """
    from gamekit.errors import InputError
    from gamekit.game import rules_files

    if name.endswith(".py") and Path(name).is_file():
        raise InputError(f"{name} is a file; name the class in it, too, as {name}:CLASS")
    if not rules_files.is_name(name):
        return
    from gamekit.game.registry import GAMES

    cls = rules_files.class_in_file(name)
    if GAMES.base in cls.__mro__:
        rules_files.admit(GAMES.name, name)
        return
    from gamekit.cgt.registry import RULESETS

    if RULESETS.base not in cls.__mro__:
        raise InputError(f"{name} must be a subclass of gamekit.Game or of gamekit.cgt.Ruleset, and is not")
    rules_files.admit(RULESETS.name, name)


def admit_argument(context: click.Context, _argument: click.Parameter, name: str | None) -> str | None:
    """Let an argument that names a game or a ruleset name a class in a file, too."""
    if name is None or context.resilient_parsing:
        return name
    name = _in_full(context, name)
    admit(name)
    return name


def admit_options(
    context: click.Context, _option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Let the games and rulesets in files be known by the names that --rules lists.

    Raises:
        InputError: a name is no FILE.py:CLASS.
    """
    from gamekit.game.rules_files import class_in_file

    for name in () if context.resilient_parsing else names:
        class_in_file(name)
        admit(name)
    context.meta[ADMITTED] = names
    return names


def admit_summands(
    context: click.Context, _argument: click.Parameter, summands: tuple[str, ...]
) -> tuple[str, ...]:
    """Let summands name a class in a file, each as FILE.py:CLASS or FILE.py:CLASS:POSITION."""
    from gamekit.game.rules_files import NAME

    if context.resilient_parsing:
        return summands
    named = [summand.partition(":") for summand in summands]
    summands = tuple(_in_full(context, name) + colon + position for name, colon, position in named)
    for summand in summands:
        if match := NAME.match(summand):
            admit(match.group())
    return summands


def _in_full(context: click.Context, name: str) -> str:
    """Return FILE.py:CLASS for a CLASS that --rules lists, unless it is a registered name or a folder.

    Only the command line knows the short name: what is saved has the full one.

    Raises:
        InputError: --rules lists two such classes.
    """
    names: tuple[str, ...] = context.meta.get(ADMITTED, ())
    listed = list(dict.fromkeys(full for full in names if full.rpartition(":")[2] == name))
    if not listed or Path(name).exists():
        return name
    from gamekit.cgt.registry import RULESETS
    from gamekit.errors import InputError
    from gamekit.game.registry import GAMES, registered

    if name in registered(GAMES) or name in registered(RULESETS):
        return name
    full, *others = listed
    if others:
        raise InputError(f"--rules lists more than one {name}; name it in full: {' or '.join(listed)}")
    return full
