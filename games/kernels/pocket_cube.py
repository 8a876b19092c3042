"""The pocket cube over codes: 7! arrangements of corners times 3^6 of twists, all numbers that are below.

Legend:
    code        the rank of the permutation of the corners in lexicographic order, times 729, plus the twists of all
                places but the last, which the others determine, as digits to the base 3; 0 is the solved cube
    turn        its place in `games.cube_turns.TURNS`: a quarter, the quarter back, a half, for each face
    parameters  the turns that are allowed
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

from ..cube_turns import PLACES, TURNS, TWISTS

SOLVED = 0
CORNERS = len(PLACES)
DIGITS = TWISTS ** np.arange(CORNERS - 2, -1, -1)  # what the twists of the places add to a code, but the last
ALL_TWISTS = TWISTS ** (CORNERS - 1)
SIZE = factorial(CORNERS) * ALL_TWISTS


def _permuted() -> Any:
    """Return for each rank what every turn makes of it, times the number of twists: int32, ranks × turns."""
    corners = np.array(list(permutations(range(CORNERS))), dtype=np.int8)
    table = np.zeros((len(corners), len(TURNS)), dtype=np.int32)
    for turn, (sources, _) in enumerate(TURNS.values()):
        after = corners[:, sources]
        for i in range(CORNERS):
            smaller = (after[:, i + 1 :] < after[:, i : i + 1]).sum(axis=1)
            table[:, turn] += smaller * factorial(CORNERS - 1 - i) * ALL_TWISTS
    return table


def _twisted() -> Any:
    """Return for each number of twists what every turn makes of it: int32, twists × turns."""
    twists = np.zeros((ALL_TWISTS, CORNERS), dtype=np.int64)
    twists[:, :-1] = np.arange(ALL_TWISTS)[:, None] // DIGITS % TWISTS
    twists[:, -1] = -twists.sum(axis=1) % TWISTS
    return np.array(
        [((twists[:, sources] + added) % TWISTS)[:, :-1] @ DIGITS for sources, added in TURNS.values()],
        dtype=np.int32,
    ).T.copy()


PERMUTED = _permuted()
TWISTED = _twisted()


def parameters_of(turns: Sequence[str]) -> Any:
    """Return the parameters of the functions below.

    >>> parameters_of(["U", "F2"]).tolist()
    [0, 8]
    """
    return np.array([list(TURNS).index(turn) for turn in turns], dtype=np.int64)


def outcome(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1 if code == SOLVED else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    for i in range(len(parameters)):
        out[i] = _turned(code, parameters[i])
    return len(parameters)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    for i in range(len(parameters)):
        out[i] = _turned(code, _back(parameters[i]))
    return len(parameters)


def is_state(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1


@numba.njit(cache=True, nogil=True)
def _turned(code: int, turn: int) -> int:
    return PERMUTED[code // ALL_TWISTS, turn] + TWISTED[code % ALL_TWISTS, turn]  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def _back(turn: int) -> int:
    """Return the turn that undoes one: a half undoes itself."""
    kind = turn % 3
    return turn if kind == 2 else turn + 1 - 2 * kind
