"""`gamekit export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamekit.cli.options import (
    game_argument,
    gear_options,
    input_option,
    max_states_option,
    read_game,
    solve_from,
    solver_option,
    state_option,
)
from gamekit.cli.progress import ProgressBar
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.solving import Gear


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
@click.option(
    "--within",
    type=click.IntRange(min=0),
    metavar="PLIES",
    help="Write only what the start leads to within so many plies: for games too large to write as a whole.",
)
@gear_options
@max_states_option(100_000, "Stop, with exit status 3, at more states to write than that.")
def export(
    game_name: str,
    source: str | None,
    state_text: str | None,
    format_name: str,
    output: str,
    solver_name: str,
    within: int | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int,
) -> None:
    """Write the solved arena of GAME for other programs.

    \b
    gamekit export nim --format dot | dot -Tsvg > nim.svg
    gamekit export connect-four --format dot --within 2
    """
    from gamekit.export import FORMATS
    from gamekit.neighbourhoods import neighbourhood
    from gamekit.registry import make_solver

    if within is None and gear == "compiled":
        raise InputError("the compiled gear does not keep the edges: say --within how many plies to export")
    game = read_game(game_name, source)
    solver = make_solver(solver_name)
    with ProgressBar() as progress:
        solution, start = solve_from(
            game,
            state_text,
            solver,
            gear="python" if within is None else gear,
            max_states=max_states if within is None else None,
            memory=memory,
            threads=threads,
            progress=progress,
        )
        if within is not None:
            solution = neighbourhood(solution, start, within=within, max_states=max_states)
        text = FORMATS[format_name](solution)
    if output == "-":
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
