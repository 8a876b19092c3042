"""Retrograde analysis by the compiled engine, with all columns in memory."""

from __future__ import annotations

from typing import Any

from gamekit.engine.codes.batch import Batch
from gamekit.engine.retrograde.solve import solve
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.solution.engine_store import compiled_solution
from gamekit.solution.solution import Solution
from gamekit.solvers.base import label
from gamekit.solvers.on_codes.setup import compiled_batch, of_runner, root_of
from gamekit.solvers.options import SolveOptions


def solve_in_memory(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, with all columns in memory."""
    batch = compiled_batch(game, options)
    spec = ExecutorSpec.of(options.executor, options.threads)
    origin, code = root_of(batch, options.start)
    spec.check_in_memory()
    runner = RoundRunner(**of_runner(options))
    with spec.pool(batch.rules.size) as runner.pool:
        return solved(game, batch, runner, origin, code, options)


def solved(
    game: Any, batch: Batch, runner: RoundRunner, origin: Any, code: int, options: SolveOptions
) -> Solution[Any, Any]:
    """Return the solution that a runner computes from the compiled rules of a game and the code of a state."""
    try:
        state = solve(runner, batch, code, method=options.method, max_states=options.max_states)
    except IndexError:
        if options.checked:
            game.checked_rules().find_breach()
        raise
    return compiled_solution(game, state, origin, label(options.solver))
