"""Lists of neighbours."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations.graph_notation import COMMENT, Edges, GraphLines, by_name, fitting, number
from gamekit.game.notation import misfit

HEADING = re.compile(
    r"^([^\S\n]*(?:adjacency(?: list)?|edges|graph|level|nodes|vertices)[^\S\n]*:)([^\n]*)(?:\n[^\S\n]*\d+[^\S\n]*$)?",
    re.IGNORECASE | re.MULTILINE,
)
"""A heading, perhaps with a number on the line below it."""


class AdjacencyText(GraphLines):
    """The neighbours of each node on a line, after its number and perhaps a colon.

    Without colons, the nodes follow in order, and it must be certain that the lines are not edges with weights.
    Headings such as `vertices:` and numbers below them are ignored.
    """

    name = "adjacency"
    about = "a graph, a line for each node: its number, a colon, its neighbours"
    example = "0: 1 2\n1: 0 2\n2: 0 1"
    endings: ClassVar[tuple[str, ...]] = (".adj", ".adjlist")

    LINE = re.compile(r"\s*(\d+)(?:\s*(?::|->)|(?=\s)|$)([\d\s,]*)")
    ENDED = re.compile(r"\s*\d+(?:\s++\d++)*\s+-1\s*")
    END = re.compile(r"(?m)^[^\S\n]*+\d[^\n]*?(-1)[^\S\n]*+$")

    NAMED = re.compile(r"\s*(\w[\w.]*)\s*(?::|->)((?:[\s,]+\w[\w.]*)*)[\s,]*")

    def reads(self, text: str) -> bool:
        lines = [line for line in _without_headings(text).split("\n") if not COMMENT.fullmatch(line)]
        if self._has_names(lines):
            return True
        if not lines or self.LINE.fullmatch(lines[0].rstrip().removesuffix("-1")) is None:
            return False
        are_ended = all(map(self.ENDED.fullmatch, lines)) and len({len(line.split()) for line in lines}) > 1
        return ":" in lines[0] or "->" in lines[0] or are_ended or self._is_in_order(lines)

    def _has_names(self, lines: list[str]) -> bool:
        rows = [match for match in map(self.NAMED.fullmatch, lines) if match]
        if len(rows) < 2 or len(rows) < len(lines) or all(row[1].isdecimal() for row in rows):
            return False
        names = {row[1] for row in rows}
        return any(name in names for row in rows for name in re.findall(r"[\w.]+", row[2]))

    def _is_in_order(self, lines: list[str]) -> bool:
        """Return whether each line begins with its own number and goes on with others, which are not weights."""
        first = int(lines[0].split()[0] != "0")
        if any(line.split()[0] != str(node) for node, line in enumerate(lines, first)) or not lines[1:]:
            return False
        if not all(re.fullmatch(r"[0-9]{1,9}(?:\s+[0-9]{1,9})*", line.strip()) for line in lines):
            return False
        rows = [[*map(int, line.split())] for line in lines]
        pairs = {(row[0], other) for row in rows for other in row[1:]}
        are_both_ways = all((other, one) in pairs for one, other in pairs)
        are_nodes = all(first <= other < first + len(rows) for _, other in pairs)
        are_neighbours = all(len({*row}) == len(row) for row in rows)  # of which a node is none itself
        return (
            are_nodes
            and are_neighbours
            and (len({*map(len, rows)}) > 1 or (are_both_ways and len(rows[0]) > 2))
        )

    def graph(self, text: str) -> tuple[int, Edges]:
        text = _without_headings(text)
        lines = [line for line in text.split("\n") if not COMMENT.fullmatch(line)]
        if self._has_names(lines):
            _check_headings(text)
            rows = [
                (match[1], re.findall(r"[\w.]+", match[2]))
                for match in map(self.NAMED.fullmatch, lines)
                if match
            ]
            named = [(node, other) for node, near in rows for other in near]
            return by_name([*(node for node, _ in rows), *(other for _, other in named)], named)
        if end := self.END.search(text):
            what = "-1 is no node; lines end with it only below the number of nodes, as in 'N=3'"
            raise misfit(text, end.start(1), what)
        edges, nodes = list[tuple[int, int]](), list[int]()
        for match in fitting(text, self.LINE, "a line is a node, a colon and its neighbours, as in '0: 1 2'"):
            nodes.append(number(match[1]))
            edges += [(nodes[-1], number(one)) for one in re.findall(r"\d+", match[2])]
        if not nodes:
            raise InputError("a graph must have a node or more; the text has comments and blanks only")
        nodes += [node for edge in edges for node in edge]
        first = min(*nodes, 1)
        return max(nodes) + 1 - first, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = enumerate(neighbours_of(nodes, edges))
        return "\n".join(" ".join([f"{node}:", *map(str, near)]) for node, near in rows)


def _check_headings(text: str) -> None:
    """Refuse headings with names behind them, which look like those of nodes."""
    if heading := HEADING.search(text):
        raise misfit(text, heading.start(), f"{heading[1].strip()!r} is a heading; leave out this line")


def _without_headings(text: str) -> str:
    """Return a text with blanks in place of headings, but for those with more on their line than a number."""

    def blank(heading: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", heading[0]) if re.fullmatch(r"\s*\d*\s*", heading[2]) else heading[0]

    return HEADING.sub(blank, text)
