"""The rules that Node Kayles and Arc Kayles share: a position is the nodes of a graph that are left."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture, Place
from gamekit.game.graph_notations import GRAPH_NOTATIONS
from gamekit.game.parameters import refusal

Nodes = frozenset[int]
"""The nodes that are left."""

Choice = tuple[int, ...]
"""The nodes that a player names to make a move, in ascending order."""

MOST_NODES = 200


@attrs.frozen
class NodesRuleset(ImpartialRuleset[Nodes]):
    """The parts that rulesets of nodes share: everything but the nodes that a move takes."""

    graph: tuple[tuple[int, ...], ...] = attrs.field(
        default=((1,), (2,), (3,), (4,), ()),
        metadata={"help": "for each node, numbered from 0, its neighbours; each edge need be listed once"},
    )
    neighbours: tuple[Nodes, ...] = attrs.field(init=False, eq=False, repr=False)

    notations = GRAPH_NOTATIONS
    example = {"graph": [[1], [2], [3], [4], []]}
    presets = {
        "A path": {"graph": [[1], [2], [3], [4], []]},
        "Nine nodes": {"graph": [[1, 3], [2, 4], [5], [4, 6], [5, 7], [8], [7], [8], []]},
        "A ring": {"graph": [[1], [2], [3], [4], [5], [0]]},
    }
    first_preset = "Nine nodes"

    def __attrs_post_init__(self) -> None:
        if len(self.graph) > MOST_NODES:
            raise refusal("graph", f"must have at most {MOST_NODES} nodes; it has {len(self.graph)}")
        near: list[set[int]] = [set() for _ in self.graph]
        for node, others in enumerate(self.graph):
            for other in others:
                if type(other) is not int or not 0 <= other < len(self.graph) or other == node:
                    rule = f"must list other nodes from 0 to {len(self.graph) - 1}"
                    raise refusal(f"graph[{node}]", f"{rule}; it lists {other!r}")
                near[node].add(other)
                near[other].add(node)
        object.__setattr__(self, "neighbours", tuple(map(frozenset, near)))

    @abstractmethod
    def choices(self, position: Nodes) -> Iterator[Choice]:
        """Yield the nodes that a player may choose, in ascending order."""

    @abstractmethod
    def taken(self, choice: Choice) -> Nodes:
        """Return the nodes that are taken if a player chooses some; some of them may be gone already."""

    def start(self) -> Nodes:
        return frozenset(range(len(self.graph)))

    def options(self, position: Nodes) -> Iterator[Nodes]:
        return (position - self.taken(choice) for choice in self.choices(position))

    def parts(self, position: Nodes) -> Iterator[Nodes]:
        """Yield the connected components."""
        left = set(position)
        while left:
            waiting = [min(left)]
            component = set(waiting)
            while waiting:
                new = (self.neighbours[waiting.pop()] & left) - component
                component |= new
                waiting += new
            left -= component
            yield frozenset(component)

    def format_position(self, position: Nodes) -> str:
        return " ".join(map(str, sorted(position))) or "no nodes"

    def position_in_words(self, position: Nodes) -> str:
        return f"nodes {listed(sorted(position))}" if position else "no nodes"

    def format_option(self, position: Nodes, option: Nodes, player: Player) -> str:
        """Return the nodes that are chosen, the first of those that lead to the same option."""
        return f"take {' and '.join(map(str, self._chosen(position, option)[0]))}"

    def other_names(self, position: Nodes, option: Nodes, player: Player) -> Iterator[str]:
        """Yield the names of all choices that lead to an option, such as take 0 and 1, and 0-1."""
        for choice in self._chosen(position, option):
            yield f"take {' and '.join(map(str, choice))}"
            yield "-".join(map(str, choice))

    def _chosen(self, position: Nodes, option: Nodes) -> list[Choice]:
        """Return the choices that lead to an option."""
        return [choice for choice in self.choices(position) if position - self.taken(choice) == option]

    def gesture(self, position: Nodes, option: Nodes, player: Player) -> Gesture:
        choice, *others = self._chosen(position, option)
        twins: dict[Place, Place] = {other[0]: choice[0] for other in others if len(choice) == 1}
        touched = sorted(position - option - {*choice, *twins})
        return Gesture(choice, touched=touched, twins=twins, unordered=1)

    def svg(self, position: Nodes) -> str:
        from gamekit.drawing.points import Nodes as Drawing

        taken = frozenset(range(len(self.graph))) - position
        return Drawing([sorted(near) for near in self.neighbours], taken).drawn(())

    def parse_position(self, text: str) -> Nodes:
        nodes = [] if text.strip() == "no nodes" else text.split()
        known = {str(node): node for node in range(len(self.graph))}
        for node in nodes:
            if node not in known:
                raise InputError(f"nodes are numbers from 0 to {len(self.graph) - 1}; one is {node[:40]!r}")
        return frozenset(known[node] for node in nodes)
