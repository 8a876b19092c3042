"""Options that several verbs share, and reading what they name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import click

from gamekit.errors import InputError, LimitError

if TYPE_CHECKING:
    from gamekit.arena import Arena, ProgressCallback
    from gamekit.game import Game

Command = TypeVar("Command", bound=Callable[..., Any])


def game_options(command: Command) -> Command:
    """Add the game, its input, the state limit and --json to a verb."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
        click.option(
            "--max-states",
            type=click.IntRange(min=1),
            default=5_000_000,
            show_default=True,
            help="Stop, with exit status 3, at a game with more states than that.",
        ),
        click.option(
            "--input",
            "source",
            metavar="FILE",
            help="The game's parameters as JSON; - reads stdin. Without it, the game's own example.",
        ),
        click.argument("game_name", metavar="GAME"),
    ):
        command = option(command)
    return command


def state_option(command: Command) -> Command:
    """Add --state to a verb."""
    return click.option(
        "--state", "state_text", metavar="STATE", help="Start from this state instead of the initial one."
    )(command)


def read_game(name: str, source: str | None) -> Game[Any, Any]:
    """Return the game of this name with the parameters in the file `source`."""
    from gamekit.registry import game_class, load_game

    game_class(name)  # a wrong name is worth saying before a wrong file
    return load_game(name, None if source is None else read_json(source))


def read_json(source: str) -> Any:
    """Return what is in a JSON file, or on stdin for "-"."""
    place = "stdin" if source == "-" else source
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_without_duplicates, parse_constant=_no_constant
        )
    except OSError as error:
        raise InputError(f"cannot read {place}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place} is not text in UTF-8: byte {error.object[error.start]:#04x} at {error.start}"
        ) from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"{place} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from error
    except InputError as error:
        raise InputError(f"{place} is not good JSON: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{place} cannot be read as JSON: {error}") from error


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise InputError(f"the key {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return found


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is no number")


def explore_from(
    game: Game[Any, Any], state_text: str | None, max_states: int, progress: ProgressCallback
) -> tuple[Arena[Any, Any], Any]:
    """Return the arena of a game, with the state named as its root, and that state as it was named.

    The states are those that can be reached from the initial one, so that a state which cannot is refused. Where that
    is too many, those after the named state are explored alone, and a message says what was not checked.
    """
    from gamekit.arena import explore

    if state_text is None:
        return explore(game, max_states=max_states, progress=progress), None
    try:
        arena = explore(game, max_states=max_states, progress=progress)
    except LimitError:
        state = game.parse_state(state_text)
        arena = explore(game, start=state, max_states=max_states, progress=progress)
        click.echo(
            "gamekit: whether the game can come to this state was not checked: too many states", err=True
        )
        return arena, state
    state = find_state(arena, state_text)
    return attrs.evolve(arena, root=arena.index_of(state)), state


def find_state(arena: Arena[Any, Any], text: str) -> Any:
    """Return the state that a text names: as the game reads it, or else as it shows one of the arena."""
    try:
        state = arena.game.parse_state(text)
        if state in arena:
            return state
        problem: Exception = InputError(f"state cannot be reached: {arena.describe(state)}")
    except Exception as error:
        problem = error
    for state in arena.states:
        if arena.describe(state) == text:
            return state
    if isinstance(problem, InputError):
        raise problem
    raise InputError(f"not a state that can be reached: {text!r}")
