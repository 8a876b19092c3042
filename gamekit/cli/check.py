"""`gamekit check`."""

from __future__ import annotations

import attrs
import click

from gamekit.cli.options import POSITIVE, all_states_option, json_option, max_states_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.subject import Subject, game_command


@game_command()
@max_states_option(
    20_000,
    "Check every state of a game with at most this many, or fewer if states have more than ten moves; sample larger "
    "games.",
)
@click.option("--examples", type=POSITIVE, default=200, help="The number of plays to sample.")
@all_states_option
@json_option
def check(subject: Subject, max_states: int, examples: int, all_states: bool, as_json: bool) -> None:
    """Check that the rules of GAME can be relied on for solving.

    If the rules break a promise, the report shows the smallest counterexample and the method at fault, and the exit
    status is 1.
    """
    from gamekit.testing import check_rules

    game = subject.game()
    with ProgressBar() as progress:
        report = check_rules(
            game, max_states=max_states, examples=examples, all_states=all_states, progress=progress
        )
    data = {"game": subject.name, "ok": report.ok, **attrs.asdict(report)}
    print_report(data, [f"{subject.name}: {report}"], as_json=as_json, ok=report.ok)
