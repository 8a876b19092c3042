"""Arc Kayles: take two nodes of a graph that an edge joins."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from .graph_nodes import Choice, Nodes, NodesRuleset


@attrs.frozen
class ArcKayles(NodesRuleset):
    """A move takes an edge of a graph, with both its ends and all edges at these (T. Schaefer, 1978).

    On a path of n nodes, it is the octal game 0.07, Dawson's Kayles. On the squares of a board, it is Cram.

    >>> [sorted(option) for option in ArcKayles(graph=((1,), (2,), (3,), ())).options(frozenset({0, 1, 2, 3}))]
    [[2, 3], [0, 3], [0, 1]]
    """

    aim = "Take two nodes that a line joins, with all their lines."
    prompts = ("Choose a node.", "Now choose its neighbour.")

    def choices(self, position: Nodes) -> Iterator[Choice]:
        for node in sorted(position):
            for other in sorted(self.neighbours[node] & position):
                if node < other:
                    yield node, other

    def taken(self, choice: Choice) -> Nodes:
        return frozenset(choice)
