"""TGF, the Trivial Graph Format, as yEd and others write it."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, by_name
from gamekit.game.notation import misfit
from gamekit.game.parameters import show


class Tgf(GraphNotation):
    """A line for each node, which begins with its name, then a line `#`, then a line for each edge with two names.

    What stands behind them is ignored.
    """

    name = "tgf"
    about = "a graph in the Trivial Graph Format"
    example = "1 first\n2 second\n3 third\n#\n1 2\n2 3"
    endings: ClassVar[tuple[str, ...]] = (".tgf",)

    BETWEEN = re.compile(r"(?m)^[^\S\n]*+#[^\S\n]*+$")

    def reads(self, text: str) -> bool:
        between = self.BETWEEN.search(text)
        lines = text[: between.start()].split("\n") if between else []
        nodes = [line.split() for line in lines if line.strip()]
        are_comments = any(words[0].startswith(("#", "%")) for words in nodes)
        are_edges = all(len(words) == 2 and "".join(words).isdecimal() for words in nodes)
        return (
            bool(nodes) and not are_comments and not (are_edges and any(one != other for one, other in nodes))
        )

    def graph(self, text: str) -> tuple[int, Edges]:
        between = self.BETWEEN.search(text)
        if between is None:
            raise misfit(text, 0, "a line # stands between nodes and edges; there is none")
        names = [line.split()[0] for line in text[: between.start()].split("\n") if line.strip()]
        edges, start = list[tuple[str, str]](), between.end() + 1
        for line in text[start:].split("\n"):
            words = line.split()
            if words and (len(words) == 1 or not {*words[:2]} <= {*names}):
                raise misfit(text, start, f"an edge has the names of two nodes; this is {show(line.strip())}")
            edges += [(words[0], words[1])] if words else []
            start += len(line) + 1
        return by_name(names, edges)

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [*map(str, range(nodes)), "#", *(f"{one} {other}" for one, other in edges)]
        return "\n".join(rows)
