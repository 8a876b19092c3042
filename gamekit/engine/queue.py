"""Retrograde analysis of a small game with dense codes, from rules to values in one call of one kernel.

What the rounds do for large games, without their fixed costs: a queue instead of layers. The states must be their codes
and the rules must give predecessors.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types

from gamekit.compiled import MAX_PAYOFF, NOT_OVER
from gamekit.engine.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY, Batch
from gamekit.engine.columns import NO_STATE, UNRESOLVED, Columns, width_of_left
from gamekit.engine.signatures import NEIGHBOURS, STATE, Array

LARGEST: Final = 1 << 22
"""How many places a game may have to be solved this way: enough that rounds no longer cost more."""

NEVER: Final = (1 << 16) - 1
TOO_LONG: Final = 100


def is_small(batch: Batch) -> bool:
    """Tell whether a game is solved this way."""
    rules = batch.rules
    return type(batch) is Batch and bool(rules.is_state and rules.predecessors) and rules.size <= LARGEST


def solve_small(batch: Batch) -> Columns | None:
    """Return the solved columns; None if play lasts longer than they can tell, which the rounds can.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    rules = batch.rules
    value = np.empty(rules.size, dtype=np.int8)
    remoteness = np.empty(rules.size, dtype=np.uint16)
    left = np.empty(rules.size, dtype=width_of_left(rules.max_successors))
    payoffs = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    states, edges, code, problem = _solve(
        batch.is_state, batch.outcome, batch.mover, batch.successors, batch.predecessors,
        max(rules.max_successors, rules.max_predecessors), batch.parameters, batch.from_movers_view,
        batch.game.infinite_play, value, remoteness, left, payoffs,
    )  # fmt: skip
    if problem == TOO_LONG:
        return None
    if problem:
        batch.breach(problem, "successors", code)
    found = tuple((np.flatnonzero(payoffs) - MAX_PAYOFF).tolist())
    return Columns(value, remoteness, left, states, edges, found)


def _signature(left: Any) -> Any:
    result: Any = types.Tuple((types.int64,) * 4)  # type: ignore[no-untyped-call]
    return result(
        STATE, STATE, STATE, NEIGHBOURS, NEIGHBOURS, types.int64, Array, types.boolean, types.int64,
        types.int8[::1], types.uint16[::1], left[::1], types.boolean[::1],
    )  # fmt: skip


@numba.njit([_signature(types.uint8), _signature(types.uint32)], cache=True, nogil=True)
def _solve(  # type: ignore[no-untyped-def]
    is_state, outcome, mover, successors, predecessors, most, parameters, from_movers_view, infinite_play,
    value, remoteness, left, payoffs,
):  # fmt: skip
    size = len(value)
    queue = np.empty(size, dtype=np.int32)
    ends = np.empty(size, dtype=np.int32)
    out = np.empty(most + SLACK, dtype=np.int64)
    states = edges = number_of_ends = 0
    for code in range(size):
        remoteness[code] = 0
        left[code] = 0
        if is_state(code, parameters) == 0:
            value[code] = NO_STATE
            continue
        states += 1
        payoff = outcome(code, parameters)
        if payoff != NOT_OVER:
            if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                return states, edges, code, BAD_OUTCOME
            value[code] = payoff
            payoffs[payoff + MAX_PAYOFF] = True
            ends[number_of_ends] = code
            number_of_ends += 1
            continue
        count = successors(code, parameters, out)
        if count <= 0:
            return states, edges, code, NO_MOVES
        if count > most:
            return states, edges, code, TOO_MANY
        edges += count
        value[code] = UNRESOLVED
        left[code] = 2 * count + mover(code, parameters)

    # the sweeps, best ends first: (payoff, who hurries); from the mover's view an end and its mirror go together
    for step in range(1, 4 * MAX_PAYOFF + 3):
        if step <= 2 * MAX_PAYOFF:
            payoff = MAX_PAYOFF + 1 - step  # gains of the first player, falling
            if payoff <= infinite_play:
                continue
        elif step <= 4 * MAX_PAYOFF:
            payoff = step - 3 * MAX_PAYOFF - 1  # gains of the second player, rising
            if payoff >= infinite_play or from_movers_view:
                continue
        else:
            payoff = infinite_play
            if step > 4 * MAX_PAYOFF + 1:
                continue
        mirrored = from_movers_view and payoff != 0
        if not payoffs[payoff + MAX_PAYOFF] and not (mirrored and payoffs[MAX_PAYOFF - payoff]):
            continue
        gain = payoff - infinite_play if payoff != infinite_play else payoff
        tail = 0
        for i in range(number_of_ends):
            if value[ends[i]] == payoff or (mirrored and value[ends[i]] == -payoff):
                queue[tail] = ends[i]
                tail += 1
        head = 0
        while head < tail:
            state = queue[head]
            head += 1
            plies = np.int64(remoteness[state]) + 1
            worth = np.int64(value[state])
            hurrier = 2 if gain == 0 else 0 if gain > 0 else 1
            if from_movers_view:
                worth = -worth
                hurrier = 2 if gain == 0 else 0 if worth > 0 else 1
            count = predecessors(state, parameters, out)
            for i in range(count):
                parent = out[i]
                if parent < 0 or parent >= size:
                    return states, edges, state, OUT_OF_RANGE
                after = np.int64(left[parent]) - 2
                if after < 0:
                    continue
                if hurrier == 2 or after & 1 == hurrier or after < 2:
                    if plies >= NEVER:
                        return states, edges, state, TOO_LONG
                    left[parent] = 0
                    value[parent] = worth
                    remoteness[parent] = plies
                    queue[tail] = parent
                    tail += 1
                else:
                    left[parent] = after

    for code in range(size):
        if value[code] == UNRESOLVED:
            value[code] = infinite_play
            remoteness[code] = NEVER
            left[code] = 0
    return states, edges, 0, 0
