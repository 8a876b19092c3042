"""`analyse_loops`: where an arena goes round in circles, and a circle that holds a draw."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np

from gamekit.solution import Solution, Status
from gamekit.solvers.cycles import digraph

if TYPE_CHECKING:
    import networkx as nx


@attrs.frozen
class Loops:
    """What there is to say about the loops of a solved arena.

    Attributes:
        components: the number of strongly connected components.
        sizes: how many components have which number of states, largest first.
        states_on_cycles: how many states play can come back to.
        endless: how many states are kept from ever ending by best play: the drawn region, unless the rules
            award endless play to somebody.
        witness: the states of a shortest cycle of best moves in that region, each once; empty if there is none.
            It can be reached by best play from the root if the root lies in the region.
    """

    components: int
    sizes: dict[int, int]
    states_on_cycles: int
    endless: int
    witness: tuple[Any, ...]

    def __str__(self) -> str:
        largest = ", ".join(f"{number} of {size:,}" for size, number in list(self.sizes.items())[:4])
        return (
            f"{self.components:,} strongly connected components ({largest}{', ...' if len(self.sizes) > 4 else ''}); "
            f"{self.states_on_cycles:,} states on cycles, {self.endless:,} of endless best play"
        )


def analyse_loops(solution: Solution[Any, Any]) -> Loops:
    """Return the cycle analysis of a solution, by networkx's algorithms.

    Inside the endless region every move that stays there is a best move, since whoever could do better would be
    outside; so any cycle of it witnesses that neither player can do better than go round.

    >>> import gamekit
    >>> from games.cat_mouse import CatMouse
    >>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
    >>> loops = analyse_loops(solution)
    >>> loops.endless, len(loops.witness)
    (5, 4)
    """
    import networkx as nx

    arena = solution.arena
    graph = digraph(arena)
    components = list(nx.strongly_connected_components(graph))
    sizes = Counter(map(len, components))
    loop_states = sum(len(c) for c in components if len(c) > 1) + sum(
        1 for c in components if len(c) == 1 and graph.has_edge(*c, *c)
    )
    endless = np.flatnonzero(solution.status == Status.ENDLESS).tolist()
    region = graph.subgraph(endless)
    if arena.root in region:
        region = region.subgraph({arena.root} | nx.descendants(region, arena.root))
    return Loops(
        components=len(components),
        sizes=dict(sorted(sizes.items(), reverse=True)),
        states_on_cycles=loop_states,
        endless=len(endless),
        witness=tuple(arena.states[i] for i in _shortest_cycle(region)),
    )


def _shortest_cycle(graph: nx.DiGraph[int]) -> list[int]:
    """Return a shortest directed cycle, by breadth-first searches that stop short of the best so far."""
    import networkx as nx

    if loops := sorted(nx.nodes_with_selfloops(graph)):
        return loops[:1]
    best: list[int] = []
    for vertex in sorted(graph):
        cutoff = len(best) - 2 if best else None
        paths = nx.single_source_shortest_path(graph, vertex, cutoff=cutoff)
        closing = [paths[last] for last in graph.predecessors(vertex) if last in paths]
        if closing:
            best = min([*([best] if best else []), *closing], key=len)
        if len(best) == 2:
            break
    return best
