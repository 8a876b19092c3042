"""`gamekit check`."""

from __future__ import annotations

import json

import attrs
import click

from gamekit.cli.options import read_game
from gamekit.cli.progress import ProgressBar

CHECK_FAILED = 1


@click.command()
@click.argument("game_name", metavar="GAME")
@click.option(
    "--input",
    "source",
    metavar="FILE",
    help="Parameters as JSON; - reads stdin. The game's example by default.",
)
@click.option(
    "--max-states",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    help="Look at every state of a game up to this size, at sampled ones beyond.",
)
@click.option(
    "--examples", type=click.IntRange(min=1), default=200, show_default=True, help="How many plays to sample."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(game_name: str, source: str | None, max_states: int, examples: int, as_json: bool) -> None:
    """Check the rules of GAME: does it keep the promises that solving relies on.

    A breach is shown as the smallest counterexample, with the method to blame. Exit status 1 if there is one.
    """
    from gamekit.testing import check_rules

    game = read_game(game_name, source)
    with ProgressBar() as progress:
        report = check_rules(game, max_states=max_states, examples=examples, progress=progress)
    if as_json:
        click.echo(json.dumps({"game": game_name, "ok": report.ok, **attrs.asdict(report)}, default=str))
    else:
        click.echo(f"{game_name}: {report}")
    if not report.ok:
        raise click.exceptions.Exit(CHECK_FAILED)
