"""The group of verbs. Errors become one line on stderr and an exit status, never a traceback.

A failed write to stdout is distinguished from every other system error. Ctrl-C waits where an exception would be lost:
in finalizers, and in what LLVM calls while it compiles.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final, NoReturn

import click

from gamekit.cli.completion import VARIABLE, complete_file, print_for_shell
from gamekit.cli.rules_files import admit_options
from gamekit.cli.status import BAD_INPUT, INTERRUPTED, LIMIT_REACHED
from gamekit.cli.verbs import Verbs
from gamekit.errors import NO_ROOM, GamekitError, LimitError
from gamekit.game.version import __version__

MOST_LETTERS: Final = 1000
"""The largest number of letters of a message: enough for any sentence, but long texts quoted in it are cut."""

SECONDS_TO_WAIT: Final = 0.05


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "show_default": True})
@click.version_option(__version__, prog_name="gamekit")
@click.option(
    "--rules",
    metavar="FILE.py:CLASS",
    multiple=True,
    callback=admit_options,
    expose_value=False,
    is_eager=True,
    shell_complete=complete_file,
    help="Run FILE.py, because a table, a claim or an input is about the game or ruleset CLASS in it (repeatable). A "
    "GAME or RULESET can be named this way without the option; with it, CLASS alone will do.",
)
def cli() -> None:
    """Solve finite games of perfect information exactly: find out who wins, in how many plies, by which moves and why.

    Exit status: 0 done; 1 a check failed; 2 bad input or usage; 3 a limit was reached before there was an answer, or a
    disk is full.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    prepare_streams()
    keep_interrupts()
    os.environ.setdefault(
        "OPENBLAS_NUM_THREADS", "1"
    )  # NumPy is loaded faster; only drawings of graphs use its BLAS
    atexit.register(gc.freeze)  # without it, Python looks for cycles among all objects once more
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
    except click.UsageError as error:
        verb = error.ctx.command_path if error.ctx else "gamekit"
        status = _complain(f"{error.format_message()} (see {verb} --help)", BAD_INPUT)
    except (click.ClickException, GamekitError) as error:
        is_missing = isinstance(error.__cause__, FileNotFoundError)
        cause = f"{error}; {lost}" if is_missing and (lost := _lost_folder()) else str(error)
        status = _complain(cause, LIMIT_REACHED if isinstance(error, LimitError) else BAD_INPUT)
    except MemoryError as error:
        error.__traceback__ = None  # frees the arrays that filled the memory
        status = _complain(
            "the machine's memory ran out; a lower --max-states or --cap stops sooner", LIMIT_REACHED
        )
    except (KeyboardInterrupt, click.Abort):
        status = _complain("interrupted", INTERRUPTED)
    except Exception as error:
        status = _report_unexpected(error)
    except StdoutLostError as lost:
        # the rest of the output is discarded, which Python flushes once more when it exits
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0  # the reader closed the pipe on purpose
        if not isinstance(lost.args[0], BrokenPipeError):
            is_full = lost.args[0].errno in NO_ROOM
            what = f"cannot write to stdout: {lost.args[0].strerror}"
            status = _complain(what, LIMIT_REACHED if is_full else BAD_INPUT)
    except SystemExit as error:
        status = _complain(f"a plugin ended the program, with exit status {error.code!r}", BAD_INPUT)
    except BaseException as error:  # of a plugin's own kind
        status = _report_unexpected(error)
    sys.exit(status)


def _run(arguments: Sequence[str]) -> int:
    """Run a verb and return its exit status. Click's own `main` would handle some errors differently."""
    if instruction := os.environ.get(VARIABLE):
        return print_for_shell(cli, instruction)
    status = 0
    try:
        with cli.make_context("gamekit", list(arguments)) as context:
            cli.invoke(context)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        status = BAD_INPUT
    except click.exceptions.Exit as error:
        status = error.exit_code
    if sys.stdout:  # None if it was closed from the start
        sys.stdout.flush()
    return status


def _report_unexpected(error: BaseException) -> int:
    """Print an error that a plugin, or a bug in gamekit, has raised, and return the exit status."""
    from gamekit.game.foreign_errors import show_traceback

    show_traceback(error)
    if isinstance(error, OSError) and (fault := _fault_of_system(error)):
        return _complain(fault, BAD_INPUT)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{frame.name}() in {frame.filename}, line {frame.lineno}"
    return _complain(f"{what}, raised by {where}; GAMEKIT_DEBUG=1 shows the traceback", BAD_INPUT)


def _fault_of_system(error: OSError) -> str | None:
    """Return an error message if a name is too long for any file, or the working folder is gone."""
    if error.errno == errno.ENAMETOOLONG:
        return f"{error.strerror}: {error.filename!r}"
    return _lost_folder()


def _lost_folder() -> str | None:
    """Return a sentence if the working folder was deleted, else None."""
    try:
        Path.cwd()
    except OSError:
        return "the working folder was deleted: change to another folder"
    return None


def _complain(message: str, status: int) -> int:
    line = " ".join(message.split())
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)  # a terminal would obey the others
    if len(line) > MOST_LETTERS:  # the rule is at its beginning, and the way out at its end
        line = f"{line[: MOST_LETTERS - 400]} ... {line[-400:]}"
    with suppress(OSError):  # if stderr is lost, the status remains
        click.echo(f"gamekit: {line}", err=True)
    return status


# --- standard streams -----------------------------------------------------------------------------------------


class StdoutLostError(BaseException):
    """The error that stdout cannot be written; `args` has the `OSError`. No `Exception`, so games do not catch it."""


class _Stdout(io.FileIO):
    """The file that every write to stdout ends in, from any library."""

    def write(self, data: Any) -> Any:
        try:
            return super().write(data)
        except OSError as error:
            raise StdoutLostError(error) from error


def prepare_streams() -> None:
    """Make stdout raise `StdoutLostError`, and discard output to a stderr that was closed from the start.

    Letters that the encoding of stdout lacks are written as escapes such as \\u221e, as on stderr, so that no answer is
    lost and different answers stay different.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    stream = sys.stdout
    if stream is None or stream is not sys.__stdout__ or not isinstance(stream, io.TextIOWrapper):
        return  # it was closed from the start, or replaced by a caller
    raw = _Stdout(stream.fileno(), "w", closefd=False)
    sys.stdout = io.TextIOWrapper(
        raw if stream.write_through else io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors="backslashreplace" if stream.errors == "strict" else stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


# --- Ctrl-C ---------------------------------------------------------------------------------------------------


def keep_interrupts() -> None:
    """Let Ctrl-C raise KeyboardInterrupt as soon as somebody can catch it.

    Python raises it in the midst of whatever runs. No exception leaves a finalizer, so the program would go on. Nor
    does it leave a function that LLVM has called, and LLVM would then read results that were never written.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)


def _interrupt(number: int, frame: FrameType | None) -> None:
    while frame:
        module = frame.f_globals.get("__name__", "")
        if frame.f_code.co_name == "__del__" or module == "weakref" or module.startswith("llvmlite."):
            interrupted = threading.main_thread().ident, number
            again = threading.Timer(SECONDS_TO_WAIT, signal.pthread_kill, interrupted)
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt
