"""Canonical forms of stoppers: without dominated options, reversible moves and equal positions.

Source: A. Siegel, "Combinatorial Game Theory", 2013, section VI.2; "Coping with cycles", Games of No Chance 3, 2009.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.stoppers.graphs import LoopyGraph, require_nodes
from gamekit.cgt.stoppers.survival import survived
from gamekit.cgt.time_limit import require_time


def simplified(graph: LoopyGraph, roots: Iterable[int]) -> tuple[LoopyGraph, dict[int, int]]:
    """Return the canonical forms of some positions of a graph of stoppers in one graph, and the number of each.

    No step changes the value of a position, so all positions are compared once, before the first step.

    Args:
        graph: the graph, whose positions must be stoppers.
        roots: the positions.

    Raises:
        LimitError: the graph has more than MOST_NODES positions.

    >>> forms, numbers = simplified(LoopyGraph(left=((), (0, 0), (0,)), right=((), (1,), (2, 1))), [1, 2])
    >>> forms, numbers
    (LoopyGraph(left=((1,), ()), right=((0,), ())), {1: 0, 2: 0})
    """
    require_nodes(len(graph))
    is_at_least = survived(graph, graph)
    sides = _simplify(graph, is_at_least)
    equal = is_at_least & is_at_least.T
    first_equal = equal.argmax(axis=1).tolist()
    fused = (
        tuple(tuple(dict.fromkeys(first_equal[option] for option in options)) for options in side)
        for side in sides
    )
    wanted = list(roots)
    forms, numbers = LoopyGraph(*fused).restricted(first_equal[root] for root in wanted)
    return forms, {root: numbers[first_equal[root]] for root in wanted}


def _simplify(
    graph: LoopyGraph, is_at_least: NDArray[np.bool_]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return Left's and Right's options of each position without dominated and reversible ones.

    A reversible option is replaced by those of the reply that reverses it. Each of them lies two moves farther along an
    alternating play, and alternating plays of stoppers end, so this ends, too.
    """
    above = is_at_least.tolist()
    below = is_at_least.T.tolist()
    left, right = list(graph.left), list(graph.right)
    changed = True
    while changed:
        require_time()
        changed = False
        for own, other, beats in ((left, right, above), (right, left, below)):
            for node, options in enumerate(own):
                better = undominated(_bypassed(node, own, other, beats), beats)
                if better != options:
                    own[node], changed = better, True
    return left, right


def _bypassed(
    node: int, own: list[tuple[int, ...]], other: list[tuple[int, ...]], beats: list[list[bool]]
) -> tuple[int, ...]:
    """Return a player's options of a position, each reversible one replaced by those of the reply that reverses it."""
    replacements: dict[int, None] = {}
    for option in own[node]:
        reply = next((reply for reply in other[option] if beats[node][reply]), None)
        replacements.update(dict.fromkeys([option] if reply is None else own[reply]))
    return tuple(replacements)


def undominated(options: tuple[int, ...], beats: list[list[bool]]) -> tuple[int, ...]:
    """Return options without those that another one beats; of equal ones, the one with the least number is kept."""
    return tuple(
        option
        for option in options
        if not any(beats[rival][option] and (rival < option or not beats[option][rival]) for rival in options)
    )
