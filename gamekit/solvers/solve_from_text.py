"""`solve_from_text`: solve a game from a state that a text names; and find the state that a text names."""

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
    """A text names no state of a game, or none that can be reached."""


def solve_from_text(
    game: Game[Any, Any], text: str | None, options: SolveOptions
) -> tuple[Solution[Any, Any], bool]:
    """Return the solution of a game, with the state that a text names as its root.

    It comes with whether it is known that the game can come to that state from its initial one.

    The states are those that can be reached from the initial one, so that a state which cannot is refused. Where that
    is too many, or the game is solved by tiers, those after the named state are explored alone, and it is not known
    whether the game can come to it.

    Args:
        game: the rules.
        text: the state; where play begins by default.
        options: how to solve; their `start` must be left out.

    Raises:
        NoStateError: the text names no state of the game.
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
    """Solve a game from its initial state, with the state that a text names as the root of the solution."""
    arena, seconds = explore_by_plain_rules(game, options)
    found: Any = solve_without_arena(game, options) if arena is None else arena
    state = None if text is None else find_state(found, text)
    if arena is not None:
        root = arena.root if state is None else arena.index_of(state)
        found = solve_arena(attrs.evolve(arena, root=root), options, seconds)
    solution: Solution[Any, Any] = found
    return solution if state is None else solution.starting_from(state)


def read_state(game: Game[Any, Any], text: str) -> Any:
    """Return the state that the game reads in a text, whether play can come to it or not.

    Raises:
        NoStateError: it reads none.
    """
    try:
        return game.parse_state(text)
    except GamekitError as error:
        raise NoStateError(str(error).replace(repr(text), show(text))) from error
    except Exception as error:
        raise NoStateError(
            f"not a state: {show(text)} ({type(error).__name__}: {safe_str(error)})"
        ) from error


def check_state(game: Game[Any, Any], text: str) -> None:
    """Refuse a text that names no state, as far as the game knows by itself.

    A game without a `parse_state` of its own may show states in a way that only a look at all of them tells.

    Raises:
        NoStateError: the game reads no state in it.
    """
    if supplies(game, "parse_state"):
        read_state(game, text)


def find_state(found: Arena[Any, Any] | Solution[Any, Any], text: str) -> Any:
    """Return the state that a text names: as the game reads it, or else as it shows one that is kept in memory.

    Raises:
        NoStateError: it names none that can be reached.
    """
    try:
        state = read_state(found.game, text)
        if state in found:
            return state
        problem = NoStateError(f"state cannot be reached: {found.describe(state)}")
    except TableError:
        raise
    except NoStateError as error:
        problem = error
    except Exception:  # what was read is nothing that the game knows to handle
        problem = NoStateError(f"not a state that can be reached: {show(text)}")
    state = found.named(text)
    if state is None:
        raise problem
    return state
