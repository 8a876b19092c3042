"""DOT, the language of Graphviz, as far as it says which nodes and edges there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, another, both_ways, by_name
from gamekit.game.notation import misfit

BLANK = r"(?>\s|//[^\n]*+|(?m:^)#[^\n]*+|/\*(?s:.*?)\*/)*+"
QUOTED = r'"(?>[^"\\]|\\(?s:.))*+"'
WORD = rf"(?>{QUOTED}|-?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)|[^\W\d]\w*+)"
ATTRIBUTES = rf'\[(?>{QUOTED}|[^"\]])*+\]'
IGNORED = (
    rf"{ATTRIBUTES}|{WORD}{BLANK}={BLANK}{WORD}|:{BLANK}{WORD}|(?i:node|edge|graph){BLANK}(?=\[)"
    rf"|(?i:subgraph)\b{BLANK}{WORD}?{BLANK}(?=\{{)"
)
TOKEN = re.compile(rf"(?:{BLANK}(?:{IGNORED}))*+{BLANK}({WORD}|--|->|[{{}};,]|\Z)")
START = re.compile(rf"(?i){BLANK}(?:strict\b{BLANK})?(graph|digraph)\b{BLANK}{WORD}?{BLANK}\{{")

MOST_EDGES = 1_000_000
MOST_GROUPS = 100


@attrs.define
class Group:
    """What has been read of the nodes between two braces.

    Attributes:
        nodes: all nodes.
        left: the nodes before an edge sign, if one can follow.
        is_joined: whether an edge sign came last.
    """

    nodes: dict[str, None] = attrs.field(factory=dict)
    left: dict[str, None] | None = None
    is_joined: bool = False

    def add(self, nodes: dict[str, None]) -> Iterator[tuple[str, str]]:
        """Add nodes that stand together, and return the edges from those on their left, if they are joined."""
        edges = product(self.left or (), nodes) if self.is_joined else product((), "")
        self.nodes |= nodes
        self.left, self.is_joined = nodes, False
        return edges


class Dot(GraphNotation):
    """Nodes, chains of edges, and groups of nodes in braces; attributes and ports are ignored."""

    name = "dot"
    about = "a graph in the language of Graphviz"
    example = "graph { a -- b -- c; c -- a }"
    endings: ClassVar[tuple[str, ...]] = (".dot", ".gv")

    def reads(self, text: str) -> bool:
        return START.match(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        start = START.match(text)
        if start is None:
            raise InputError("a graph begins as in 'graph { a -- b }'")
        sign = "--" if start[1].lower() == "graph" else "->"
        groups, edges, end = [Group(), Group()], dict[tuple[str, str], int](), start.end()
        while groups[1:]:
            token = TOKEN.match(text, end)
            if token is None:
                raise misfit(
                    text,
                    end,
                    f"this is not a node, edge or group: {text[end : end + 20].split(chr(10))[0]!r}",
                )
            word, place, group, end = token[1], token.start(1), groups[-1], token.end()
            if not word or (group.is_joined and word in (*"};,", "--", "->")):
                raise misfit(text, place, f"an edge has two ends, and a group ends with }}; this is {word!r}")
            if word in ("--", "->"):
                if word != sign or group.left is None:
                    raise misfit(text, place, f"an edge is written as in 'a {sign} b'; this is {word!r}")
                group.is_joined = True
            elif word == "{":
                groups.append(Group())
                if len(groups) > MOST_GROUPS:
                    raise misfit(text, place, f"groups must be at most {MOST_GROUPS} deep")
            elif word in ";,":
                group.left = None
            else:
                nodes = groups.pop().nodes if word == "}" else {_name(word): None}
                if groups[-1].is_joined and len(edges) + len(groups[-1].left or ()) * len(nodes) > MOST_EDGES:
                    raise misfit(text, place, f"a graph must have at most {MOST_EDGES:,} edges")
                edges |= dict.fromkeys(groups[-1].add(nodes), place)
        token = TOKEN.match(text, end)
        if token is None or token[1]:
            raise another(text, end)
        if sign == "->":
            both_ways(text, edges, "write graph { a -- b }")
        return by_name(groups[0].nodes, edges)

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [*map(str, range(nodes)), *(f"{one} -- {other}" for one, other in edges)]
        return "; ".join(rows).join(["graph { ", " }"])


def _name(word: str) -> str:
    """Return the name that a word stands for, as in quotation marks or without."""
    return word[1:-1].replace('\\"', '"') if word.startswith('"') else word
