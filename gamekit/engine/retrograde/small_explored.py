"""Retrograde analysis of a small game whose states are found by exploration: three calls of kernels, without rounds.

States are numbered as they are met, in a hash table with open addressing, and their edges are kept and turned round.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY, Batch
from gamekit.engine.codes.code_hash import hashed, keys_of
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.columns import PlainColumns
from gamekit.engine.retrograde.result_numbers import UNRESOLVED
from gamekit.engine.retrograde.sharded_state import StateCounts
from gamekit.engine.retrograde.small_dense import counter_of, propagated
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER

MOST_STATES: Final = 1 << 16
"""The most states that are explored so; a larger game is explored again, in rounds."""

MOST_EDGES: Final = 1 << 21
"""The most edges that are kept so."""

MOST_BYTES: Final = 72 * MOST_STATES + 12 * MOST_EDGES
"""The most bytes that all arrays take: those of states, by the time when they are sorted, and those of edges."""

TOO_LARGE: Final = 101


def solve_explored(
    batch: Batch, start: int, most: int
) -> tuple[SortedIndex, PlainColumns, StateCounts] | None:
    """Return the index, the solved columns and the totals; None if there are more than `most` states, or many edges.

    Raises:
        RulesError: the rules break a promise; the state is named.
    """
    rules, counter = batch.rules, counter_of(batch.rules)
    codes, indptr = np.empty(most, dtype=np.int64), np.zeros(most + 1, dtype=np.int64)
    table = np.full(2 << (most - 1).bit_length(), -1, dtype=np.int32)
    children = np.empty(MOST_EDGES, dtype=np.int32)
    value, unresolved = np.empty(most, dtype=np.int8), np.zeros(most, dtype=counter)
    ends, occur = np.empty(most, dtype=np.uint32), np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    states, edges, number_of_ends, code, problem = _explorer(counter)(
        batch.functions, rules.max_successors, rules.size, batch.bits, batch.parameters, start,
        codes, table, indptr, children, value, unresolved, ends, occur,
    )  # fmt: skip
    if problem == TOO_LARGE:
        return None
    if problem:
        batch.breach(problem, "successors", code)
    payoffs = tuple((np.flatnonzero(occur) - MAX_PAYOFF).tolist())
    parents = _turned(indptr[: states + 1], children[:edges])
    columns = propagated(batch, payoffs, ends[:number_of_ends], value[:states], unresolved, parents)
    if columns is None:
        return None
    keys = keys_of(codes[:states], batch.bits)
    order = np.argsort(keys)
    index = SortedIndex(keys[order], batch.bits)
    return (
        index,
        PlainColumns(columns.value[order], columns.plies[order]),
        StateCounts(states, edges, payoffs),
    )


@cache
def _explorer(counter: Any) -> Any:
    """Return the kernel that explores, compiled for a type of `unresolved` when the type is first used."""
    count, number = getattr(types, counter.__name__)[::1], types.int64
    signature: Any = types.UniTuple(number, 5)(  # type: ignore[no-untyped-call]
        FUNCTIONS, number, number, number, Array, number, Array, types.int32[::1], Array, types.int32[::1],
        types.int8[::1], count, types.uint32[::1], types.boolean[::1],
    )  # fmt: skip
    return numba.njit(signature, cache=True, nogil=True)(_explore)


def _explore(  # type: ignore[no-untyped-def]
    functions, most, size, bits, parameters, start, codes, table, indptr, children, value, unresolved, ends, occur
):  # fmt: skip
    """Number the states and set their columns; return as `small_dense` does when it sets the columns.

    Attributes of a state are at its number. `table` has the numbers of states, each behind the hash of its code.
    """
    outcome, mover, successors = functions.outcome, functions.mover, functions.successors
    out = np.empty(most + SLACK, dtype=np.int64)
    mask = len(table) - 1
    codes[0] = start
    table[hashed(start, bits) & mask] = 0
    states, edges, number_of_ends, state = 1, 0, 0, 0
    while state < states:
        code = codes[state]
        payoff = outcome(code, parameters)
        if payoff != NOT_OVER:
            if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                return states, edges, number_of_ends, code, BAD_OUTCOME
            value[state] = payoff
            occur[payoff + MAX_PAYOFF] = True
            ends[number_of_ends] = state
            number_of_ends += 1
        else:
            count = successors(code, parameters, out)
            if count <= 0 or count > most:
                return states, edges, number_of_ends, code, NO_MOVES if count <= 0 else TOO_MANY
            if edges + count > len(children):
                return states, edges, number_of_ends, code, TOO_LARGE
            for i in range(count):
                child = out[i]
                if child < 0 or child >= size:
                    return states, edges, number_of_ends, code, OUT_OF_RANGE
                slot = hashed(child, bits) & mask
                while table[slot] >= 0 and codes[table[slot]] != child:
                    slot = (slot + 1) & mask
                if table[slot] < 0:
                    if states == len(codes):
                        return states, edges, number_of_ends, code, TOO_LARGE
                    codes[states] = child
                    table[slot] = states
                    states += 1
                children[edges] = table[slot]
                edges += 1
            value[state] = UNRESOLVED
            unresolved[state] = 2 * count + mover(code, parameters)
        state += 1
        indptr[state] = edges
    return states, edges, number_of_ends, 0, 0


@numba.njit(cache=True, nogil=True)
def _turned(indptr: NDArray[Any], children: NDArray[Any]) -> Any:
    """Return edges turned round: where the parents of each state begin, and the parents."""
    starts = np.zeros(len(indptr), dtype=np.int64)
    for child in children:
        starts[child + 1] += 1
    starts = np.cumsum(starts)
    ends, parents = starts[:-1].copy(), np.empty(len(children), dtype=np.int64)
    for state in range(len(indptr) - 1):
        for i in range(indptr[state], indptr[state + 1]):
            parents[ends[children[i]]] = state
            ends[children[i]] += 1
    return starts, parents
