"""`neighbourhood`: the part of a solution that lies within a few plies of a state, for pictures of large games."""

from __future__ import annotations

from itertools import chain
from typing import Any, Final

import numpy as np

from gamekit.arena import Adjacency, Arena
from gamekit.arena.csr import indptr_of
from gamekit.errors import InputError, LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Move, State
from gamekit.solution.solution import Solution, Status, Verdict

NO_LIMIT: Final = 1 << 62
"""So many plies left that no turn limit matters."""


def neighbourhood(
    solution: Solution[State, Move],
    state: State | None = None,
    *,
    within: int,
    max_states: int = 100_000,
) -> Solution[State, Move]:
    """Return the part of a solution within some plies of a state, with the edges among its states.

    The states at the rim, `within` plies away, have their values, but no edges: the result is for looking at, and
    cannot be verified on its own.

    Args:
        solution: of any game, by either backend.
        state: the root of the result; that of the solution by default.
        within: the number of plies to go.
        max_states: how many states there may be.

    Raises:
        InputError: `within` is negative.
        UnknownStateError: the state is not in the arena.
        LimitError: there are more than `max_states` of them.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> near = neighbourhood(gamekit.solve(Nim(heaps=(3, 5))), within=1)
    >>> len(near), near.arena.edges, str(near.root)
    (9, 8, 'WIN in 7 for first')
    """
    if within < 0:
        raise InputError(f"within must be at least 0 plies; it is {within}")
    rules: Rules[State, Move] = Rules(solution.game)
    origin = solution.root.state if state is None else state
    solution.place_of(origin)
    states = [rules.canonical(origin)]
    index = {states[0]: 0}
    rows: list[list[int]] = []
    outcomes: list[int | None] = []
    plies, rim = 0, 1  # the states from `rim` on are one ply further
    for i, current in enumerate(states):  # grows while it is walked
        if i == rim:
            plies, rim = plies + 1, len(states)
        outcomes.append(rules.outcome(current))
        leads_on = outcomes[i] is None and plies < within
        rows.append([])
        for child in rules.successors(current) if leads_on else ():
            if child not in index:
                index[child] = len(states)
                states.append(child)
            rows[i].append(index[child])
        if len(states) > max_states:
            raise LimitError(
                f"more than {max_states:,} states lie within {within} plies; ask for fewer plies, or allow more states"
            )
    degrees = np.array([*map(len, rows)], dtype=np.int64)
    edges = Adjacency(indptr_of(degrees), np.fromiter(chain.from_iterable(rows), dtype=np.int32))
    arena = Arena(
        game=solution.game,
        states=states,
        index=index,
        root=0,
        mover=np.array([rules.mover(state) for state in states], dtype=np.int8),
        terminal=np.array([outcome is not None for outcome in outcomes]),
        payoff=np.array([outcome or 0 for outcome in outcomes], dtype=np.int32),
        states_from="exploration",
        edges_from="moves",
        given=edges,
    )
    verdicts = [solution.verdict_on(state, NO_LIMIT) for state in states]
    columns = [(_status(verdict), verdict.payoff or 0, verdict.remoteness or 0) for verdict in verdicts]
    return Solution.of_arena(
        arena,
        solution.solver,
        *np.array(columns, dtype=np.int32).T,
        unsound=solution.unsound,
        statistics={"states of the whole": len(solution), "plies from the root": within},
        is_part=True,
    ).starting_from(origin)


def _status(verdict: Verdict[Any]) -> Status:
    if verdict.payoff is None:
        return Status.UNSOLVED
    return Status.ENDLESS if verdict.remoteness is None else Status.ENDED
