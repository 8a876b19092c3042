"""The inner loop of retrograde analysis, in two forms: plain Python over lists, or compiled by Numba over arrays.

Legend, the same in both forms (i is a state, j one of its predecessors):

    mover[i]        who moves: 0 or 1
    status[i]       0 unsolved, 1 play ends, 2 play never ends
    payoff[i]       to the first player
    remoteness[i]   plies until the end
    unresolved[i]   how many of i's successors have no value yet
    first[i]        predecessors of i: parents[first[i]:first[i + 1]]
    queue           room for every state
    minimizer       who wants this end: 0, 1, or 2 for both
"""

from __future__ import annotations

from typing import Any


def attract(
    level: Any,
    value: int,
    minimizer: int,
    mover: Any,
    status: Any,
    payoff: Any,
    remoteness: Any,
    unresolved: Any,
    first: Any,
    parents: Any,
    queue: Any,
) -> int:
    """Give `value` to every state from which the minimizer can force an end among the states of `level`.

    The others delay: one of their states is resolved only when its last successor is. States are resolved in the order
    of their remoteness, because the queue is first in, first out; so the successor that resolves a delayer's state is
    the farthest. Returns how many states were resolved.
    """
    tail = 0
    for i in level:
        status[i] = 1
        payoff[i] = value
        queue[tail] = i
        tail += 1
    head = 0
    while head < tail:
        i = queue[head]
        head += 1
        plies = remoteness[i] + 1
        for edge in range(first[i], first[i + 1]):
            j = parents[edge]
            unresolved[j] -= 1
            if status[j] == 0 and (minimizer == 2 or mover[j] == minimizer or unresolved[j] == 0):
                status[j] = 1
                payoff[j] = value
                remoteness[j] = plies
                queue[tail] = j
                tail += 1
    return tail
