"""Parameters that the editor of `gamekit explore` draws: graphs, nodes of graphs, and grids of signs.

A graph lists the neighbours of each node, and nodes are numbered from 0. A grid is a list of texts, a row each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import attrs

from gamekit.game.parameters import as_tuple, parameter_name, refusal

Node = int
Graph = tuple[tuple[Node, ...], ...]

NEIGHBOURS: Final = "the neighbours of each node, numbered from 0; edges go both ways"


def graph_parameter(text: str = NEIGHBOURS) -> Any:
    """Return the attrs field of a parameter that is an undirected graph; it becomes a tuple of tuples.

    It refuses an empty graph, neighbours that are not nodes, edges from a node to itself, duplicates and one-way edges.

    Args:
        text: the help.

    >>> @attrs.frozen
    ... class Walk:
    ...     graph: tuple[tuple[int, ...], ...] = graph_parameter()
    ...     start: int = node_parameter(0, "where the walk starts")
    >>> Walk([[1], [0]])
    Walk(graph=((1,), (0,)), start=0)
    >>> Walk([[1], [0, 7]])
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: graph[1] lists neighbour 7, but nodes are 0..1
    """
    return attrs.field(
        converter=attrs.Converter(_as_graph, takes_field=True),
        validator=_check_graph,
        metadata={"help": text, "editor": "graph"},
    )


def neighbours_of(nodes: int, edges: Iterable[tuple[Node, Node]]) -> list[list[Node]]:
    """Return the neighbours of each node of an undirected graph, in order.

    >>> neighbours_of(3, [(2, 0), (0, 1)])
    [[1, 2], [0], [0]]
    """
    near: list[set[Node]] = [set() for _ in range(nodes)]
    for one, other in edges:
        near[one].add(other)
        near[other].add(one)
    return [sorted(neighbours) for neighbours in near]


def node_parameter(default: Any, text: str, graph: str = "graph") -> Any:
    """Return the attrs field of a parameter that is a node of a graph.

    Args:
        default: the node if none is given.
        text: the help.
        graph: the name of the attribute that holds the graph, which comes before this one.
    """

    def check(instance: Any, field: attrs.Attribute[Any], node: Node) -> None:
        check_node(parameter_name(field), node, len(getattr(instance, graph)))

    return attrs.field(default=default, validator=check, metadata={"help": text, "editor": "node"})


def grid_parameter(text: str, signs: str, once: str = "") -> Any:
    """Return the attrs field of a parameter that is a grid: texts of the same length, which become a tuple.

    Args:
        text: the help.
        signs: the characters that a cell can be.
        once: the signs that must occur exactly once in a grid.

    >>> @attrs.frozen
    ... class Maze:
    ...     grid: tuple[str, ...] = grid_parameter("rows of # wall, . floor, S start", "#.S", once="S")
    >>> Maze(["#.", ".."])
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: grid must have one S; there is none
    """

    def check(_: object, field: attrs.Attribute[Any], grid: tuple[str, ...]) -> None:
        _check_grid(parameter_name(field), grid, signs, once)

    return attrs.field(
        converter=attrs.Converter(_as_rows, takes_field=True),
        validator=check,
        metadata={"help": text, "editor": "grid", "signs": signs, "once": once},
    )


def check_node(name: str, node: Node, nodes: int) -> None:
    """Refuse a node that is not an integer from 0 to `nodes` - 1.

    >>> check_node("cat", 9, nodes=8)
    Traceback (most recent call last):
    ...
    gamekit.errors.InputError: cat is 9, but nodes are 0..7
    """
    if type(node) is not int:
        raise refusal(name, f"must be a node, an integer; it is {node!r}")
    if not 0 <= node < nodes:
        raise refusal(name, f"is {node}, but nodes are 0..{nodes - 1}")


def _as_graph(graph: Any, field: attrs.Attribute[Any]) -> Graph:
    name = parameter_name(field)
    rows = as_tuple(name, graph, "the neighbours of each node")
    return tuple(as_tuple(f"{name}[{node}]", row, "neighbours") for node, row in enumerate(rows))


def _as_rows(grid: Any, field: attrs.Attribute[Any]) -> tuple[Any, ...]:
    return as_tuple(parameter_name(field), grid, "rows")


def _check_graph(_: object, field: attrs.Attribute[Any], graph: Graph) -> None:
    name = parameter_name(field)
    if not graph:
        raise refusal(name, "must have at least one node; it is empty")
    edges = [(node, neighbour) for node, neighbours in enumerate(graph) for neighbour in neighbours]
    for node, neighbour in edges:
        if type(neighbour) is not int:
            raise refusal(f"{name}[{node}]", f"lists neighbour {neighbour!r}, which is not an integer")
        if not 0 <= neighbour < len(graph):
            raise refusal(
                f"{name}[{node}]", f"lists neighbour {neighbour}, but nodes are 0..{len(graph) - 1}"
            )
        if neighbour == node:
            raise refusal(f"{name}[{node}]", f"lists {node}, itself; a node is not its own neighbour")
    times = Counter(edges)
    for node, neighbour in edges:
        if times[node, neighbour] > 1:
            raise refusal(f"{name}[{node}]", f"must list each neighbour once; it lists {neighbour} twice")
        if (neighbour, node) not in times:
            one_way = f"{name}[{node}] lists {neighbour}, but {name}[{neighbour}] does not list {node}"
            raise refusal(name, f"must go both ways: {one_way}")


def _check_grid(name: str, grid: tuple[Any, ...], signs: str, once: str) -> None:
    if not grid:
        raise refusal(name, "must have at least one row; it is empty")
    places: dict[str, str] = {}
    for i, row in enumerate(grid):
        if type(row) is not str:
            raise refusal(f"{name}[{i}]", f"must be text; it is {row!r}")
        if not row:
            raise refusal(f"{name}[{i}]", "must have at least one cell; it is empty")
        if len(row) != len(grid[0]):
            size = f"{len(grid[0])} cells, as {name}[0] has"
            raise refusal(f"{name}[{i}]", f"must have {size}; it has {len(row)}")
        for j, sign in enumerate(row):
            place = f"{name}[{i}][{j}]"
            if sign not in signs:
                raise refusal(place, f"must be one of {' '.join(signs)}; it is {sign!r}")
            if sign in once and places.setdefault(sign, place) != place:
                raise refusal(name, f"must have one {sign}; there are two, {places[sign]} and {place}")
    for sign in once:
        if sign not in places:
            raise refusal(name, f"must have one {sign}; there is none")
