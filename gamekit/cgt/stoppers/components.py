"""The sides of the positions of a large graph, component by component.

Positions from which play can come back to each other form a component, and its exits lead to others. For the onsides
of a component, each exit may be replaced by its onside, which is a small stopper, and likewise for the offsides. So no
more positions are compared with each other than those of one component and of the forms beside it.

Source: A. Siegel, "Combinatorial Game Theory", 2013, section VI.3: sums keep the order of onsides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.stoppers.graphs import LoopyGraph, renumbered
from gamekit.cgt.stoppers.sidling import onside
from gamekit.cgt.time_limit import require_time


@attrs.frozen
class SidedGraph:
    """The sides of all positions of a graph.

    Attributes:
        forms: the canonical forms of all sides.
        onsides: the number of the form of each position's onside.
        offsides: the number of the form of each position's offside.
    """

    forms: LoopyGraph
    onsides: tuple[int, ...]
    offsides: tuple[int, ...]


class _Forms:
    """Canonical forms of stoppers, each once; equal ones have the same number."""

    def __init__(self) -> None:
        self.options: tuple[list[tuple[int, ...]], list[tuple[int, ...]]] = ([], [])
        self._numbers: dict[LoopyGraph, int] = {}

    def add(self, forms: LoopyGraph, known: dict[int, int], roots: Iterable[int]) -> None:
        """Add the forms `roots` of a graph and their followers to `known`, the numbers here of forms of that graph."""
        waiting = [root for root in dict.fromkeys(roots) if root not in known]
        new = []
        for node in waiting:  # which grows
            key = renumbered(forms, node)
            if (number := self._numbers.get(key)) is None:
                number = self._numbers[key] = len(self._numbers)
                new.append(node)
                followers = (*forms.left[node], *forms.right[node])
                waiting += [option for option in dict.fromkeys(followers) if option not in known]
            known[node] = number
        for node in new:
            for player in (LEFT, RIGHT):
                self.options[player].append(tuple(known[option] for option in forms.of(player)[node]))


def sides_of(graph: LoopyGraph) -> SidedGraph:
    """Return the sides of all positions of a graph.

    Raises:
        UnsupportedError: sidling does not end, perhaps because a position has no sides.
        LimitError: a component, or a graph in between, has too many positions.

    >>> dud = sides_of(LoopyGraph(left=((0,),), right=((0,),)))
    >>> dud.forms, dud.onsides, dud.offsides
    (LoopyGraph(left=((0,), ()), right=((), (1,))), (0,), (1,))
    """
    forms = _Forms()
    sides: tuple[dict[int, int], dict[int, int]] = ({}, {})
    known: dict[tuple[LoopyGraph, tuple[int, ...], int], list[int]] = {}
    for component in _components(graph):
        for player in (LEFT, RIGHT):
            require_time()
            local, exits = _with_exits(graph, component, sides[player], forms)
            key = local, exits, LEFT if local.is_stopper else player  # a stopper is both of its sides
            if key not in known:
                known[key] = _sides_in(local, exits, forms, player)
            sides[player].update(zip(component, known[key], strict=True))
    listed = [[side[node] for node in range(len(graph))] for side in sides]
    used, numbers = LoopyGraph(*map(tuple, forms.options)).restricted([*listed[LEFT], *listed[RIGHT]])
    onsides, offsides = (tuple(numbers[form] for form in side) for side in listed)
    return SidedGraph(used, onsides, offsides)


def _components(graph: LoopyGraph) -> Iterator[list[int]]:
    """Yield the components of a graph, each after those to which its exits lead."""
    import networkx

    moves: Any = networkx.DiGraph()
    moves.add_nodes_from(range(len(graph)))
    for side in (graph.left, graph.right):
        moves.add_edges_from((node, option) for node, options in enumerate(side) for option in options)
    components: Any = networkx.condensation(moves)
    for number in reversed(list(networkx.topological_sort(components))):
        yield sorted(components.nodes[number]["members"])


def _with_exits(
    graph: LoopyGraph, component: list[int], sides: dict[int, int], forms: _Forms
) -> tuple[LoopyGraph, tuple[int, ...]]:
    """Return a graph of a component, and then of the forms of its exits and their followers; and their numbers."""
    places = {node: i for i, node in enumerate(component)}
    options = [option for side in (graph.left, graph.right) for node in component for option in side[node]]
    exits = dict.fromkeys(sides[option] for option in options if option not in places)
    waiting = list(exits)
    for form in waiting:  # which grows
        new = [option for side in forms.options for option in side[form] if option not in exits]
        exits.update(dict.fromkeys(new))
        waiting += new
    at = {form: len(component) + i for i, form in enumerate(exits)}

    def place(option: int) -> int:
        return places[option] if option in places else at[sides[option]]

    left, right = (
        (
            *(tuple(dict.fromkeys(map(place, side[node]))) for node in component),
            *(tuple(at[option] for option in of_forms[form]) for form in exits),
        )
        for side, of_forms in zip((graph.left, graph.right), forms.options, strict=True)
    )
    return LoopyGraph(left, right), tuple(exits)


def _sides_in(local: LoopyGraph, exits: tuple[int, ...], forms: _Forms, player: int) -> list[int]:
    """Return the numbers of the onsides of a component, which comes first in `local`; for Right, of the offsides."""
    if player == LEFT:
        found, numbers = onside(local)
    else:
        negative, numbers = onside(local.negative())
        found = negative.negative()
    size = len(local) - len(exits)
    known = dict(zip(numbers[size:], exits, strict=True))
    forms.add(found, known, numbers[:size])
    return [known[number] for number in numbers[:size]]
