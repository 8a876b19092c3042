"""`gamekit play`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import gear_options, input_option, max_states_option, own_example, state_option
from gamekit.cli.plays import BOTH, NOBODY, begin_or_resume
from gamekit.cli.tables import table_folder

if TYPE_CHECKING:
    from gamekit.solving import Gear


@click.command(cls=GameCommand)
@click.argument("game_name", metavar="[GAME|DIR]", required=False)
@input_option
@max_states_option()
@state_option
@gear_options
@click.option(
    "--as",
    "side",
    metavar="PLAYER",
    help=f"Whom you play: a player's name, {BOTH}, or {NOBODY} to watch. The first player by default.",
)
@click.option("--hints", is_flag=True, help="Give a hint before every move of yours.")
@click.option("--values", is_flag=True, help="Show what every move is worth.")
@click.option("--resume", "saved_in", metavar="FILE", help="Go on with a play that `save` has kept.")
def play(
    game_name: str | None,
    source: str | None,
    state_text: str | None,
    side: str | None,
    hints: bool,
    values: bool,
    saved_in: str | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int | None,
) -> None:
    """Play GAME against perfection, in the terminal or over a pipe; DIR is a table of its solution.

    Moves and commands are read from stdin, one a line; `help` lists them. What perfection plays wins soonest, or holds
    out longest; of moves that are alike in that, it takes what makes it hardest for you.

    \b
    gamekit play cat-mouse --input examples/cat-mouse-17.json --as cat
    gamekit play tic-tac-toe --hints
    printf 'hint\\nwhy\\n' | gamekit play nim
    """
    from gamekit.cli.play_session import Session

    if source == "-" or saved_in == "-":
        raise click.UsageError("stdin is for the moves: name a file")
    begun = begin_or_resume(
        game_name,
        source,
        state_text,
        saved_in,
        "--resume",
        side,
        gear=gear,
        max_states=max_states,
        memory=memory,
        threads=threads,
    )
    is_given = source is not None or saved_in is not None or table_folder(game_name or "") is not None
    if not is_given and (example := own_example(begun.game)):
        click.echo(f"{game_name}, {example}")
    Session(begun, hints=hints, values=values).run()
