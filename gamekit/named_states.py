"""Solving a game from a state that is named by a text, and finding what a text names."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from gamekit.arena import DEFAULT_MAX_STATES, Arena, ProgressCallback
from gamekit.arena.raised import text_of
from gamekit.errors import GamekitError, InputError, LimitError
from gamekit.game import Game, supplies
from gamekit.parameters import show
from gamekit.solution import Solution
from gamekit.solvers.base import Solver
from gamekit.solving import Gear, by_rounds, explore_by_plain_rules, run, solve_by_compiled_rules
from gamekit.tables.faults import TableError

Found = TypeVar("Found")


class NoStateError(InputError):
    """A text names no state of a game, or none that can be reached."""


@attrs.frozen
class Solved:
    """A game that was solved from a state.

    Attributes:
        solution: with the state named as its root.
        state: that state, as it was named; None if none was.
        checked: whether it is known that the game can come to it from its initial state.
    """

    solution: Solution[Any, Any]
    state: Any
    checked: bool = True


def solve_from(
    game: Game[Any, Any],
    state_text: str | None,
    solver: Solver,
    *,
    gear: Gear = "auto",
    max_states: int | None = None,
    most_by_plain_rules: int = DEFAULT_MAX_STATES,
    progress: ProgressCallback,
    **compiled: Any,
) -> Solved:
    """Return the solution of a game, with the state named as its root.

    The states are those that can be reached from the initial one, so that a state which cannot is refused. Where that
    is too many, those after the named state are explored alone, and it is not known whether the game can come to it.

    Args:
        game: the rules.
        state_text: the state; where play begins by default.
        solver: for the plain rules.
        gear: as for `solve`.
        max_states: how many states may be held at once, in either gear.
        most_by_plain_rules: how many, in the python gear, if `max_states` does not say.
        progress: told about the work now and then.
        compiled: what is for the compiled gear alone: memory, threads, work, executor.

    Raises:
        NoStateError: the text names no state of the game.
        GamekitError: as `solve` does.
    """
    began = time.perf_counter()
    work = compiled.get("work")
    if work is not None or compiled.get("executor") is not None:
        gear = by_rounds(gear)
    most = most_by_plain_rules if max_states is None else max_states

    def explored(start: Any) -> Arena[Any, Any] | None:
        return explore_by_plain_rules(game, solver, gear, start=start, max_states=most, progress=progress)

    def solved(start: Any) -> Solution[Any, Any]:
        return solve_by_compiled_rules(
            game, start=start, max_states=max_states, progress=progress, **compiled
        )

    arena, state = _from_state(game, state_text, explored)
    if arena is None:
        # a work folder is of one start, so that there is no second attempt with another
        solution, state = _from_state(game, state_text if work is None else None, solved)
        if state_text is None or state is not None:
            return Solved(solution, state, checked=state is None)
        state = find_state(solution.arena, state_text)
        return Solved(solution.starting_from(state), state)
    checked = state is None
    if state_text is not None and state is None:
        state = find_state(arena, state_text)
        arena = attrs.evolve(arena, root=arena.index_of(state))
    ready = time.perf_counter()
    solution = run(solver, arena, progress)
    seconds = {"explore": ready - began, "solve": time.perf_counter() - ready}
    return Solved(attrs.evolve(solution, seconds=seconds), state, checked)


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
    return find(state), state


def read_state(game: Game[Any, Any], text: str) -> Any:
    """Return the state that the game reads in a text, whether play can come to it or not.

    Raises:
        NoStateError: it reads none.
    """
    try:
        return game.parse_state(text)
    except GamekitError as error:
        raise NoStateError(str(error)) from error
    except Exception as error:
        raise NoStateError(f"not a state: {show(text)} ({type(error).__name__}: {text_of(error)})") from error


def check_state(game: Game[Any, Any], text: str) -> None:
    """Refuse a text that names no state, as far as the game knows by itself.

    A game without a `parse_state` of its own may show states in a way that only a look at all of them tells.

    Raises:
        NoStateError: the game reads no state in it.
    """
    if supplies(game, "parse_state"):
        read_state(game, text)


def find_state(arena: Arena[Any, Any], text: str) -> Any:
    """Return the state that a text names: as the game reads it, or else as it shows one of the arena.

    Raises:
        NoStateError: it names none that can be reached.
    """
    try:
        state = read_state(arena.game, text)
        if state in arena:
            return state
        problem = NoStateError(f"state cannot be reached: {arena.describe(state)}")
    except TableError:
        raise
    except NoStateError as error:
        problem = error
    except Exception:  # what was read is nothing that the game knows to handle
        problem = NoStateError(f"not a state that can be reached: {show(text)}")
    for state in (
        arena.states if isinstance(arena.states, list) else ()
    ):  # decoding them all would take too long
        if arena.describe(state) == text:
            return state
    raise problem
