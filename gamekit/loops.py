"""`analyse_loops`: where an arena goes round in circles, and a circle that holds a draw."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency
from gamekit.arena.adjacency import offsets_of
from gamekit.engine.components import components
from gamekit.errors import LimitError, RulesError, UnsupportedError
from gamekit.lazy_solution import LazySolution
from gamekit.solution import Solution, Status

if TYPE_CHECKING:
    from gamekit.engine.solving import Solved

MOST_PLACES: Final = 1 << 30
"""So many places can be told apart by the numbers of an `Adjacency`, also where each stands for two states."""

BYTES_A_PLACE, BYTES_AN_EDGE = 64, 12
"""What it takes at its peak to link what compiled rules say and to find the components."""


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
        searched: whether such a cycle was looked for to the end.
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


def analyse_loops(solution: Solution[Any, Any], *, most_looks: int | None = None) -> Loops:
    """Return the cycle analysis of a solution: its components, and a circle that holds a draw.

    Inside the endless region every move that stays there is a best move, since whoever could do better would be
    outside; so any cycle of it witnesses that neither player can do better than go round.

    Of compiled rules the edges are asked for anew, and held in memory meanwhile. Where one code stands for two states,
    these are one here, and what is said of the witness holds but for the exchange of the players.

    Args:
        solution: of any game, by either gear; not a table, nor in the files of a work folder.
        most_looks: how often an edge may be looked at in search of a cycle before that is given up; it is not begun
            where there are more endless states and edges between them. As often as it takes by default, which may be
            the product of these two numbers.

    Raises:
        UnsupportedError: the solution keeps no edges, and they cannot be had.
        LimitError: there are too many states, or they and their edges do not fit into memory.
        RulesError: the rules break a promise; the state is named.

    >>> import gamekit
    >>> from games.cat_mouse import CatMouse
    >>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
    >>> loops = analyse_loops(solution)
    >>> loops.endless, len(loops.witness)
    (5, 4)
    """
    graph = _compiled_graph(solution) if isinstance(solution, LazySolution) else _plain_graph(solution)
    sizes, states_on_cycles = _sizes(graph)
    witness = _witness(solution, graph, most_looks)
    return Loops(
        components=sum(sizes.values()),
        sizes=sizes,
        states_on_cycles=states_on_cycles,
        endless=len(graph.endless),
        witness=witness or (),
        searched=witness is not None,
    )


@attrs.frozen(eq=False)
class _Graph:
    """What is looked at, in numbers: indices in the plain gear, places in the compiled one.

    Attributes:
        edges: between the numbers, of which those that are no state's have none.
        backwards: whether each edge leads from a state to one that has a move there.
        states: bool, which numbers are states'.
        endless: the numbers that best play never ends from, ascending.
        turning: whether a number stands for two states, and each move changes which of them is meant.
    """

    edges: Adjacency
    backwards: bool
    states: NDArray[np.bool_]
    endless: NDArray[np.int64]
    turning: bool


def _plain_graph(solution: Solution[Any, Any]) -> _Graph:
    arena = solution.arena
    return _Graph(
        edges=arena.given,
        backwards=arena.edges_from == "predecessors",
        states=np.ones(len(arena), dtype=np.bool_),
        endless=np.flatnonzero(solution.status == Status.ENDLESS),
        turning=False,
    )


def _compiled_graph(solution: LazySolution[Any, Any]) -> _Graph:
    """Ask compiled rules for all successors once more."""
    from gamekit.tables.table import TableSolution

    if isinstance(solution, TableSolution):  # asked first, as a table is opened and asked without Numba
        raise UnsupportedError("a table keeps no moves to find loops by; its loaded() asks for them again")
    from gamekit.compiled_solution import CompiledSolution, InMemory

    if not isinstance(solution, CompiledSolution) or not isinstance(solution.engine, InMemory):
        raise UnsupportedError("loops are not found in the files of a work folder, only in memory")
    columns = solution.solved.columns
    states = columns.value != solution.engine.no_state
    return _Graph(
        edges=_linked(solution.solved),
        backwards=True,
        states=states,
        endless=np.flatnonzero((columns.remoteness == columns.never) & states),
        turning=solution.engine.from_movers_view,
    )


def _linked(solved: Solved) -> Adjacency:
    """Return the edges between places, backwards."""
    from gamekit.engine.columns import Columns
    from gamekit.engine.edges import link
    from gamekit.engine.memory import Budget, held
    from gamekit.engine.rounds import executor_for
    from gamekit.engine.work import Work

    batch, index = solved.batch, solved.index
    if len(index) > MOST_PLACES:
        raise LimitError(f"loops are found among up to {MOST_PLACES:,} places; here are {len(index):,}")
    needed = BYTES_A_PLACE * len(index) + BYTES_AN_EDGE * solved.columns.edges
    Budget.of_this_machine().check(held() + needed, f"finding the loops of {batch.name}")
    with executor_for(len(index), None) as executor:
        aside = Columns.blank(len(index), batch.rules.max_successors)  # linking writes into them
        _, regions = link(Work(executor), batch, index, aside)
    parts = [region.edges for region in regions.regions]
    degrees = np.concatenate([np.diff(first.astype(np.int64)) for first, _ in parts])
    return Adjacency(offsets_of(degrees), np.concatenate([parents for _, parents in parts]).view(np.int32))


def _sizes(graph: _Graph) -> tuple[dict[int, int], int]:
    """Return how many components have which number of states, largest first, and how many states are on cycles."""
    edges = graph.edges
    component = components(edges)
    size_of = np.bincount(component[graph.states], minlength=edges.vertices + 1)
    sizes, numbers = np.unique(size_of[size_of > 0], return_counts=True)
    to_itself = np.zeros(edges.vertices, dtype=np.bool_)
    to_itself[edges.targets[edges.sources() == edges.targets]] = True
    on_cycles = np.count_nonzero(to_itself | (size_of[component] > 1))
    return dict(zip(sizes[::-1].tolist(), numbers[::-1].tolist(), strict=True)), int(on_cycles)


def _witness(solution: Solution[Any, Any], graph: _Graph, most_looks: int | None) -> tuple[Any, ...] | None:
    """Return the states of a shortest cycle of best moves; None if the search for it was given up."""
    region = _endless_region(graph)
    starts = np.ones(region.vertices, dtype=np.bool_)
    at = np.flatnonzero(graph.endless == solution.arena.root)
    if at.size:
        root = int(at[0])
        starts = region.reachable(root)
        if graph.turning:
            starts |= region.reachable(root + len(graph.endless))
    cycle = _shortest_cycle(region, np.flatnonzero(starts).tolist(), most_looks)
    if cycle is None:
        return None
    numbers = graph.endless[np.array(cycle, dtype=np.int64) % max(len(graph.endless), 1)].tolist()
    if isinstance(solution, LazySolution):
        return _as_played(solution, numbers)
    return tuple(solution.arena.states[i] for i in numbers)


def _endless_region(graph: _Graph) -> Adjacency:
    """Return the moves that stay in the endless region, forwards, between vertices in the order of `_Graph.endless`.

    Where a number stands for two states, its second vertex comes after the first ones of all.
    """
    vertices = len(graph.endless)
    vertex = np.full(graph.edges.vertices, -1, dtype=np.int32)
    vertex[graph.endless] = np.arange(vertices)
    rows = graph.edges.take(graph.endless)
    sources, targets = rows.sources(), vertex[rows.targets]
    sources, targets = sources[targets >= 0], targets[targets >= 0]
    if graph.backwards:
        sources, targets = targets, sources
    if graph.turning:
        sources = np.concatenate([sources, sources + vertices])
        targets = np.concatenate([targets + vertices, targets])
        vertices *= 2
    order = np.argsort(sources, kind="stable")
    return Adjacency(offsets_of(np.bincount(sources, minlength=vertices)), targets[order].astype(np.int32))


def _as_played(solution: LazySolution[Any, Any], places: list[int]) -> tuple[Any, ...]:
    """Return the states at these places as moves of the plain rules lead from each to the next."""
    game, arena = solution.game, solution.arena
    states: list[Any] = []
    for place in places:
        if not states:
            states.append(arena.states[place])
            continue
        here = states[-1]
        children = (game.apply(here, move) for move in game.moves(here))
        after = next(
            (child for child in children if solution.backing.find(solution.backing.key_of(child)) == place),
            None,
        )
        if after is None:
            raise RulesError(
                f"the plain rules have no move from {arena.describe(here)} to {arena.describe(arena.states[place])}, "
                "as the compiled ones have"
            )
        states.append(after)
    return tuple(states)


def _shortest_cycle(region: Adjacency, starts: list[int], most_looks: int | None) -> list[int] | None:
    """Return a shortest directed cycle among vertices whose neighbours are among them; empty if there is none.

    Each is looked for from its least vertex, and none that is as long as the best so far. None if that takes too long.
    """
    left = math.inf if most_looks is None else most_looks
    best: list[int] = []
    if region.vertices + region.edges > left:
        return None
    bounds, targets = region.offsets.tolist(), region.targets.tolist()
    neighbours = [targets[begin:end] for begin, end in pairwise(bounds)]
    for start in starts:
        found, looks = _cycle_from(start, neighbours, len(best) or len(neighbours) + 1)
        best = found or best
        left -= looks
        if left < 0:
            return None
    return best


def _cycle_from(start: int, neighbours: list[list[int]], shorter_than: int) -> tuple[list[int], int]:
    """Return a shortest cycle of which `start` is the least vertex, if there is one, and how many edges were looked at.

    It is found breadth first.
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
