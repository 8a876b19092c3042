"""The best successors of a state, and whether a neighbourhood left its successors out.

States are known by their index in `solution.arena.states`.
"""

from __future__ import annotations

from typing import Any

from gamekit.solution.solution import Solution


def best_successors(solution: Solution[Any, Any], index: int) -> set[int]:
    """Return the states that the best moves lead to; none if the state is terminal, unsolved or at the rim."""
    if leads_out(solution, index):
        return set()
    arena = solution.arena
    state = arena.states[index]
    return {arena.index_of(arena.game.apply(state, move)) for move in solution.best_moves(state)}


def leads_out(solution: Solution[Any, Any], index: int) -> bool:
    """Return whether a state has successors that a neighbourhood leaves out."""
    arena = solution.arena
    return not arena.terminal[index] and not len(arena.successors.of(index))
