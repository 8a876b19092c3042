"""Tokens on a digraph: move one of them along an arrow."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, ImpartialRuleset, Player
from gamekit.game.parameters import parameter

from .tokens import Graph, TokenRuleset, Tokens, check_graph


@attrs.frozen
class Digraph(TokenRuleset, ImpartialRuleset[Tokens]):
    """A move takes a token along an arrow. Several tokens may stand on a node, and play may go round in circles.

    A digraph, or directed graph, is nodes with arrows between some of them. Both players move the same tokens.

    >>> list(Digraph(graph=((), (0, 1)), tokens=(1,)).options((1,)))
    [(0,), (1,)]
    """

    graph: Graph = attrs.field(
        default=((), (0, 2), (1, 0)),
        metadata={"help": "for each node, numbered from 0, the nodes to which edges lead"},
    )
    tokens: tuple[int, ...] = parameter((1,), "the nodes on which tokens stand", 0, items="nodes")

    aim = "Move a token along an arrow. Several tokens may stand on one node."
    example = {"graph": [[], [0, 2], [1, 0]], "tokens": [1, 2]}
    presets = {
        "Three nodes": {"graph": [[], [0, 2], [1, 0]], "tokens": [1, 2]},
        "Six nodes": {"graph": [[], [0], [0, 1], [1, 2], [2, 3, 5], [4, 3]], "tokens": [4, 5]},
        "Five nodes": {"graph": [[], [0], [0, 1], [2, 4], [3, 1]], "tokens": [3]},
    }
    first_preset = "Six nodes"

    def __attrs_post_init__(self) -> None:
        check_graph("graph", self.graph, len(self.graph))
        self.placed(self.tokens)

    def edges_of(self, player: Player) -> Graph:
        return self.graph

    def options(self, position: Tokens) -> Iterator[Tokens]:
        return self.moved(position, LEFT)
