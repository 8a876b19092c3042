"""`gamekit play`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.options import (
    find_state,
    gear_options,
    input_option,
    max_states_option,
    read_game,
    read_json,
    solve_from,
    state_option,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.tables import solved_or_read, table_folder
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.game import Game
    from gamekit.saved_plays import Saved
    from gamekit.solving import Gear

BOTH, NOBODY = "both", "nobody"


@click.command()
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
    from gamekit.playing import Play
    from gamekit.registry import make_solver
    from gamekit.saved_plays import Saved

    if source == "-" or saved_in == "-":
        raise click.UsageError("stdin is for the moves: name a file")
    saved = None
    if saved_in is not None:
        if source is not None or state_text is not None:
            raise click.UsageError("--resume says what is played, and from where: no --input and no --state")
        saved = Saved.read(read_json(saved_in), saved_in)
        state_text = saved.state
        game_name = game_name or saved.game
    if game_name is None:
        raise click.UsageError("Missing argument 'GAME|DIR'.")

    with ProgressBar() as progress:
        options: dict[str, Any] = {
            "gear": gear,
            "max_states": max_states,
            "memory": memory,
            "threads": threads,
            "progress": progress,
        }
        solver = make_solver("retrograde")
        if table_folder(game_name) is not None:
            solution, start, game_name = solved_or_read(game_name, source, None, solver, **options)
            _check_same(game_name, saved)
            people = _people(solution.game, side, saved)
            if state_text is not None:
                start = find_state(solution.arena, state_text)
        else:
            _check_same(game_name, saved)
            game = _game(game_name, source, saved)
            people = _people(game, side, saved)  # a wrong name is worth saying before solving
            solution, start = solve_from(game, state_text, solver, **options)
    if saved is None:
        begun = Play.begin(solution, people=people, start=start, name=game_name)
    else:
        begun = Play.resumed(solution, saved, people=people, start=start)
    Session(begun, hints=hints, values=values).run()


def _game(name: str, source: str | None, saved: Saved | None) -> Game[Any, Any]:
    from gamekit.registry import load_game

    if saved is None:
        return read_game(name, source)
    return load_game(name, saved.parameters)


def _check_same(name: str, saved: Saved | None) -> None:
    if saved is not None and name != saved.game:
        raise InputError(f"the saved play is of {saved.game}, not of {name}")


def _people(game: Game[Any, Any], side: str | None, saved: Saved | None) -> list[int]:
    """Return the indices of the players who are people."""
    from gamekit.playing import player_called

    if side is None:
        return [0] if saved is None else [player_called(game, name) for name in saved.people]
    if side in game.players:
        return [game.players.index(side)]
    if side not in (BOTH, NOBODY):
        names = ", ".join([*game.players, BOTH])
        raise InputError(f"--as is {names} or {NOBODY}; it is {side!r}")
    return list(range(len(game.players))) if side == BOTH else []
