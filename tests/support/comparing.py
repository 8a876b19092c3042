"""What tests of `compare` have in common: chases to compare solvers on, and the names of the runs."""

from __future__ import annotations

import json

from gamekit.analysis.comparison.compare import Comparison, Run
from gamekit.game.registry import registered
from gamekit.solvers.registry import SOLVERS
from games.cat_mouse import CatMouse
from support.paths import DATA

CHASES = DATA / "cat_mouse_913.jsonl"
CASES = [json.loads(line) for line in CHASES.read_text(encoding="utf-8").splitlines()]
LONG = next(case for case in CASES if (len(case["graph"]), case["remoteness"]) == (17, 80))

EXAMPLE = CatMouse([[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])

EXACT = sorted(registered(SOLVERS))
COMPILED = "retrograde, compiled rules"


def by_solver(comparison: Comparison) -> dict[str, Run]:
    """Return the runs by the solver that made them."""
    return {run.solver: run for run in comparison.runs}
