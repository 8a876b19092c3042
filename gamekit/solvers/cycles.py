"""Cycle analysis: the arena's strongly connected components, solved in order."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import attrs
import numpy as np

from gamekit.arena import Arena
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Move, State
from gamekit.game.values import BOTH, preference_key, remoteness_minimizer, sweep_order
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.base import Solver, check_turn_limit, label

if TYPE_CHECKING:
    import networkx as nx

Result = tuple[int, int | None]  # payoff to the first player, remoteness


@attrs.frozen
class Cycles(Solver):
    """Strongly connected components, found by networkx, in reverse topological order: O(V + E log V).

    A component of one state without a loop takes the best of its successors, which are all known. In a larger
    component, the results of the edges that leave it spread inwards in the order of remoteness, one payoff after the
    other. From the states that these results do not reach, play never ends. The values and remotenesses equal those of
    `retrograde`, by a different algorithm, but a networkx graph is kept in memory.

    Attributes:
        max_edges: the number of edges above which arenas are refused, because a networkx graph takes about half a
            kilobyte per edge.

    Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972, with E. Nuutila and
    E. Soisalon-Soininen's modification (Inf. Process. Lett. 49, 1994), as networkx implements it.

    >>> from gamekit.arena import explore
    >>> from games.nim import Nim
    >>> print(Cycles().solve(explore(Nim(heaps=(1, 2)))).root)
    WIN in 3 for first
    """

    shows_loops: ClassVar[bool] = True

    max_edges: int = attrs.field(default=5_000_000, validator=attrs.validators.ge(0))

    def can_solve(self, arena: Arena[Any, Any]) -> str | None:
        if arena.edges > self.max_edges:
            return f"{arena.edges:,} edges are more than the {self.max_edges:,} that fit a networkx graph in memory"
        return None

    def seconds(self, arena: Arena[Any, Any], plies: int) -> float:
        return (len(arena) + arena.edges) * 4e-6

    def solve(
        self, arena: Arena[State, Move], progress: ProgressCallback | None = None
    ) -> Solution[State, Move]:
        import networkx as nx

        check_turn_limit(arena)
        graph = arena.successors.to_networkx()
        condensed = nx.condensation(graph)
        solving = _Components(arena, graph)
        sizes = []
        for component in reversed(list(nx.topological_sort(condensed))):
            members = condensed.nodes[component]["members"]
            sizes.append(len(members))
            solving.solve(members)
            if progress and not len(sizes) & 0xFFF:
                progress("solving components", len(sizes), condensed.number_of_nodes())

        results = map(solving.results.__getitem__, range(len(arena)))
        columns = [(payoff, -1 if plies is None else plies) for payoff, plies in results]
        payoff, plies = np.array(columns, dtype=np.int64).T
        return Solution.of_arena(
            arena,
            label(self),
            np.where(plies < 0, Status.ENDLESS, Status.ENDED).astype(np.int8),
            payoff,
            np.maximum(plies, 0),
            statistics={
                "components": len(sizes),
                "largest component": max(sizes),
                "states on cycles": len(solving.on_cycles),
            },
        )


class _Components:
    def __init__(self, arena: Arena[Any, Any], graph: nx.DiGraph[int]) -> None:
        self.results: dict[int, Result] = {}
        self.on_cycles: set[int] = set()
        self._graph = graph
        self._mover = arena.mover.tolist()
        self._infinite_play = arena.game.infinite_play
        self._ends = {i: int(arena.payoff[i]) for i in np.flatnonzero(arena.terminal).tolist()}

    def solve(self, members: set[int]) -> None:
        """Find the result of each state of a component; its successors outside the component must have results."""
        (state,) = members if len(members) == 1 else (None,)
        if state is None or self._graph.has_edge(state, state):
            self.on_cycles |= members
            self._solve_loop(members)
        elif state in self._ends:
            self.results[state] = (self._ends[state], 0)
        else:
            player = self._mover[state]
            results = map(self.results.__getitem__, self._graph.successors(state))
            payoff, plies = max(
                results, key=lambda it: preference_key(player, it[0], it[1], self._infinite_play)
            )
            self.results[state] = (payoff, None if plies is None else plies + 1)

    def _solve_loop(self, members: set[int]) -> None:
        infinite_play = self._infinite_play
        exits = {child for state in members for child in self._graph.successors(state)} - members
        waiting = {state: self._graph.out_degree(state) for state in members}
        for payoff in sweep_order({self.results[child][0] for child in exits}, infinite_play):
            self._spread(members, exits, payoff, waiting)
        for state in members:
            self.results.setdefault(state, (infinite_play, None))

    def _spread(self, members: set[int], exits: Iterable[int], payoff: int, waiting: dict[int, int]) -> None:
        """Spread the ends with one payoff from the exits inwards, nearest first."""
        minimizer = remoteness_minimizer(payoff, self._infinite_play)
        results = [(*self.results[child], child) for child in exits]
        heap = [(plies, child) for value, plies, child in results if value == payoff and plies is not None]
        heapq.heapify(heap)
        done = set()
        while heap:
            remoteness, child = heapq.heappop(heap)
            if child in done:
                continue
            done.add(child)
            if child in members:
                self.results[child] = (payoff, remoteness)
            for state in self._graph.predecessors(child):
                if state not in members or state in self.results:
                    continue
                waiting[state] -= 1
                if minimizer in (BOTH, self._mover[state]) or waiting[state] == 0:
                    heapq.heappush(heap, (remoteness + 1, state))
