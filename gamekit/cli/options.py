"""Options that several verbs share, and reading what they name."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gamekit.cli.misplaced import refuse_what_is_no_game
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.arena import Arena
    from gamekit.game import Game
    from gamekit.solution import Solution
    from gamekit.solvers.base import Solver

Command = TypeVar("Command", bound=Callable[..., Any])

game_argument = click.argument("game_name", metavar="GAME")
subject_argument = click.argument("game_name", metavar="GAME|DIR")
input_option = click.option(
    "--input",
    "source",
    metavar="FILE",
    help="The game's parameters as JSON; - reads stdin. Without it, the game's own example.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
state_option = click.option(
    "--state", "state_text", metavar="STATE", help="Start from this state instead of the initial one."
)
solver_option = click.option(
    "--solver",
    "solver_name",
    default="retrograde",
    show_default=True,
    metavar="NAME[:OPTION=VALUE,...]",
    help="The solver, with its options.",
)


def max_states_option(
    default: int | None = None,
    text: str = "Stop, with exit status 3, at a game with more states than that; 5 million by default, but in the "
    "compiled gear what fits into memory.",
) -> Callable[[Command], Command]:
    """Return the option --max-states."""
    return click.option(
        "--max-states",
        type=click.IntRange(min=1),
        default=default,
        show_default=default is not None,
        help=text,
    )


def _size(_context: click.Context, _option: click.Parameter, text: str | None) -> str | None:
    """Refuse what is no size, whether it will be needed or not."""
    from gamekit.engine.memory import Budget

    if text is not None:
        Budget.parse(text)
    return text


gear_option = click.option(
    "--gear",
    type=click.Choice(["auto", "python", "compiled"]),
    default="auto",
    show_default=True,
    help="Which rules to go by: the plain ones, the compiled ones, or what suits the number of states.",
)
memory_option = click.option(
    "--memory",
    metavar="SIZE",
    callback=_size,
    help="How much memory the compiled gear may take, such as 12GiB; 80% of the machine's by default.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(min=1),
    help="How many threads the compiled gear uses; one for each core by default.",
)


def gear_options(command: Command) -> Command:
    """Add --gear, --memory and --threads to a command."""
    return gear_option(memory_option(threads_option(command)))


def read_game(name: str, source: str | None) -> Game[Any, Any]:
    """Return the game of this name with the parameters in the file `source`."""
    from gamekit.registry import game_class, load_game

    refuse_what_is_no_game(name)
    game_class(name)  # a wrong name is worth saying before a wrong file
    if source is None:
        return load_game(name)
    parameters = read_json(source)
    if parameters is None:  # to load_game that would mean the example
        raise InputError(f"{name}: the parameters must be a JSON object; they are null")
    return load_game(name, parameters)


def own_example(game: Game[Any, Any]) -> str | None:
    """Return what is said of a game that no --input was given for; None if it takes no parameters.

    >>> from games.nim import Nim
    >>> print(own_example(Nim(heaps=(1, 2))))
    the game's own example: {"heaps": [1, 2], "misere": false}
    """
    from gamekit.parameters import unstructure

    parameters = unstructure(game)
    return f"the game's own example: {json.dumps(parameters)}" if parameters else None


def read_json(source: str) -> Any:
    """Return what is in a JSON file, or on stdin for "-"."""
    from gamekit.strict_json import parse_json

    place = "stdin" if source == "-" else source
    if source == "-" and sys.stdin is None:
        raise InputError("cannot read stdin: it is closed")
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {place}: {error.strerror}") from error
    return parse_json(data, place)


def solve_from(
    game: Game[Any, Any], state_text: str | None, solver: Solver, **options: Any
) -> tuple[Solution[Any, Any], Any]:
    """Return the solution of a game, with the state named as its root, and that state as it was named.

    A message says if it was not checked whether the game can come to that state. The options are those of
    `gamekit.named_states.solve_from`.
    """
    from gamekit import named_states

    found = named_states.solve_from(game, state_text, solver, **options)
    if not found.checked:
        click.echo(
            "gamekit: whether the game can come to this state was not checked: too many states", err=True
        )
    return found.solution, found.state


def find_state(arena: Arena[Any, Any], text: str) -> Any:
    """Return the state that a text names: as the game reads it, or else as it shows one of the arena."""
    from gamekit import named_states

    return named_states.find_state(arena, text)
