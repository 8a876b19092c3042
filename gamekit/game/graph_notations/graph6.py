"""graph6 and sparse6."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, too_large
from gamekit.game.notation import Notation


class Graph6(GraphNotation):
    """graph6 and sparse6, the forms of nauty (B. McKay), a graph on each line."""

    name = "graph6"
    about = "a graph as nauty writes it, or in sparse6"
    example = "Bw"
    endings: ClassVar[tuple[str, ...]] = (".g6", ".graph6", ".s6", ".sparse6")
    is_like_names: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        body = text.strip().removeprefix(">>graph6<<").removeprefix(">>sparse6<<")
        return re.fullmatch(r":?[?-~]+", body) is not None and not _is_json(body)

    def graph(self, text: str) -> tuple[int, Edges]:
        import networkx

        body = text.strip().removeprefix(">>graph6<<").removeprefix(">>sparse6<<")
        if body.removeprefix(":").startswith("~~"):
            raise too_large("more than 258,047")
        read = networkx.from_sparse6_bytes if body.startswith(":") else networkx.from_graph6_bytes
        try:
            graph = read(body.encode())
        except (networkx.NetworkXError, ValueError, IndexError) as error:
            raise InputError(f"the text is cut short or has signs too many ({error})") from None
        return len(graph), graph.edges()

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        import networkx

        graph = networkx.empty_graph(nodes)
        graph.add_edges_from(edges)
        text: bytes = networkx.to_graph6_bytes(graph, header=False)
        return text.decode().strip()

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        return Notation.split(self, text)


def _is_json(text: str) -> bool:
    """Return whether a text is JSON, as `[[]]` is, whose signs are those of graph6."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
