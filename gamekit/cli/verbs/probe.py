"""`gamekit probe`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.completion import complete_file
from gamekit.cli.options import json_option, notation_option
from gamekit.cli.reports import say
from gamekit.cli.solve_report import check_written, written
from gamekit.cli.sources import lines_of, place_of, read_all
from gamekit.cli.status import BAD_INPUT
from gamekit.cli.subject import open_for_reading, table_argument
from gamekit.errors import GamekitError, InputError
from gamekit.game.plain_text import decode
from gamekit.game.reading import JSON_ENDINGS, collection
from gamekit.game.strict_json import parse_json

if TYPE_CHECKING:
    from gamekit.solution.solution import Solution


@click.command()
@table_argument
@click.argument("states", metavar="[STATE]...", nargs=-1)
@click.option(
    "-s", "--state", "more", metavar="STATE", multiple=True, help="Look up this state as well (repeatable)."
)
@click.option(
    "-i",
    "--input",
    "source",
    metavar="FILE",
    shell_complete=complete_file,
    help="Look up many states from a file; - is stdin. The file has JSON Lines, each line a text or a code, or states "
    "in one of the game's notations. Prints one JSON object for each.",
)
@notation_option
@json_option
def probe(
    folder: Path,
    states: tuple[str, ...],
    more: tuple[str, ...],
    source: str | None,
    notation: str | None,
    as_json: bool,
) -> None:
    """Look up STATEs, by default the root, in the table DIR.

    Prints value, winner, remoteness and best moves. With --json, prints one object per state with the fields of `solve
    --json`. For a bad line of --input, it prints an object with a field `error`, and the exit status is 2.

    \b
    gamekit probe mice.table 'mouse 1, cat 2, mouse to move'
    gamekit probe mice.table --input states.jsonl
    """
    from gamekit.analysis.reasons import headline, verdict_in_words

    states += more
    if source is not None and states:
        raise click.UsageError("states must be named on the command line or by --input, not both")
    solution = _opened(folder, needs_start=source is None and not states)
    check_written(solution.game, notation)
    if source is not None:
        _answer_lines(solution, source, notation)
        return
    for state in [_named(solution, text) for text in states] or [solution.start]:
        answer = about(solution, state) | written(solution, state, notation)
        if as_json:
            click.echo(json.dumps(answer))
            continue
        best = ", ".join(answer["best_moves"]) or "none"
        verdict = solution[state]
        value = verdict_in_words(solution.game, verdict)
        say(f"{answer['state']}: {value}; {headline(solution, verdict)}; best moves: {best}")
        if "written" in answer:
            say(answer["written"])


def _opened(folder: Path, *, needs_start: bool) -> Solution[Any, Any]:
    """Return a table; if its start is not needed, return the solved tiers of a folder of tiers that is not finished."""
    from gamekit.tables.path_kinds import kind_of

    if needs_start or kind_of(folder) != "tiers":
        return open_for_reading(folder)
    from gamekit.tables.tiers.reading import begun_solution

    return begun_solution(folder)[0]


def _named(solution: Solution[Any, Any], text: str) -> Any:
    """Return the state that a string names; in a folder of tiers, one whose tier is solved."""
    from gamekit.solvers.solve_from_text import NoStateError, find_state
    from gamekit.tables.path_kinds import kind_of

    try:
        return find_state(solution, text)
    except NoStateError as error:
        folder = solution.store.info.path
        if folder is None or kind_of(folder) != "tiers":
            raise
        from gamekit.tables.tiers.reading import tiers_left

        if not tiers_left(folder):
            raise
        raise NoStateError(
            f"{error}, or its tier is one of those that are not solved yet in {folder}"
        ) from error


def about(solution: Solution[Any, Any], state: Any) -> dict[str, Any]:
    """Return a table's verdict on a state, with the field names of `solve --json`."""
    from gamekit.game.fingerprint import name_of
    from gamekit.solution.plain_data import state_as_dict

    return {"game": name_of(solution.game), **state_as_dict(solution, state), "unsound": solution.unsound}


def _answer_lines(solution: Solution[Any, Any], source: str, notation: str | None) -> None:
    bad = 0
    for title, state in _states(solution, source):
        try:
            named = state()
            answer = about(solution, named) | written(solution, named, notation)
        except GamekitError as error:
            bad += 1
            answer = {"error": str(error)}
            click.echo(f"gamekit: {title}: {error}", err=True)
        click.echo(json.dumps(answer))
    if bad:
        raise click.exceptions.Exit(BAD_INPUT)


def _states(solution: Solution[Any, Any], source: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the place of each state in a file, and a function that returns the state or raises an error."""
    path = Path(source)
    if solution.game.notations and path.suffix not in ("", *JSON_ENDINGS):
        instances = collection(type(solution.game), decode(read_all(source), place_of(source)), source)
        for title, _, text in instances or ():
            yield title, partial(_named, solution, text)
        if instances is not None:
            return
    for number, line in enumerate(lines_of(source), 1):
        yield f"line {number}", partial(_state, solution, line)


def _state(solution: Solution[Any, Any], line: bytes) -> Any:
    named = parse_json(line, "each line must be JSON; this one")
    if isinstance(named, str):
        return _named(solution, named)
    if type(named) is not int:
        raise InputError(
            "each line must be a state as text, or its code as an integer; "
            f"this is {line.decode(errors='replace').strip():.60}"
        )
    return solution.state_of(named)
