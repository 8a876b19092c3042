"""Hints for an argument in the wrong place: a file of parameters, a table or a game."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any, Final

import click

from gamekit.cli.messages import game_words
from gamekit.errors import InputError, LimitError, UnknownNameError

SETTING: Final = re.compile(r"\w+=")
"""The pattern of the beginning of NAME=VALUE, as -p takes it."""


class GameCommand(click.Command):
    """A verb that takes only a GAME, whose parameters users easily pass as a second argument."""

    allow_extra_args = True  # here they are refused with a hint

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse surplus arguments, with a hint at the option that the first one may belong to."""
        extra = super().parse_args(ctx, args)
        if extra and not ctx.resilient_parsing:
            ctx.fail(f"Got unexpected extra argument ({' '.join(extra)}){self._hint(extra[0])}")
        return extra

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; if a limit ends it, let the error's advice name the game of the command line.

        Raises:
            LimitError: a limit was reached.
        """
        try:
            return super().invoke(ctx)
        except LimitError as error:
            error.game = game_words()
            raise

    def _hint(self, argument: str) -> str:
        if argument.startswith(("{", "[")) or Path(argument).is_file():
            return f"; did you mean --input {shlex.quote(argument)}?"
        if SETTING.match(argument):
            return f"; did you mean -p {shlex.quote(argument)}?"
        if any(parameter.name == "state_text" for parameter in self.params):
            return "; a state goes behind --state"
        return ""


def require_game(name: str, *, or_table: bool = False) -> None:
    """Refuse a table or a file in the place of a game's name and, if `or_table`, any other unknown name.

    Raises:
        InputError: `name` is a path, and not a registered game.
        UnknownNameError: `or_table`, `name` is not a path, and no game has this name.
    """
    from gamekit.game.parameters import show, suggestion
    from gamekit.game.registry import GAMES, adapted_names, is_elsewhere, registered
    from gamekit.tables.path_kinds import kind_of

    games, path, kind = registered(GAMES), Path(name), kind_of(Path(name))
    if name in games or (kind is None and is_elsewhere(GAMES, name)):
        return
    rulesets = adapted_names(GAMES)
    if name in rulesets and kind not in ("table", "certificate"):
        return
    if kind == "certificate":
        raise InputError(f"{name} is a certificate, not a game; verify, play or explore it")
    if kind == "table":
        raise InputError(f"{name} is a table, not a game; probe, explain, play or explore it")
    if kind == "file":
        raise InputError(f"{name} is a file, not the name of a game; did you mean --input {name}?")
    if not or_table:
        return
    if name and path.is_dir():
        raise InputError(f"{name} is neither a game nor a table: the folder holds no table")
    if path.name != name or path.suffix:
        raise InputError(f"{name} is neither a game nor a table: there is no such file or folder")
    raise UnknownNameError(
        f"{show(name)} is neither a registered game nor a table's folder; {suggestion(name, [*games, *rulesets])}"
    )


def require_table(context: click.Context, _argument: click.Parameter, folder: Path) -> Path:
    """Refuse the name of a game in the place of a table's folder.

    Raises:
        InputError: `folder` is a registered game, and no such folder exists.
    """
    from gamekit.game.registry import GAMES, is_known

    if context.resilient_parsing:
        return folder
    if not folder.exists() and is_known(GAMES, str(folder)):
        verifies = " (which verifies by itself)" if context.info_name == "verify" else ""
        raise InputError(
            f"{context.info_name} takes a table, and {folder} is a game: gamekit solve {folder} --save DIR "
            f"makes a table of it{verifies}"
        )
    return folder
