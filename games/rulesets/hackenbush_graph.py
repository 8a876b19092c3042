"""Hackenbush on graphs: cut an edge, and what is no longer joined to the ground is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .hackenbush_edges import GROUND, Edges, named, read_edges, standing, written


@attrs.frozen
class HackenbushGraph(PartizanRuleset[Edges]):
    """Left cuts blue edges, Right red ones, and both may cut green ones; what no longer hangs on the ground is gone.

    An edge is written as its two nodes with the colour between them, `l` for blue, `r` for red and `e` for green; node
    0 is the ground. There may be circles, loops and several edges between two nodes. `hackenbush` is the same game on
    trees, where it finds equal ones sooner.

    >>> ruleset = HackenbushGraph(edges="0l1 1r2 2l0")
    >>> [ruleset.format_position(option) for option in ruleset.options(ruleset.start(), LEFT)]
    ['0l2 1r2', '0l1 1r2']
    """

    edges: str = text_parameter(
        "0l1 1r2 2l0",
        "the edges, each as two nodes with l, r or e between them; 0 is the ground",
        read_edges,
    )

    aim = (
        "Cut an edge: Left blue ones, Right red ones, both green ones. What no longer hangs on the "
        "ground is gone."
    )
    example = {"edges": "0l1 0r2 1r2 1e3 2l4 3r4 3l5 4e5 5r5 0l6 6r6 6l7"}
    presets = {
        "A figure": example,
        "A triangle": {"edges": "0l1 1r2 2l0"},
        "A house": {"edges": "0l1 0r2 1e2 1r3 2l3"},
    }

    def start(self) -> Edges:
        return read_edges(self.edges)

    def options(self, position: Edges, player: Player) -> Iterator[Edges]:
        colours = "le" if player == LEFT else "re"
        for i, (_, _, colour) in enumerate(position):
            if colour in colours:
                yield standing(position[:i] + position[i + 1 :])

    def parts(self, position: Edges) -> Iterable[Edges]:
        """Return the edges that are joined by nodes above the ground."""
        group_of: dict[int, set[int]] = {}
        lone = [edge for edge in position if edge[1] == GROUND]  # loops on the ground
        for a, b, _ in position:
            if b != GROUND:
                group = group_of.setdefault(b, {b})
                if a != GROUND and (other := group_of.setdefault(a, {a})) is not group:
                    group |= other
                    group_of.update(dict.fromkeys(other, group))
        groups = {id(group): group for group in group_of.values()}.values()
        return [*((edge,) for edge in lone), *(_within(position, group) for group in groups)]

    def format_position(self, position: Edges) -> str:
        return " ".join(map(written, position)) or "none"

    def position_in_words(self, position: Edges) -> str:
        return f"edges {listed(map(named, position))}" if position else "no edges"

    def format_option(self, position: Edges, option: Edges, player: Player) -> str:
        """Return the edge that is cut, such as blue ground-2; `0l2` and `blue 0-2` may be typed, too."""
        return named(position[self._cut(position, option)])

    def other_names(self, position: Edges, option: Edges, player: Player) -> Iterator[str]:
        edge = position[self._cut(position, option)]
        yield from (written(edge), named(edge).replace("ground", str(GROUND)))

    def _cut(self, position: Edges, option: Edges) -> int:
        """Return the number of the edge that is cut, the first of those that are alike."""
        cuts = (i for i in range(len(position)) if standing(position[:i] + position[i + 1 :]) == option)
        return next(cuts)

    def gesture(self, position: Edges, option: Edges, player: Player) -> Gesture:
        cut = position[self._cut(position, option)]
        number, *others = (i for i, edge in enumerate(position) if edge == cut)
        return Gesture([number], twins=dict.fromkeys(others, number))

    def beginning_in(self, position: Edges) -> HackenbushGraph:
        return attrs.evolve(self, edges=self.format_position(position))

    def svg(self, position: Edges) -> str:
        from .hackenbush_graph_drawing import draw_edges

        return draw_edges(position, self.start())

    def parse_position(self, text: str) -> Edges:
        return read_edges(text)


def _within(position: Edges, nodes: set[int]) -> Edges:
    return tuple(edge for edge in position if edge[1] in nodes)
