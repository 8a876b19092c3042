"""Candidates for a comparison: solvers on an arena, and methods of the compiled backend."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final, NoReturn

import attrs

from gamekit.arena import Arena, explore
from gamekit.errors import GamekitError, LimitError, PluginError
from gamekit.game.progress import ProgressCallback
from gamekit.game.registry import load_game, registered
from gamekit.solution.solution import Solution
from gamekit.solvers.base import Solver, label
from gamekit.solvers.minimax import Minimax
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.registry import DEFAULT_SOLVER, SOLVERS, make_solver
from gamekit.solvers.solve import run, solve_by_compiled_rules

COMPILED: Final = f"{DEFAULT_SOLVER}, compiled rules"

TINY: Final = "cat-mouse"
"""The name of a game that any solver solves at once: its example has 60 states, some terminal, some on cycles."""

TIMED_TWICE: Final = 5.0
"""The longest solve, in seconds without compiling, that is timed twice, because loading takes a second or two."""

Timed = tuple[Solution[Any, Any], float]
"""A solution, and the wall time in seconds that it took."""


@attrs.frozen
class Candidate:
    """One way to solve a game.

    Attributes:
        name: the solver, with its options.
        solve: a function that solves the game and times the solve; it raises a `GamekitError` if this candidate cannot.
        seconds: a rough estimate of the time of a solve, in seconds.
        peak_bytes: a function that solves the game again and returns the memory allocated at the peak; None if the peak
            is not measured.
        cap: the number of plies that the candidate looks ahead; None if there is no cap.
    """

    name: str
    solve: Callable[[], Timed]
    seconds: float = 0.0
    peak_bytes: Callable[[], int] | None = None
    cap: int | None = None


def solver_candidate(
    solver: Solver, arena: Arena[Any, Any], plies: int, progress: ProgressCallback | None
) -> Candidate:
    """Return the candidate that runs a solver on an arena in which the largest remoteness is `plies`."""
    return Candidate(
        label(solver),
        partial(_run, solver, arena, progress),
        solver.seconds(arena, plies),
        partial(_peak_bytes, solver, arena),
        solver.cap if isinstance(solver, Minimax) else None,
    )


def registered_solvers() -> tuple[list[Solver], list[Candidate]]:
    """Return the registered solvers, the default one first, and candidates for those that cannot be loaded."""
    solvers: list[Solver] = []
    broken: list[Candidate] = []
    for name in sorted(registered(SOLVERS), key=lambda name: (name != DEFAULT_SOLVER, name)):
        try:
            solvers.append(make_solver(name))
        except PluginError as error:
            broken.append(Candidate(name, partial(_refuse, error)))
    return solvers, broken


def _refuse(error: GamekitError) -> NoReturn:
    raise error


def _run(solver: Solver, arena: Arena[Any, Any], progress: ProgressCallback | None) -> Timed:
    """Run a solver and time it; a run on a tiny arena before makes it load and compile what it needs."""
    with suppress(Exception):  # the run that counts reports what is wrong
        run(solver, explore(load_game(TINY)))
    began = time.monotonic()
    return run(solver, arena, progress), time.monotonic() - began


def _peak_bytes(solver: Solver, arena: Arena[Any, Any]) -> int:
    tracemalloc.start()
    try:
        run(solver, arena)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def compiled_candidate(game: Any, options: SolveOptions) -> Candidate:
    """Return the candidate that solves a game by the compiled backend with its default method."""
    return Candidate(COMPILED, partial(solve_timed, game, attrs.evolve(options, progress=None)))


def method_candidates(game: Any, options: SolveOptions, default: Timed) -> Iterator[Candidate]:
    """Yield a candidate for each method of the compiled backend; the default method, run already, comes first.

    If a device ran it, all methods of this processor follow.
    """
    from gamekit.engine.retrograde.method_choice import METHODS

    solution, seconds = default
    first: Any = solution.method
    device = solution.statistics.get("device")
    yield Candidate(f"{COMPILED}, {f'by {first}' if device is None else f'on {device}'}", lambda: default)
    if device is not None:
        first, options = None, attrs.evolve(options, device="cpu")
    solve = solution.seconds["solve"]
    one_scan = max(sum(solution.seconds.values()) - solve, solve / 4)
    for method in METHODS:
        if method != first:
            # each scan is shorter than the one before, because fewer states are unresolved
            estimate = max(solution.longest * one_scan / 2, seconds) if method == "scan" else 3 * seconds
            by_method = partial(_solve_beside, game, attrs.evolve(options, method=method))
            yield Candidate(f"{COMPILED}, by {method}", by_method, estimate)


def _solve_beside(game: Any, options: SolveOptions) -> Timed:
    try:
        return solve_timed(game, options)
    except LimitError as error:
        raise LimitError(
            f"the solution must fit in memory beside the first one, with which it is compared: {error}"
        ) from error


def solve_timed(game: Any, options: SolveOptions, timed_twice: float = TIMED_TWICE) -> Timed:
    """Solve a game by its compiled rules; return the solution and the wall time in seconds, without compiling.

    A solve of up to `timed_twice` seconds is repeated, because the first solve also loads cached machine code.
    """
    from numba.core.event import install_timer

    for _ in range(2):
        solution: Any = None  # its memory is for the next one
        compiling: list[float] = []
        began = time.monotonic()
        with install_timer("numba:compile", compiling.append):
            solution = solve_by_compiled_rules(game, options)
        seconds = time.monotonic() - began - sum(compiling)
        if seconds > timed_twice:
            break
    return solution, seconds
