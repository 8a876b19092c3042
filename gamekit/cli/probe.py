"""`gamekit probe`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.options import find_state, json_option
from gamekit.cli.status import BAD_INPUT
from gamekit.cli.tables import open_for_reading, table_argument
from gamekit.errors import GamekitError, InputError

if TYPE_CHECKING:
    from gamekit.tables.table import TableSolution


@click.command()
@table_argument
@click.argument("states", metavar="[STATE]...", nargs=-1)
@click.option(
    "--input",
    "source",
    metavar="FILE",
    help="Many states: JSON Lines, each a state as text or its code as a number; - reads stdin. Answers one JSON "
    "object a line.",
)
@json_option
def probe(folder: Path, states: tuple[str, ...], source: str | None, as_json: bool) -> None:
    """Look STATEs up in the table DIR: value, winner, remoteness, best moves. The table's root by default.

    With --json, one object for each state; the fields are those of `solve --json`. A bad line of --input is answered
    by an object with `error`, and exit status 2 at the end.

    \b
    gamekit probe mice.table 'mouse 1, cat 2, mouse to move'
    gamekit probe mice.table --input states.jsonl
    """
    from gamekit.explanation import headline

    if source is not None and states:
        raise click.UsageError("states are named on the command line or by --input, not both")
    solution = open_for_reading(folder)
    if source is not None:
        _answer_lines(solution, source)
        return
    for state in [find_state(solution.arena, text) for text in states] or [solution.start]:
        found = about(solution, state)
        if as_json:
            click.echo(json.dumps(found))
            continue
        best = ", ".join(found["best_moves"]) or "none"
        verdict = solution[state]
        click.echo(f"{found['state']}: {verdict}; {headline(solution, verdict)}; best moves: {best}")


def about(solution: TableSolution[Any, Any], state: Any) -> dict[str, Any]:
    """Return what a table says of a state, under the names that `solve --json` has for it."""
    verdict = solution[state]
    return {
        "game": solution.manifest.game,
        "state": solution.arena.describe(state),
        "to_move": verdict.player,
        "value": verdict.value,
        "payoff": verdict.payoff,
        "winner": verdict.winner,
        "remoteness": verdict.remoteness,
        "best_moves": [solution.game.format_move(state, move) for move in solution.best_moves(state)],
        "unsound": solution.unsound,
    }


def _answer_lines(solution: TableSolution[Any, Any], source: str) -> None:
    bad = 0
    for number, line in enumerate(_lines(source), 1):
        try:
            found = about(solution, _state(solution, line))
        except GamekitError as error:
            bad += 1
            found = {"error": str(error)}
            click.echo(f"gamekit: line {number}: {error}", err=True)
        click.echo(json.dumps(found))
    if bad:
        raise click.exceptions.Exit(BAD_INPUT)


def _lines(source: str) -> Iterator[bytes]:
    """Give the lines of a file, or of stdin for "-", as they come."""
    if source == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(source).open("rb") as file:
            yield from file
    except OSError as error:
        raise InputError(f"cannot read {source}: {error.strerror}") from error


def _state(solution: TableSolution[Any, Any], line: bytes) -> Any:
    """Return the state that a line names."""
    try:
        named = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}") from error
    if isinstance(named, str):
        return find_state(solution.arena, named)
    if type(named) is not int:
        raise InputError(
            f"a line is a state as text, or its code as an integer; this is {line.decode().strip():.60}"
        )
    return solution.state_of(named)
