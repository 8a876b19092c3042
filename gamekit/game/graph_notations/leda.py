"""The format of LEDA, in which GraphWin and programs that align networks write graphs."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, another, both_ways, number
from gamekit.game.notation import misfit


class Leda(GraphNotation):
    """A header, the number of nodes and a line for each, then the number of edges and a line for each, from 1.

    The header may say that edges have no direction (-2). What stands at nodes and edges is ignored.
    """

    name = "leda"
    about = "a graph in the form of LEDA"
    example = "LEDA.GRAPH\nvoid\nvoid\n-2\n3\n|{}|\n|{}|\n|{}|\n2\n1 2 0 |{}|\n2 3 0 |{}|"
    endings: ClassVar[tuple[str, ...]] = (".gw", ".lgr", ".leda")

    START = re.compile(r"(?:[^\S\n]*+(?:#[^\n]*+)?\n)*+[^\S\n]*+LEDA\.GRAPH\b")
    EDGE = re.compile(r"([0-9]+)\s+([0-9]+)\b.*+")

    def reads(self, text: str) -> bool:
        return self.START.match(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        if text.count("LEDA.GRAPH") > 1:
            raise another(text, text.rindex("LEDA.GRAPH"))
        lines, start = list[tuple[int, str]](), 0
        for line in text.split("\n"):
            if line.strip() and not line.lstrip().startswith("#"):
                lines.append((start, line.strip()))
            start += len(line) + 1
        direction = lines[3][1] if lines[3:] and lines[3][1] in ("-1", "-2") else ""
        rest = lines[4 if direction else 3 :]
        nodes = self._count(text, rest[:1])
        count = self._count(text, rest[nodes + 1 : nodes + 2])
        edges = dict[tuple[int, int], int]()
        for place, line in rest[nodes + 2 : nodes + 2 + count]:
            match = self.EDGE.fullmatch(line)
            if match is None:
                raise misfit(text, place, f"an edge begins with two numbers of nodes; this is {line!r:.60}")
            edge = number(match[1]), number(match[2])
            if not 1 <= min(edge) <= max(edge) <= nodes:
                raise misfit(text, place, f"nodes are numbered from 1 to {nodes:,}; this is {line!r:.60}")
            edges[edge] = place
        if (given := len(rest[nodes + 2 :])) < count:
            what = f"the text promises {count:,} edges here; it has {given:,}"
            raise misfit(text, rest[nodes + 1][0], what)
        if direction == "-1":
            both_ways(text, edges, "write -2 in the header")
        return nodes, [(one - 1, other - 1) for one, other in edges]

    def _count(self, text: str, lines: list[tuple[int, str]]) -> int:
        """Return the number on the first of the lines."""
        place, line = lines[0] if lines else (len(text), "")
        if not re.fullmatch(r"[0-9]+", line):
            raise misfit(text, place, f"the number of nodes or edges stands here; this is {line!r:.60}")
        return number(line)

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [f"{one + 1} {other + 1} 0 |{{}}|" for one, other in edges]
        return "\n".join(
            ["LEDA.GRAPH", "void", "void", "-2", str(nodes), *["|{}|"] * nodes, str(len(edges)), *rows]
        )
