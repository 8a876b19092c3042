"""Options that several verbs share, and reading what they name."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
import click

from gamekit.errors import GamekitError, InputError, LimitError

if TYPE_CHECKING:
    from gamekit.arena import Arena, ProgressCallback
    from gamekit.game import Game
    from gamekit.solution import Solution
    from gamekit.solvers.base import Solver
    from gamekit.solving import Gear

Command = TypeVar("Command", bound=Callable[..., Any])
Found = TypeVar("Found")

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

    game_class(name)  # a wrong name is worth saying before a wrong file
    if source is None:
        return load_game(name)
    parameters = read_json(source)
    if parameters is None:  # to load_game that would mean the example
        raise InputError(f"{name}: the parameters must be a JSON object; they are null")
    return load_game(name, parameters)


def read_json(source: str) -> Any:
    """Return what is in a JSON file, or on stdin for "-"."""
    place = "stdin" if source == "-" else source
    if source == "-" and sys.stdin is None:
        raise InputError("cannot read stdin: it is closed")
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
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"the key {name!r} is there twice")
        found[name] = value
    return found


def _no_constant(name: str) -> Any:
    raise InputError(f"{name} is no number")


def solve_from(
    game: Game[Any, Any],
    state_text: str | None,
    solver: Solver,
    *,
    gear: Gear = "auto",
    max_states: int | None = None,
    memory: str | None = None,
    threads: int | None = None,
    work: Path | None = None,
    executor: str | None = None,
    progress: ProgressCallback,
) -> tuple[Solution[Any, Any], Any]:
    """Return the solution of a game, with the state named as its root, and that state as it was named.

    The states are those that can be reached from the initial one, so that a state which cannot is refused. Where that
    is too many, those after the named state are explored alone, and a message says what was not checked.
    """
    from gamekit.solving import by_rounds, explore_by_plain_rules, run, solve_by_compiled_rules

    began = time.perf_counter()
    if work is not None or executor is not None:
        gear = by_rounds(gear)

    def explored(start: Any) -> Arena[Any, Any] | None:
        return explore_by_plain_rules(
            game, solver, gear, start=start, max_states=max_states, progress=progress
        )

    def solved(start: Any) -> Solution[Any, Any]:
        return solve_by_compiled_rules(
            game,
            start=start,
            max_states=max_states,
            memory=memory,
            threads=threads,
            work=work,
            executor=executor,
            progress=progress,
        )

    arena, state = _from_state(game, state_text, explored)
    if arena is None:
        # a work folder is of one start, so that there is no second attempt with another
        solution, state = _from_state(game, state_text if work is None else None, solved)
        if state_text is None or state is not None:
            return solution, state
        state = find_state(solution.arena, state_text)
        return solution.starting_from(state), state
    if state_text is not None and state is None:
        state = find_state(arena, state_text)
        arena = attrs.evolve(arena, root=arena.index_of(state))
    ready = time.perf_counter()
    solution = run(solver, arena, progress)
    seconds = {"explore": ready - began, "solve": time.perf_counter() - ready}
    return attrs.evolve(solution, seconds=seconds), state


def _from_state(
    game: Game[Any, Any], state_text: str | None, find: Callable[[Any], Found]
) -> tuple[Found, Any]:
    """Find something from the initial state, or, if that is too much, from the state named, which is then returned."""
    try:
        return find(None), None
    except LimitError:
        if state_text is None:
            raise
    # only now, outside of the handler, is what the first attempt held given back
    state = read_state(game, state_text)
    found = find(state)
    click.echo("gamekit: whether the game can come to this state was not checked: too many states", err=True)
    return found, state


def read_state(game: Game[Any, Any], text: str) -> Any:
    """Return the state that the game reads in a text, whether play can come to it or not."""
    try:
        return game.parse_state(text)
    except GamekitError:
        raise
    except Exception as error:
        raise InputError(f"not a state: {text!r} ({type(error).__name__}: {error})") from error


def find_state(arena: Arena[Any, Any], text: str) -> Any:
    """Return the state that a text names: as the game reads it, or else as it shows one of the arena."""
    from gamekit.tables.faults import TableError

    try:
        state = read_state(arena.game, text)
        if state in arena:
            return state
        problem = InputError(f"state cannot be reached: {arena.describe(state)}")
    except TableError:
        raise
    except InputError as error:
        problem = error
    except Exception:  # what was read is nothing that the game knows to handle
        problem = InputError(f"not a state that can be reached: {text!r}")
    for state in (
        arena.states if isinstance(arena.states, list) else ()
    ):  # decoding them all would take too long
        if arena.describe(state) == text:
            return state
    raise problem
