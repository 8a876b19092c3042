"""`gamekit export`."""

from __future__ import annotations

from pathlib import Path

import click

from gamekit.cli.options import (
    game_argument,
    input_option,
    max_states_option,
    read_game,
    solve_from,
    solver_option,
    state_option,
)
from gamekit.cli.progress import ProgressBar
from gamekit.errors import InputError


@click.command()
@game_argument
@input_option
@state_option
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["dot", "graphml", "json", "pgsolver"]),
    required=True,
    help="What to write.",
)
@click.option("--output", default="-", metavar="FILE", help="Where to write; - is stdout, the default.")
@solver_option
@max_states_option(100_000)
def export(
    game_name: str,
    source: str | None,
    state_text: str | None,
    format_name: str,
    output: str,
    solver_name: str,
    max_states: int,
) -> None:
    """Write the solved arena of GAME for other programs.

    \b
    gamekit export nim --format dot | dot -Tsvg > nim.svg
    """
    from gamekit.export import FORMATS
    from gamekit.registry import make_solver

    game = read_game(game_name, source)
    solver = make_solver(solver_name)
    with ProgressBar() as progress:
        solution, _ = solve_from(
            game, state_text, solver, gear="python", max_states=max_states, progress=progress
        )
        text = FORMATS[format_name](solution)
    if output == "-":
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
