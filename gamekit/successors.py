"""What the successors of a state tell of it: which of them are best, and whether a neighbourhood left them out.

States are known by their index in `solution.arena.states`.
"""

from __future__ import annotations

from typing import Any

from gamekit.solution import Solution, Status
from gamekit.values import preference


def best_successors(solution: Solution[Any, Any], index: int) -> set[int]:
    """Return the states that the best moves lead to; none where the game is over or the state is unsolved."""
    arena, game = solution.arena, solution.game
    if solution.status[index] == Status.UNSOLVED:
        return set()
    left = None if game.max_plies is None else game.max_plies - 1
    player = int(arena.mover[index])
    liking = {}
    for child in arena.successors.of(index).tolist():
        verdict = solution.verdict(child, left)
        if verdict.payoff is not None:
            liking[child] = preference(player, verdict.payoff, verdict.remoteness, game.infinite_play)
    most = max(liking.values(), default=None)
    return {child for child in liking if liking[child] == most}


def leads_out(solution: Solution[Any, Any], index: int) -> bool:
    """Tell whether a state leads on, but a neighbourhood ends there."""
    arena = solution.arena
    return not arena.terminal[index] and not len(arena.successors.of(index))
