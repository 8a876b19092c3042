"""Cat and mouse over codes.

Legend:

    code          the mouse's node, then the cat's in so many bits, then a bit for whose turn it is, 0 the mouse's
    parameters    nodes, hole, bits for the cat, then for each node 1 if the mouse can ever be there, plus 2 if the cat
                  can, then where each node's neighbours begin in this array, one more for the end, then the neighbours

A node's neighbours are parameters[first(node)] up to parameters[first(node + 1)]; edges go both ways, so they are also
where a piece may have come from.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any

import numba
import numpy as np

from gamekit.compiled import NOT_OVER

HEAD = 3
MOUSE_COMES, CAT_COMES = 1, 2
NOWHERE = -1


def parameters_of(graph: tuple[tuple[int, ...], ...], bits: int, mouse: int, cat: int, hole: int) -> Any:
    """Return the parameters of the functions below, for pieces that start at these nodes."""
    nodes = len(graph)
    begin = accumulate(map(len, graph), initial=HEAD + 2 * nodes + 1)
    parameters = np.array(
        [nodes, hole, bits, *[0] * nodes, *begin, *chain.from_iterable(graph)], dtype=np.int64
    )
    mark(parameters, mouse, NOWHERE, MOUSE_COMES)
    mark(parameters, cat, hole, CAT_COMES)
    return parameters


@numba.njit(cache=True, nogil=True)
def first(node: int, parameters: Any) -> Any:
    """Return where a node's neighbours begin."""
    return parameters[HEAD + parameters[0] + node]


@numba.njit(cache=True, nogil=True)
def mark(parameters: Any, start: int, without: int, sign: int) -> None:
    """Mark the nodes that paths from `start` lead to which avoid one node."""
    found = np.empty(parameters[0], dtype=np.int64)
    found[0] = start
    number = 1
    parameters[HEAD + start] |= sign
    while number:
        number -= 1
        node = found[number]
        for i in range(first(node, parameters), first(node + 1, parameters)):
            neighbour = parameters[i]
            if neighbour != without and parameters[HEAD + neighbour] & sign == 0:
                parameters[HEAD + neighbour] |= sign
                found[number] = neighbour
                number += 1


@numba.njit(cache=True, nogil=True)
def pieces(code: int, parameters: Any) -> tuple[int, int]:
    """Return where the mouse and the cat are."""
    mouse = code >> (parameters[2] + 1)
    return mouse, (code >> 1) - (mouse << parameters[2])


def is_state(code: int, parameters: Any) -> int:
    """Tell whether both pieces can come to where they are."""
    mouse, cat = pieces(code, parameters)
    if cat >= parameters[0]:
        return 0
    return (parameters[HEAD + mouse] & MOUSE_COMES) and (parameters[HEAD + cat] & CAT_COMES)  # type: ignore[no-any-return]


def mover(code: int, parameters: Any) -> int:  # noqa: ARG001
    """Return whose turn it is."""
    return code & 1


def outcome(code: int, parameters: Any) -> int:
    """Return 1 if the mouse is in the hole, -1 if it is caught."""
    mouse, cat = pieces(code, parameters)
    if mouse == parameters[1]:
        return 1
    return -1 if mouse == cat else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    """Move the piece whose turn it is to each neighbour, the cat not into the hole."""
    mouse, cat = pieces(code, parameters)
    bits = parameters[2]
    count = 0
    if code & 1 == 0:
        for i in range(first(mouse, parameters), first(mouse + 1, parameters)):
            out[count] = (((parameters[i] << bits) + cat) << 1) + 1
            count += 1
        return count
    for i in range(first(cat, parameters), first(cat + 1, parameters)):
        if parameters[i] != parameters[1]:
            out[count] = ((mouse << bits) + parameters[i]) << 1
            count += 1
    return count


def predecessors(code: int, parameters: Any, out: Any) -> int:
    """Move the piece whose turn it was back to each neighbour from which play can have gone on."""
    mouse, cat = pieces(code, parameters)
    hole, bits = parameters[1], parameters[2]
    count = 0
    if code & 1:
        for i in range(first(mouse, parameters), first(mouse + 1, parameters)):
            node = parameters[i]
            if node != hole and node != cat:
                out[count] = ((node << bits) + cat) << 1
                count += 1
        return count
    if mouse == hole:
        return 0
    for i in range(first(cat, parameters), first(cat + 1, parameters)):
        node = parameters[i]
        if node != hole and node != mouse:
            out[count] = (((mouse << bits) + node) << 1) + 1
            count += 1
    return count
