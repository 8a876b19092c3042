"""`--output` and `--force`: files that a verb writes, never over another one by accident."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from gamekit.cli.completion import complete_file
from gamekit.errors import InputError, explained
from gamekit.game.whole_files import check_file

STDOUT: Final = "-"

force_option = click.option("-f", "--force", is_flag=True, help="Overwrite the output file if it exists.")

Command = TypeVar("Command", bound=Callable[..., Any])


def file_option(*names: str, text: str, **settings: Any) -> Callable[[Command], Command]:
    """Return a decorator that adds an option whose value is a file to a command."""
    return click.option(*names, metavar="FILE", shell_complete=complete_file, help=text, **settings)


plot_option = file_option(
    "-o", "--output", text="The file to write; its name ends in .svg or .png.", required=True
)


def check_output(output: str | None, *, force: bool) -> None:
    """Refuse a file, if one is named, that exists or cannot be written, before any work is done for it.

    Raises:
        InputError: the file exists and `force` is false, or it cannot be written.
        LimitError: the disk is full.
    """
    if output is None:
        return
    with explained(f"cannot write {output}"):
        try:
            check_file(output, replace=force)
        except FileExistsError as error:
            raise InputError(f"cannot write {output}: {error.strerror}; --force overwrites it") from error
