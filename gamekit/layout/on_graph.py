"""`OnGraph`: games that show their states as marks on the nodes of a graph, and the notation of nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

from gamekit.errors import InputError
from gamekit.game.board_parameters import Graph, Node, check_node


class Mark(NamedTuple):
    """The contents of a node: a note for the text of a state, and the looks of pieces in words."""

    note: str
    looks: tuple[str, ...]


class OnGraph(ABC):
    """A game whose states are drawn as marks on the nodes of a graph.

    Attributes:
        slots: the number of places beside the graph, where pieces wait that are not on it yet.
    """

    graph: Graph
    slots: int = 0

    @abstractmethod
    def marks(self, state: Any) -> dict[Node, Mark]:
        """Return the mark on each node that has one in a state."""

    def waiting(self, state: Any) -> Mapping[int, str]:
        """Return the look of the piece that waits in each slot that has one in a state."""
        return {}

    def render(self, state: Any) -> str:
        return render_graph(self.graph, {node: mark.note for node, mark in self.marks(state).items()})

    def svg(self, state: Any) -> str:
        from gamekit.drawing.points import Nodes

        standing = [(node, mark.looks) for node, mark in self.marks(state).items()]
        waiting = [(len(self.graph) + slot, (look,)) for slot, look in self.waiting(state).items()]
        return Nodes(self.graph, slots=self.slots).drawn([*standing, *waiting])


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


def parse_node(name: str, text: str, nodes: int) -> Node:
    """Return the node, below `nodes`, that a string names; in errors, `name` is the piece on it.

    >>> parse_node("cat", "seven", nodes=8)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: cat is 'seven', but nodes are 0..7
    """
    if not text.isdecimal() or len(text) > 9:
        raise InputError(f"{name} is {text!r}, but nodes are 0..{nodes - 1}")
    check_node(name, int(text), nodes)
    return int(text)


def parse_nodes(name: str, text: str, nodes: int, number: int = 1) -> tuple[Node, ...]:
    """Return the nodes of `number` pieces that a string names, in ascending order; none for "nowhere".

    Raises:
        InputError: the string does not name as many nodes, or a node is not below `nodes`.

    >>> parse_nodes("cops", "3 1", nodes=4, number=2), parse_nodes("robber", "nowhere", nodes=4)
    ((1, 3), ())
    """
    if text == "nowhere":
        return ()
    if len(words := text.split()) != number:
        where = "one node" if number == 1 else f"{number} nodes"
        raise InputError(f"{name} must be in {where} or nowhere; here it is {text!r}")
    return tuple(sorted(parse_node(name, word, nodes) for word in words))
