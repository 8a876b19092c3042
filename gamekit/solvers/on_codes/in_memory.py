"""Retrograde analysis by the compiled engine, with all columns in memory: this processor's, or that of a device."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from gamekit.engine.codes.batch import Batch
from gamekit.engine.retrograde.solve import solve
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.progress import ProgressCallback, silent
from gamekit.solution.engine_store import compiled_solution
from gamekit.solution.solution import Solution
from gamekit.solvers.base import label
from gamekit.solvers.on_codes.card_trial import CardTrial, GivenUp
from gamekit.solvers.on_codes.setup import compiled_batch, of_runner, root_of
from gamekit.solvers.options import SolveOptions


def solve_in_memory(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, with all columns in memory."""
    device = options.chosen_device(game)  # whatever is wrong with it is said before anything is compiled
    batch = compiled_batch(game, options)
    spec = ExecutorSpec.of(options.executor, options.threads)
    origin, code = root_of(batch, options.start)
    spec.check_in_memory()

    def on_processor(progress: ProgressCallback | None) -> Solution[Any, Any]:
        runner = RoundRunner(**of_runner(options))
        runner.progress = progress or silent
        with spec.pool(batch.rules.size) as runner.pool:
            return solved(game, batch, runner, origin, code, options)

    if device is None:
        trial = CardTrial(game, options)
        with suppress(GivenUp):
            return on_processor(trial)
        device = trial.device
    assert device is not None
    from gamekit.solvers.on_codes.on_device import solve_on_device

    solution = solve_on_device(device, game, batch, origin, code, options)
    return on_processor(options.progress) if solution is None else solution


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
