"""Chases over codes: mouse and cat move in turn from place to place.

Legend:

    code          2 (places * mouse + cat) + turn: the places that the two are in, and whose turn it is, 0 the mouse's
    parameters    places, goal, factor and shift, with which to divide by places, then for each place 1 if the mouse can
                  ever be there, plus 2 if the cat can, then `indptr` of the mouse and of the cat, then the places they
                  move to

A piece moves from a place to parameters[indptr[place]] up to parameters[indptr[place + 1]]. Moves go both ways, so
these are also the places where it may have come from.

A number below places**2, multiplied by `factor` and shifted by `shift`, is divided by places exactly, without a
division, as Granlund and Montgomery, "Division by invariant integers using multiplication" (1994), show: factor is
2**shift / places, rounded up, and 2**shift is above places**3.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate, chain, repeat
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

PLACES, GOAL, FACTOR, SHIFT, HEAD = range(5)
MOUSE_COMES, CAT_COMES = 1, 2
MOST_PLACES = 46_340
"""With more, products would not fit into 63 bits, nor codes into 32."""


def parameters_of(
    reach: Sequence[Sequence[Collection[int]]], goal: int, in_reach: Iterable[Sequence[int]]
) -> Any:
    """Return the parameters of the functions below.

    Args:
        reach: the places that the mouse, and that the cat can move to, by place.
        goal: where the mouse wins.
        in_reach: the places that the mouse, and that the cat can come to.
    """
    mouse, cat = reach
    places = len(mouse)
    shift = (places**3).bit_length()
    factor = -(-(1 << shift) // places)  # rounded up
    indptr = accumulate(map(len, chain(mouse, cat)), initial=HEAD + 3 * places + 1)
    moves = chain.from_iterable(chain(mouse, cat))
    numbers = chain((places, goal, factor, shift), repeat(0, places), indptr, moves)
    parameters = np.fromiter(numbers, dtype=np.int64)
    for sign, found in zip((MOUSE_COMES, CAT_COMES), in_reach, strict=True):
        parameters[HEAD + np.array(found)] |= sign
    return parameters


@numba.njit(cache=True, nogil=True)
def pieces(code: int, parameters: Any) -> tuple[int, int]:
    """Return where the mouse and the cat are."""
    pair = code >> 1
    mouse = pair * parameters[FACTOR] >> parameters[SHIFT]
    return mouse, pair - parameters[PLACES] * mouse


@numba.njit(cache=True, nogil=True)
def is_state(code: int, parameters: Any) -> int:
    """Tell whether both pieces can come to where they are."""
    mouse, cat = pieces(code, parameters)
    return (parameters[HEAD + mouse] & MOUSE_COMES) and (parameters[HEAD + cat] & CAT_COMES)  # type: ignore[no-any-return]


def is_state_off_goal(code: int, parameters: Any) -> int:
    """Tell that, too, but for a piece in the goal whose turn it is."""
    mouse, cat = pieces(code, parameters)
    return 0 if (cat if code & 1 else mouse) == parameters[GOAL] else is_state(code, parameters)


def mover(code: int, parameters: Any) -> int:  # noqa: ARG001
    """Return whose turn it is."""
    return code & 1


def outcome(code: int, parameters: Any) -> int:
    """Return 1 if the mouse is in the goal, -1 if the cat is, or has caught the mouse."""
    mouse, cat = pieces(code, parameters)
    if mouse == cat or cat == parameters[GOAL]:
        return -1
    return 1 if mouse == parameters[GOAL] else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    """Move the piece whose turn it is."""
    return moved(code, code & 1, parameters, out)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    """Move the piece back whose turn it was."""
    return moved(code, 1 - (code & 1), parameters, out)


@numba.njit(cache=True, nogil=True)
def moved(code: int, player: int, parameters: Any, out: Any) -> int:
    """Write the codes with a player's piece moved and the turn passed."""
    mouse, cat = pieces(code, parameters)
    place, weight = (cat, 2) if player else (mouse, 2 * parameters[PLACES])
    base = (code ^ 1) - place * weight
    row = HEAD + parameters[PLACES] * (1 + player) + place  # in `indptr`
    count = 0
    for i in range(parameters[row], parameters[row + 1]):
        out[count] = base + parameters[i] * weight
        count += 1
    return count
