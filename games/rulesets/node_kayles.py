"""Node Kayles: take a node of a graph, and its neighbours go with it."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.graph_notations import GRAPH_NOTATIONS

Nodes = frozenset[int]
"""The nodes that are left."""

MOST_NODES = 200


@attrs.frozen
class NodeKayles(ImpartialRuleset[Nodes]):
    """A move takes a node of a graph together with all its neighbours (T. Schaefer, 1978).

    On a path of n nodes, it is Dawson's Kayles: the octal game 0.137, which is 0.07 on one counter more.

    >>> [sorted(option) for option in NodeKayles(graph=((1,), (2,), ())).options(frozenset({0, 1, 2}))]
    [[2], [], [0]]
    """

    graph: tuple[tuple[int, ...], ...] = attrs.field(
        default=((1,), (2,), (3,), (4,), ()),
        metadata={"help": "for each node, numbered from 0, its neighbours; each edge need be listed once"},
    )
    neighbours: tuple[Nodes, ...] = attrs.field(init=False, eq=False, repr=False)

    notations = GRAPH_NOTATIONS
    example = {"graph": [[1], [2], [3], [4], []]}

    def __attrs_post_init__(self) -> None:
        if len(self.graph) > MOST_NODES:
            raise InputError(f"a graph has at most {MOST_NODES} nodes; this one has {len(self.graph)}")
        near: list[set[int]] = [set() for _ in self.graph]
        for node, others in enumerate(self.graph):
            for other in others:
                if type(other) is not int or not 0 <= other < len(self.graph) or other == node:
                    rule = f"graph[{node}] must list other nodes from 0 to {len(self.graph) - 1}"
                    raise InputError(f"{rule}; it lists {other!r}")
                near[node].add(other)
                near[other].add(node)
        object.__setattr__(self, "neighbours", tuple(map(frozenset, near)))

    def start(self) -> Nodes:
        return frozenset(range(len(self.graph)))

    def options(self, position: Nodes) -> Iterator[Nodes]:
        return (self._left(position, node) for node in sorted(position))

    def _left(self, position: Nodes, node: int) -> Nodes:
        return position - self.neighbours[node] - {node}

    def parts(self, position: Nodes) -> Iterator[Nodes]:
        """Yield the connected components."""
        left = set(position)
        while left:
            found = [min(left)]
            component = set(found)
            while found:
                new = (self.neighbours[found.pop()] & left) - component
                component |= new
                found += new
            left -= component
            yield frozenset(component)

    def format_position(self, position: Nodes) -> str:
        return " ".join(map(str, sorted(position))) or "no nodes"

    def format_option(self, position: Nodes, option: Nodes, player: Player) -> str:
        """Return the node that is taken, the first of those whose neighbours are the same."""
        return str(self._taken(position, option)[0])

    def parse_option(self, position: Nodes, text: str, player: Player) -> Nodes:
        node = next((node for node in position if str(node) == text), None)
        return super().parse_option(position, text, player) if node is None else self._left(position, node)

    def gesture(self, position: Nodes, option: Nodes, player: Player) -> Gesture:
        node, *others = self._taken(position, option)
        touched = sorted(position - option - {node, *others})
        return Gesture([node], touched=touched, twins=dict.fromkeys(others, node))

    def svg(self, position: Nodes) -> str:
        from gamekit.drawing.points import Nodes as Drawing

        taken = (node for node in range(len(self.graph)) if node not in position)
        return Drawing([sorted(near) for near in self.neighbours]).drawn((node, ["grey X"]) for node in taken)

    def _taken(self, position: Nodes, option: Nodes) -> list[int]:
        """Return the nodes whose taking leads to an option."""
        return [node for node in sorted(position) if self._left(position, node) == option]

    def parse_position(self, text: str) -> Nodes:
        nodes = [] if text.strip() == "no nodes" else text.split()
        known = {str(node): node for node in range(len(self.graph))}
        for node in nodes:
            if node not in known:
                raise InputError(f"nodes are numbers from 0 to {len(self.graph) - 1}; one is {node[:40]!r}")
        return frozenset(known[node] for node in nodes)
