"""`solve`: solve a game, from its rules to its solution, in one call."""

from __future__ import annotations

import shutil
import tempfile
import time
import weakref
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Unpack, overload

import attrs

from gamekit.arena import Arena, explore, listed_states
from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.compiled import is_compiled
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, Move, State, has_conversions, supplies
from gamekit.solution.conversions import check_counts_to_the_end
from gamekit.solution.solution import Solution
from gamekit.solvers import backend_choice
from gamekit.solvers.base import Solver, check_turn_limit, label
from gamekit.solvers.options import SolveKeywords, SolveOptions, with_solve_keywords
from gamekit.solvers.registry import DEFAULT_SOLVER
from gamekit.solvers.size_trial import SizeTrial


@overload
def solve(game: Game[State, Move], **options: Unpack[SolveKeywords]) -> Solution[State, Move]: ...


@overload
def solve(game: Game[State, Move], *, solver: str | Solver, **options: Any) -> Solution[State, Move]: ...


@with_solve_keywords
def solve(game: Game[State, Move], **options: Any) -> Solution[State, Move]:
    """Solve a game: explore its states, then find the value of each.

    Args:
        game: the rules.
        **options: the attributes of `SolveOptions`; any other keyword is an option of the solver, such as `cap=34` for
            minimax.

    Returns:
        The solution, with the value and remoteness of every state that the solver reaches.

    Raises:
        RulesError: the game breaks a promise of the protocol.
        UnknownStateError: `start` is not a state of the game.
        LimitError: there are more than `max_states` states, or more than fit into memory.
        UnknownNameError: there is no such solver.
        UnsupportedError: the solver or the backend cannot solve this game; the message says why.
        InputError: there is no such option, or an option has an invalid value.

    >>> from games.cat_mouse import CatMouse
    >>> print(solve(CatMouse(graph=[[1, 3], [0], [3], [0, 2]]), solver="minimax", cap=3).root)
    WIN in 1 for mouse
    """
    return solve_with(game, SolveOptions.of(**options))


def solve_with(game: Game[State, Move], options: SolveOptions) -> Solution[State, Move]:
    """Solve a game with these options, as `solve` does."""
    arena, seconds = explore_by_plain_rules(game, options)
    return solve_without_arena(game, options) if arena is None else solve_arena(arena, options, seconds)


def solve_arena(
    arena: Arena[State, Move], options: SolveOptions, explore_seconds: float
) -> Solution[State, Move]:
    """Solve an explored arena; the solution records the seconds that exploring and solving took."""
    began = time.monotonic()
    solution = run(options.solver, arena, options.progress)
    solution.store.info.seconds.update(explore=explore_seconds, solve=time.monotonic() - began)
    return solution if options.start is None else solution.starting_from(options.start)


def run(
    solver: Solver, arena: Arena[State, Move], progress: ProgressCallback | None = None
) -> Solution[State, Move]:
    """Solve an existing arena.

    Raises:
        UnsupportedError: the solver cannot solve this arena; the message says why.
    """
    check_counts_to_the_end(arena.game)
    reason = solver.can_solve(arena)
    if arena.perspective == "mover" and not solver.takes_movers_view:
        reason = "this arena shows the mover's view; explore it without movers_view"
    if reason:
        raise UnsupportedError(f"{label(solver)} cannot solve {type(arena.game).__name__}: {reason}")
    return solver.solve(arena, progress)


def explore_by_plain_rules(
    game: Game[State, Move], options: SolveOptions
) -> tuple[Arena[State, Move] | None, float]:
    """Return the arena of a game, or None if it is to be solved without an arena; and the seconds that this took."""
    began = time.monotonic()
    without = options.backend == "compiled" or options.tiers is not None or has_conversions(game)
    arena = None if without else _arena(game, options)
    return arena, time.monotonic() - began


def _arena(game: Any, options: SolveOptions) -> Arena[Any, Any] | None:
    movers_view = options.solver.takes_movers_view
    explored = partial(explore, game, start=options.start, movers_view=movers_view, progress=options.progress)
    history = backend_choice.history
    tried = history.plain_states(game) if options.allows_compiled else None
    if tried is not None and tried < options.plain_limit:
        with suppress(LimitError):
            if tried:
                arena = explored(max_states=tried)
                history.solved[game.kernels_of] += len(arena)
                return arena
        if game.kernels_of in history.warm:
            return None
        _check_listed(game, options)
        (options.progress or silent)("compiling", 0, None)  # unless its cache has what is needed
        if backend_choice.has_codes(game):
            return None
    if options.max_states is not None:
        return explored(max_states=options.max_states)
    trial = SizeTrial(game, options.plain_limit, options.progress or silent)
    return explored(max_states=options.plain_limit, progress=trial)


def _check_listed(game: Any, options: SolveOptions) -> None:
    """Refuse a game that lists more states than are allowed before anything is compiled, if listing takes less long."""
    limit = options.max_states
    if limit is not None and limit <= backend_choice.history.loading and supplies(game, "states"):
        rules = rules_for_solving(game) if options.solver.takes_movers_view else Rules(game)
        listed_states(rules, limit)


def solve_without_arena(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game tier by tier if the options name a folder for that, else by its compiled rules.

    A game with conversions is always solved tier by tier, if need be in a temporary folder.
    """
    if options.tiers is None and options.work is None and has_conversions(game):
        folder = _TemporaryFolder()
        solution = solve_without_arena(game, attrs.evolve(options, tiers=folder.path / "tiers"))
        store: Any = solution.store
        return attrs.evolve(solution, store=attrs.evolve(store, folder=folder))
    if options.tiers is None:
        return solve_by_compiled_rules(game, options)
    if not options.solver.takes_tiers:
        raise UnsupportedError(f"{label(options.solver)} does not solve by tiers; {DEFAULT_SOLVER} does")
    if options.backend == "compiled" or (options.allows_compiled and is_compiled(game)):
        return solve_by_compiled_rules(game, options)
    from gamekit.solvers.plain_tiers import solve_by_plain_tiers

    solution = solve_by_plain_tiers(game, options)
    check_turn_limit(solution.store)
    return solution


class _TemporaryFolder:
    """A folder that is removed when this object is, or when the process ends."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="gamekit-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def solve_by_compiled_rules(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, whatever the backend in `options`."""
    if options.tiers is None:
        check_counts_to_the_end(game)
    backend_choice.check_compiled(game, checked=options.checked)
    solution = options.solver.solve_codes(game, options)
    backend_choice.history.warm.add(game.kernels_of)
    check_turn_limit(solution.store)
    return solution
