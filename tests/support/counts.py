"""What is known of the values of a game as a whole."""

from __future__ import annotations

from typing import Any

from gamekit import Solution


def figures_of(solution: Solution[Any, Any]) -> dict[str, Any]:
    """Return what is known of the values of a game as a whole."""
    counts = {value.value: number for value, number in solution.counts().items()}
    return {"root": str(solution.root), "longest": solution.longest, "counts": counts}
