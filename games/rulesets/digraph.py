"""Tokens on a digraph: move one of them along an edge."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset
from gamekit.errors import InputError
from gamekit.game.parameters import parameter

Tokens = tuple[int, ...]
"""The nodes on which tokens stand, in ascending order; there may be several on one."""


@attrs.frozen
class Digraph(ImpartialRuleset[Tokens]):
    """A move takes a token along an edge. Tokens do not get in each other's way, and play may go round in circles.

    >>> list(Digraph(graph=((), (0, 1)), tokens=(1,)).options((1,)))
    [(0,), (1,)]
    """

    graph: tuple[tuple[int, ...], ...] = attrs.field(
        default=((), (0, 2), (1, 0)),
        metadata={"help": "for each node, numbered from 0, the nodes to which edges lead"},
    )
    tokens: tuple[int, ...] = parameter((1,), "the nodes on which tokens stand", 0, items="nodes")

    example = {"graph": [[], [0, 2], [1, 0]], "tokens": [1, 2]}

    def __attrs_post_init__(self) -> None:
        for node, options in enumerate(self.graph):
            for option in options:
                if type(option) is not int or not 0 <= option < len(self.graph):
                    rule = f"graph[{node}] must list nodes from 0 to {len(self.graph) - 1}"
                    raise InputError(f"{rule}; it lists {option!r}")
        self._check(self.tokens)

    def _check(self, tokens: Tokens) -> Tokens:
        for token in tokens:
            if token >= len(self.graph):
                raise InputError(
                    f"tokens must stand on nodes from 0 to {len(self.graph) - 1}; one is on {token}"
                )
        return tuple(sorted(tokens))

    def start(self) -> Tokens:
        return self._check(self.tokens)

    def options(self, position: Tokens) -> Iterator[Tokens]:
        for i, node in enumerate(position):
            for option in self.graph[node]:
                yield tuple(sorted((*position[:i], option, *position[i + 1 :])))

    def parts(self, position: Tokens) -> Iterator[Tokens]:
        return ((token,) for token in position)

    def format_position(self, position: Tokens) -> str:
        return " ".join(map(str, position)) or "no tokens"

    def parse_position(self, text: str) -> Tokens:
        nodes = [] if text == "no tokens" else text.split()
        if not all(node.isascii() and node.isdecimal() and len(node) < 10 for node in nodes):
            raise InputError(
                f"tokens are written as the nodes on which they stand, such as 1 2; not {text!r}"
            )
        return self._check(tuple(map(int, nodes)))
