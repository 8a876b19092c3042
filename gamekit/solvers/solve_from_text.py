"""`solve_from_text`: solve a game from a state that a string names; and find the state that a string names."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.arena import Arena
from gamekit.errors import GamekitError, InputError, LimitError, TableError
from gamekit.game.foreign_errors import safe_str
from gamekit.game.parameters import show
from gamekit.game.protocol import Game, supplies
from gamekit.solution.solution import Solution
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import explore_by_plain_rules, solve_arena, solve_with, solve_without_arena


class NoStateError(InputError):
    """The error that a string names no state of a game, or none that can be reached."""


def solve_from_text(
    game: Game[Any, Any], text: str | None, options: SolveOptions
) -> tuple[Solution[Any, Any], bool]:
    """Return the solution of a game with the state that a string names as its root, and whether it is reachable.

    The second result is True if the named state is known to be reachable from the initial state, and False if this was
    not checked.

    The solution has all states that can be reached from the initial state, and a state that cannot be reached is
    refused. If there are too many, or if the game is solved by tiers, only the states that can be reached from the
    named state are explored, and its own reachability is not checked.

    Args:
        game: the rules.
        text: the string that names the state; None for the initial state.
        options: the options of the solve; their `start` must be left out.

    Raises:
        NoStateError: the string names no state of the game.
        GamekitError: as `solve` does.
    """
    if text is None or options.tiers is None:
        try:
            return _solve_all(game, text, options), True
        except LimitError:
            if text is None or options.work is not None:  # a work folder is for one start
                raise
    # only now, outside of the handler, is what the first attempt held given back
    state = read_state(game, text)
    return solve_with(game, attrs.evolve(options, start=state)).starting_from(state), False


def _solve_all(game: Game[Any, Any], text: str | None, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game from its initial state, with the state that a string names as the root of the solution."""
    arena, seconds = explore_by_plain_rules(game, options)
    states: Any = solve_without_arena(game, options) if arena is None else arena
    state = None if text is None else find_state(states, text)
    if arena is not None:
        root = arena.root if state is None else arena.index_of(state)
        states = solve_arena(attrs.evolve(arena, root=root), options, seconds)
    solution: Solution[Any, Any] = states
    return solution if state is None else solution.starting_from(state)


def read_state(game: Game[Any, Any], text: str) -> Any:
    """Return the state that the game parses from a string, whether play can reach it or not.

    Raises:
        NoStateError: the game parses no state from the string.
    """
    try:
        return game.parse_state(text)
    except GamekitError as error:
        raise NoStateError(str(error).replace(repr(text), show(text))) from error
    except Exception as error:
        raise NoStateError(
            f"{show(text)} is not a state of {type(game).__name__} ({type(error).__name__}: {safe_str(error)})"
        ) from error


def check_state(game: Game[Any, Any], text: str) -> None:
    """Refuse a string that names no state, as far as the game's own `parse_state` can decide that.

    Without its own `parse_state`, a game may format states in a way that can only be matched against all of its states.

    Raises:
        NoStateError: the game parses no state from the string.
    """
    if supplies(game, "parse_state"):
        read_state(game, text)


def find_state(states: Arena[Any, Any] | Solution[Any, Any], text: str) -> Any:
    """Return the state that the game parses from a string, or else the state in memory that it formats as this string.

    Raises:
        NoStateError: the string names no state that can be reached.
    """
    try:
        state = read_state(states.game, text)
        if state in states:
            return state
        problem = NoStateError(f"play cannot reach this state: {states.describe(state)}")
    except TableError:
        raise
    except NoStateError as error:
        problem = error
    except Exception:  # what was read is nothing that the game knows to handle
        problem = NoStateError(f"{show(text)} is not a state that play can reach")
    state = states.named(text)
    if state is None:
        raise problem
    return state
