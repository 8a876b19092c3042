"""Whether Left survives a difference of two loopy games: the order of stoppers.

Left survives if she always has a reply, whether or not play ends. For stoppers G and H, G ≥ H if and only if Left
survives G - H when Right begins (J. Conway, "Loopy games", 1978; A. Siegel, "Combinatorial Game Theory", 2013, VI.2).
Such pairs are found by retrograde analysis: round by round, those are given up in which Right has a move after which
every reply of Left leads to a pair that was given up before.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.stoppers.graphs import LoopyGraph, Options
from gamekit.cgt.time_limit import require_time

Pairs = NDArray[np.bool_]
"""Whether something holds of each pair of positions, one of each of two graphs."""


def survived(first: LoopyGraph, second: LoopyGraph) -> Pairs:
    """Return whether Left survives g - h if Right begins, for each position g of a graph and h of another one.

    >>> on_and_zero = LoopyGraph(left=((0,), ()), right=((), ()))
    >>> survived(on_and_zero, on_and_zero).tolist()
    [[True, True], [False, True]]
    """
    first_left, first_right, second_left, second_right = map(
        _some, (first.left, first.right, second.left, second.right)
    )
    surviving = np.ones((len(first), len(second)), dtype=bool)
    while True:
        require_time()
        lost_if_left_begins = ~(first_left(surviving) | second_right(surviving.T).T)
        lost = first_right(lost_if_left_begins) | second_left(lost_if_left_begins.T).T
        if not (surviving & lost).any():
            return surviving
        surviving = ~lost


def outlasted(first: LoopyGraph, second: LoopyGraph) -> Pairs:
    """Return whether Left survives g - h if Right begins, and can keep endless play from being in -h alone.

    That is the order of onsides: it holds if and only if g is at least h where endless play wins for Left. A pair is
    kept if every move of Right has a reply that comes after a move in g, or is one, or is nearer to such a move.

    >>> dud_and_over = LoopyGraph(left=((0,), (2,), ()), right=((0,), (1,), ()))
    >>> outlasted(dud_and_over, dud_and_over).tolist()
    [[True, True, True], [False, True, True], [False, False, True]]
    """
    first_left, first_right, second_left, second_right = map(
        _some, (first.left, first.right, second.left, second.right)
    )
    survivors = survived(first, second)
    while True:
        in_first = first_left(survivors)
        lost_after_first = first_right(~(in_first | second_right(survivors.T).T))
        enduring = np.zeros_like(survivors)
        while True:
            require_time()
            lost = lost_after_first | second_left(~(in_first | second_right(enduring.T).T).T).T
            if not (survivors & ~lost & ~enduring).any():
                break
            enduring = survivors & ~lost
        if np.array_equal(enduring, survivors):
            return survivors
        survivors = enduring


def _some(options: Options) -> Callable[[Pairs], Pairs]:
    """Return a function that says of which positions something holds of some option, given of which ones it holds.

    >>> _some(((), (0, 2), (1,)))(np.array([[True], [False], [False]])).ravel().tolist()
    [False, True, False]
    """
    listed = [node for node, side in enumerate(options) if side]
    starts = np.cumsum([0, *(len(options[node]) for node in listed)])[:-1]
    ends = np.array([option for side in options for option in side], dtype=np.int64)

    def some(holds: Pairs) -> Pairs:
        holds_of_some = np.zeros((len(options), holds.shape[1]), dtype=bool)
        if listed:
            holds_of_some[listed] = np.logical_or.reduceat(holds[ends], starts, axis=0)
        return holds_of_some

    return some
