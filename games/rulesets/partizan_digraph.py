"""Partizan digraphs: move a token along an edge, which is Left's, Right's or both players'."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.parameters import parameter, refusal

from .tokens import Graph, TokenRuleset, Tokens, check_graph


@attrs.frozen
class PartizanDigraph(TokenRuleset, PartizanRuleset[Tokens]):
    """A move takes a token along an edge of the player's own. Play may go round in circles, and is then drawn.

    An edge that both players may take is listed for both. The example has a token on a game that Siegel calls `over`,
    {0 | over}, which is positive and smaller than any positive number.

    >>> over = PartizanDigraph(left=((), (0,)), right=((), (1,)), tokens=(1,))
    >>> list(over.options((1,), LEFT)), list(over.options((1,), 1))
    ([(0,)], [(1,)])
    """

    left: Graph = attrs.field(
        default=((), (0,)),
        metadata={"help": "for each node, numbered from 0, the nodes to which Left may move"},
    )
    right: Graph = attrs.field(default=((), (1,)), metadata={"help": "the nodes to which Right may move"})
    tokens: tuple[int, ...] = parameter((1,), "the nodes on which tokens stand", 0, items="nodes")

    aim = (
        "Move a black token along an arrow: Left along blue arrows, Right along red ones, both along black ones. "
        "Several tokens may stand on one node."
    )
    example = {"left": [[], [0]], "right": [[], [1]], "tokens": [1]}
    presets = {
        "Two nodes": {"left": [[], [0]], "right": [[], [1]], "tokens": [1]},
        "Six nodes": {
            "left": [[], [0], [1], [1, 2], [3], [3]],
            "right": [[], [0], [0], [2], [2], [4]],
            "tokens": [5, 4],
        },
        "Four nodes": {"left": [[], [0], [1], [1]], "right": [[], [0], [0], [2]], "tokens": [3]},
    }
    first_preset = "Six nodes"

    def __attrs_post_init__(self) -> None:
        if len(self.left) != len(self.right):
            numbers = f"{len(self.left)} and {len(self.right)}"
            raise refusal("left", f"and right must list equally many nodes; they list {numbers}")
        check_graph("left", self.left, self.nodes())
        check_graph("right", self.right, self.nodes())
        self.placed(self.tokens)

    def edges_of(self, player: Player) -> Graph:
        return self.left if player == LEFT else self.right

    def options(self, position: Tokens, player: Player) -> Iterator[Tokens]:
        return self.moved(position, player)
