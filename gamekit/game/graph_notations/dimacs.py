"""The format of the DIMACS challenges."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, fitting, number
from gamekit.game.notation import misfit


class Dimacs(GraphNotation):
    """The format of the DIMACS challenges: `p edge NODES EDGES`, then `e ONE OTHER`, with nodes numbered from 1.

    The word after `p` may be any, or none, and so may the number of edges. If there is a node 0 and the last number is
    none, they are numbered from 0. In the format of the PACE challenges, edges are two numbers alone; in that of
    SteinLib, the number of nodes stands after `Nodes`, and all other lines than those of edges are ignored.
    """

    name = "dimacs"
    about = "a graph in DIMACS form"
    example = "p edge 3 3\ne 1 2\ne 2 3\ne 3 1"
    endings: ClassVar[tuple[str, ...]] = (".col", ".dimacs", ".gr", ".stp")

    START = re.compile(r"(?m)^[pe](?:[^\S\n]+\w+)?[^\S\n]+\d+[^\S\n]+\d+[^\S\n]*$")
    WORD = r"(?:[^\S\n]+(?:[^\W\d]\w*|\w+(?=[^\S\n]+\d+[^\S\n]+\d)))?"
    HEADER = re.compile(rf"(?m)^p{WORD}[^\S\n]+(\d+)(?:[^\S\n]+\d+)?[^\S\n]*$")
    SECTION = re.compile(r"(?im)^section[^\S\n]+graph\b(?:[^\S\n]*\n)+nodes[^\S\n]+(\d+)")
    LINE = re.compile(r"(?:[eaEA]\s+)?(\d+)\s+(\d+)(?:\s.*)?")

    def reads(self, text: str) -> bool:
        return (self.START.search(text) or self.SECTION.search(text)) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        section = self.SECTION.search(text)
        header = section or self.HEADER.search(text)
        if header is None:
            given = re.search(r"(?m)^(p\b.*)$", text) or re.search(r"(?m)^(?!c\b)[^\S\n]*(\S.*)$", text)
            what = f"a line as 'p edge 3 2' gives the size of the graph; this is {given[1] if given else ''!r:.60}"
            raise misfit(text, given.start() if given else 0, what)
        nodes = number(header[1])
        skipped = re.compile(r"(?![EA]\s+\d).*" if section else r"[cpnd]\b.*|\s*")
        matches = list(fitting(text, self.LINE, "an edge is written as 'e 1 2'", skipped))
        ends = [(number(match[1]), number(match[2])) for match in matches]
        first = 0 if any(0 in edge for edge in ends) and not any(nodes in edge for edge in ends) else 1
        for match, edge in zip(matches, ends, strict=True):
            if not first <= min(edge) <= max(edge) < first + nodes:
                what = (
                    f"nodes are numbered from {first} to {nodes - 1 + first:,}; this edge is {match[0]!r:.60}"
                )
                raise misfit(text, match.start(), what)
        return nodes, [(one - first, other - first) for one, other in ends]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        lines = [f"e {one + 1} {other + 1}" for one, other in edges]
        return "\n".join([f"p edge {nodes} {len(edges)}", *lines])
