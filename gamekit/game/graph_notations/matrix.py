"""Adjacency matrices."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations.graph_notation import COMMENT, Edges, GraphNotation
from gamekit.game.notation import misfit

BETWEEN = re.compile(r"[\s,;()\[\]{}]+")


class AdjacencyMatrix(GraphNotation):
    """A row for each node, with a 1 for each neighbour and a 0 for each other node.

    Between the numbers are blanks, commas, brackets or nothing. The number of nodes may stand before the rows, and the
    names of nodes before columns and rows.
    """

    name = "matrix"
    about = "a graph, a row of zeros and ones for each node"
    example = "0 1 1\n1 0 1\n1 1 0"
    endings: ClassVar[tuple[str, ...]] = (".mat", ".mtrx", ".am")

    def reads(self, text: str) -> bool:
        rows = self._rows(text)
        return (
            len(rows) > 1
            and all({*row} <= {"0", "1"} for _, row in rows)
            and (len(rows) == len(rows[0][1]) or len(rows[0][1]) > 3)  # edges have three numbers at most
        )

    def graph(self, text: str) -> tuple[int, Edges]:
        rows = self._rows(text)
        for node, (start, row) in enumerate(rows):
            if len(row) != len(rows):
                what = f"row {node + 1} has {len(row):,}"
                raise misfit(text, start, f"a matrix of {len(rows):,} rows has as many columns; {what}")
            for other in range(node):
                if row[other] != rows[other][1][node]:
                    what = f"row {node + 1} has {row[other]} in column {other + 1}, and row {other + 1} not in column"
                    raise misfit(text, start, f"edges must go both ways; {what} {node + 1}")
        return len(rows), [
            (node, other)
            for node, (_, row) in enumerate(rows)
            for other, sign in enumerate(row)
            if sign == "1"
        ]

    def _rows(self, text: str) -> list[tuple[int, list[str]]]:
        """Return where each row begins in the text, and its signs; without names, and without the number of rows."""
        rows, start = list[tuple[int, list[str]]](), 0
        for line in re.split(r"(?<=\n)|(?<=\])(?=,)|(?<=\})(?=,)", text):
            words = BETWEEN.sub(" ", line).split()
            if words and not COMMENT.fullmatch(line.rstrip("\n")):
                rows.append((start, words))
            start += len(line)
        if rows[1:] and rows[0][1] == [str(len(rows) - 1)]:
            del rows[0]
        if rows[1:] and len(rows[0][1]) in (len(rows) - 1, len(rows)) and not {*rows[0][1]} <= {"0", "1"}:
            rows = [(start, row[1:]) for start, row in rows[1:]]
        return [(start, [*row[0]] if len(row) == 1 else row) for start, row in rows]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [{*near} for near in neighbours_of(nodes, edges)]
        return "\n".join(" ".join("01"[other in near] for other in range(nodes)) for near in rows)
