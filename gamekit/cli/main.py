"""The group of verbs, and what becomes of errors: one line on stderr and an exit status, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from gamekit import __version__
from gamekit.cli.check import check
from gamekit.cli.compare import compare
from gamekit.cli.explain import explain
from gamekit.cli.export import export
from gamekit.cli.info import info
from gamekit.cli.list import list_all
from gamekit.cli.new import new
from gamekit.cli.solve import solve
from gamekit.errors import GamekitError, LimitError

BAD_INPUT = 2
LIMIT_REACHED = 3
INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gamekit")
def cli() -> None:
    """Solve finite games of perfect information exactly: who wins, in how many plies, by which moves, and why.

    Exit status: 0 done; 1 a check failed; 2 bad input or usage; 3 a limit was reached before an answer.
    """


for command in (list_all, info, solve, compare, explain, check, export, new):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        status = cli.main(args=arguments, prog_name="gamekit", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        status = BAD_INPUT
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "gamekit"
        status = _complain(f"{error.format_message()} (see {where} --help)", BAD_INPUT)
    except click.ClickException as error:
        status = _complain(error.format_message(), BAD_INPUT)
    except LimitError as error:
        status = _complain(str(error), LIMIT_REACHED)
    except MemoryError:
        status = _complain(
            "the machine's memory ran out; set --max-states lower to stop sooner", LIMIT_REACHED
        )
    except GamekitError as error:
        status = _complain(str(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        status = _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:  # whoever read our output has had enough of it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status or 0)


def _complain(message: str, status: int) -> int:
    click.echo(f"gamekit: {' '.join(message.split())}", err=True)
    return status
