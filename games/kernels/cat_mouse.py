"""Cat and mouse over codes.

Legend:

    code          2 (nodes * mouse + cat) + turn: the nodes that the two are on, and whose turn it is, 0 the mouse's
    parameters    nodes, hole, factor and shift, with which to divide by nodes, then for each node 1 if the mouse can
                  ever be there, plus 2 if the cat can, then where each node's neighbours begin in this array, one more
                  for the end, then the neighbours

A node's neighbours are parameters[first(node)] up to parameters[first(node + 1)]; edges go both ways, so they are also
where a piece may have come from.

A number below nodes**2, multiplied by `factor` and shifted by `shift`, is divided by nodes exactly, without a division,
as Granlund and Montgomery, "Division by invariant integers using multiplication" (1994), show: factor is
2**shift / nodes, rounded up, and 2**shift is above nodes**3.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

HEAD = 4
MOUSE_COMES, CAT_COMES = 1, 2
NOWHERE = -1
MOST_NODES = 46_340
"""With more, products would not fit into 63 bits, nor codes into 32."""


def parameters_of(graph: tuple[tuple[int, ...], ...], mouse: int, cat: int, hole: int) -> Any:
    """Return the parameters of the functions below, for pieces that start at these nodes."""
    nodes = len(graph)
    shift = (nodes**3).bit_length()
    factor = -(-(1 << shift) // nodes)  # rounded up
    begin = accumulate(map(len, graph), initial=HEAD + 2 * nodes + 1)
    parameters = np.array(
        [nodes, hole, factor, shift, *[0] * nodes, *begin, *chain.from_iterable(graph)], dtype=np.int64
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
    pair = code >> 1
    mouse = pair * parameters[2] >> parameters[3]
    return mouse, pair - parameters[0] * mouse


def is_state(code: int, parameters: Any) -> int:
    """Tell whether both pieces can come to where they are."""
    mouse, cat = pieces(code, parameters)
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
    return moved(code, code & 1, parameters, out)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    """Move the piece whose turn it was back to each neighbour, the cat not into the hole."""
    return moved(code, 1 - (code & 1), parameters, out)


@numba.njit(cache=True, nogil=True)
def moved(code: int, player: int, parameters: Any, out: Any) -> int:
    """Write the codes with a player's piece moved and the turn passed."""
    mouse, cat = pieces(code, parameters)
    nodes = parameters[0]
    turn = 1 - (code & 1)
    count = 0
    if player == 0:
        for i in range(first(mouse, parameters), first(mouse + 1, parameters)):
            out[count] = ((parameters[i] * nodes + cat) << 1) + turn
            count += 1
        return count
    for i in range(first(cat, parameters), first(cat + 1, parameters)):
        if parameters[i] != parameters[1]:
            out[count] = ((mouse * nodes + parameters[i]) << 1) + turn
            count += 1
    return count
