"""The features that rulesets of tokens on a digraph share: tokens are independent, and may share a node."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Ruleset
from gamekit.errors import InputError
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import refusal

Tokens = tuple[int, ...]
"""The nodes on which tokens stand, in ascending order; there may be several on one."""

Graph = tuple[tuple[int, ...], ...]
"""For each node, the nodes to which edges lead."""


class TokenRuleset(Ruleset[Tokens]):
    """The parts that rulesets of tokens share: everything but the edges."""

    tokens: Tokens

    @abstractmethod
    def edges_of(self, player: Player) -> Graph:
        """Return the edges along which a player may move."""

    def nodes(self) -> int:
        """Return the number of nodes."""
        return len(self.edges_of(LEFT))

    def start(self) -> Tokens:
        return self.placed(self.tokens)

    def placed(self, tokens: Tokens) -> Tokens:
        """Return tokens as a position; raises `InputError` if one is on no node."""
        for token in tokens:
            if token >= self.nodes():
                raise refusal(
                    "tokens", f"must stand on nodes from 0 to {self.nodes() - 1}; one is on {token}"
                )
        return tuple(sorted(tokens))

    def moved(self, position: Tokens, player: Player) -> Iterator[Tokens]:
        """Yield the positions to which a token moves along an edge of the player's."""
        return (option for _, _, option in self._moves(position, player))

    def _moves(self, position: Tokens, player: Player) -> Iterator[tuple[int, int, Tokens]]:
        """Yield the ends of the edge along which a token moves, and the position to which the move leads."""
        for i, node in enumerate(position):
            for end in self.edges_of(player)[node]:
                yield node, end, tuple(sorted((*position[:i], end, *position[i + 1 :])))

    def format_option(self, position: Tokens, option: Tokens, player: Player) -> str:
        """Return the edge along which a token moves, such as 3 → 1."""
        moves = self._moves(position, player)
        return next(f"{node} → {end}" for node, end, result in moves if result == option)

    def gesture(self, position: Tokens, option: Tokens, player: Player) -> Gesture:
        """Return the node that a token leaves, and the one that it goes to."""
        moves = self._moves(position, player)
        return Gesture(next((node, end) for node, end, result in moves if result == option))

    def svg(self, position: Tokens) -> str | None:
        from .digraph_drawing import draw_digraph

        return draw_digraph(self.nodes(), self.coloured_edges(), position)

    def coloured_edges(self) -> list[tuple[int, int, str]]:
        """Return the edges with their colours: blue for Left's, red for Right's, black for those of both."""
        edges = {
            player: {(node, end) for node, ends in enumerate(self.edges_of(player)) for end in ends}
            for player in (LEFT, RIGHT)
        }
        colours = {(True, True): "black", (True, False): "blue", (False, True): "red"}
        return [
            (*edge, colours[edge in edges[LEFT], edge in edges[RIGHT]])
            for edge in sorted(edges[LEFT] | edges[RIGHT])
        ]

    def parts(self, position: Tokens) -> Iterator[Tokens]:
        return ((token,) for token in position)

    def format_position(self, position: Tokens) -> str:
        return " ".join(map(str, position)) or "no tokens"

    def position_in_words(self, position: Tokens) -> str:
        return f"tokens on {listed(position)}" if position else "no tokens"

    def parse_position(self, text: str) -> Tokens:
        nodes = [] if text == "no tokens" else text.split()
        if not all(node.isascii() and node.isdecimal() and len(node) < 10 for node in nodes):
            raise InputError(
                f"tokens are written as the nodes on which they stand, such as 1 2; not {text!r}"
            )
        return self.placed(tuple(map(int, nodes)))


def check_graph(name: str, graph: Sequence[Sequence[int]], nodes: int) -> None:
    """Refuse edges that lead to no node."""
    for node, ends in enumerate(graph):
        for end in ends:
            if type(end) is not int or not 0 <= end < nodes:
                raise refusal(f"{name}[{node}]", f"must list nodes from 0 to {nodes - 1}; it lists {end!r}")
