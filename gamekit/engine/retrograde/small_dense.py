"""Retrograde analysis of a small game with dense codes: two calls of kernels, and a queue in place of rounds.

This method has none of the fixed costs of rounds. The rules must give `is_state` and `predecessors`.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, Final

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY, Batch
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.engine.retrograde.columns import PlainColumns, unresolved_dtype
from gamekit.engine.retrograde.propagation import sweeps
from gamekit.engine.retrograde.result_numbers import NO_STATE, UNRESOLVED
from gamekit.engine.retrograde.sharded_state import StateCounts, decrement
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER, CompiledRules

MOST_PLACES: Final = 1 << 23
"""The most places of a game that `solve_small` solves: on two cores, rounds are as quick at six million places."""

BYTES_A_PLACE: Final = 15
"""The number of bytes that the columns and queues take per place."""

NO_EDGES: Final = (np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
"""The edges in `propagated` of a game whose rules give the parents of a state."""

NO_PLIES: Final = (1 << 16) - 1
TOO_LONG: Final = 100


def is_small(batch: Batch) -> bool:
    """Return whether `solve_small` can solve a game."""
    rules = batch.rules
    return type(batch) is Batch and bool(rules.is_state and rules.predecessors) and rules.size <= MOST_PLACES


def solve_small(batch: Batch) -> tuple[PlainColumns, StateCounts] | None:
    """Return the solved columns and the totals; None if a remoteness does not fit into the two bytes of the column."""
    rules, counter = batch.rules, counter_of(batch.rules)
    value, unresolved = np.empty(rules.size, dtype=np.int8), np.zeros(rules.size, dtype=counter)
    ends = np.empty(rules.size, dtype=np.uint32)
    occur = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    initialise, _ = _kernels(counter)
    states, edges, number_of_ends, code, problem = initialise(
        batch.functions, rules.max_successors, batch.parameters, value, unresolved, ends, occur,
    )  # fmt: skip
    if problem:
        batch.breach(problem, "successors", code)
    payoffs = tuple((np.flatnonzero(occur) - MAX_PAYOFF).tolist())
    columns = propagated(batch, payoffs, ends[:number_of_ends], value, unresolved)
    return None if columns is None else (columns, StateCounts(states, edges, payoffs))


def propagated(
    batch: Batch,
    payoffs: tuple[int, ...],
    ends: NDArray[np.uint32],
    value: NDArray[np.int8],
    unresolved: NDArray[Any],
    parents: tuple[NDArray[np.int64], NDArray[np.int64]] = NO_EDGES,
) -> PlainColumns | None:
    """Return the columns of all states, resolved backwards from the ends; None if a remoteness takes three bytes.

    Args:
        batch: the rules.
        payoffs: the payoffs of the ends.
        ends: the places of terminal states.
        value: the column of values, in which those of terminal states are set.
        unresolved: the column of counts, of the type `counter_of`, as `decrement` takes them.
        parents: where the parents of each place begin, and the parents; by default, the rules give the parents.
    """
    remoteness = np.zeros(len(value), dtype=np.uint16)
    infinite_play = batch.game.infinite_play
    order = sweeps(payoffs, infinite_play, from_movers_view=batch.from_movers_view)
    rows = [
        (sweep, update.value, update.parent_value, update.minimizer)
        for sweep, updates in enumerate(order)
        for update in updates
    ]
    _, propagate = _kernels(counter_of(batch.rules))
    code, problem = propagate(
        batch.functions, batch.rules.max_predecessors, batch.parameters,
        np.array(rows, dtype=np.int64).reshape(-1, 4), ends, value, remoteness, unresolved, *parents,
    )  # fmt: skip
    if problem == TOO_LONG:
        return None
    if problem:
        batch.breach(problem, "predecessors", code)
    columns = PlainColumns(value, remoteness)
    columns.mark_infinite_play(infinite_play)
    return columns


def counter_of(rules: CompiledRules) -> Any:
    """Return the type of the column of counts."""
    return np.uint8 if unresolved_dtype(rules.max_successors) == np.uint8 else np.uint32


@cache
def _kernels(counter: Any) -> tuple[Any, Any]:
    """Return both kernels, compiled for a type of `unresolved` when the type is first used.

    The kernels are compiled with signatures, because finding a fitting one takes as long as solving a small game.
    """
    count = getattr(types, counter.__name__)[::1]
    value, remoteness, ends, number = types.int8[::1], types.uint16[::1], types.uint32[::1], types.int64
    initialise: Any = types.UniTuple(number, 5)(  # type: ignore[no-untyped-call]
        FUNCTIONS, number, Array, value, count, ends, types.boolean[::1]
    )
    propagate: Any = types.UniTuple(number, 2)(  # type: ignore[no-untyped-call]
        FUNCTIONS, number, Array, types.int64[:, ::1], ends, value, remoteness, count, Array, Array
    )
    compile_to = partial(numba.njit, cache=True, nogil=True)
    return compile_to(initialise)(_initialise), compile_to(propagate)(_propagate)


def _initialise(functions, most, parameters, value, unresolved, ends, occur):  # type: ignore[no-untyped-def]
    """Set the columns by the rules; return the numbers of states, edges and ends, and the code and kind of a problem.

    Only states that are not terminal get a counter: the others keep `unresolved == 0`, so that updates skip them.
    """
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
        unresolved[code] = 2 * count + mover(code, parameters)
    return states, edges, number_of_ends, 0, 0


def _propagate(  # type: ignore[no-untyped-def]
    functions, most, parameters, updates, ends, value, remoteness, unresolved, starts, parents
):  # fmt: skip
    """Resolve states backwards from the ends; return the code and kind of a problem.

    The parents of a state are between its place in `starts` and the next one; the rules give them if `starts` is empty.

    Rows of `updates`: the number of the sweep, and the fields of an `Update`. The queue of a sweep holds states in
    the order of their remoteness, and none twice, as `decrement` sets the counter of a state to 0 when it appends it.
    """
    predecessors = functions.predecessors
    queue = np.empty(len(value), dtype=np.uint32)
    out = np.empty(most + SLACK, dtype=np.int64)
    first = 0
    while first < len(updates):
        last = first
        while last + 1 < len(updates) and updates[last + 1, 0] == updates[first, 0]:
            last += 1
        head = tail = 0
        for update in range(first, last + 1):
            for end in ends:
                if value[end] == updates[update, 1]:
                    queue[tail] = end
                    tail += 1
        while head < tail:
            state = queue[head]
            head += 1
            update = first
            while updates[update, 1] != value[state]:
                update += 1
            plies = remoteness[state] + 1
            if plies >= NO_PLIES:
                return state, TOO_LONG
            known = tail
            if len(starts):
                own_parents = parents[starts[state] : starts[state + 1]]
                tail = decrement(own_parents, len(own_parents), updates[update, 3], unresolved, queue, tail)
            else:
                count = predecessors(state, parameters, out)
                if count < 0 or count > most:
                    return state, TOO_MANY
                for i in range(count):
                    if out[i] < 0 or out[i] >= len(value):
                        return state, OUT_OF_RANGE
                tail = decrement(out, count, updates[update, 3], unresolved, queue, tail)
            for i in range(known, tail):
                value[queue[i]] = updates[update, 2]
                remoteness[queue[i]] = plies
        first = last + 1
    return 0, 0
