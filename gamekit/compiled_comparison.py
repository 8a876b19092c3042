"""What `compare` does in the compiled gear: holds it against plain rules, or its methods against each other."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gamekit.arena import ProgressCallback
from gamekit.comparison_report import Comparison, Run, duration
from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import Columns
from gamekit.errors import GamekitError, LimitError
from gamekit.solution import Solution
from gamekit.solving import solve_by_compiled_rules
from gamekit.values import Value

if TYPE_CHECKING:
    from gamekit.compiled_solution import CompiledSolution
    from gamekit.engine.plan import Method

MOST_LOOK_UPS: Final = 100_000
"""How many states of a solution by plain rules are looked up; of more of them, so many are drawn."""

QUICK: Final = 5.0
"""Up to so many seconds, without compiling, a solve is timed a second time: loading takes one, perhaps two."""


def run_held_against(
    truth: Solution[Any, Any], start: Any, memory: int | str | None, threads: int | None
) -> Run:
    """Solve by compiled rules, as is done by default, and hold that against a solution by plain ones."""
    name = "retrograde, compiled rules"
    try:
        solution, seconds = _timed(truth.game, start, memory, threads)
    except GamekitError as error:
        return Run(name, left_out=str(error))
    states = truth.arena.states
    if len(states) > MOST_LOOK_UPS:
        states = random.Random(0).sample(states, MOST_LOOK_UPS)
    compared, disagreement = 0, None
    for state in states:
        expected = truth[state]
        if expected.value is Value.UNSOLVED:
            continue
        compared += 1
        verdict = solution.get(state)
        if verdict != expected and disagreement is None:
            disagreement = f"{truth.arena.describe(state)}: {verdict or 'no such state'}, not {expected}"
    return Run(
        name,
        verdict=solution.root,
        states_touched=len(solution),
        seconds=seconds,
        states_compared=compared,
        disagreement=disagreement,
    )


def compare_methods(
    game: Any,
    start: Any,
    memory: int | str | None,
    threads: int | None,
    patience: float,
    progress: ProgressCallback | None,
) -> Comparison:
    """Hold the methods of the compiled gear against each other, in every state.

    Raises:
        RulesError, LimitError, UnsupportedError: as `solve` does, if not even the default method is possible.
    """
    from gamekit.engine.plan import METHODS

    truth, seconds = _timed(game, start, memory, threads, progress=progress)
    first = truth.solved.method
    runs = [_run(first, truth, seconds)]
    for method in METHODS:
        if method == first:
            continue
        estimate = _estimate(method, truth, seconds)
        if estimate > patience:
            reason = f"it would take about {duration(estimate)}, more than {duration(patience)}"
            runs.append(Run(_name(method), left_out=reason))
            continue
        try:
            found, took = _timed(game, start, memory, threads, method, progress)
        except LimitError as error:
            runs.append(Run(_name(method), left_out=f"{error}, beside the solution that it is held against"))
            continue
        except GamekitError as error:
            runs.append(Run(_name(method), left_out=str(error)))
            continue
        runs.append(_run(method, found, took, _disagreement(found, truth)))
        del found  # its memory is for the next one
    return Comparison(
        states=len(truth),
        edges=truth.arena.edges,
        explore_seconds=sum(truth.seconds.values()) - truth.seconds["solve"],
        reference=runs[0].solver,
        runs=tuple(runs),
        caps=(),
        smallest_cap=None,
        caps_note="Which cap suffices was not found out: minimax goes by plain rules.",
    )


def _timed(
    game: Any,
    start: Any,
    memory: int | str | None,
    threads: int | None,
    method: Method | None = None,
    progress: ProgressCallback | None = None,
) -> tuple[CompiledSolution[Any, Any], float]:
    """Solve, and tell how long that takes without compiling.

    What is quick is done twice, since the first time what was compiled before is loaded.
    """
    from numba.core.event import install_timer

    for _ in range(2):
        solution: Any = None  # its memory is for the next one
        compiling: list[float] = []
        began = time.perf_counter()
        with install_timer("numba:compile", compiling.append):
            solution = solve_by_compiled_rules(
                game, start=start, memory=memory, threads=threads, method=method, progress=progress
            )
        seconds = time.perf_counter() - began - sum(compiling)
        if seconds > QUICK:
            break
    return solution, seconds


def _name(method: Method) -> str:
    return f"retrograde, compiled rules, by {method}"


def _run(
    method: Method, solution: CompiledSolution[Any, Any], seconds: float, disagreement: str | None = None
) -> Run:
    return Run(
        _name(method),
        verdict=solution.root,
        states_touched=len(solution),
        seconds=seconds,
        states_compared=len(solution),
        disagreement=disagreement,
    )


def _estimate(method: Method, truth: CompiledSolution[Any, Any], seconds: float) -> float:
    """Return roughly how long a method takes, where another one took so many seconds."""
    if method != "sweeps":
        return 3 * seconds
    solve = truth.seconds["solve"]
    one_sweep = max(sum(truth.seconds.values()) - solve, solve / 4)
    return max(truth.longest * one_sweep / 2, seconds)  # the unresolved states become fewer


def _disagreement(found: CompiledSolution[Any, Any], truth: CompiledSolution[Any, Any]) -> str | None:
    """Return the first state on which two solutions differ; the same states are at the same places in both."""
    ours, theirs = found.solved.columns, truth.solved.columns
    for part in chunks_of(len(theirs.value)):
        differs = (ours.value[part] != theirs.value[part]) | (_plies(ours, part) != _plies(theirs, part))
        if differs.any():
            state = truth.arena.states[part.start + int(np.argmax(differs))]
            return f"{truth.arena.describe(state)}: {found[state]}, not {truth[state]}"
    return None


def _plies(columns: Columns, part: slice) -> Any:
    """Return remoteness, -1 where play never ends, however wide the column is."""
    plies = columns.remoteness[part].astype(np.int64)
    return np.where(plies == columns.never, -1, plies)
