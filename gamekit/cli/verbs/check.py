"""`gamekit check`."""

from __future__ import annotations

import time
from typing import Final

import click

from gamekit.cli.messages import note
from gamekit.cli.options import POSITIVE, all_states_option, json_option, solve_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_check
from gamekit.cli.subject import Subject, game_command

LONG: Final = 20.0
"""The number of seconds after which a note says how to check less."""


class _PatientBar(ProgressBar):
    """A progress bar that says once, when the check takes long, how to check less."""

    def __init__(self, examples: int, max_states: int) -> None:
        super().__init__()
        self._advised_at = time.monotonic() + LONG
        self._advice = f"--examples {max(examples // 10, 1)} --max-states {max(max_states // 10, 1)}"

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        super().__call__(phase, done, total)
        if time.monotonic() > self._advised_at:
            self._advised_at = float("inf")
            note(f"gamekit: this check may take minutes; {self._advice} checks a tenth of it")


@game_command()
@solve_option(
    "max_states",
    "Check every state of a game with at most this many, or fewer if states have more than ten moves; sample larger "
    "games.",
    default=20_000,
)
@click.option("--examples", type=POSITIVE, default=200, help="The number of plays to sample.")
@all_states_option("Compare compiled rules with the plain ones in every state, not just in a sample.")
@json_option
def check(subject: Subject, max_states: int, examples: int, all_states: bool, as_json: bool) -> None:
    """Check that the rules of GAME can be relied on for solving.

    If the rules break a promise, the report shows the smallest counterexample and the method at fault, and the exit
    status is 1.
    """
    from gamekit.testing import check_rules

    game = subject.game()
    with _PatientBar(examples, max_states) as progress:
        report = check_rules(
            game, max_states=max_states, examples=examples, all_states=all_states, progress=progress
        )
    print_check(report, {"game": subject.name}, [f"{subject.name}: {report}"], as_json=as_json)
