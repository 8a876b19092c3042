"""`gamekit compare`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import (
    game_argument,
    gear_options,
    input_option,
    json_option,
    max_states_option,
    read_game,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.status import CHECK_FAILED

if TYPE_CHECKING:
    from gamekit.comparison_report import Comparison, Row
    from gamekit.solving import Gear


@click.command(cls=GameCommand)
@game_argument
@input_option
@max_states_option(5_000_000, "Stop, with exit status 3, at a game with more states than that.")
@json_option
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME[:OPTION=VALUE,...]",
    help="A solver to run; may be repeated. All of them by default.",
)
@click.option(
    "--cap",
    "caps",
    type=click.IntRange(min=0),
    multiple=True,
    help="Run minimax with this cap in plies too, in truth and by folklore; may be repeated.",
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    default=60.0,
    show_default=True,
    help="Leave out what would take more seconds than that.",
)
@gear_options
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
def compare(
    game_name: str,
    source: str | None,
    solvers: tuple[str, ...],
    caps: tuple[int, ...],
    patience: float,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int,
    markdown: bool,
    as_json: bool,
) -> None:
    """Run several solvers on GAME: do they agree, what do they cost, which turn cap suffices.

    Compiled rules, if there are any, are held against the plain ones; where there are too many states for those, the
    methods of the compiled gear are compared. Exit status 1 if two sound solvers contradict each other; the folklore
    answer is known to be unsound.

    \b
    gamekit compare cat-mouse --input examples/cat-mouse-17.json
    gamekit compare cat-mouse --input g.json --solver retrograde --solver minimax:cap=34,cap_means=draw
    """
    from gamekit.comparison import compare as run_comparison

    game = read_game(game_name, source)
    with ProgressBar() as progress:
        comparison = run_comparison(
            game,
            solvers or None,
            caps=caps or None,
            gear=gear,
            max_states=max_states,
            memory=memory,
            threads=threads,
            patience=patience,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps(as_dict(game_name, comparison)))
    else:
        _print(game_name, comparison, markdown)
    if not comparison.agree:
        raise click.exceptions.Exit(CHECK_FAILED)


def as_dict(game_name: str, comparison: Comparison) -> dict[str, Any]:
    """Return what `compare --json` prints."""
    report = attrs.asdict(comparison, recurse=True, filter=lambda attribute, _: attribute.name != "state")
    return {"game": game_name, "agree": comparison.agree, **report}


def _print(game_name: str, comparison: Comparison, markdown: bool) -> None:
    click.echo(
        f"{game_name}: {comparison.states:,} states, {comparison.edges:,} edges, "
        f"explored in {comparison.explore_seconds:.3f} s\n"
    )
    show = _print_markdown if markdown else _print_table
    show(*comparison.table())
    for run in comparison.runs:
        if run.unsound:
            click.echo(f"\nUNSOUND, {run.solver}: {run.unsound}.")
        if run.disagreement:
            kind = "wrong" if run.unsound else "DISAGREES"
            click.echo(f"{'' if run.unsound else chr(10)}{kind} on {run.disagreement}.")
    click.echo()
    if comparison.caps:
        click.echo(
            "Minimax by cap in plies, each move of either player being one; what lies beyond is unknown, and by "
            "folklore endless play (unsound):\n"
        )
        show(*comparison.caps_table())
        click.echo()
    click.echo(comparison.caps_note)
    if comparison.agree:
        click.echo("The sound solvers agree on every state that they cover.")


def _print_table(head: Row, rows: list[Row]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for name in head:
        table.add_column(
            name, justify="right" if name in ("states touched", "time", "peak memory") else "left"
        )
    for row in rows:
        table.add_row(*row)
    console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)


def _print_markdown(head: Row, rows: list[Row]) -> None:
    from gamekit.comparison_report import markdown

    click.echo(markdown(head, rows))
