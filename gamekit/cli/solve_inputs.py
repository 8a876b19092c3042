"""`gamekit solve --inputs`: solve many inputs of one game, and print a line of JSON for each."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli.argument_hints import require_game
from gamekit.cli.progress import ProgressBar
from gamekit.cli.sources import lines_of
from gamekit.cli.status import CHECK_FAILED
from gamekit.errors import GamekitError

if TYPE_CHECKING:
    from gamekit.cli.solve_report import SolveRequest

ALONE: Final = 1.0
"""The number of seconds of work in this process before others are started; starting one takes about as long."""

AHEAD: Final = 4
"""The number of inputs per worker that are read ahead of the next one to print."""


def solve_inputs(source: str, request: SolveRequest, alone: float = ALONE) -> None:
    """Print a line of JSON for each line of the file `source`, in order, as soon as it is solved.

    Inputs are solved in this process for the first `alone` seconds, then in one process per core.

    Raises:
        Exit: the exit status is not 0.
    """
    from gamekit.engine.runtime.supersteps import SerialExecutor
    from gamekit.game.registry import game_class

    require_game(request.game_name)
    workers = request.options.threads or os.cpu_count() or 1
    cls = game_class(request.game_name)
    solving = 0.0  # seconds in this process
    printed: deque[Future[int]] = deque()
    statuses = set[int]()
    out = sys.stdout  # which a progress bar replaces while it is shown
    is_read_by_people = out is not None and out.isatty()
    with ThreadPoolExecutor(1) as printer, ExitStack() as stack:
        progress = stack.enter_context(ProgressBar())
        executor: Executor = SerialExecutor()
        for number, line in enumerate(lines_of(source), 1):
            if not line.strip():
                continue
            if isinstance(executor, SerialExecutor) and workers > 1 and solving > alone:
                executor = _processes(stack, workers)
                stack.push(partial(_drop_what_is_not_printed, printer))  # before the processes are ended
                request = attrs.evolve(request, options=request.options.shared_by(workers))
            began = time.monotonic()
            answered = executor.submit(answer, request, cls, number, line)
            solving += time.monotonic() - began
            printed.append(printer.submit(_print, out, answered))
            while printed and (printed[0].done() or len(printed) > AHEAD * workers):
                statuses.add(printed.popleft().result())
            if not is_read_by_people:
                progress("solving inputs", number, None)
        statuses.update(done.result() for done in printed)
    if failures := statuses - {0}:
        raise click.exceptions.Exit(min(failures))


def answer(request: SolveRequest, cls: type[Any], number: int, line: bytes) -> tuple[str, int]:
    """Return the line of JSON for one input, and its exit status."""
    from gamekit.game.foreign_errors import describe_error

    status = CHECK_FAILED
    try:
        report, status = _solved(request, cls, line)
    except GamekitError as error:
        report = {"error": str(error)}
    except MemoryError:
        report = {"error": "the machine's memory ran out"}
    except Exception as error:
        report = {"error": describe_error(error)}
    return json.dumps({"input_line": number, **report}, default=str), status


def _solved(request: SolveRequest, cls: type[Any], line: bytes) -> tuple[dict[str, Any], int]:
    from gamekit.game.parameters import structure
    from gamekit.game.strict_json import parse_json
    from gamekit.solvers.solve_from_text import solve_from_text

    game = structure(cls, parse_json(line, "the line"), request.game_name)
    solution, _ = solve_from_text(game, request.state_text, request.options)
    answer = request.answer(solution)
    return answer.report, answer.status


def _drop_what_is_not_printed(printer: ThreadPoolExecutor, kind: type[BaseException] | None, *_: Any) -> None:
    """Print nothing more after an error, because an earlier answer may be missing."""
    if kind is not None:
        printer.shutdown(wait=False, cancel_futures=True)


def _print(out: Any, answered: Future[tuple[str, int]]) -> int:
    text, status = answered.result()
    click.echo(text, file=out)
    return status


def _processes(stack: ExitStack, workers: int) -> Executor:
    from gamekit.engine.runtime.executors import ExecutorSpec

    return stack.enter_context(ExecutorSpec("processes", number=workers).pool(0)).executor
