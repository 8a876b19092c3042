"""Hackenbush on graphs: cut an edge, and what is no longer joined to the ground is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError

Edge = tuple[int, int, str]
"""Two nodes, the smaller one first, and the colour: l, r or e."""

Edges = tuple[Edge, ...]
"""In ascending order; an edge that is there twice is two edges."""

GROUND: Final = 0

MOST_EDGES: Final = 200

_EDGE: Final = re.compile("([0-9]{1,4})([lre])([0-9]{1,4})")


def read_edges(text: str) -> Edges:
    """Return the edges that a text lists.

    Raises:
        InputError: it lists none, or one that is not joined to the ground.

    >>> read_edges("0l1 1e0")
    ((0, 1, 'e'), (0, 1, 'l'))
    """
    found = [_EDGE.fullmatch(part) for part in text.split() if part != "none"]
    if not all(found) or not text.strip():
        rule = "edges are written as two nodes with the colour between them, l, r or e, such as 0l1 1e2"
        raise InputError(f"{rule}, where 0 is the ground; not {text[:40]!r}")
    if len(found) > MOST_EDGES:
        raise InputError(f"a graph has at most {MOST_EDGES} edges; this one has {len(found)}")
    ends = [(int(edge[1]), int(edge[3]), edge[2]) for edge in found if edge]
    edges = tuple(sorted((min(a, b), max(a, b), colour) for a, b, colour in ends))
    if len(standing(edges)) != len(edges):
        raise InputError("every edge must be joined to the ground, node 0; there is one that is not")
    return edges


def standing(edges: Edges) -> Edges:
    """Return the edges that are joined to the ground."""
    reached, grows = {GROUND}, True
    while grows:
        size = len(reached)
        for a, b, _ in edges:
            if a in reached or b in reached:
                reached |= {a, b}
        grows = len(reached) > size
    return tuple(edge for edge in edges if edge[0] in reached)


@attrs.frozen
class HackenbushGraph(PartizanRuleset[Edges]):
    """Left cuts blue edges, `l`, and Right red ones, `r`; green ones, `e`, may be cut by both.

    An edge is written as its two nodes with the colour between them; node 0 is the ground. There may be circles, loops
    and several edges between two nodes. `hackenbush` is the same game on trees, where it finds equal ones sooner.

    >>> ruleset = HackenbushGraph(edges="0l1 1r2 2l0")
    >>> [ruleset.format_position(option) for option in ruleset.options(ruleset.start(), LEFT)]
    ['0l2 1r2', '0l1 1r2']
    """

    edges: str = attrs.field(
        default="0l1 1r2 2l0",
        metadata={"help": "the edges, each as two nodes with l, r or e between them; 0 is the ground"},
    )

    example = {"edges": "0l1 1r2 2l0"}

    def __attrs_post_init__(self) -> None:
        read_edges(self.edges)

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
        return " ".join(map(_written, position)) or "none"

    def format_option(self, position: Edges, option: Edges, player: Player) -> str:
        """Return the edge that is cut."""
        cuts = (i for i in range(len(position)) if standing(position[:i] + position[i + 1 :]) == option)
        return _written(position[next(cuts)])

    def parse_position(self, text: str) -> Edges:
        return read_edges(text)


def _written(edge: Edge) -> str:
    return "{0}{2}{1}".format(*edge)


def _within(position: Edges, nodes: set[int]) -> Edges:
    return tuple(edge for edge in position if edge[1] in nodes)
