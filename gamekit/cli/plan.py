"""`gamekit plan`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import game_argument, input_option, json_option, memory_option, read_game
from gamekit.cli.progress import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamekit.planning.costs import Run
    from gamekit.planning.figures import Figure
    from gamekit.planning.plan import Plan


@click.command(cls=GameCommand)
@game_argument
@input_option
@json_option
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    multiple=True,
    help="Plan for so many threads or processes; may be repeated. One for each core by default.",
)
@memory_option
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder on the disk that would be used with --work; that of temporary files by default.",
)
@click.option(
    "--states", type=click.IntRange(min=1), help="Plan for so many states, where their number is known."
)
@click.option(
    "--branching",
    type=click.FloatRange(min=0, min_open=True),
    help="Plan for so many successors a state.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=20.0,
    show_default=True,
    help="About how long planning may take.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the samples.")
def plan(
    game_name: str,
    source: str | None,
    workers: tuple[int, ...],
    memory: str | None,
    folder: Path | None,
    states: int | None,
    branching: float | None,
    seconds: float,
    seed: int,
    as_json: bool,
) -> None:
    """Say how large GAME is, and what solving it would take: time, memory, disk and network.

    Nothing is solved. A large game is sampled, and rates are measured on this machine. Figures come with the bounds
    that they are thought to lie within. Times are for machines with a core for each worker.

    \b
    gamekit plan connect-four --input examples/connect-four.json
    gamekit plan dobutsu-shogi --input examples/dobutsu-shogi-standard.json --workers 2 --workers 16
    """
    from gamekit.planning.plan import plan as make_plan

    game = read_game(game_name, source)
    with ProgressBar() as progress:
        made = make_plan(
            game,
            workers=workers or None,
            memory=memory,
            folder=folder,
            states=states,
            branching=branching,
            seconds=seconds,
            seed=seed,
            progress=progress,
        )
    if as_json:
        click.echo(json.dumps({**attrs.asdict(made), "game": game_name}))
    else:
        _print(game_name, made)


def _print(game_name: str, made: Plan) -> None:
    from gamekit.engine.memory import in_words

    click.echo(f"{game_name}, by {'compiled' if made.gear == 'compiled' else 'plain'} rules")
    click.echo(f"states:  {_shown(made.states, _number)}; {made.how}")
    click.echo(f"edges:   {_shown(made.edges, _number)}")
    if made.layers is not None:
        click.echo(f"rounds:  {made.layers:,} of exploring; how many backwards, only solving tells")
    click.echo(f"here:    {in_words(made.limit)} of memory allowed, {in_words(made.free)} of disk free\n")
    _print_table(made.runs)


def _print_table(runs: tuple[Run, ...]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from gamekit.engine.memory import in_words

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)
    for name in ("where", "workers", "time", "memory", "disk", "network", "here"):
        table.add_column(name, justify="right" if name == "workers" else "left")
    for run in runs:
        table.add_row(
            "in memory" if run.place == "memory" else "--work, in files",
            str(run.workers),
            _shown(run.seconds, _time),
            *(_shown(figure, in_words) for figure in (run.memory, run.disk, run.network)),
            _whether(run),
        )
    console = Console(markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        console.width = 200
    console.print(table)
    for place, why_not in dict.fromkeys((run.place, run.why_not) for run in runs if run.why_not):
        click.echo(f"\nIt does not fit here in {place}: {why_not}.")


def _whether(run: Run) -> str:
    """Tell whether a run fits into this machine."""
    if run.why_not is not None:
        return "no"
    return "not known" if run.seconds.likely is None and run.memory.likely is None else "fits"


def _shown(figure: Figure, text: Callable[[float], str]) -> str:
    """Return a figure with its bounds."""
    if figure.likely == figure.high == 0:
        return "–"
    if figure.is_exact:
        return text(figure.low)
    if figure.likely is None:
        return f"at least {text(figure.low)}" + (
            "" if figure.high is None else f", at most {text(figure.high)}"
        )
    high = "?" if figure.high is None else text(figure.high)
    if text(figure.low) == text(figure.likely) == high:
        return high
    return f"{text(figure.likely)} ({text(figure.low)} to {high})"


def _number(number: float) -> str:
    """Return a number for people.

    >>> _number(161029), _number(4531985219092)
    ('161,029', '4,531,985,219,092')
    """
    return f"{number:,.0f}"


def _time(seconds: float) -> str:
    """Return a time with about two digits.

    >>> _time(0.031), _time(2.5), _time(75), _time(200_000), _time(1e9)
    ('under 1 s', '2.5 s', '1 min 15 s', '56 hours', '32 years')
    """
    if seconds < 1:
        return "under 1 s"
    if seconds < 60:
        return f"{seconds:.2g} s"
    if seconds < 3600:
        return f"{seconds // 60:.0f} min {seconds % 60:.0f} s"
    for unit, length in (("hours", 3600), ("days", 86400), ("years", 31_557_600)):
        if seconds < 100 * length or unit == "years":
            return f"{seconds / length:,.2g} {unit}"
    raise AssertionError
