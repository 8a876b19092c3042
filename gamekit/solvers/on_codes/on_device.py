"""Retrograde analysis on a device, such as a graphics card: of a whole game, or of the tiers of one.

If a device was not asked for, this processor solves what the device cannot: it has too little memory, does not take the
rules, or does not work.
"""

from __future__ import annotations

from typing import Any

from gamekit.device.choice import CANNOT, is_asked_for
from gamekit.device.device import Device
from gamekit.device.solve import kernels_of, solve_on
from gamekit.device.tiers import TierSolver
from gamekit.engine.codes.batch import Batch
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
    try:
        solved = solve_on(device, batch, code, max_states=options.max_states, progress=progress)
    except CANNOT:
        if is_asked_for(options.device):
            raise
        return None
    return compiled_solution(game, solved, origin, label(options.solver))


def tier_solver(
    device: Device, batch: Batch, storage: TierStorage, options: SolveOptions, on_processor: SolveTier
) -> SolveTier:
    """Return the function that solves a tier on a device, or by `on_processor` if the device cannot."""
    try:
        solver = TierSolver(device, batch, kernels_of(device, batch), options.progress or silent)
    except CANNOT:
        if is_asked_for(options.device):
            raise
        return on_processor

    def solve(tier: int, children: frozenset[int], shares: int) -> None:
        if storage.is_finished(tier):
            return
        try:
            rules, states = rules_of_tier(batch, storage, tier, children)
            solved = solver.solved(rules, states.index)
        except CANNOT:
            if is_asked_for(options.device):
                raise
            on_processor(tier, children, shares)
        else:
            storage.finish(tier, solved, children)

    return solve
