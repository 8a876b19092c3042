"""Graphs in JSON: lists of nodes and links, as NetworkX and D3 have them, or the neighbours of each node."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, both_ways, by_name
from gamekit.game.parameters import show

NODES = ("nodes", "vertices", "node", "vertex")
LINKS = ("links", "edges", "link", "edge", "arcs")
INSIDE = ("graph", "elements")
"""The keys under which lists of nodes and links may stand together."""

NAMES = ("id", "name", "key", "label")
ENDS = (("source", "target"), ("from", "to"), ("a", "b"), ("u", "v"), ("node1", "node2"), ("start", "end"))


class NodeLink(GraphNotation):
    """An object with a list of nodes and a list of edges, under one of the usual keys for each.

    A node is a name, or an object with one; an edge is two names, or an object with them. Or an object that has, for
    the name of each node, the list of its neighbours. Everything else is ignored.
    """

    name = "node-link"
    about = "a graph in JSON: nodes and links, or the neighbours of each node"
    example = (
        '{"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],\n'
        ' "links": [{"source": "a", "target": "b"}, {"source": "b", "target": "c"}]}'
    )
    is_json: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        found = _object_in(text)
        if {*NODES, *LINKS} & {*found}:
            return True
        are_lists = all(isinstance(near, list | dict) for near in found.values()) and "graph" not in found
        names = [node for near in found.values() for node in near] if are_lists else [None]
        return len(found) > 1 and all(isinstance(node, str | int) and str(node) in found for node in names)

    def graph(self, text: str) -> tuple[int, Edges]:
        found = _object_in(text)
        if not {*NODES, *LINKS} & {*found}:
            edges = [(node, str(other)) for node, near in found.items() for other in near]
            return by_name(found, edges)
        nodes, links = (next((found[key] for key in keys if key in found), None) for keys in (NODES, LINKS))
        nodes = [*nodes] if isinstance(nodes, dict) else nodes  # by their names
        if not isinstance(nodes, list) or not isinstance(links, list):
            what = "a list of nodes, called nodes or vertices, and a list of edges, called edges or links"
            raise InputError(f"a graph has {what}; this has {', '.join(found):.60}")
        edges = [_ends(link) for link in links]
        names = _names(nodes, {end for edge in edges for end in edge})
        if found.get("directed"):
            place = text.index('"directed"') if '"directed"' in text else 0
            both_ways(text, dict.fromkeys(edges, place), 'write "directed": false')
        return by_name(names, edges)

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        links = [{"source": one, "target": other} for one, other in edges]
        return json.dumps({"nodes": [{"id": node} for node in range(nodes)], "links": links})


def _object_in(text: str) -> dict[str, Any]:
    """Return the object of JSON that a text is, or the one in it that has nodes and links; an empty one if none is."""
    found = None
    if text.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            found = json.loads(text)
    if not isinstance(found, dict):
        return {}
    inside = [found.get(key) for key in INSIDE]
    return next((each for each in inside if isinstance(each, dict) and {*NODES} & {*each}), found)


def _names(nodes: list[Any], ends: set[str]) -> list[str]:
    """Return the names of nodes: what edges call them, or their numbers if nodes have no other name."""
    nodes = [_data(node) for node in nodes]
    if not all(isinstance(node, dict) for node in nodes):
        return [_name(node) for node in nodes]
    by_key = [[str(node[key]) for node in nodes] for key in NAMES if all(key in node for node in nodes)]
    numbers = [str(number) for number in range(len(nodes))]
    return next((names for names in [*by_key, numbers] if ends <= {*names}), [*by_key, numbers][0])


def _ends(link: Any) -> tuple[str, str]:
    """Return the names of the two nodes of a link."""
    ends = _data(link)
    if isinstance(ends, dict):
        ends = next(([ends[one], ends[other]] for one, other in ENDS if one in ends and other in ends), None)
    if not isinstance(ends, list) or len(ends) < 2:
        raise InputError(f"each link has a source and a target, or is a list of both; this is {show(link)}")
    return _name(ends[0]), _name(ends[1])


def _data(item: Any) -> Any:
    """Return a node or a link without what is around it in the JSON of Cytoscape."""
    return item["data"] if isinstance(item, dict) and isinstance(item.get("data"), dict) else item


def _name(node: Any) -> str:
    """Return the name of a node, which may stand as an object with an `id`."""
    name = node.get("id") if isinstance(node, dict) else node
    if not isinstance(name, str | int):
        raise InputError(f"each node is a name, or an object with an id; this is {show(node)}")
    return str(name)
