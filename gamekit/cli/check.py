"""`gamekit check`."""

from __future__ import annotations

import json

import attrs
import click

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import game_argument, input_option, json_option, max_states_option, read_game
from gamekit.cli.progress import ProgressBar
from gamekit.cli.status import CHECK_FAILED


@click.command(cls=GameCommand)
@game_argument
@input_option
@max_states_option(20_000, "Look at every state of a game up to this size, at sampled ones beyond.")
@click.option(
    "--examples", type=click.IntRange(min=1), default=200, show_default=True, help="How many plays to sample."
)
@json_option
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
