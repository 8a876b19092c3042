"""The adjacency lists of the Edge Addition Planarity Suite (J. Boyer)."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations.graph_notation import (
    COMMENT,
    Edges,
    GraphLines,
    another,
    both_ways,
    number,
)
from gamekit.game.notation import misfit


class Planarity(GraphLines):
    """The number of nodes, then a line for each: its number, a colon, its neighbours, and a number that is no node.

    Lines end with -1 if nodes are numbered from 0, and with 0 or -1 if they are from 1.
    """

    name = "planarity"
    about = "a graph as the planarity suite has it"
    example = "N=3\n0: 1 2 -1\n1: 0 2 -1\n2: 0 1 -1"

    LINE = re.compile(r"\s*N\s*=\s*([0-9]+)\s*")
    ROW: ClassVar[re.Pattern[str]] = re.compile(r"\s*([0-9]+)\s*:((?:\s++[0-9]++)*)\s+(-1|0)\s*")

    def graph(self, text: str) -> tuple[int, Edges]:
        lines, start = list[tuple[int, str]](), 0
        for line in text.split("\n"):
            if not COMMENT.fullmatch(line):
                lines.append((start, line))
            start += len(line) + 1
        header = self.LINE.fullmatch(lines[0][1]) if lines else None
        if header is None:
            raise InputError("the first line is the number of nodes, as in 'N=3'")
        nodes = number(header[1])
        first = int(not any(re.match(r"\s*0\s*:", line) for _, line in lines[1:2]))
        edges = dict[tuple[int, int], int]()
        for node, (start, line) in enumerate(lines[1:], first):
            if self.LINE.fullmatch(line):
                raise another(text, start)
            row = self.ROW.fullmatch(line)
            if row is None or number(row[1]) != node or int(row[3]) >= first:
                what = f"a line has a node, here {node}, a colon, its neighbours and {first - 1} at the end"
                raise misfit(text, start, f"{what}; this is {line!r:.60}")
            near = [number(word) for word in row[2].split()]
            if not all(first <= other < first + nodes for other in near):
                last = first + nodes - 1
                raise misfit(
                    text, start, f"nodes are numbered from {first} to {last:,}; this is {line!r:.60}"
                )
            edges |= {(node, other): start for other in near}
        if len(lines) - 1 != nodes:
            what = f"the text promises {nodes:,} nodes here; it has {len(lines) - 1:,}"
            raise misfit(text, lines[0][0], what)
        both_ways(text, edges, "list each of them on the line of the other")
        return nodes, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = enumerate(neighbours_of(nodes, edges))
        return "\n".join(
            [f"N={nodes}", *(" ".join([f"{node}:", *map(str, near), "-1"]) for node, near in rows)]
        )
