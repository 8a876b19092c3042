"""`gamekit export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.messages import note
from gamekit.cli.outputs import STDOUT, check_output, file_option, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.subject import FOR_SOLVING, Subject, game_command
from gamekit.errors import InputError, LimitError
from gamekit.game.whole_files import write_file

if TYPE_CHECKING:
    from gamekit.solution.solution import Solution
    from gamekit.solvers.options import SolveOptions

FORMATS = ("dot", "graphml", "json", "pgsolver", "parquet")
ENDINGS = {".gv": "dot", ".pg": "pgsolver", ".gm": "pgsolver", **{f".{name}": name for name in FORMATS}}
PAGES = (".html", ".htm")


class FormatChoice(click.Choice[str]):
    """The formats, with a hint for those who look for a page among them."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the format; refuse other values."""
        if value == "html":
            self.fail("a page is not a format for other programs: use --html FILE", param, ctx)
        return super().convert(value, param, ctx)


OPTIONS_REFUSED = tuple(name for name in FOR_SOLVING if name != "max_states")
"""The options that do not apply to a table; --max-states applies, because it limits the states that are written."""


@game_command("GAME|DIR")
@shared.state_option
@click.option(
    "--format",
    "format_name",
    type=FormatChoice(FORMATS),
    help="The format, if the name of the file does not say it.",
)
@click.option("--parquet", is_flag=True, help="Short for --format parquet.")
@file_option(
    "-o",
    "--output",
    default=STDOUT,
    show_default=False,
    text="The file to write; its ending says the format: .dot, .graphml, .json, .pg (PGSolver), .parquet or .html. The "
    "default, -, is stdout.",
)
@force_option
@file_option(
    "--html",
    "page",
    text="Write a page for playing a small game against perfection, in any browser and without a server.",
)
@shared.solve_option("solver")
@shared.within_option(
    "Write only the states within this many plies of the start. Use it for games that are too large to write in full."
)
@shared.solve_options
@shared.solve_option(
    "max_states",
    "Stop with exit status 3 if there are more states than this to write. Parquet has no such limit.",
    default=100_000,
)
def export(
    subject: Subject,
    state_text: str | None,
    format_name: str | None,
    parquet: bool,
    output: str,
    force: bool,
    page: str | None,
    within: int | None,
    options: SolveOptions,
) -> None:
    """Export the solved arena of GAME or of the table DIR.

    Writes a file for other programs or a page to play on. Parquet, with a row for each state and no
    edges, works for every game and table, and so does every format with --within. The other formats need all the
    edges, which the compiled backend and tables of codes do not keep.

    \b
    gamekit export nim --format dot | dot -Tsvg > nim.svg
    gamekit export connect-four --format dot --within 2
    gamekit export mice.table --output mice.parquet
    gamekit export tic-tac-toe --output tic-tac-toe.html
    """
    if page is not None:
        shared.refuse_with("--html", "format_name", "parquet", "output", "within")
    elif Path(output).suffix.lower() in PAGES and format_name is None and not parquet:
        page = output
        shared.refuse_with("--output FILE.html", "within")
    if page is not None:
        check_output(page, force=force)
        return _write_page(subject, state_text, page, options, force=force)
    check_output(None if output == STDOUT else output, force=force)
    format_name = _format(format_name, parquet, output)
    folder, most_written = subject.folder, options.plain_limit
    needs_edges = within is None and format_name != "parquet"
    if needs_edges and folder is None:
        if options.backend == "compiled":
            raise InputError(
                "the compiled backend does not keep the edges: set --within to the number of plies to export"
            )
        options = attrs.evolve(options, backend="python")
    # with --within, the limit is not on the states of the game
    is_limited = needs_edges or (within is None and "max_states" in shared.given_options())
    options = attrs.evolve(options, max_states=most_written if is_limited else None)
    solution, _ = subject.solution(state_text, options, OPTIONS_REFUSED)
    if folder is not None and is_limited and len(solution) > most_written:
        raise LimitError(
            f"{folder} has more than {most_written:,} states, the limit for writing them all; set --within, or raise "
            "--max-states"
        )
    if folder is not None and needs_edges:
        if not solution.store.edges_are_plain:
            raise InputError(
                f"{folder} is a table of codes, without edges: set --within to the number of plies to export, "
                "or give --parquet"
            )
        solution = solution.loaded()  # with the edges of the plain rules, never of compiled ones
    if within is not None:
        from gamekit.analysis.neighbourhood import neighbourhood

        solution = neighbourhood(solution, within=within, max_states=most_written)
    _write(solution, format_name, output, force=force)


def _write_page(
    subject: Subject, state_text: str | None, page: str, options: SolveOptions, *, force: bool
) -> None:
    from gamekit.web.pages import write_page
    from gamekit.web.pages.contents import ADVICE, MOST_STATES, Reachable

    options = attrs.evolve(options, max_states=(limit := options.plain_limit))
    try:
        solution, _ = subject.solution(state_text, options, OPTIONS_REFUSED)
    except LimitError as error:
        if limit < MOST_STATES:
            raise
        raise LimitError(
            f"{subject.name} has more than {limit:,} states, and a page holds at most {MOST_STATES:,}: {ADVICE}"
        ) from error
    with ProgressBar() as progress:
        write_page(solution, page, replace=force, progress=progress)
    _report_file(page, len(Reachable.of(solution).places))


def _format(format_name: str | None, parquet: bool, output: str) -> str:
    if parquet and format_name not in (None, "parquet"):
        raise click.UsageError(f"--parquet and --format {format_name} exclude each other")
    format_name = "parquet" if parquet else format_name or ENDINGS.get(Path(output).suffix.lower())
    if format_name is None:
        raise click.UsageError(
            f"Missing option '--format': one of {', '.join(FORMATS)}; or name --output FILE with the ending of one"
        )
    if format_name == "parquet" and output == STDOUT:
        raise click.UsageError("Parquet is not text: name the file with --output FILE")
    return format_name


def _write(solution: Solution[Any, Any], format_name: str, output: str, *, force: bool) -> None:
    if format_name == "parquet":
        from gamekit.analysis.export.parquet import write_parquet

        write_parquet(solution, output, replace=force)
        return _report_file(output, len(solution))
    from gamekit.analysis.export.graph_formats import FORMATS as WRITERS

    text = WRITERS[format_name](solution)
    if output == STDOUT:
        return click.echo(text, nl=not text.endswith("\n"))
    write_file(output, text.encode(), replace=force)
    _report_file(output, len(solution))


def _report_file(file: str, states: int) -> None:
    from gamekit.engine.runtime.memory_budget import format_bytes

    size = format_bytes(Path(file).stat().st_size)
    note(f"gamekit: {file}: {states:,} states, {size}")
