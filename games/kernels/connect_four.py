"""Connect four over codes: bitboards from the mover's view.

Legend:
    code        a column takes height + 1 bits, its lowest square the lowest; column a comes first. The bit above the
                top stone is a marker, always 1. Below it a bit is 1 for a stone of the mover, 0 for one of the other
                player; above it all bits are 0. It is the encoding of John Tromp's Fhourstones.
    filled      1 for every square with a stone on it
    bottoms     1 for the lowest square of every column: where the markers of the empty board are
    tops        1 for the bit above the highest square of every column: where the markers of a full board are;
                filled + bottoms are the markers
    parameters  height, length, bottoms, tops, and the distances in bits between squares that are next to each other on
                a line, for those directions in which a line fits on the board
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

HEIGHT, LENGTH, BOTTOMS, TOPS, DISTANCES = range(5)


def parameters_of(width: int, height: int, length: int) -> Any:
    """Return the parameters of the functions below.

    >>> parameters_of(width=2, height=4, length=4).tolist()
    [4, 4, 33, 528, 1]
    """
    bottoms = sum(1 << column * (height + 1) for column in range(width))
    both = min(width, height)
    directions = ((1, height), (height + 1, width), (height, both), (height + 2, both))
    distances = [distance for distance, longest in directions if length <= longest]
    return np.array([height, length, bottoms, bottoms << height, *distances], dtype=np.int64)


def outcome(code: int, parameters: Any) -> int:
    filled = _filled(code, parameters)
    if _has_line(filled & ~code, parameters):  # the other player has just moved
        return -1
    return 0 if filled + parameters[BOTTOMS] == parameters[TOPS] else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    filled = _filled(code, parameters)
    turned = code ^ filled  # as the other player sees it
    free = (filled + parameters[BOTTOMS]) & ~parameters[TOPS]
    count = 0
    while free != 0:
        square = free & -free
        out[count] = turned + square  # moves the marker up and leaves a 0
        count += 1
        free ^= square
    return count


def predecessors(code: int, parameters: Any, out: Any) -> int:
    filled = _filled(code, parameters)
    highest = ((filled + parameters[BOTTOMS]) & ~parameters[BOTTOMS]) >> 1
    last = highest & ~code  # only a stone of the other player can have been the last
    count = 0
    while last != 0:
        square = last & -last
        out[count] = (code - square) ^ (filled ^ square)  # moves the marker down and turns the rest
        count += 1
        last ^= square
    return count


@numba.njit(cache=True, nogil=True)
def _filled(code: int, parameters: Any) -> int:
    inside: int = ~parameters[TOPS]
    filled = (code >> 1) & inside
    for _ in range(1, parameters[HEIGHT]):
        filled |= (filled >> 1) & inside
    return filled


@numba.njit(cache=True, nogil=True)
def _has_line(stones: int, parameters: Any) -> bool:
    length = parameters[LENGTH]
    for i in range(DISTANCES, parameters.size):
        runs, longest = stones, 1  # runs: where so many in a line begin
        while longest < length:
            step = min(longest, length - longest)
            runs &= runs >> step * parameters[i]
            longest += step
        if runs != 0:
            return True
    return False
