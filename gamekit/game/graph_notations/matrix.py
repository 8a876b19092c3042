"""Adjacency matrices."""

from __future__ import annotations

import re
from itertools import chain
from typing import ClassVar

from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations.graph_notation import COMMENT, Edges, GraphNotation
from gamekit.game.notation import misfit

INFINITE = re.compile(r"(?i)inf|infinity|∞")
NUMBER = re.compile(rf"[0-9]+(?:\.[0-9]*)?|(?i:{INFINITE.pattern[4:]})")
BETWEEN = re.compile(r"[\s,;()\[\]{}]+")


class AdjacencyMatrix(GraphNotation):
    """A row for each node, with a 1 or the weight of the edge for each neighbour, and a 0 for each other node.

    An infinite weight is no edge. Between the numbers are blanks, commas, brackets or nothing. The number of nodes may
    stand before the rows, and the names of nodes before columns and rows.
    """

    name = "matrix"
    about = "a graph, a row of zeros and ones for each node"
    example = "0 1 1\n1 0 1\n1 1 0"
    endings: ClassVar[tuple[str, ...]] = (".mat", ".mtrx", ".am")

    def reads(self, text: str) -> bool:
        rows = [row for _, row in self._rows(text)]
        is_square = all(len(row) == len(rows) for row in rows)
        if all({*row} <= {"0", "1"} for row in rows):
            is_whole = len(rows) > 1 or text.split() == ["1", "0"]  # 0 alone would be JSON
            return is_whole and (is_square or len(rows[0]) > 3)  # edges have three numbers at most
        signs = [*chain.from_iterable(rows)]
        is_certain = len(rows) > 3 or any(map(INFINITE.fullmatch, signs))
        return is_square and is_certain and all(map(NUMBER.fullmatch, signs))

    def graph(self, text: str) -> tuple[int, Edges]:
        rows = self._rows(text)
        edges = {
            (node, other)
            for node, (_, row) in enumerate(rows)
            for other, sign in enumerate(row)
            if sign.strip("0.") and not INFINITE.fullmatch(sign)
        }
        for node, (start, row) in enumerate(rows):
            if len(row) != len(rows):
                what = f"row {node + 1} has {len(row):,}"
                raise misfit(text, start, f"a matrix of {len(rows):,} rows has as many columns; {what}")
            if (node, node) in edges:
                raise misfit(
                    text,
                    start,
                    f"row {node + 1} has {row[node]} in column {node + 1}; no node has an edge to itself",
                )
            for other in range(node):
                if ((node, other) in edges) != ((other, node) in edges):
                    what = f"row {node + 1} has {row[other]} in column {other + 1}, and row {other + 1} has"
                    raise misfit(
                        text, start, f"edges must go both ways; {what} {rows[other][1][node]} in {node + 1}"
                    )
        return len(rows), edges

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
        columns = len(rows[0][1]) if rows and ":" not in text else 0
        has_corner = 0 < columns == len(rows) and not all(map(NUMBER.fullmatch, rows[0][1]))
        if columns > 1 and (has_corner or {len(row) for _, row in rows[1:]} == {columns + 1}):
            rows = [(start, row[1:]) for start, row in rows[1:]]
        return [(start, [*row[0]] if len(row) == 1 else row) for start, row in rows]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [{*near} for near in neighbours_of(nodes, edges)]
        lines = [" ".join("01"[other in near] for other in range(nodes)) for near in rows]
        return "\n".join(lines if nodes > 1 else ["1", *lines])
