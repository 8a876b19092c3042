"""The time that `compare` tells of compiled rules: that of compiling them is not in it."""

from __future__ import annotations

from typing import Any

import pytest
from numba.core import event
from support.comparing import COMPILED, EXAMPLE, by_solver

from gamekit import compare
from gamekit.analysis.comparison import candidates
from gamekit.solvers.solve import solve_by_compiled_rules


@pytest.mark.parametrize(("solving", "times"), [(1.0, 2), (100.0, 1)])
def test_compiling_is_left_out(solving: float, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    calls: list[Any] = []

    def slow(*arguments: Any, **options: Any) -> Any:
        found = solve_by_compiled_rules(*arguments, **options)
        if not calls:
            with event.trigger_event("numba:compile"):
                now[0] += 1000.0
        calls.append(arguments)
        now[0] += solving
        return found

    monkeypatch.setattr(event, "timer", lambda: now[0])
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    monkeypatch.setattr(candidates, "solve_by_compiled_rules", slow)
    assert by_solver(compare(EXAMPLE))[COMPILED].seconds == solving
    assert len(calls) == times
