"""Retrograde analysis by the compiled engine, tier by tier, with a table of each tier."""

from __future__ import annotations

from functools import partial
from typing import Any

from gamekit.engine.codes.rules_digest import digest_of
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.memory_budget import give_back
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.tiers import solve as engine
from gamekit.engine.tiers.order import SolveTier, solve_in_order
from gamekit.errors import UnsupportedError
from gamekit.game.fingerprint import Identity
from gamekit.solution.solution import Solution
from gamekit.solvers.base import label
from gamekit.solvers.on_codes.setup import compiled_batch, of_runner, root_of
from gamekit.solvers.options import SolveOptions
from gamekit.tables.tiers.codes import CodeTierFolder
from gamekit.tables.tiers.files import CODES, Settings
from gamekit.tables.tiers.overlapping import OverlappingTierFolder
from gamekit.tables.tiers.reading import open_tier_folder


def solve_by_tiers(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, tier by tier, in the folder that the options name, or continue there.

    Raises:
        UnsupportedError: the game names no tiers, or the method is "scan".
    """
    device = options.chosen_device(game)  # whatever is wrong with it is said before anything is compiled
    batch = compiled_batch(game, options)
    if batch.rules.tier is None:
        raise UnsupportedError(f"{batch.name} names no tiers: define tier, which returns the tier of a state")
    if options.method == "scan":
        raise UnsupportedError("method 'scan' cannot solve by tiers; omit the method")
    assert options.tiers is not None
    origin, code = root_of(batch, options.start)
    identity = Identity.of(game, with_codes=True)
    settings = Settings.of(game, identity, origin).as_json() | {"code": code, CODES: digest_of(batch, code)}
    # while a device solves, the cores are free to write
    kind = CodeTierFolder if device is None else OverlappingTierFolder
    spec, runner = ExecutorSpec.of(options.executor, options.threads), RoundRunner(**of_runner(options))
    with (
        kind.open(
            options.tiers,
            game,
            settings,
            identity,
            compress=options.compress,
            batch=batch,
            solver=label(options.solver),
        ) as folder,
        spec.in_memory().pool(batch.rules.size) as runner.pool,
        spec.side_by_side(game) as (pool, number),  # before hours of exploring, as it may not be possible
    ):
        only_reached = options.start is not None
        graph = engine.find_tiers(
            runner, batch, code, folder, max_states=options.max_states, only_reached=only_reached
        )
        give_back()
        here: SolveTier = partial(engine.solve_tier, runner, batch, folder, options.method)
        if device is not None:
            from gamekit.solvers.on_codes.on_device import tier_solver

            here = tier_solver(device, batch, folder, options, here)
        apart = partial(
            engine.solve_apart, batch, folder, options.method, runner.budget, options.threads, options.tuning
        )
        schedule = engine.schedule_of(batch, graph, folder)
        solve_in_order(here if spec.is_here else apart, schedule, pool, number, runner.progress)
    return open_tier_folder(options.tiers, game)
