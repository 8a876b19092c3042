"""The format of the DIMACS challenges."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, fitting, number


class Dimacs(GraphNotation):
    """The format of the DIMACS challenges: `p edge NODES EDGES`, then `e ONE OTHER`, with nodes numbered from 1.

    In the format of the PACE challenges, edges are two numbers alone.
    """

    name = "dimacs"
    about = "a graph in DIMACS form"
    example = "p edge 3 3\ne 1 2\ne 2 3\ne 3 1"
    endings: ClassVar[tuple[str, ...]] = (".col", ".dimacs", ".gr")

    HEADER = re.compile(r"(?m)^p\s+\w+\s+(\d+)\s+\d+\s*$")
    LINE = re.compile(r"(?:[ea]\s+)?(\d+)\s+(\d+)(?:\s.*)?")

    def reads(self, text: str) -> bool:
        return self.HEADER.search(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        header = self.HEADER.search(text)
        if header is None:
            raise InputError("a line must give the size of the graph, as in 'p edge 3 2'; there is none")
        nodes = number(header[1])
        edges = []
        for match in fitting(
            text, self.LINE, "an edge is written as 'e 1 2'", skipped=re.compile(r"[cpnd]\b.*|\s*")
        ):
            edge = number(match[1]) - 1, number(match[2]) - 1
            if not 0 <= min(edge) <= max(edge) < nodes:
                raise InputError(f"nodes are numbered from 1 to {nodes:,}; an edge is {match[0]!r:.60}")
            edges.append(edge)
        return nodes, edges

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        lines = [f"e {one + 1} {other + 1}" for one, other in edges]
        return "\n".join([f"p edge {nodes} {len(edges)}", *lines])
