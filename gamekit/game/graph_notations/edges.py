"""Lists of edges."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import (
    COMMENT,
    Edges,
    GraphNotation,
    by_name,
    fitting,
    number,
)
from gamekit.game.notation import misfit

BETWEEN = r"(?:\s*(?:,|;|--?>?)\s*|\s+)"
SIZES = re.compile(
    r"\s*+([0-9]{1,18})[^\S\n]*+\n(?:\s*+([0-9]{1,18})[^\S\n]*+\n)?(?=\s*+[0-9]++[^\S\n]++[0-9])"
)
"""The number of nodes, and perhaps of edges, on lines of their own."""

NO_EDGES = re.compile(r"\s*([0-9]{1,18})[^\S\n]*\n\s*0\s*")

NAME = r"[\"']?(\w[\w.]*)[\"']?"


class EdgeList(GraphNotation):
    """An edge on each line, perhaps after the numbers of nodes and edges, or after the titles of columns.

    These numbers stand on one line or two; in files of Matrix Market, that of nodes stands twice. Nodes may have names
    instead of numbers; then each line has two, and nothing else.
    """

    name = "edges"
    about = "a graph, an edge on each line, with nodes numbered from 0 or 1, or with names"
    example = "0 1\n1 2\n2 0"
    endings: ClassVar[tuple[str, ...]] = (".edges", ".edgelist", ".el")

    LINE = re.compile(rf"\s*(\d+){BETWEEN}(\d+)(?:[\s,;].*)?")

    NAMES = re.compile(rf"{NAME}{BETWEEN}{NAME}")
    SKIPPED = re.compile(rf"{COMMENT.pattern}|\s*\W?(?i:source\W+target|from\W+to|node_?1\W+node_?2)\b.*")

    def reads(self, text: str) -> bool:
        lines = self._lines(_without_sizes(text))
        if NO_EDGES.fullmatch(text):
            return True
        return bool(lines) and (self.LINE.fullmatch(lines[0]) is not None or self._has_names(lines))

    def _lines(self, text: str) -> list[str]:
        return [line.strip() for line in text.split("\n") if not self.SKIPPED.fullmatch(line)]

    def _has_names(self, lines: list[str]) -> bool:
        return len(lines) > 1 and all(self.NAMES.fullmatch(line) for line in lines)

    def graph(self, text: str) -> tuple[int, Edges]:
        if alone := NO_EDGES.fullmatch(text):
            return int(alone[1]), []
        lines = self._lines(_without_sizes(text))
        if lines and not self.LINE.fullmatch(lines[0]) and self._has_names(lines):
            named = [(match[1], match[2]) for match in map(self.NAMES.fullmatch, lines) if match]
            return by_name([node for edge in named for node in edge], named)
        return self._numbered(text)

    def _numbered(self, text: str) -> tuple[int, Edges]:
        rule = "an edge is two numbers of nodes, as in '0 1'"
        matches = [*fitting(_without_sizes(text), self.LINE, rule, self.SKIPPED)]
        edges = [(number(match[1]), number(match[2])) for match in matches]
        lines = [match[0] for match in matches[1:] if re.fullmatch(r"[\d\s]+", match[0])]
        for line in lines:  # lists of neighbours are of unequal length, too
            if len(line.split()) != len(lines[0].split()):
                place = re.search(rf"(?m)^[^\S\n]*{line}[^\S\n]*$", text)
                what = f"an edge has as many numbers as those before it; this is {line!r:.60}"
                raise misfit(text, place.start() if place else 0, what)
        if not edges:
            raise InputError("a graph must have an edge or more; the text has comments and blanks only")
        sizes = SIZES.match(text)
        if sizes and sizes[2] and int(sizes[2]) != len(edges):
            raise misfit(
                text, sizes.start(2), f"the text promises {sizes[2]} edges here; it has {len(edges):,}"
            )
        is_matrix = matches[0][0].split() == [matches[0][1], matches[0][1], str(len(edges) - 1)]
        has_header = is_matrix or (
            len(edges) > 1 and edges[0][1] == len(edges) - 1 > 0 and edges[0][0] >= max(map(max, edges[1:]))
        )
        header, edges = (edges[0][0], edges[1:]) if has_header and edges[1:] and not sizes else (0, edges)
        header = int(sizes[1]) if sizes else header
        first = min(map(min, edges)) if header == 0 else int(is_matrix or max(map(max, edges)) == header)
        first = min(first, 1)
        most = max(map(max, edges)) + 1 - first
        nodes = header or most
        if most > nodes:
            wrong = next(match for match in matches if str(most - 1 + first) in match.groups())
            what = f"the text promises {nodes:,} nodes; an edge has node {most - 1 + first:,}"
            raise misfit(text, wrong.start(), what)
        return nodes, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        sizes = f"{nodes} {len(edges)}" if edges else f"{nodes}\n0"
        return "\n".join([sizes, *(f"{one} {other}" for one, other in edges)])


def _without_sizes(text: str) -> str:
    """Return a text with blanks in place of the numbers of nodes and edges on lines of their own."""
    sizes = SIZES.match(text)
    return re.sub(r"[0-9]", " ", sizes[0]) + text[sizes.end() :] if sizes else text
