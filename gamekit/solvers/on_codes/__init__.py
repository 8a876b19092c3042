"""Retrograde analysis by the compiled engine: in memory, in the files of a work folder, or tier by tier.

Each of these routes is a module with a function from a game and `SolveOptions` to the solution.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit.solution.solution import Solution
    from gamekit.solvers.options import SolveOptions


def route_of(options: SolveOptions) -> Callable[[Any, SolveOptions], Solution[Any, Any]]:
    """Return the function that solves a game in the way that the options ask for."""
    if options.tiers is not None:
        from gamekit.solvers.on_codes.by_tiers import solve_by_tiers as route
    elif options.work is not None:
        from gamekit.solvers.on_codes.in_files import solve_in_files as route
    else:
        from gamekit.solvers.on_codes.in_memory import solve_in_memory as route
    return route
