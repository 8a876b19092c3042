"""The format of METIS."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, number
from gamekit.game.notation import misfit


class Metis(GraphNotation):
    """The format of METIS: the numbers of nodes and edges, then the neighbours of each node, from 1, on a line.

    A third number says which weights there are; they are ignored.
    """

    name = "metis"
    about = "a graph in METIS form"
    example = "3 3\n2 3\n1 3\n1 2"
    endings: ClassVar[tuple[str, ...]] = (".graph", ".metis")

    HEADER = re.compile(r"\s*\d{1,9}\s+\d{1,9}(\s+[01]{1,3}(\s+\d{1,9})?)?\s*")

    def reads(self, text: str) -> bool:
        lines = self._lines(text)
        if not lines or not self.HEADER.fullmatch(lines[0]) or not re.fullmatch(r"[\d\s]*", " ".join(lines)):
            return False
        if len(lines) - 1 != int(lines[0].split()[0]):
            return False
        try:  # a list of edges may have as many lines
            return len({len(line.split()) for line in lines[1:]}) > 1 or bool(self.graph(text))
        except InputError:
            return False

    def graph(self, text: str) -> tuple[int, Edges]:
        header, *lines = self._lines(text)
        nodes, edges, kind, weights = (*map(number, header.split()), *(0, 1)[len(header.split()) - 2 :])
        before, step = kind // 100 + kind // 10 % 10 * weights, 1 + kind % 10
        rows = [[number(word) for word in line.split()[before::step]] for line in lines]
        pairs = {(one, other) for one, row in enumerate(rows, 1) for other in row}
        for one, other in sorted(pairs):
            if not 1 <= other <= nodes or one == other or (other, one) not in pairs:
                raise InputError(
                    f"node {one} has the neighbour {other}, and {other} has not the neighbour {one}"
                )
        if len(pairs) != 2 * edges:
            what = f"the first line promises {edges:,} edges; there are {len(pairs) // 2:,}"
            raise misfit(text, text.index(header), what)
        return nodes, [(one - 1, other - 1) for one, other in sorted(pairs)]

    def _lines(self, text: str) -> list[str]:
        """Return the first line and those of the nodes; the line of a node without neighbours is blank."""
        lines = [line for line in text.lstrip("\n").split("\n") if not line.lstrip().startswith("%")]
        nodes = re.match(r"\s*(\d{1,9})\s", f"{lines[0]} ") if lines else None
        end = len("\n".join(lines).rstrip().split("\n"))
        return lines[: max(end, 1 + int(nodes[1]) if nodes else 0)]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [" ".join(str(other + 1) for other in near) for near in neighbours_of(nodes, edges)]
        return "\n".join([f"{nodes} {len(edges)}", *rows])
