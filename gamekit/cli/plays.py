"""Beginning a play, or resuming one that was saved, of a game or a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.misplaced import refuse_what_is_neither
from gamekit.cli.options import find_state, read_game, read_json, solve_from
from gamekit.cli.progress import ProgressBar
from gamekit.cli.tables import solved_or_read, table_folder
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.game import Game
    from gamekit.playing import Play
    from gamekit.saved_plays import Saved

BOTH, NOBODY = "both", "nobody"


def begin_or_resume(
    game_name: str | None,
    source: str | None,
    state_text: str | None,
    saved_in: str | None,
    saved_option: str,
    side: str | None,
    **options: Any,
) -> Play:
    """Return a play of the game or table named, or the one in the file `saved_in`, which `saved_option` has named.

    Args:
        side: who is a person, as `gamekit play --as` takes it.
        options: how to solve the game.
    """
    from gamekit.playing import Play
    from gamekit.registry import make_solver
    from gamekit.saved_plays import Saved

    saved = None
    if saved_in is not None:
        if source is not None or state_text is not None:
            raise click.UsageError(
                f"{saved_option} says what is played, and from where: no --input and no --state"
            )
        saved = Saved.read(read_json(saved_in), saved_in)
        state_text = saved.state
        game_name = game_name or saved.game
    if game_name is None:
        raise click.UsageError("Missing argument 'GAME|DIR'.")

    with ProgressBar() as progress:
        options["progress"] = progress
        solver = make_solver("retrograde")
        if table_folder(game_name) is not None:
            solution, start, game_name = solved_or_read(game_name, source, None, solver, **options)
            _check_same(game_name, saved)
            people = _people(solution.game, side, saved)
            if state_text is not None:
                start = find_state(solution.arena, state_text)
        else:
            refuse_what_is_neither(game_name)
            _check_same(game_name, saved)
            game = _game(game_name, source, saved)
            people = _people(game, side, saved)  # a wrong name is worth saying before solving
            solution, start = solve_from(game, state_text, solver, **options)
    if saved is None:
        return Play.begin(solution, people=people, start=start, name=game_name)
    return Play.resumed(solution, saved, people=people, start=start)


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
