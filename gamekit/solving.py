"""`solve`: from a game to its solution, in one call."""

from __future__ import annotations

from typing import Any

from gamekit.arena import DEFAULT_MAX_STATES, Arena, ProgressCallback, explore
from gamekit.errors import UnsupportedError
from gamekit.game import Game, Move, State
from gamekit.registry import make_solver
from gamekit.solution import Solution
from gamekit.solvers.base import Solver, label


def solve(
    game: Game[State, Move],
    *,
    solver: str | Solver = "retrograde",
    start: State | None = None,
    max_states: int = DEFAULT_MAX_STATES,
    progress: ProgressCallback | None = None,
    **options: Any,
) -> Solution[State, Move]:
    """Solve a game: explore its states, then find what each of them is worth.

    Args:
        game: the rules.
        solver: the name of a registered solver, or a solver.
        start: the state to start from; the game's initial state by default.
        max_states: how many states may be held at once.
        progress: told about the work every few thousand states.
        **options: the solver's options, such as `cap=34` for minimax.

    Raises:
        RulesError: the game breaks a promise of the protocol.
        LimitError: there are more than `max_states` states.
        UnknownNameError: no such solver.
        UnsupportedError: the solver cannot solve this game; the message says why.
        InputError: no such option, or not such a value.

    >>> from games.cat_mouse import CatMouse
    >>> print(solve(CatMouse(graph=[[1, 3], [0], [3], [0, 2]]), solver="minimax", cap=3).root)
    WIN in 1 for mouse
    """
    chosen = make_solver(solver, **options)
    return run(chosen, explore(game, start=start, max_states=max_states, progress=progress), progress)


def run(
    solver: Solver, arena: Arena[State, Move], progress: ProgressCallback | None = None
) -> Solution[State, Move]:
    """Solve an arena that is already there.

    Raises:
        UnsupportedError: the solver cannot solve this arena; the message says why.
    """
    if reason := solver.can_solve(arena):
        raise UnsupportedError(f"{label(solver)} cannot solve {type(arena.game).__name__}: {reason}")
    return solver.solve(arena, progress)
