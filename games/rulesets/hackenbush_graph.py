"""Hackenbush on graphs: cut an edge, and what is no longer joined to the ground is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.number_words import ordinal
from gamekit.game.parameters import text_parameter

from .hackenbush_edges import GONE, GROUND, Edges, named, present, read_edges, standing, written


@attrs.frozen
class HackenbushGraph(PartizanRuleset[Edges]):
    """Left cuts blue edges, Right red ones, and both may cut green ones; what no longer hangs on the ground is gone.

    An edge is written as its two nodes with the colour between them, `l` for blue, `r` for red and `e` for green; node
    0 is the ground. There may be circles, loops and several edges between two nodes. Edges that are gone are written
    `.`, so that the others stay where they are. `hackenbush` is the same game on trees, where it finds equal ones
    sooner.

    >>> ruleset = HackenbushGraph(edges="0l1 1r2 2l0")
    >>> [ruleset.format_position(option) for option in ruleset.options(ruleset.start(), LEFT)]
    ['0.1 0l2 1r2', '0l1 0.2 1r2']
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
        return tuple(sorted(read_edges(self.edges)))

    def options(self, position: Edges, player: Player) -> Iterator[Edges]:
        colours = "le" if player == LEFT else "re"
        for i, (_, _, colour) in enumerate(position):
            if colour in colours:
                yield _without(position, i)

    def parts(self, position: Edges) -> Iterable[Edges]:
        """Return the edges that are joined by nodes above the ground."""
        position, group_of = present(position), dict[int, set[int]]()
        lone = [edge for edge in position if edge[1] == GROUND]  # loops on the ground
        for a, b, _ in position:
            if b != GROUND:
                group = group_of.setdefault(b, {b})
                if a != GROUND and (other := group_of.setdefault(a, {a})) is not group:
                    group |= other
                    group_of.update(dict.fromkeys(other, group))
        groups = {id(group): group for group in group_of.values()}.values()
        return [*((edge,) for edge in lone), *(_within(position, group) for group in groups)]

    def canonical_position(self, position: Edges) -> Edges:
        return tuple(sorted(present(position)))

    def format_position(self, position: Edges) -> str:
        return " ".join(map(written, position)) or "none"

    def position_in_words(self, position: Edges) -> str:
        edges = present(position)
        return f"edges {listed(map(named, edges))}" if edges else "no edges"

    def format_option(self, position: Edges, option: Edges, player: Player) -> str:
        """Return the edge that is cut, such as blue ground-2; `0l2` and `blue 0-2` may be typed, too.

        Of edges that are alike, it is the first, the second and so on.
        """
        cut = self._cut(position, option)
        edge = position[cut]
        name = named(edge)
        return f"{ordinal(position[: cut + 1].count(edge))} {name}" if position.count(edge) > 1 else name

    def other_names(self, position: Edges, option: Edges, player: Player) -> Iterator[str]:
        edge = position[self._cut(position, option)]
        yield from (written(edge), named(edge).replace("ground", str(GROUND)))

    def _cut(self, position: Edges, option: Edges) -> int:
        """Return the number of the edge that is cut."""
        edges = (i for i, edge in enumerate(position) if edge[2] != GONE)
        return next(i for i in edges if _without(position, i) == option)

    def gesture(self, position: Edges, option: Edges, player: Player) -> Gesture:
        return Gesture([self._cut(position, option)])

    def beginning_in(self, position: Edges) -> HackenbushGraph:
        return attrs.evolve(self, edges=self.format_position(position))

    def svg(self, position: Edges) -> str:
        from .hackenbush_graph_drawing import draw_edges

        return draw_edges(position, self.start())

    def parse_position(self, text: str) -> Edges:
        return read_edges(text)


def _without(position: Edges, cut: int) -> Edges:
    a, b, _ = position[cut]
    return standing((*position[:cut], (a, b, GONE), *position[cut + 1 :]))


def _within(position: Edges, nodes: set[int]) -> Edges:
    return tuple(edge for edge in position if edge[1] in nodes)
