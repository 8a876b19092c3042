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
SIZES = re.compile(r"\s*+([0-9]{1,18})[^\S\n]*+\n(?:\s*+([0-9]{1,18})[^\S\n]*+\n)?(?=\s*+\w++[^\S\n]++\w)")
"""The number of nodes, and perhaps of edges, on lines of their own."""

NO_EDGES = re.compile(r"\s*([0-9]{1,18})[^\S\n]*\n\s*0\s*")

NAME = r"(\"[^\"]++\"|'[^']++'|\w[\w.]*+(?:-\w[\w.]*+)*+)"
"""A name may have hyphens, unless nothing else stands between two names."""

PAIR = re.compile(r"[({]\s*(\d{1,18})\s*,\s*(\d{1,18})\s*[)}]")
PAIRS = re.compile(rf"\s*[\[({{]?\s*{PAIR.pattern}(?:[\s,;]*{PAIR.pattern})*[\s,;]*[\])}}]?\s*")
"""Edges in brackets, as Python, Sage and Mathematica write them."""

TITLES = re.compile(r"[^\W\d][\w ]*(?:\s*[,;\t]\s*[^\W\d][\w ]*)+")
"""Titles of columns, which are no names of nodes above numbers."""


class EdgeList(GraphNotation):
    """An edge on each line, perhaps after the numbers of nodes and edges, or after the titles of columns.

    These numbers stand on one line or two; in files of Matrix Market, that of nodes stands twice. Nodes may have names
    instead of numbers; then each line has two, or that of a node without edges, and nothing else.
    """

    name = "edges"
    about = "a graph, an edge on each line, with nodes numbered from 0 or 1, or with names"
    example = "0 1\n1 2\n2 0"
    endings: ClassVar[tuple[str, ...]] = (".edges", ".edgelist", ".el")

    LINE = re.compile(rf"\s*(\d+){BETWEEN}(\d+)(?:[\s,;].*)?")

    NAMES = re.compile(rf"(?:{NAME}{BETWEEN}{NAME}|(\w[\w.]*+)-(\w[\w.]*+))(?:{BETWEEN}[\d.]++)?")
    SKIPPED = re.compile(rf"{COMMENT.pattern}|\s*\W?(?i:source\W+target|from\W+to|node_?1\W+node_?2)\b.*")

    def reads(self, text: str) -> bool:
        lines = self._lines(_without_sizes(text))
        if NO_EDGES.fullmatch(text) or PAIRS.fullmatch(text):
            return True
        return bool(lines) and (self.LINE.fullmatch(lines[0]) is not None or self._has_names(lines))

    def _lines(self, text: str) -> list[str]:
        return [
            line.strip() for line in _without_titles(text).split("\n") if not self.SKIPPED.fullmatch(line)
        ]

    def _has_names(self, lines: list[str]) -> bool:
        alone = [line for line in lines if not self.NAMES.fullmatch(line)]
        return len(lines) > max(1, 2 * len(alone)) and all(re.fullmatch(NAME, line) for line in alone)

    def graph(self, text: str) -> tuple[int, Edges]:
        if alone := NO_EDGES.fullmatch(text):
            return int(alone[1]), []
        if PAIRS.fullmatch(text):
            text = "\n".join(f"{one} {other}" for one, other in PAIR.findall(text))
        lines = self._lines(_without_sizes(text))
        if lines and not self.LINE.fullmatch(lines[0]) and self._has_names(lines):
            matches = [self.NAMES.fullmatch(line) or re.fullmatch(NAME, line) for line in lines]
            names = [[name.strip("\"'") for name in match.groups() if name] for match in matches if match]
            return by_name(
                [name for line in names for name in line], [(line[0], line[1]) for line in names if line[1:]]
            )
        return self._numbered(_without_titles(text))

    def _numbered(self, text: str) -> tuple[int, Edges]:
        rule = "an edge is two numbers of nodes, as in '0 1'"
        matches = [*fitting(_without_sizes(text), self.LINE, rule, self.SKIPPED)]
        edges = [(number(match[1]), number(match[2])) for match in matches]
        _check_lengths(text, matches)
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
        edges = _without_loops(text, matches, edges)
        return nodes, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        sizes = f"{nodes} {len(edges)}" if edges else f"{nodes}\n0"
        return "\n".join([sizes, *(f"{one} {other}" for one, other in edges)])


def _without_sizes(text: str) -> str:
    """Return a text with blanks in place of the numbers of nodes and edges on lines of their own."""
    sizes = SIZES.match(text)
    return re.sub(r"[0-9]", " ", sizes[0]) + text[sizes.end() :] if sizes else text


def _without_titles(text: str) -> str:
    """Return a text with blanks in place of titles of columns on its first line, if all below begins with numbers."""
    first, _, rest = text.partition("\n")
    is_titled = TITLES.fullmatch(first.strip()) and re.match(r"\s*\d+\s*[,;\t]\s*\d", rest)
    return f"{' ' * len(first)}\n{rest}" if is_titled else text


def _check_lengths(text: str, matches: list[re.Match[str]]) -> None:
    """Refuse lines of numbers of unequal length, because they may be lists of neighbours."""
    lines = [match for match in matches[1:] if re.fullmatch(r"[\d\s]+", match[0])]
    for match in lines:
        if len(match[0].split()) != len(lines[0][0].split()):
            what = f"an edge has as many numbers as those before it; this is {match[0]!r:.60}"
            raise misfit(text, match.start(), what)


def _without_loops(
    text: str, matches: list[re.Match[str]], edges: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return edges without the diagonal of a matrix in the form of Matrix Market; refuse other loops."""
    is_matrix = text.startswith("%%MatrixMarket")
    for match, (one, other) in zip(matches[-len(edges) :], edges, strict=True):
        if one == other and not is_matrix:
            raise misfit(text, match.start(), f"an edge has two ends; this is {match[0]!r:.60}")
    return [edge for edge in edges if edge[0] != edge[1]] if is_matrix else edges
