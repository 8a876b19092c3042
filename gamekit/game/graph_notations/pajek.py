"""The format of Pajek (V. Batagelj and A. Mrvar)."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, another, both_ways, number
from gamekit.game.notation import misfit

HEADER = re.compile(r"(?mi)^[^\S\n]*+\*vertices\s++([0-9]+)")


class Pajek(GraphNotation):
    """The number of vertices, which are numbered from 1, then sections of edges or arcs.

    A line has an edge and perhaps its weight, or, in a section of lists, a vertex and all those that it has edges to.
    Names of vertices and other sections are ignored.
    """

    name = "pajek"
    about = "a graph in the form of Pajek"
    example = "*Vertices 3\n*Edges\n1 2\n2 3"
    endings: ClassVar[tuple[str, ...]] = (".net", ".paj", ".pajek")

    LINE = re.compile(r"\s*+([0-9]+)((?:\s++[0-9]+)+)\b(?!\.).*+")

    def reads(self, text: str) -> bool:
        return HEADER.search(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        header = HEADER.search(text)
        if header is None:
            raise InputError("a line must give the number of vertices, as in '*Vertices 3'; there is none")
        if second := HEADER.search(text, header.end()):
            raise another(text, second.start())
        nodes, section, start = number(header[1]), "", 0
        found: dict[str, dict[tuple[int, int], int]] = {
            "edges": {},
            "arcs": {},
            "edgeslist": {},
            "arcslist": {},
        }
        for line in text.split("\n"):
            if line.lstrip().startswith("*"):
                section = line.split()[0].lstrip("*").lower()
            elif section in found and not re.fullmatch(r"\s*(%.*)?", line):
                match = self.LINE.match(line)
                if match is None:
                    is_list = section.endswith("list")
                    rule = (
                        "a line has a vertex and its neighbours"
                        if is_list
                        else "an edge is two numbers of vertices"
                    )
                    raise misfit(text, start, f"{rule}, as in '1 2'; this is {line!r:.60}")
                one, others = number(match[1]), [number(word) for word in match[2].split()]
                for other in others if section.endswith("list") else others[:1]:
                    if not 1 <= min(one, other) <= max(one, other) <= nodes:
                        what = f"vertices are numbered from 1 to {nodes:,}; an edge is {one} {other}"
                        raise misfit(text, start, what)
                    found[section][one, other] = start
            elif section == "matrix":
                raise misfit(text, start, "edges are read from *Edges and *Arcs, not from *Matrix")
            start += len(line) + 1
        both_ways(text, found["arcs"] | found["arcslist"], "write *Edges")
        return nodes, [(one - 1, other - 1) for edges in found.values() for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        return "\n".join(
            [f"*Vertices {nodes}", "*Edges", *(f"{one + 1} {other + 1}" for one, other in edges)]
        )
