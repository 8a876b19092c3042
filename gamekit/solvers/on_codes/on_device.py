"""Retrograde analysis on a device, such as a graphics card: of a whole game, or of the tiers of one.

If a device was not asked for, this processor solves what the device cannot: it has too little memory, does not take the
rules, or does not work.
"""

from __future__ import annotations

from typing import Any

from gamekit.device.choice import unless_asked
from gamekit.device.device import Device
from gamekit.device.solve import kernels_of, solve_on
from gamekit.device.tiers import TierSolver
from gamekit.engine.codes.batch import Batch
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.tiers.order import SolveTier
from gamekit.engine.tiers.solve import TierStorage, rules_of_tier
from gamekit.game.progress import silent
from gamekit.solution.engine_store import compiled_solution
from gamekit.solution.solution import Solution
from gamekit.solvers.base import label
from gamekit.solvers.options import SolveOptions


def solve_on_device(
    device: Device, game: Any, batch: Batch, origin: Any, code: int, options: SolveOptions
) -> Solution[Any, Any] | None:
    """Solve a game by its compiled rules, with all columns in the memory of a device.

    Return None if this processor is to solve it.
    """
    progress = options.progress or silent
    solved = unless_asked(
        options.device,
        lambda: solve_on(device, batch, code, max_states=options.max_states, progress=progress),
    )
    return None if solved is None else compiled_solution(game, solved, origin, label(options.solver))


def tier_solver(
    device: Device, batch: Batch, storage: TierStorage, options: SolveOptions, on_processor: SolveTier
) -> SolveTier:
    """Return the function that solves a tier on a device, or by `on_processor` if the device cannot."""
    kernels = unless_asked(options.device, lambda: kernels_of(device, batch))
    if kernels is None:
        return on_processor
    solver = TierSolver(device, batch, kernels, options.progress or silent)

    def solved_on_device(tier: int, children: frozenset[int]) -> Solved:
        rules, states = rules_of_tier(batch, storage, tier, children)
        return solver.solved(rules, states.index)

    def solve(tier: int, children: frozenset[int], shares: int) -> None:
        if storage.is_finished(tier):
            return
        solved = unless_asked(options.device, lambda: solved_on_device(tier, children))
        if solved is None:
            on_processor(tier, children, shares)
        else:
            storage.finish(tier, solved, children)

    return solve
