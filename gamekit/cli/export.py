"""`gamekit export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import (
    gear_options,
    input_option,
    max_states_option,
    solver_option,
    state_option,
    subject_argument,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.tables import FOR_SOLVING, solved_or_read, table_folder
from gamekit.errors import InputError, LimitError

if TYPE_CHECKING:
    from gamekit.solution import Solution
    from gamekit.solving import Gear

FORMATS = ("dot", "graphml", "json", "pgsolver", "parquet")


@click.command(cls=GameCommand)
@subject_argument
@input_option
@state_option
@click.option("--format", "format_name", type=click.Choice(FORMATS), help="What to write.")
@click.option("--parquet", is_flag=True, help="The same as --format parquet.")
@click.option("--output", default="-", metavar="FILE", help="Where to write; - is stdout, the default.")
@click.option(
    "--html",
    "page",
    metavar="FILE",
    help="Write a page on which a small game is played against perfection, in any browser, without a server.",
)
@solver_option
@click.option(
    "--within",
    type=click.IntRange(min=0),
    metavar="PLIES",
    help="Write only what the start leads to within so many plies: for games too large to write as a whole.",
)
@gear_options
@max_states_option(
    100_000, "Stop, with exit status 3, at more states to write than that; Parquet has no such limit."
)
def export(
    game_name: str,
    source: str | None,
    state_text: str | None,
    format_name: str | None,
    parquet: bool,
    output: str,
    page: str | None,
    solver_name: str,
    within: int | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int,
) -> None:
    """Write the solved arena of GAME, or of the table DIR, for other programs; or, with --html, a page to play on.

    Parquet, with a row for each state and no edges, can be written of any game and table, as can be what lies --within
    some plies; the other formats need the edges, which the compiled gear and tables of codes do not keep.

    \b
    gamekit export nim --format dot | dot -Tsvg > nim.svg
    gamekit export connect-four --format dot --within 2
    gamekit export mice.table --parquet --output mice.parquet
    gamekit export tic-tac-toe --html tic-tac-toe.html
    """
    from gamekit.registry import make_solver

    if page is not None:
        _refuse_with_page("format_name", "parquet", "output", "within")
    format_name = "html" if page is not None else _format(format_name, parquet, output)
    folder = table_folder(game_name)
    needs_edges = within is None and format_name not in ("html", "parquet")
    if needs_edges and folder is None and gear == "compiled":
        raise InputError("the compiled gear does not keep the edges: say --within how many plies to export")
    # with --within the limit is not on the states of the game
    is_limited = needs_edges or page is not None or (within is None and _is_given("max_states"))
    of_the_game = max_states if is_limited else None

    with ProgressBar() as progress:
        try:
            solution, start, _ = solved_or_read(
                game_name,
                source,
                state_text,
                make_solver(solver_name),
                gear="python" if needs_edges else gear,
                max_states=of_the_game,
                memory=memory,
                threads=threads,
                progress=progress,
                refused=tuple(
                    name for name in FOR_SOLVING if name != "max_states"
                ),  # a limit on what is written
            )
        except LimitError as error:
            if page is None:
                raise
            raise LimitError(f"{error}; but a page is for small games: try gamekit explore") from error
        if page is not None:
            from gamekit.pages import write_page
            from gamekit.pages.met import Met

            write_page(solution, page, start, progress=progress)
            _say_what_is_there(page, len(Met.of(solution, start).places))
            return
        if folder is not None and of_the_game is not None and len(solution) > of_the_game:
            raise LimitError(f"{folder} has more than {of_the_game:,} states, the limit for writing them all")
        if folder is not None and needs_edges:
            solution = _with_edges(solution, folder)
        if within is not None:
            from gamekit.neighbourhoods import neighbourhood

            solution = neighbourhood(solution, start, within=within, max_states=max_states)
        _write(solution, format_name, output)


def _format(format_name: str | None, parquet: bool, output: str) -> str:
    if parquet and format_name not in (None, "parquet"):
        raise click.UsageError(f"--parquet and --format {format_name} exclude each other")
    if format_name is None and not parquet:
        raise click.UsageError(
            f"Missing option '--format': {', '.join(FORMATS)}; or --parquet, or --html FILE"
        )
    if (parquet or format_name == "parquet") and output == "-":
        raise click.UsageError("Parquet is no text: say --output FILE")
    return format_name or "parquet"


def _refuse_with_page(*parameters: str) -> None:
    for parameter in click.get_current_context().command.params:
        if parameter.name in parameters and _is_given(parameter.name):
            raise click.UsageError(f"--html and {parameter.opts[0]} exclude each other")


def _is_given(parameter: str) -> bool:
    return click.get_current_context().get_parameter_source(parameter) is not ParameterSource.DEFAULT


def _with_edges(solution: Solution[Any, Any], folder: Path) -> Solution[Any, Any]:
    """Return a table's solution with its edges, which the plain rules tell again; compiled ones are not asked."""
    from gamekit.lazy_solution import LazySolution

    if isinstance(solution, LazySolution) and solution.backing.index != "states":
        raise InputError(
            f"{folder} is a table of codes, without edges: say --within how many plies to export, or --parquet"
        )
    return solution.loaded()


def _write(solution: Solution[Any, Any], format_name: str, output: str) -> None:
    if format_name == "parquet":
        from gamekit.parquet import write_parquet

        write_parquet(solution, output)
        _say_what_is_there(output, len(solution))
        return
    from gamekit.export import FORMATS as WRITERS

    text = WRITERS[format_name](solution)
    if output == "-":
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {output}: {error.strerror}") from error
    _say_what_is_there(output, len(solution))


def _say_what_is_there(file: str, states: int) -> None:
    from gamekit.engine.memory import in_words

    size = in_words(Path(file).stat().st_size)
    click.echo(f"gamekit: {file}: {states:,} states, {size}", err=True)
