"""graph6 and sparse6."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, too_large
from gamekit.game.notation import Notation, misfit


class Graph6(GraphNotation):
    """graph6 and sparse6, the forms of nauty (B. McKay), a graph on each line."""

    name = "graph6"
    about = "a graph as nauty writes it, or in sparse6"
    example = "Bw"
    endings: ClassVar[tuple[str, ...]] = (".g6", ".graph6", ".s6", ".sparse6")
    is_like_names: ClassVar[bool] = True

    INCREMENTS = re.compile(r"(?:(?::?+[?-~]|;)[?-~]*+(?:\s*\n|$))*+")

    def reads(self, text: str) -> bool:
        body = _body(text)
        if re.search(r"(?m)^;", body):
            return self.INCREMENTS.fullmatch(body) is not None
        return re.fullmatch(r":?[?-~]+", body) is not None and not _is_json(body)

    def graph(self, text: str) -> tuple[int, Edges]:
        import networkx

        if increment := re.search(r"(?m)^;", text):
            raise misfit(text, increment.start(), "incremental sparse6 is not read; sparse6 and graph6 are")
        body = _body(text)
        if wrong := re.search(r"^[^:?-~]|(?!^)[^?-~]", body):
            place = len(text.rstrip()) - len(body) + wrong.start()
            raise misfit(text, place, f"{wrong[0]!r} is no sign of graph6 or sparse6")
        if body.removeprefix(":").startswith("~~"):
            raise too_large("more than 258,047")
        read = networkx.from_sparse6_bytes if body.startswith(":") else networkx.from_graph6_bytes
        try:
            graph = read(body.encode())
        except (networkx.NetworkXError, ValueError, IndexError) as error:
            raise InputError(f"the text is too short or too long ({error})") from None
        return len(graph), graph.edges()

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        import networkx

        graph = networkx.empty_graph(nodes)
        graph.add_edges_from(edges)
        text: bytes = networkx.to_graph6_bytes(graph, header=False)
        return text.decode().strip()

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        return Notation.split(self, text)


def _body(text: str) -> str:
    """Return a text without the header that it may have."""
    return text.strip().removeprefix(">>graph6<<").removeprefix(">>sparse6<<")


def _is_json(text: str) -> bool:
    """Return whether a text is JSON, as `[[]]` is, whose signs are those of graph6."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
