"""Graphs in JSON: lists of nodes and links, as NetworkX and D3 have them, or the neighbours of each node."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, both_ways, by_name
from gamekit.game.parameters import show

LINKS = ("links", "edges")


class NodeLink(GraphNotation):
    """An object with `nodes`, each with an `id`, and `links` or `edges`, each with a `source` and a `target`.

    Or an object that has, for the name of each node, the list of its neighbours. Everything else is ignored.
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
        if _has_links(found):
            return True
        are_lists = all(isinstance(near, list | dict) for near in found.values()) and "graph" not in found
        names = [node for near in found.values() for node in near] if are_lists else [None]
        return len(found) > 1 and all(isinstance(node, str | int) and str(node) in found for node in names)

    def graph(self, text: str) -> tuple[int, Edges]:
        found = _object_in(text)
        if not _has_links(found):
            edges = [(node, str(other)) for node, near in found.items() for other in near]
            return by_name(found, edges)
        links = next(found[key] for key in LINKS if key in found)
        nodes = [
            _of(node, "id", number) if isinstance(node, dict) else str(node)
            for number, node in enumerate(found["nodes"])
        ]
        edges = [(_of(link, "source"), _of(link, "target")) for link in links]
        if found.get("directed"):
            both_ways(edges, 'write "directed": false')
        return by_name(nodes, edges)

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        links = [{"source": one, "target": other} for one, other in edges]
        return json.dumps({"nodes": [{"id": node} for node in range(nodes)], "links": links})


def _object_in(text: str) -> dict[str, Any]:
    """Return the object of JSON that a text is; an empty one if it is none."""
    if text.lstrip().startswith("{"):
        with suppress(ValueError, RecursionError):
            found = json.loads(text)
            return found if isinstance(found, dict) else {}
    return {}


def _has_links(found: dict[str, Any]) -> bool:
    return isinstance(found.get("nodes"), list) and any(isinstance(found.get(key), list) for key in LINKS)


def _of(item: Any, key: str, default: Any = None) -> str:
    """Return the name under a key of a node or a link, which may stand there as an object with an `id`."""
    found = item.get(key, default) if isinstance(item, dict) else None
    if isinstance(found, dict):
        found = found.get("id")
    if not isinstance(found, str | int):
        raise InputError(f"each node has an id, and each link a source and a target; this is {show(item)}")
    return str(found)
