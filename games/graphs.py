"""Helpers for games on undirected graphs: a graph lists the neighbours of each node, numbered from 0."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gamekit.errors import InputError

Node = int
Nodes = tuple[Node, ...]
Graph = tuple[tuple[Node, ...], ...]

GRAPH = {"help": "the neighbours of each node, numbered from 0; edges go both ways", "editor": "graph"}
"""The metadata of a parameter that is a graph."""


def frozen_graph(graph: Iterable[Iterable[Node]]) -> Graph:
    """Return the graph as tuples, which can be hashed.

    >>> frozen_graph([[1], [0]])
    ((1,), (0,))
    """
    if not _is_list(graph):
        raise InputError(f"graph must be a list with the neighbours of each node; it is {graph!r}")
    lists = list(graph)
    for node, neighbours in enumerate(lists):
        if not _is_list(neighbours):
            raise InputError(f"graph[{node}] must be a list of neighbours; it is {neighbours!r}")
    return tuple(map(tuple, lists))


def check_graph(graph: Graph, name: str = "graph") -> None:
    """Refuse neighbours that are not nodes, self-loops, duplicates, and edges that go only one way.

    >>> check_graph(((1,), (0, 7)))
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: graph[1] lists neighbour 7, but nodes are 0..1
    """
    if not graph:
        raise InputError(f"{name} must have at least one node; it is empty")
    edges = [(node, neighbour) for node, neighbours in enumerate(graph) for neighbour in neighbours]
    for node, neighbour in edges:
        if type(neighbour) is not int:
            raise InputError(f"{name}[{node}] lists neighbour {neighbour!r}, which is not an integer")
        if not 0 <= neighbour < len(graph):
            raise InputError(f"{name}[{node}] lists neighbour {neighbour}, but nodes are 0..{len(graph) - 1}")
        if neighbour == node:
            raise InputError(f"{name}[{node}] lists {node}, itself; a node is no neighbour of its own")
    times = Counter(edges)
    for node, neighbour in edges:
        if times[node, neighbour] > 1:
            raise InputError(f"{name}[{node}] lists neighbour {neighbour} twice")
        if (neighbour, node) not in times:
            raise InputError(
                f"{name} must go both ways: {name}[{node}] lists {neighbour}, "
                f"but {name}[{neighbour}] does not list {node}"
            )


def check_node(name: str, node: Node, nodes: int) -> None:
    """Refuse a node out of range.

    >>> check_node("cat", 9, nodes=8)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: cat is 9, but nodes are 0..7
    """
    if type(node) is not int:
        raise InputError(f"{name} must be a node, an integer; it is {node!r}")
    if not 0 <= node < nodes:
        raise InputError(f"{name} is {node}, but nodes are 0..{nodes - 1}")


def parse_node(name: str, text: str, nodes: int) -> Node:
    """Return the node that a text names.

    >>> parse_node("cat", "seven", nodes=8)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: cat is 'seven', but nodes are 0..7
    """
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"{name} is {text!r}, but nodes are 0..{nodes - 1}")
    check_node(name, int(text), nodes)
    return int(text)


def parse_nodes(name: str, text: str, number: int, graph: Graph) -> Nodes:
    """Return the nodes of several pieces in ascending order; none if the pieces are nowhere.

    >>> parse_nodes("cops", "1 0", 2, ((1,), (0,))), parse_nodes("cops", "nowhere", 2, ((1,), (0,)))
    ((0, 1), ())
    """
    if text == "nowhere":
        return ()
    if len(words := text.split()) != number:
        nodes = "one node" if number == 1 else f"{number} nodes"
        raise InputError(f"{name} must be in {nodes} or nowhere; here it is {text!r}")
    return tuple(sorted(parse_node(name, word, len(graph)) for word in words))


class Mark(NamedTuple):
    """What stands on a node: a note for a text; the label of a token, and the name of its colour."""

    note: str
    label: str
    colour: str


class OnGraph(ABC):
    """A game whose states are drawn as marks on the nodes of a graph."""

    graph: Graph

    @abstractmethod
    def marks(self, state: Any) -> dict[Node, Mark]:
        """Return what stands on nodes in a state."""

    def render(self, state: Any) -> str:
        return render_graph(self.graph, {node: mark.note for node, mark in self.marks(state).items()})

    def svg(self, state: Any) -> str:
        from gamekit.drawing import svg

        colours = {"blue": svg.BLUE, "grey": svg.GREY, "vermilion": svg.VERMILION}
        marks = self.marks(state).items()
        return svg.draw_graph(self.graph, {node: (mark.label, colours[mark.colour]) for node, mark in marks})


def render_graph(graph: Graph, notes: Mapping[Node, str]) -> str:
    """Draw the graph as text: a node and its neighbours on each line, with a note beside some.

    >>> print(render_graph(((1,), (0, 2), (1,)), {2: "CAT"}))
    0 - 1
    1 - 0 2
    2 - 1   <- CAT
    """
    width = len(str(len(graph) - 1))
    lines = [f"{node:>{width}} - {' '.join(map(str, neighbours))}" for node, neighbours in enumerate(graph)]
    return "\n".join(
        f"{line}   <- {notes[i]}" if i in notes else line.rstrip() for i, line in enumerate(lines)
    )


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)
