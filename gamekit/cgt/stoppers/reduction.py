"""Fewer moves for the onside of a graph: without dominated and reversible options where endless play wins for Left.

Right never gains by going round, so his reversible moves are replaced by what he has after Left's reply, even where
this goes back to the same position. Left may gain by it, so hers are only dropped where another option dominates them.
That need not keep the onside of every graph, so what is found for the reduced graph has to be compared with the graph.

Source: A. Siegel, "Combinatorial Game Theory", 2013, section VI.4.
"""

from __future__ import annotations

from gamekit.cgt.stoppers.graphs import LoopyGraph
from gamekit.cgt.stoppers.simplification import undominated
from gamekit.cgt.stoppers.survival import outlasted
from gamekit.cgt.time_limit import require_time


def reduced_for_onside(graph: LoopyGraph) -> LoopyGraph:
    """Return a graph with the same positions and fewer options, whose onsides are likely to be the same.

    >>> reduced_for_onside(LoopyGraph(left=((0,),), right=((0,),)))
    LoopyGraph(left=((0,),), right=((),))
    """
    order = outlasted(graph, graph)
    above, below = order.tolist(), order.T.tolist()
    left = [undominated(options, above) for options in graph.left]
    right = list(graph.right)
    changed = True
    while changed:
        require_time()
        changed = False
        for node, options in enumerate(right):
            better = undominated(_bypassed(node, left, right, below[node]), below)
            if better != options:
                right[node], changed = better, True
    return LoopyGraph(tuple(left), tuple(right))


def _bypassed(
    node: int, left: list[tuple[int, ...]], right: list[tuple[int, ...]], is_reply: list[bool]
) -> tuple[int, ...]:
    """Return Right's options of a position; reversible ones are replaced by those after the reply, again and again."""
    met: dict[int, None] = dict.fromkeys(right[node])
    remaining = []
    waiting = list(met)
    for option in waiting:  # which grows
        reply = next((reply for reply in left[option] if is_reply[reply]), None)
        if reply is None:
            remaining.append(option)
        else:
            new = [after for after in right[reply] if after not in met]
            met.update(dict.fromkeys(new))
            waiting += new
    return tuple(remaining)
