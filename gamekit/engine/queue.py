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
from gamekit.engine.backwards import settle_part, sweeps
from gamekit.engine.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY, Batch
from gamekit.engine.columns import NO_STATE, UNRESOLVED, Columns, width_of_left
from gamekit.engine.functions import FUNCTIONS, Array
from gamekit.engine.regions import resolve

LARGEST: Final = 1 << 23
"""How many places a game may have to be solved this way: on two cores rounds take as long at six million places."""

NEVER: Final = (1 << 16) - 1
TOO_LONG: Final = 100


def is_small(batch: Batch) -> bool:
    """Tell whether a game is solved this way."""
    rules = batch.rules
    return type(batch) is Batch and bool(rules.is_state and rules.predecessors) and rules.size <= LARGEST


def bytes_of(batch: Batch) -> int:
    """Return what the columns and the queues take."""
    return 15 * batch.rules.size


def solve_small(batch: Batch) -> Columns | None:
    """Return the solved columns; None if play lasts longer than they can tell, which the rounds can.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    rules, infinite_play = batch.rules, batch.game.infinite_play
    value = np.empty(rules.size, dtype=np.int8)
    remoteness = np.zeros(rules.size, dtype=np.uint16)
    left = np.zeros(rules.size, dtype=width_of_left(rules.max_successors))
    ends = np.empty(rules.size, dtype=np.uint32)
    occur = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    states, edges, number_of_ends, code, problem = _survey(
        batch.functions, rules.max_successors, batch.parameters, value, left, ends, occur,
    )  # fmt: skip
    if problem:
        batch.breach(problem, "successors", code)
    payoffs = tuple((np.flatnonzero(occur) - MAX_PAYOFF).tolist())
    messages = [
        (sweep, message.worth, message.for_parents, message.hurrier)
        for sweep, together in enumerate(
            sweeps(payoffs, infinite_play, from_movers_view=batch.from_movers_view)
        )
        for message in together
    ]
    code, problem = _attract(
        batch.functions, rules.max_predecessors, batch.parameters,
        np.array(messages, dtype=np.int64).reshape(-1, 4), ends[:number_of_ends], value, remoteness, left,
    )  # fmt: skip
    if problem == TOO_LONG:
        return None
    if problem:
        batch.breach(problem, "predecessors", code)
    columns = Columns(value, remoteness, left, states, edges, payoffs)
    settle_part(columns, infinite_play, slice(None))
    columns.left = columns.left[:0].copy()
    return columns


def _signatures(result: int, *arguments: Any) -> list[Any]:
    """Return the signatures of a kernel for both types of `left`, which `None` among the arguments stands for."""
    numbers: Any = types.Tuple((types.int64,) * result)  # type: ignore[no-untyped-call]
    return [
        numbers(*(left[::1] if argument is None else argument for argument in arguments))
        for left in (types.uint8, types.uint32)
    ]


@numba.njit(
    _signatures(
        5, FUNCTIONS, types.int64, Array,
        types.int8[::1], None, types.uint32[::1], types.boolean[::1],
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def _survey(functions, most, parameters, value, left, ends, occur):  # type: ignore[no-untyped-def]
    """Ask the rules of every code; return the numbers of states, edges and ends, and at which code what went wrong."""
    is_state, outcome, mover = functions.is_state, functions.outcome, functions.mover
    successors = functions.successors
    out = np.empty(most + SLACK, dtype=np.int64)
    states = edges = number_of_ends = 0
    for code in range(len(value)):
        if is_state(code, parameters) == 0:
            value[code] = NO_STATE
            continue
        states += 1
        payoff = outcome(code, parameters)
        if payoff != NOT_OVER:
            if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                return states, edges, number_of_ends, code, BAD_OUTCOME
            value[code] = payoff
            occur[payoff + MAX_PAYOFF] = True
            ends[number_of_ends] = code
            number_of_ends += 1
            continue
        count = successors(code, parameters, out)
        if count <= 0 or count > most:
            return states, edges, number_of_ends, code, NO_MOVES if count <= 0 else TOO_MANY
        for i in range(count):
            if out[i] < 0 or out[i] >= len(value):
                return states, edges, number_of_ends, code, OUT_OF_RANGE
        edges += count
        value[code] = UNRESOLVED
        left[code] = 2 * count + mover(code, parameters)
    return states, edges, number_of_ends, 0, 0


@numba.njit(
    _signatures(
        2, FUNCTIONS, types.int64, Array, types.int64[:, ::1], types.uint32[::1],
        types.int8[::1], types.uint16[::1], None,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def _attract(functions, most, parameters, messages, ends, value, remoteness, left):  # type: ignore[no-untyped-def]
    """Solve backwards from the ends; return at which code what went wrong.

    Rows of `messages`: in which sweep, what states are worth, what that makes their parents worth, who hurries.
    """
    predecessors = functions.predecessors
    queue = np.empty(len(value), dtype=np.uint32)
    out = np.empty(most + SLACK, dtype=np.int64)
    first = 0
    while first < len(messages):
        last = first
        while last + 1 < len(messages) and messages[last + 1, 0] == messages[first, 0]:
            last += 1
        head = tail = 0
        for message in range(first, last + 1):
            for end in ends:
                if value[end] == messages[message, 1]:
                    queue[tail] = end
                    tail += 1
        while head < tail:
            state = queue[head]
            head += 1
            message = first
            while messages[message, 1] != value[state]:
                message += 1
            plies = remoteness[state] + 1
            if plies >= NEVER:
                return state, TOO_LONG
            count = predecessors(state, parameters, out)
            if count < 0 or count > most:
                return state, TOO_MANY
            for i in range(count):
                if out[i] < 0 or out[i] >= len(value):
                    return state, OUT_OF_RANGE
            known = tail
            tail = resolve(out, count, messages[message, 3], left, queue, tail)
            for i in range(known, tail):
                value[queue[i]] = messages[message, 2]
                remoteness[queue[i]] = plies
        first = last + 1
    return 0, 0
