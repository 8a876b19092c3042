"""GML, the Graph Modelling Language (M. Himsolt)."""

from __future__ import annotations

import re
from typing import ClassVar

from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, another, both_ways, by_name
from gamekit.game.notation import misfit
from gamekit.game.parameters import show

TOKEN = re.compile(r'(?:\s|(?m:^)#[^\n]*+)*+("[^"]*+"|[\[\]]|[^\s"\[\]]++|\Z)')


class Gml(GraphNotation):
    """Nodes with an `id`, and edges with a `source` and a `target`; everything else is ignored."""

    name = "gml"
    about = "a graph in GML"
    example = (
        "graph [\n  node [ id 1 ]\n  node [ id 2 ]\n  node [ id 3 ]\n"
        "  edge [ source 1 target 2 ]\n  edge [ source 2 target 3 ]\n]"
    )
    endings: ClassVar[tuple[str, ...]] = (".gml",)

    START = re.compile(r"(?m)^[^\S\n]*+graph\s*+\[(?!\s*+\[)")

    def reads(self, text: str) -> bool:
        return self.START.search(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        nodes, edges, is_directed = dict[str, int](), dict[tuple[str, str], int](), False
        lists = self._lists(text)
        graphs = [start for start, key, _ in lists if key == "graph"]
        if graphs[1:]:
            raise another(text, graphs[1])
        for start, key, words in lists:
            lacking = {"node": {"id"}, "edge": {"source", "target"}}.get(key, set()) - {*words}
            if lacking:
                raise misfit(text, start, f"each {key} has a number called {min(lacking)}; this has none")
            if key == "node":
                if words["id"] in nodes:
                    raise misfit(text, start, f"another node has the id {show(words['id'])}, too")
                nodes[words["id"]] = start
            elif key == "edge":
                edges[words["source"], words["target"]] = start
            elif key == "graph":
                is_directed = words.get("directed") == "1"
        for start, key, words in lists:
            undeclared = [
                words[end] for end in ("source", "target") if key == "edge" and words[end] not in nodes
            ]
            if undeclared:
                raise misfit(
                    text,
                    start,
                    f"an edge has the node {show(undeclared[0])}, which the text does not declare",
                )
        if is_directed:
            both_ways(text, edges, "write directed 0")
        return by_name(nodes, edges)

    def _lists(self, text: str) -> list[tuple[int, str, dict[str, str]]]:
        """Return the graph, its nodes and its edges: where each begins, its key, and the words in it by their keys."""
        opened, closed = [(0, "", dict[str, str]())], list[tuple[int, str, dict[str, str]]]()
        key, end = "", 0
        while token := TOKEN.match(text, end):
            word, place, end = token[1], token.start(1), token.end()
            if word == "[" and key:
                is_known = opened[-1][1] == {"graph": "", "node": "graph", "edge": "graph"}.get(key)
                opened.append((place, key if is_known else "other", {}))
            elif word == "]" and not key and opened[1:]:
                closed.append(opened.pop())
            elif word in ("[", "]") or (not word and (key or opened[1:])):
                raise misfit(
                    text, place, f"keys and values alternate up to each ']'; this is {word or 'the end'!r}"
                )
            elif not word:
                return closed
            elif key:
                opened[-1][2].setdefault(key, word.strip('"'))
            key = word.lower() if not key and word not in ("[", "]") else ""
        raise misfit(text, end, "no quotation mark ends what begins here")

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [f"  node [ id {node} ]" for node in range(nodes)]
        rows += [f"  edge [ source {one} target {other} ]" for one, other in edges]
        return "\n".join(["graph [", *rows, "]"])
