"""The group of verbs, and what becomes of errors: one line on stderr and an exit status, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import click

from gamekit import __version__
from gamekit.cli.check import check
from gamekit.cli.compare import compare
from gamekit.cli.explain import explain
from gamekit.cli.explore import explore
from gamekit.cli.export import export
from gamekit.cli.info import info
from gamekit.cli.list import list_all
from gamekit.cli.new import new
from gamekit.cli.plan import plan
from gamekit.cli.play import play
from gamekit.cli.plot import plot
from gamekit.cli.probe import probe
from gamekit.cli.solve import solve
from gamekit.cli.status import BAD_INPUT, INTERRUPTED, LIMIT_REACHED
from gamekit.cli.verify import verify
from gamekit.errors import GamekitError, LimitError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="gamekit")
def cli() -> None:
    """Solve finite games of perfect information exactly: who wins, in how many plies, by which moves, and why.

    Exit status: 0 done; 1 a check failed; 2 bad input or usage; 3 a limit was reached before an answer.
    """


for command in (
    list_all,
    info,
    plan,
    solve,
    compare,
    explain,
    explore,
    check,
    export,
    play,
    plot,
    probe,
    verify,
    new,
):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "gamekit"
        status = _complain(f"{error.format_message()} (see {where} --help)", BAD_INPUT)
    except click.ClickException as error:
        status = _complain(error.format_message(), BAD_INPUT)
    except LimitError as error:
        status = _complain(str(error), LIMIT_REACHED)
    except MemoryError as error:
        error.__traceback__ = None  # lets go of what filled the memory
        status = _complain(
            "the machine's memory ran out; a lower --max-states or --cap stops sooner", LIMIT_REACHED
        )
    except GamekitError as error:
        status = _complain(str(error), BAD_INPUT)
    except (KeyboardInterrupt, click.Abort):
        status = _complain("interrupted", INTERRUPTED)
    except Exception as error:
        status = _otherwise(error)
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # this is how rich takes it
            sys.exit(0)
        status = _complain(f"a plugin ended the program, with exit status {error.code!r}", BAD_INPUT)
    sys.exit(status)


def _run(arguments: Sequence[str]) -> int:
    """Run a verb and return its exit status. Click's own `main` would answer for some errors in its own way."""
    status = 0
    try:
        with cli.make_context("gamekit", list(arguments)) as context:
            cli.invoke(context)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        status = BAD_INPUT
    except click.exceptions.Exit as error:
        status = error.exit_code
    if sys.stdout:  # None where it was closed from the start
        sys.stdout.flush()
    return status


def _otherwise(error: Exception) -> int:
    """Answer for an error that gamekit did not raise: stdout is lost, or a plugin or gamekit itself is at fault."""
    if isinstance(error, OSError) and error.filename is None:
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # what is still to be written goes nowhere
        if isinstance(error, BrokenPipeError):  # whoever read our output has had enough of it
            return 0
        return _complain(f"cannot write to stdout: {error.strerror}", BAD_INPUT)
    if "GAMEKIT_DEBUG" in os.environ:
        raise error
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.name}() in {frame.filename}, line {frame.lineno}"
    return _complain(f"{what}, raised by {where}; GAMEKIT_DEBUG=1 shows the traceback", BAD_INPUT)


def _complain(message: str, status: int) -> int:
    click.echo(f"gamekit: {' '.join(message.split())}", err=True)
    return status
