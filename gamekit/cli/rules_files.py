"""Rules in a file that the command line names as FILE.py:CLASS, in the place of a game's or a ruleset's name."""

from __future__ import annotations

from pathlib import Path

import click


def admit(name: str) -> None:
    """Let a class in a file be a game or a ruleset under its name; another name is left as it is.

    Raises:
        InputError: there is no such file or class, or it is neither a game nor a ruleset.
    """
    from gamekit.errors import InputError
    from gamekit.game import rules_files

    if name.endswith(".py") and Path(name).is_file():
        raise InputError(f"{name} is a file, where a name goes; name the class in it, too, as {name}:CLASS")
    if not rules_files.is_name(name):
        return
    from gamekit.game.registry import GAMES

    cls = rules_files.class_in_file(name)
    if GAMES.base in cls.__mro__:
        rules_files.admit(GAMES.name, name)
        return
    from gamekit.cgt.registry import RULESETS

    if RULESETS.base not in cls.__mro__:
        raise InputError(f"{name} is a subclass neither of gamekit.Game nor of gamekit.cgt.Ruleset")
    rules_files.admit(RULESETS.name, name)


def admit_argument(context: click.Context, _argument: click.Parameter, name: str | None) -> str | None:
    """Let an argument that names a game or a ruleset name a class in a file, too."""
    if name is not None and not context.resilient_parsing:
        admit(name)
    return name


def admit_options(
    context: click.Context, _option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Let the games and rulesets of files be known by the names that an option lists.

    Raises:
        InputError: a name is no FILE.py:CLASS.
    """
    from gamekit.game.rules_files import class_in_file

    for name in () if context.resilient_parsing else names:
        class_in_file(name)
        admit(name)
    return names


def admit_summands(
    context: click.Context, _argument: click.Parameter, summands: tuple[str, ...]
) -> tuple[str, ...]:
    """Let summands name a class in a file, each as FILE.py:CLASS or FILE.py:CLASS:POSITION."""
    from gamekit.game.rules_files import NAME

    for summand in () if context.resilient_parsing else summands:
        if found := NAME.match(summand):
            admit(found.group())
    return summands
