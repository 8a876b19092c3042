"""Retrograde analysis by the compiled engine, with all columns in the files of a work folder."""

from __future__ import annotations

from typing import Any

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.rules_digest import digest_of
from gamekit.engine.retrograde.method_choice import Method, method_on_disk
from gamekit.engine.runtime.checkpoint import CheckpointedRunner
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.game.fingerprint import fingerprint, name_of, parameters_of
from gamekit.solution.solution import Solution
from gamekit.solvers.on_codes.in_memory import solved
from gamekit.solvers.on_codes.setup import compiled_batch, of_runner, root_of
from gamekit.solvers.options import SolveOptions


def solve_in_files(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules in the work folder that the options name, or continue the solve there."""
    batch = compiled_batch(game, options)
    spec = ExecutorSpec.of(options.executor, options.threads)
    origin, code = root_of(batch, options.start)
    assert options.work is not None
    settings = _settings(batch, code, options.method)
    with (
        CheckpointedRunner.open(options.work, settings, **of_runner(options)) as runner,
        spec.pool(batch.rules.size) as runner.pool,
    ):
        return solved(game, batch, runner, origin, code, options)


def _settings(batch: Batch, code: int, method: Method | None) -> dict[str, Any]:
    """Return the settings that must be the same for a solve in a work folder to be resumed."""
    return {
        "game": name_of(batch.game),
        "parameters": parameters_of(batch.game),
        "start": code,
        "method": method_on_disk(batch.rules, method),
        "rules": fingerprint(batch.game, with_codes=True),
        "compiled rules": digest_of(batch, code),
    }
