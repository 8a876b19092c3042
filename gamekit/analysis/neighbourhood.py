"""The contents of pictures of arenas: the part of a solution within a few plies of a state, and its best moves."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.arena import explore
from gamekit.errors import InputError, LimitError
from gamekit.game.protocol import Move, State
from gamekit.solution.arena_store import INFINITE, UNSOLVED, ArenaStore
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.solution import Solution
from gamekit.solution.store import Info

NO_LIMIT: Final = 1 << 62
"""A number of plies left with which no turn limit matters."""


def neighbourhood(
    solution: Solution[State, Move], state: State | None = None, *, within: int, max_states: int = 100_000
) -> Solution[State, Move]:
    """Return the part of a solution within some plies of a state, with the edges between its states.

    The states at the rim, `within` plies away, have their values but no edges. So the result is for display, and cannot
    be verified on its own.

    Args:
        solution: a solution of any game, by either backend.
        state: the root of the result; by default, the root of the solution.
        within: the number of plies from the root to the rim.
        max_states: the largest number of states of the result.

    Raises:
        InputError: `within` is negative.
        UnknownStateError: the state is not in the arena.
        LimitError: the result has more than `max_states` states.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> near = neighbourhood(gamekit.solve(Nim(heaps=(3, 5))), within=1)
    >>> len(near), near.arena.edges, str(near.root)
    (9, 8, 'WIN in 7 for first')
    """
    check_solution(solution, "neighbourhood")
    if within < 0:
        raise InputError(f"within must be at least 0 plies; it is {within}")
    origin = solution.start if state is None else state
    solution.place_of(origin)  # raises if there is no such state
    try:
        arena = explore(solution.game, start=origin, max_states=max_states, within=within)
    except LimitError as error:
        raise LimitError(
            f"more than {max_states:,} states lie within {within} plies; ask for fewer plies, or allow more states"
        ) from error
    verdicts = [solution.verdict_on(state, NO_LIMIT) for state in arena.states]
    value = [UNSOLVED if verdict.payoff is None else verdict.payoff for verdict in verdicts]
    plies = [INFINITE if verdict.remoteness is None else verdict.remoteness for verdict in verdicts]
    info = Info(
        solution.solver,
        states_from=arena.states_from,
        edges_from=arena.edges_from,
        unsound=solution.unsound,
        statistics={"states of the whole": len(solution), "plies from the root": within},
        is_part=bool(np.any(~arena.terminal & (arena.successors.degrees() == 0))),  # some lead out of it
    )
    return Solution(ArenaStore.beside(arena, info, np.array(value), np.array(plies)), origin)


def best_successors(solution: Solution[Any, Any], index: int) -> set[int]:
    """Return the indices of the states to which best moves lead; none for a terminal, unsolved or rim state."""
    if leads_out(solution, index):
        return set()
    arena = solution.arena
    state = arena.states[index]
    return {arena.index_of(arena.game.apply(state, move)) for move in solution.best_moves(state)}


def leads_out(solution: Solution[Any, Any], index: int) -> bool:
    """Return whether a state has successors that a neighbourhood leaves out."""
    arena = solution.arena
    return not arena.terminal[index] and not len(arena.successors.of(index))
