"""`LoopyGraph`: positions as numbers, with the options of both players, in which play can go on for ever."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.errors import LimitError

Options = tuple[tuple[int, ...], ...]
"""For each position, the numbers of a player's options."""

MOST_NODES: Final = 4_000
"""The most positions of a graph whose positions are compared with each other, because each pair takes a byte."""


@attrs.frozen(slots=False)
class LoopyGraph:
    """Positions, numbered from 0, with the options of both players.

    Attributes:
        left: the numbers of Left's options, for each position.
        right: the numbers of Right's options.

    >>> over = LoopyGraph(left=((), (0,)), right=((), (1,)))
    >>> over.is_stopper, LoopyGraph(left=((0,),), right=((0,),)).is_stopper
    (True, False)
    """

    left: Options
    right: Options

    def __len__(self) -> int:
        return len(self.left)

    def of(self, player: Player) -> Options:
        """Return the options of a player."""
        return self.left if player == LEFT else self.right

    def negative(self) -> LoopyGraph:
        """Return the graph with the players exchanged."""
        return LoopyGraph(self.right, self.left)

    @cached_property
    def is_stopper(self) -> bool:
        """Whether no alternating play goes on for ever, from any position and whoever begins."""
        return not any(map(len, self.recurring(LEFT)))

    def recurring(self, player: Player) -> list[list[int]]:
        """Return, for each position, those of a player's options from which alternating play can come back to it.

        Each alternating play that goes on for ever makes such a move again and again.
        """
        import networkx

        plays: Any = networkx.DiGraph()
        for mover in (LEFT, RIGHT):
            for node, options in enumerate(self.of(mover)):
                plays.add_edges_from(((node, mover), (option, 1 - mover)) for option in options)
        component = {
            end: i for i, ends in enumerate(networkx.strongly_connected_components(plays)) for end in ends
        }
        return [
            [option for option in options if component[node, player] == component[option, 1 - player]]
            for node, options in enumerate(self.of(player))
        ]

    def joined(self, other: LoopyGraph) -> LoopyGraph:
        """Return this graph and another one, whose numbers then begin after those of this one."""
        size = len(self)
        moved = (
            tuple(tuple(size + option for option in options) for options in side)
            for side in (other.left, other.right)
        )
        left, right = moved
        return LoopyGraph(self.left + left, self.right + right)

    def sum_with(self, other: LoopyGraph) -> LoopyGraph:
        """Return the graph of the sum of position 0 of this graph and of another one; the sum is its position 0.

        Raises:
            LimitError: the sum has more than MOST_NODES positions.

        >>> star = LoopyGraph(left=((1,), ()), right=((1,), ()))
        >>> star.sum_with(star).left
        ((1, 2), (3,), (3,), ())
        """
        numbers = {(0, 0): 0}
        sides: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
        pairs = [(0, 0)]
        for first, second in pairs:  # which grows
            for player in (LEFT, RIGHT):
                options = [(option, second) for option in self.of(player)[first]]
                options += [(first, option) for option in other.of(player)[second]]
                for option in options:
                    if option not in numbers:
                        numbers[option] = len(pairs)
                        pairs.append(option)
                sides[player].append(tuple(numbers[option] for option in options))
            require_nodes(len(pairs))
        return LoopyGraph(tuple(sides[LEFT]), tuple(sides[RIGHT]))

    def restricted(self, roots: Iterable[int]) -> tuple[LoopyGraph, dict[int, int]]:
        """Return the graph of some positions and their followers, numbered breadth first, and their new numbers."""
        numbers = {root: i for i, root in enumerate(dict.fromkeys(roots))}
        nodes = list(numbers)
        for node in nodes:  # which grows
            for option in (*self.left[node], *self.right[node]):
                if option not in numbers:
                    numbers[option] = len(nodes)
                    nodes.append(option)
        left, right = (
            tuple(tuple(numbers[option] for option in side[node]) for node in nodes)
            for side in (self.left, self.right)
        )
        return LoopyGraph(left, right), numbers


def renumbered(forms: LoopyGraph, number: int) -> LoopyGraph:
    """Return the graph of a canonical form, as its position 0, in an order that depends on nothing but this form.

    Different forms are different, so a few rounds tell them apart by the colours of their options.
    """
    graph, _ = forms.restricted([number])
    colours = [0] * len(graph)
    while len(set(colours)) < len(graph):
        seen = [
            (
                colours[node],
                *(sorted(colours[option] for option in side[node]) for side in (graph.left, graph.right)),
            )
            for node in range(len(graph))
        ]
        order = sorted({str(colour): colour for colour in seen}.values())
        colours = [order.index(colour) for colour in seen]
    by_colour = (
        tuple(tuple(sorted(options, key=colours.__getitem__)) for options in side)
        for side in (graph.left, graph.right)
    )
    reachable, _ = LoopyGraph(*by_colour).restricted([0])
    left, right = (
        tuple(tuple(sorted(options)) for options in side) for side in (reachable.left, reachable.right)
    )
    return LoopyGraph(left, right)


def require_nodes(count: int) -> None:
    """Refuse a graph with more than MOST_NODES positions.

    Raises:
        LimitError: it has more.
    """
    if count > MOST_NODES:
        raise LimitError(
            f"loopy games are compared in graphs of at most {MOST_NODES:,} positions, and this one has more; a "
            "smaller game may be within reach"
        )


def short_graph(game: ShortGame) -> LoopyGraph:
    """Return a short game as a graph, whose position 0 it is.

    Raises:
        LimitError: the canonical form has more than MOST_NODES positions.

    >>> from gamekit.cgt import star
    >>> short_graph(star)
    LoopyGraph(left=((1,), ()), right=((1,), ()))
    """
    numbers = {game: 0}
    games = [game]
    for follower in games:  # which grows
        require_nodes(follower.nimber)  # a nim heap has as many options
        for option in (*follower.left, *follower.right):
            if option not in numbers:
                numbers[option] = len(games)
                games.append(option)
        require_nodes(len(games))
    left, right = (
        tuple(tuple(numbers[option] for option in side) for side in sides)
        for sides in ([game.left for game in games], [game.right for game in games])
    )
    return LoopyGraph(left, right)
