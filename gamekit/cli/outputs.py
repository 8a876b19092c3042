"""`--output` and `--force`: files that a verb writes, never over another one by accident."""

from __future__ import annotations

from typing import Final

import click

from gamekit.cli.completion import complete_file
from gamekit.errors import InputError, explained
from gamekit.game.whole_files import check_file

STDOUT: Final = "-"

force_option = click.option("-f", "--force", is_flag=True, help="Overwrite the output file if it exists.")

plot_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    shell_complete=complete_file,
    help="The file to write; its name ends in .svg or .png.",
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
