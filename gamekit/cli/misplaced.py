"""What stands where a game or a table should: a file of parameters, a table, a game. The message says where it goes."""

from __future__ import annotations

from pathlib import Path

import click

from gamekit.errors import InputError


class GameCommand(click.Command):
    """A verb that takes a GAME alone, whose parameters are easily taken for a second argument."""

    allow_extra_args = True  # here they are refused with a hint

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse what follows the arguments, and say where a file goes."""
        if extra := super().parse_args(ctx, args):
            hint = f"; did you mean --input {extra[0]}?" if Path(extra[0]).is_file() else ""
            ctx.fail(f"Got unexpected extra argument ({' '.join(extra)}){hint}")
        return extra


def refuse_what_is_no_game(name: str) -> None:
    """Refuse what is no game's name if it is known what it is instead: a table, or a file.

    Raises:
        InputError: it is.
    """
    from gamekit.registry import GAMES, registered
    from gamekit.tables.manifest import NAME

    path = Path(name)
    if name in registered(GAMES) or not path.exists():
        return
    if (path / NAME).is_file():
        raise InputError(f"{name} is a table, solved already: probe, explain, play or explore it")
    if path.is_file():
        raise InputError(f"{name} is a file, where a game's name goes; did you mean --input {name}?")


def refuse_what_is_neither(name: str) -> None:
    """Refuse what is neither a game's name nor a table, where both would do.

    Raises:
        InputError: it is a path, and no table is there.
        UnknownNameError: it is a name, and no game has it.
    """
    from gamekit.errors import UnknownNameError
    from gamekit.parameters import show, suggestion
    from gamekit.registry import GAMES, registered

    games = registered(GAMES)
    if name in games:
        return
    refuse_what_is_no_game(name)
    path = Path(name)
    if name and path.is_dir():
        raise InputError(f"{name} is neither a game nor a table: a folder that holds no table")
    if path.name != name or path.suffix:
        raise InputError(f"{name} is neither a game nor a table: there is no such file or folder")
    raise UnknownNameError(
        f"{show(name)} is neither a registered game nor a table's folder; {suggestion(name, games)}"
    )


def refuse_what_is_no_table(context: click.Context, _argument: click.Parameter, folder: Path) -> Path:
    """Refuse the name of a game where a table goes.

    Raises:
        InputError: it is one.
    """
    from gamekit.registry import GAMES, registered

    if not folder.exists() and str(folder) in registered(GAMES):
        verifies = " (which verifies by itself)" if context.info_name == "verify" else ""
        raise InputError(
            f"{context.info_name} takes a table, and {folder} is a game: gamekit solve {folder} --save DIR "
            f"makes a table of it{verifies}"
        )
    return folder
