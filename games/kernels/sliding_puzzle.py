"""Sliding puzzles over codes: a nibble for each cell.

Legend:
    code        the tile in cell i, 0 for the blank, takes bits 4i to 4i + 3; cells count row by row. The last cell is
                left out because the others determine which tile is there, so 16 cells take 60 bits.
    weight      of a cell: what 1 in this cell adds to the code, 0 for the last
    parameters  the last cell, the code of the goal, all tiles taken together by exclusive or, and then five for each
                cell: how many cells are beside it, and which ones
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

LAST, GOAL, TOGETHER, BESIDE = range(4)


def parameters_of(goal: int, beside: Sequence[Sequence[int]]) -> Any:
    """Return the parameters of the functions below; `beside` says for each cell which are beside it.

    >>> parameters_of(goal=1, beside=[[1], [0]]).tolist()
    [1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    """
    parameters = [len(beside) - 1, goal, reduce(xor, range(len(beside)))]
    for cells in beside:
        parameters += [len(cells), *cells, *[0] * (4 - len(cells))]
    return np.array(parameters, dtype=np.int64)


def outcome(code: int, parameters: Any) -> int:
    return 1 if code == parameters[GOAL] else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    blank = 0
    while _tile(code, blank, parameters) != 0:
        blank += 1
    row = BESIDE + 5 * blank
    count: int = parameters[row]
    for i in range(count):
        cell = parameters[row + 1 + i]
        change = _weight(blank, parameters) - _weight(cell, parameters)
        out[i] = code + _tile(code, cell, parameters) * change
    return count


predecessors = successors  # a tile slides back as it came


@numba.njit(cache=True, nogil=True)
def _tile(code: int, cell: int, parameters: Any) -> int:
    if cell == parameters[LAST]:
        missing: int = code ^ parameters[TOGETHER]
        for shift in (32, 16, 8, 4):  # take the nibbles together
            missing ^= missing >> shift
        return missing & 15
    return (code >> 4 * cell) & 15


@numba.njit(cache=True, nogil=True)
def _weight(cell: int, parameters: Any) -> int:
    return 0 if cell == parameters[LAST] else 1 << 4 * cell
