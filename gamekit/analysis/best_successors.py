"""The best successors of a state, and whether a neighbourhood left its successors out.

States are known by their index in `solution.arena.states`.
"""

from __future__ import annotations

from typing import Any

from gamekit.game.values import preference_key, turn_limit
from gamekit.solution.solution import Solution, Status


def best_successors(solution: Solution[Any, Any], index: int) -> set[int]:
    """Return the states that the best moves lead to; none if the state is terminal or unsolved."""
    arena, game = solution.arena, solution.game
    if solution.status[index] == Status.UNSOLVED:
        return set()
    limit = turn_limit(game)
    left = None if limit is None else limit - 1
    player = int(arena.mover[index])
    preference = {}
    for child in arena.successors.of(index).tolist():
        verdict = solution.verdict(child, left)
        if verdict.payoff is not None:
            preference[child] = preference_key(player, verdict.payoff, verdict.remoteness, game.infinite_play)
    most = max(preference.values(), default=None)
    return {child for child in preference if preference[child] == most}


def leads_out(solution: Solution[Any, Any], index: int) -> bool:
    """Return whether a state has successors that a neighbourhood leaves out."""
    arena = solution.arena
    return not arena.terminal[index] and not len(arena.successors.of(index))
