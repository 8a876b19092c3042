"""`--output` and `--force`: files that a verb writes, never over another one by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from gamekit.cli.completion import complete_file
from gamekit.errors import InputError

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


def check_output(output: str, *, force: bool) -> None:
    """Refuse to overwrite a file, before any work is done for it; devices and pipes may be written to.

    Raises:
        InputError: `output` is an existing file, and `force` is false.
    """
    if output != STDOUT and not force and Path(output).is_file():
        raise InputError(f"cannot write {output}: the file exists already; --force overwrites it")
