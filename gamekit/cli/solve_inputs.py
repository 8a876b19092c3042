"""`gamekit solve --inputs`: solve many inputs of one game, and print a line of JSON or a row of a table for each."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli.argument_hints import require_game
from gamekit.cli.progress import ProgressBar
from gamekit.cli.sources import lines_of, place_of
from gamekit.cli.status import CHECK_FAILED
from gamekit.errors import GamekitError, InputError
from gamekit.game.notation import Notation, PlacedError
from gamekit.game.plain_text import decode
from gamekit.game.reading import JSON_ENDINGS, LIKE_JSON, Reading, collection, fits, places_of, read_data
from gamekit.game.sentences import counted
from gamekit.game.strict_json import parse_json

if TYPE_CHECKING:
    from gamekit.cli.solve_report import Answer, SolveRequest
    from gamekit.game.protocol import Game

ALONE: Final = 1.0
"""The number of seconds of work in this process before others are started; starting one takes about as long."""

INPUTS_AHEAD: Final = 4
"""The number of inputs per worker that are read ahead of the next one to print."""


TITLE: Final = 24
"""The largest number of letters of a title in the table."""

JSON_STARTS: Final = tuple(start.encode() for start in LIKE_JSON)

LAST_SOLVED: Final[dict[str, Answer]] = {}
"""The last answer of this process, by its game but for where play begins, if the game has a parameter for that.

Its solution has all states of the game, so the next input may be among them.
"""

HEADER: Final = f"{'':5}  {'':{TITLE}}  {'states':>12}  {'seconds':>9}  result"


@attrs.frozen
class Input:
    """One of many inputs.

    Attributes:
        number: the number of its line in a file of JSON Lines, or of the instance in a collection.
        data: a line of JSON, or the text of the instance.
        notation: the notation of the text; None for a line.
        title: the title of the instance; empty for a line.
        place: the line and the column of the file at which the text begins; None if that is not known.
    """

    number: int
    data: bytes
    notation: Notation | None = None
    title: str = ""
    place: tuple[int, int] | None = None

    def reading(self, cls: type[Any], name: str) -> Reading:
        """Return what the input says about the game `cls` called `name`; raises `InputError` if it has a mistake."""
        if self.notation is None:
            line = f"line {self.number}"
            is_json = self.data.lstrip().startswith(JSON_STARTS)
            return read_data(cls, name, self.data.rstrip(b"\r\n"), line, JSON_ENDINGS[0] if is_json else "")
        text = self.data.decode()
        return Reading(dict(self.notation.parameters(text)), self.notation, text)

    def said(self, error: GamekitError) -> str:
        """Return what an error about the input says, with its place in the file of a collection."""
        if self.notation is None or not isinstance(error, InputError):
            return str(error)
        if isinstance(error, PlacedError):
            return str(error.in_file(*self.place)) if self.place else error.what
        return f"line {self.place[0]}: {error}" if self.place else str(error)


@attrs.frozen
class Answered:
    """The answer to one input: the fields of its JSON, its exit status, and the result in words."""

    report: dict[str, Any]
    status: int
    result: str


def solve_inputs(source: str, request: SolveRequest, *, as_json: bool, alone: float = ALONE) -> None:
    """Print a line for each input in the file `source`, in order, as soon as it is solved.

    That is a line of JSON if `as_json` or if the inputs are JSON, and else a row of a table. Inputs are solved in this
    process for the first `alone` seconds, then in one process per core.

    Raises:
        Exit: the exit status is not 0.
    """
    from gamekit.engine.runtime.supersteps import SerialExecutor
    from gamekit.game.registry import game_class

    require_game(request.game_name)
    workers = request.options.threads or os.cpu_count() or 1
    cls = game_class(request.game_name)
    inputs, number_of_inputs = _inputs(cls, request.game_name, source)
    is_table = number_of_inputs is not None and not as_json
    solving = 0.0  # seconds in this process
    printed: deque[Future[int]] = deque()
    statuses = list[int]()
    out = sys.stdout  # which a progress bar replaces while it is shown
    is_read_by_people = out is not None and out.isatty()
    with ThreadPoolExecutor(1) as printer, ExitStack() as stack:
        progress = stack.enter_context(ProgressBar())
        executor: Executor = SerialExecutor()
        if is_table:
            click.echo(HEADER, file=out)
        for instance in inputs:
            if isinstance(executor, SerialExecutor) and workers > 1 and solving > alone:
                executor = _processes(stack, workers)
                stack.push(partial(_drop_what_is_not_printed, printer))  # before the processes are ended
                request = attrs.evolve(request, options=request.options.shared_by(workers))
            began = time.monotonic()
            answered = executor.submit(answer, request, cls, instance)
            solving += time.monotonic() - began
            printed.append(printer.submit(_print, out, instance, answered, is_table=is_table))
            while printed and (printed[0].done() or len(printed) > INPUTS_AHEAD * workers):
                statuses.append(printed.popleft().result())
            if not is_read_by_people:
                progress("solving inputs", instance.number, number_of_inputs)
        statuses += [done.result() for done in printed]
    if is_table:
        click.echo(f"{counted(statuses.count(0), 'input')} of {len(statuses):,} solved")
    if failures := {*statuses} - {0}:
        raise click.exceptions.Exit(min(failures))


def _inputs(cls: type[Any], name: str, source: str) -> tuple[Iterator[Input], int | None]:
    """Return the inputs in a file, and their number if they are a collection in a notation of the game."""
    lines = lines_of(source)
    read = list[bytes]()
    for line in lines:
        read.append(line)
        if line.strip():
            break
    all_lines = chain(read, lines)
    first = b"".join(read)
    if _is_json(first) and not _is_split(cls, first):
        return _lines(all_lines), None
    data = b"".join(all_lines)
    text = decode(data, place_of(source))
    instances = None if source.endswith(JSON_ENDINGS) else collection(cls, text, source)
    if instances is None:
        return _alone_or_lines(cls, name, source, data)
    titles, notations, texts = zip(*instances, strict=True)
    inputs = [
        Input(number, each.encode(errors="surrogateescape"), *more)
        for number, (each, *more) in enumerate(
            zip(texts, notations, titles, places_of(text, texts), strict=True), 1
        )
    ]
    return iter(inputs), len(inputs)


def _alone_or_lines(
    cls: type[Any], name: str, source: str, data: bytes
) -> tuple[Iterator[Input], int | None]:
    """Return the one input of a file, or else its lines if one of them is an input.

    Raises:
        InputError: no line is an input.
    """
    try:
        reading = read_data(cls, name, data, place_of(source), source)
    except InputError:
        lines = data.decode(errors="replace").split("\n")
        if data.strip() and not any(fits(cls, line) for line in lines):
            raise
        return _lines(io.BytesIO(data)), None
    if reading.notation is None:
        return iter([Input(1, data)]), None
    return iter(
        [Input(1, reading.text.encode(errors="surrogateescape"), reading.notation, "the only one")]
    ), 1


def _is_json(line: bytes) -> bool:
    try:
        return isinstance(parse_json(line, "the line"), dict | list)
    except InputError:
        return False


def _is_split(cls: type[Any], line: bytes) -> bool:
    """Return whether a line of JSON is a collection in a notation of a game."""
    text = line.decode(errors="surrogateescape").strip()
    splits = (notation.split(text) for notation in cls.notations if notation.is_json and notation.reads(text))
    return any(each != text for split in splits for _, each in split)


def _lines(lines: Iterable[bytes]) -> Iterator[Input]:
    return (Input(number, line) for number, line in enumerate(lines, 1) if line.strip())


def answer(request: SolveRequest, cls: type[Any], instance: Input) -> Answered:
    """Return the answer to one input, even if that is an error."""
    from gamekit.game.foreign_errors import describe_error

    try:
        report, status, result = _solved(request, cls, instance)
    except GamekitError as error:
        what = instance.said(error)
        report, status, result = {"error": what}, CHECK_FAILED, f"error: {what}"
    except MemoryError:
        what = "the machine's memory ran out"
        report, status, result = {"error": what}, CHECK_FAILED, f"error: {what}"
    except Exception as error:
        what = describe_error(error)
        report, status, result = {"error": what}, CHECK_FAILED, f"error: {what}"
    place = (
        {"input_line": instance.number}
        if instance.notation is None
        else {"input": instance.number, "title": instance.title}
    )
    return Answered({**place, **report}, status, result)


def _solved(request: SolveRequest, cls: type[Any], instance: Input) -> tuple[dict[str, Any], int, str]:
    from gamekit.analysis.reasons import headline
    from gamekit.game.parameters import structure, unstructure
    from gamekit.game.values import Value
    from gamekit.solvers.solve_from_text import solve_from_text

    reading = instance.reading(cls, request.game_name)
    game = structure(cls, reading.parameters, request.game_name)
    options = request.options
    state = reading.state(game) if request.state_text is None else None
    is_kept = bool(cls.start_parameter) and request.state_text is None
    key = f"{request} {_without_start(game)}" if is_kept else ""
    last, start = LAST_SOLVED.get(key), state
    if last is not None and start is None:
        start = game.initial_state()
    if last is not None and start in last.solution:
        answer = request.answer_of_verified(last.solution.starting_from(start), last.verification)
        answer.report.update(parameters=unstructure(game), seconds=0.0, seconds_by_phase={})
    else:
        LAST_SOLVED.clear()
        options = options if state is None else attrs.evolve(options, start=state)
        answer = request.answer(solve_from_text(game, request.state_text, options)[0])
        if is_kept and Value.UNSOLVED not in answer.solution.counts():
            LAST_SOLVED[key] = answer
    solution = answer.solution
    request.write(answer)
    return answer.report, answer.status, headline(solution, solution.root)


def _without_start(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the parameters of a game but the one that only says where play begins."""
    from gamekit.game.parameters import unstructure

    return {name: value for name, value in unstructure(game).items() if name != game.start_parameter}


def _drop_what_is_not_printed(printer: ThreadPoolExecutor, kind: type[BaseException] | None, *_: Any) -> None:
    """Print nothing more after an error, because an earlier answer may be missing."""
    if kind is not None:
        printer.shutdown(wait=False, cancel_futures=True)


def _print(out: Any, instance: Input, answered: Future[Answered], *, is_table: bool) -> int:
    result = answered.result()
    text = _row(instance, result) if is_table else json.dumps(result.report, default=str)
    click.echo(text, file=out)
    return result.status


def _row(instance: Input, answered: Answered) -> str:
    title = instance.title if len(instance.title) <= TITLE else f"{instance.title[: TITLE - 3]}..."
    row = f"{instance.number:>5}  {title:{TITLE}}  "
    if "states" not in answered.report:
        return row + answered.result
    return f"{row}{answered.report['states']:>12,}  {answered.report['seconds']:>9.3f}  {answered.result}"


def _processes(stack: ExitStack, workers: int) -> Executor:
    from gamekit.engine.runtime.executors import ExecutorSpec

    return stack.enter_context(ExecutorSpec("processes", number=workers).pool(0)).executor
