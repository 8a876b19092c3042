"""Verdicts, states and lines as plain data, with the names of fields that all of gamekit's JSON has."""

from __future__ import annotations

from typing import Any

from gamekit.solution.solution import Line, Solution, Verdict


def verdict_as_dict(verdict: Verdict[Any]) -> dict[str, Any]:
    """Return the fields of a verdict that JSON reports have."""
    fields = ("value", "payoff", "winner", "remoteness")
    return {"to_move": verdict.player, **{field: getattr(verdict, field) for field in fields}}


def state_as_dict(solution: Solution[Any, Any], state: Any) -> dict[str, Any]:
    """Return the fields that `solve --json` and `probe --json` print about one state."""
    return {
        "state": solution.describe(state),
        **verdict_as_dict(solution[state]),
        "best_moves": [solution.game.format_move(state, move) for move in solution.best_moves(state)],
        **solution.game.facts(solution, state),
    }


def line_as_dict(solution: Solution[Any, Any], line: Line[Any, Any]) -> dict[str, Any]:
    """Return the fields of a line of best play."""
    return {
        "line": list(line.texts()),
        "line_states": [solution.describe(state) for state in line.states],
        "line_repeats_from": line.cycle_start,
    }
