"""Solutions with other columns, arenas or labels than they were made with: what a solver that errs would give."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.solution.solution import Solution


def altered(solution: Any, **changes: Any) -> Any:
    """Return the solution of an arena with some of `arena`, `solver`, `status`, `payoff`, `remoteness` replaced."""
    given = {name: getattr(solution, name) for name in ("arena", "solver", "status", "payoff", "remoteness")}
    named = {name: getattr(solution, name) for name in ("unsound", "statistics", "seconds")}
    return attrs.evolve(Solution.of_arena(**(given | changes), **named), start=solution.start)
