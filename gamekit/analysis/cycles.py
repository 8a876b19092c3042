"""`analyse_loops`: the components and cycles of an arena, and a cycle that witnesses a draw."""

from __future__ import annotations

import math
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency
from gamekit.arena.components import components
from gamekit.engine.runtime.memory_budget import Budget, held
from gamekit.errors import LimitError, RulesError
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.expander import PlaceEdges
from gamekit.solution.solution import Solution

MOST_PLACES: Final = 1 << 30
"""The largest number of places: with two vertices for each, the 32-bit numbers of an `Adjacency` still suffice."""

BYTES_A_PLACE, BYTES_AN_EDGE = 64, 12
"""The peak of memory to hold the edges and find the components, in bytes per place and bytes per edge."""


@attrs.frozen
class Loops:
    """The components and cycles of a solved arena.

    Attributes:
        components: the number of strongly connected components.
        sizes: the number of components of each size, by the size in states, largest first.
        states_on_cycles: the number of states to which play can return.
        endless: the number of states from which best play never ends: the drawn region, unless the rules award endless
            play to somebody.
        witness: the states of a shortest cycle of best moves in that region, each once; empty if there is none.
            It can be reached by best play from the root if the root lies in the region.
        searched: whether the search for such a cycle was completed.
    """

    components: int
    sizes: dict[int, int]
    states_on_cycles: int
    endless: int
    witness: tuple[Any, ...]
    searched: bool = True

    def __str__(self) -> str:
        largest = ", ".join(f"{number} of {size:,}" for size, number in list(self.sizes.items())[:4])
        return (
            f"{self.components:,} strongly connected components ({largest}{', ...' if len(self.sizes) > 4 else ''}); "
            f"{self.states_on_cycles:,} states on cycles, {self.endless:,} of endless best play"
        )


def analyse_loops(
    solution: Solution[Any, Any], *, most_looks: int | None = None, memory: int | str | None = None
) -> Loops:
    """Return the cycle analysis of a solution: its components, and a cycle that witnesses a draw.

    Inside the endless region, every move that stays there is a best move, because a player who could do better would be
    outside. So any cycle in it witnesses that neither player can do better than go round.

    If edges are not kept, as with compiled rules and in tables, gamekit derives them from the rules again, and holds
    them in memory meanwhile. If one code stands for two states, these count as one here, and the witness is a cycle up
    to the exchange of the players.

    Args:
        solution: a solution of any game.
        most_looks: the number of times that edges may be looked at in search of a cycle before the search is given up;
            it does not begin if the endless states and the edges between them are more. By default there is no limit,
            and the search may look as many times as the product of these two numbers.
        memory: the number of bytes that may be used, or a string such as "12GiB"; by default most of the machine's
            memory.

    Raises:
        TableError: a table is damaged.
        LimitError: there are too many states, or they and their edges do not fit into memory.
        RulesError: the rules break a promise; the state is named.

    >>> import gamekit
    >>> from games.cat_mouse import CatMouse
    >>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
    >>> loops = analyse_loops(solution)
    >>> loops.endless, len(loops.witness)
    (5, 4)
    """
    check_solution(solution, "analyse_loops")
    store = solution.store
    if store.places > MOST_PLACES:
        raise LimitError(
            f"loops can be found among at most {MOST_PLACES:,} places; this solution has {store.places:,}"
        )
    needed = BYTES_A_PLACE * store.places + BYTES_AN_EDGE * store.edges
    Budget.of(memory).check(held() + needed, f"finding the loops of {type(store.game).__name__}")
    value, plies = store.results().at(slice(None))
    endless = np.flatnonzero((plies == store.infinite) & (value != store.no_state))
    edges = store.expander().edges(store.places)
    graph = _Graph(edges, endless, turning=store.perspective == "mover")
    sizes, states_on_cycles = _sizes(graph)
    witness = _witness(solution, graph, most_looks)
    searched = witness is not None
    return Loops(sum(sizes.values()), sizes, states_on_cycles, len(endless), witness or (), searched)


@attrs.frozen(eq=False)
class _Graph:
    """The graph that is analysed; its vertices are the numbers of places.

    Attributes:
        edges: the edges between the numbers.
        endless: int64, the places from which best play never ends, ascending.
        turning: whether each place stands for two states, one for each player to move; every move passes the turn.
    """

    edges: PlaceEdges
    endless: NDArray[np.int64]
    turning: bool


def _sizes(graph: _Graph) -> tuple[dict[int, int], int]:
    """Return the number of components of each size, largest first, and the number of states on cycles."""
    edges = graph.edges.adjacency
    component = components(edges)
    size_of = np.bincount(component[graph.edges.are_states], minlength=edges.vertices + 1)
    sizes, numbers = np.unique(size_of[size_of > 0], return_counts=True)
    to_itself = np.zeros(edges.vertices, dtype=np.bool_)
    to_itself[edges.indices[edges.sources() == edges.indices]] = True
    on_cycles = np.count_nonzero(to_itself | (size_of[component] > 1))
    return dict(zip(sizes[::-1].tolist(), numbers[::-1].tolist(), strict=True)), int(on_cycles)


def _witness(solution: Solution[Any, Any], graph: _Graph, most_looks: int | None) -> tuple[Any, ...] | None:
    """Return the states of a shortest cycle of best moves; None if the search for it was given up."""
    region = _endless_region(graph)
    starts = np.ones(region.vertices, dtype=np.bool_)
    root = int(np.searchsorted(graph.endless, place := solution.place_of(solution.start)))
    if root < len(graph.endless) and graph.endless[root] == place:
        starts = region.distances(root) >= 0
        if graph.turning:
            starts |= region.distances(root + len(graph.endless)) >= 0
    cycle = _shortest_cycle(region, np.flatnonzero(starts).tolist(), most_looks)
    if cycle is None:
        return None
    numbers = graph.endless[np.array(cycle, dtype=np.int64) % max(len(graph.endless), 1)].tolist()
    return _as_played(solution, numbers)


def _endless_region(graph: _Graph) -> Adjacency:
    """Return the moves that stay in the endless region, forwards, between vertices in the order of `_Graph.endless`.

    If a place stands for two states, its second vertex comes after the first vertices of all places.
    """
    vertices = len(graph.endless)
    vertex = np.full(graph.edges.adjacency.vertices, -1, dtype=np.int32)
    vertex[graph.endless] = np.arange(vertices)
    rows = graph.edges.adjacency.take(graph.endless)
    sources, targets = rows.sources(), vertex[rows.indices]
    sources, targets = sources[targets >= 0], targets[targets >= 0]
    if graph.edges.backwards:
        sources, targets = targets, sources
    if graph.turning:
        sources = np.concatenate([sources, sources + vertices])
        targets = np.concatenate([targets + vertices, targets])
        vertices *= 2
    order = np.argsort(sources, kind="stable")
    return Adjacency.of_degrees(np.bincount(sources, minlength=vertices), targets[order])


def _as_played(solution: Solution[Any, Any], places: list[int]) -> tuple[Any, ...]:
    """Return the states at these places in the form in which moves of the plain rules lead from each to the next."""
    game, store = solution.game, solution.store
    states: list[Any] = [store.state_at(place) for place in places[:1]]
    for place in places[1:]:
        here = states[-1]
        children = (game.apply(here, move) for move in game.moves(here))
        after = next((child for child in children if store.place_of(child) == place), None)
        if after is None:
            raise RulesError(
                f"the plain and the compiled rules must have the same moves; only the compiled ones lead from "
                f"{solution.describe(here)} to {solution.describe(store.state_at(place))}"
            )
        states.append(after)
    return tuple(states)


def _shortest_cycle(region: Adjacency, starts: list[int], most_looks: int | None) -> list[int] | None:
    """Return a shortest directed cycle among `starts`, which no edge of `region` leaves; empty if there is none.

    From each vertex, the search looks for a shorter cycle than the best so far with that vertex as its least one. It
    gives up, and returns None, after `most_looks` looks at edges.
    """
    left = math.inf if most_looks is None else most_looks
    best: list[int] = []
    if region.vertices + region.edges > left:
        return None
    neighbours = [region.of(vertex).tolist() for vertex in range(region.vertices)]
    for start in starts:
        cycle, looks = _cycle_from(start, neighbours, len(best) or len(neighbours) + 1)
        best = cycle or best
        left -= looks
        if left < 0:
            return None
    return best


def _cycle_from(start: int, neighbours: list[list[int]], shorter_than: int) -> tuple[list[int], int]:
    """Return a shortest cycle with the least vertex `start`, and the number of edges looked at.

    The search is breadth first. The cycle is empty if there is none with fewer than `shorter_than` vertices.
    """
    came_from: dict[int, int] = {}
    layer, length, looks = [start], 0, 0
    while layer and length + 1 < shorter_than:
        length += 1
        after = []
        for vertex in layer:
            looks += len(neighbours[vertex])
            for child in neighbours[vertex]:
                if child == start:
                    cycle = [vertex]
                    while cycle[-1] != start:
                        cycle.append(came_from[cycle[-1]])
                    return cycle[::-1], looks
                if child > start and child not in came_from:
                    came_from[child] = vertex
                    after.append(child)
        layer = after
    return [], looks
