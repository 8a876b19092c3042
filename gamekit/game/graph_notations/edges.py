"""Lists of edges."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphLines, fitting, number
from gamekit.game.notation import misfit


class EdgeList(GraphLines):
    """An edge on each line, perhaps after a line with the numbers of nodes and edges.

    In files of Matrix Market, that line has the number of nodes twice.
    """

    name = "edges"
    about = "a graph, an edge on each line, with nodes numbered from 0 or 1"
    example = "0 1\n1 2\n2 0"
    endings: ClassVar[tuple[str, ...]] = (".edges", ".edgelist", ".el")

    LINE = re.compile(r"\s*(\d+)(?:\s*(?:,|;|--?>?)\s*|\s+)(\d+)(?:[\s,;].*)?")

    def graph(self, text: str) -> tuple[int, Edges]:
        rule = "an edge is two numbers of nodes, as in '0 1'"
        matches = [*fitting(text, self.LINE, rule)]
        edges = [(number(match[1]), number(match[2])) for match in matches]
        lines = [match[0] for match in matches[1:] if re.fullmatch(r"[\d\s]+", match[0])]
        for line in lines:  # lists of neighbours are of unequal length, too
            if len(line.split()) != len(lines[0].split()):
                place = re.search(rf"(?m)^[^\S\n]*{line}[^\S\n]*$", text)
                what = f"an edge has as many numbers as those before it; this is {line!r:.60}"
                raise misfit(text, place.start() if place else 0, what)
        if not edges:
            raise InputError("a graph must have an edge or more; the text has comments and blanks only")
        is_matrix = matches[0][0].split() == [matches[0][1], matches[0][1], str(len(edges) - 1)]
        has_header = is_matrix or (
            len(edges) > 1 and edges[0][1] == len(edges) - 1 > 0 and edges[0][0] >= max(map(max, edges[1:]))
        )
        header, edges = (edges[0][0], edges[1:]) if has_header and edges[1:] else (0, edges)
        first = min(map(min, edges)) if header == 0 else int(is_matrix or max(map(max, edges)) == header)
        first = min(first, 1)
        nodes = header or max(map(max, edges)) + 1 - first
        return nodes, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        return "\n".join([f"{nodes} {len(edges)}", *(f"{one} {other}" for one, other in edges)])
