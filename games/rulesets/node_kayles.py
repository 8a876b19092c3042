"""Node Kayles: take a node of a graph, and its neighbours go with it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .graph_nodes import Choice, Nodes, NodesRuleset


@attrs.frozen
class NodeKayles(NodesRuleset):
    """A move takes a node of a graph together with all its neighbours (T. Schaefer, 1978).

    On a path of n nodes, it is Dawson's Kayles: the octal game 0.137, which is 0.07 on one counter more.

    >>> [sorted(option) for option in NodeKayles(graph=((1,), (2,), ())).options(frozenset({0, 1, 2}))]
    [[2], [], [0]]
    """

    aim = "Take a node, and all nodes that a line joins to it go with it."

    def choices(self, position: Nodes) -> Iterator[Choice]:
        return ((node,) for node in sorted(position))

    def taken(self, choice: Choice) -> Nodes:
        (node,) = choice
        return self.neighbours[node] | {node}
