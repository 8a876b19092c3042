"""Solving by tiers, into a folder with a table for each tier."""

from __future__ import annotations

from functools import partial
from typing import Any

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import is_compiled
from gamekit.game.progress import silent
from gamekit.solution.solution import Solution
from gamekit.solvers.backend_choice import check_compiled, history
from gamekit.solvers.base import label
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.retrograde import Retrograde
from gamekit.solvers.root import root_of


def solve_by_tiers(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game tier by tier in the folder that the options name, or go on with what was begun there.

    Raises:
        UnsupportedError: the rules name no tiers, or the solver does not solve by tiers.
        InputError: the folder holds something else.
    """
    if not isinstance(options.solver, Retrograde):
        raise UnsupportedError(f"{label(options.solver)} does not solve by tiers; retrograde does")
    if options.backend != "compiled" and not (options.allows_compiled and is_compiled(game)):
        from gamekit.solvers.plain_tiers import solve_by_plain_tiers

        return solve_by_plain_tiers(game, options)
    check_compiled(game, checked=options.checked)
    from gamekit.engine.codes.batch import batch_of
    from gamekit.engine.runtime.executors import ExecutorSpec
    from gamekit.engine.runtime.memory_budget import Budget, give_back
    from gamekit.engine.runtime.supersteps import RoundRunner
    from gamekit.engine.tiers import solve as engine
    from gamekit.engine.tiers.schedule import solve_in_order
    from gamekit.game.fingerprint import Identity
    from gamekit.tables.tiers.codes import CodeTierFolder, code_settings
    from gamekit.tables.tiers.reading import open_tier_folder

    progress = options.progress or silent
    progress("compiling", 0, None)
    batch = batch_of(game, checked=options.checked)
    if batch.rules.tier is None:
        raise UnsupportedError(
            f"{batch.name} names no tiers: define tier, which says to which a state belongs"
        )
    if options.method == "scan":
        raise UnsupportedError("method 'scan' cannot solve by tiers; omit the method")
    assert options.tiers is not None
    origin, code = root_of(batch, options.start)
    identity = Identity.of(game, with_codes=True)
    settings = code_settings(batch, identity, code, origin)
    spec, budget = ExecutorSpec.of(options.executor, options.threads), Budget.of(options.memory)
    runner = RoundRunner(budget=budget, progress=progress, tuning=options.tuning)
    with (
        CodeTierFolder.open(
            options.tiers, game, settings, identity, compress=options.compress, batch=batch
        ) as folder,
        spec.in_memory().pool(batch.rules.size) as runner.pool,
        spec.side_by_side(game) as (pool, number),  # before hours of exploring, as it may not be possible
    ):
        only_reached = options.start is not None
        graph = engine.find_tiers(
            runner, batch, code, folder, max_states=options.max_states, only_reached=only_reached
        )
        give_back()
        here = partial(engine.solve_tier, runner, batch, folder, options.method)
        apart = partial(
            engine.solve_apart, batch, folder, options.method, budget, options.threads, options.tuning
        )
        schedule = engine.schedule_of(batch, graph, folder)
        solve_in_order(here if spec.is_here else apart, schedule, pool, number, progress)
    history.warm.add(game.kernels_of)
    return open_tier_folder(options.tiers, game)
