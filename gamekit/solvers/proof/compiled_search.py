"""`CompiledSearch`: bounds on the values of positions, with compiled rules; a short trial chooses an order of moves."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Final

import attrs
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import GOES_ON, Batch
from gamekit.errors import LimitError
from gamekit.game.progress import silent
from gamekit.solvers.proof import frames as kernel
from gamekit.solvers.proof.alpha_beta import GOAL, WINDOW, Goal, kernel_for
from gamekit.solvers.proof.frames import Frames, SearchRules
from gamekit.solvers.proof.position_table import PositionTable
from gamekit.solvers.proof.search import RepetitionError, Search, SearchLimits, SearchState
from gamekit.solvers.proof.workers import Worker, nodes_of, search_on, shared

STAGES: Final = (1 << 14, 1 << 17, 1 << 20)
"""The numbers of nodes with which each order is tried, until one order finds the result."""

MEMORY: Final = 1 << 25
"""The largest number of bytes of the table of a trial."""


@attrs.define
class OrderTrial:
    """A trial of the learned order of moves and the order of the rules, which continues where a limit has stopped it.

    Attributes:
        tried: for each finished search, the share of the tree that it has searched, from 0 to 1, and the number of
            positions that it expanded; each stage has a search by a learned order, then one by the rules' order alone.
        under_way: the search that a limit has stopped; None for none.
    """

    tried: list[tuple[float, int]] = attrs.field(factory=list)
    under_way: CompiledSearch | None = None

    @property
    def nodes(self) -> int:
        """The number of positions that the trial has expanded, in all processes."""
        return sum(nodes for _, nodes in self.tried) + (0 if self.under_way is None else self.under_way.nodes)

    def learning_pays(self, search: CompiledSearch, code: int, who: int, want: int) -> bool:
        """Return whether a learned order finds the result with fewer nodes than the order of the rules alone does.

        If neither finds the result in time, the order that has done more of the tree is better. Both are limited by
        nodes alone, so the same question always gets the same order.

        The search is left as it is, except that its limits count the positions of the trial.
        """
        for stage, nodes in enumerate(STAGES):
            for place in (2 * stage, 2 * stage + 1):
                while place >= len(self.tried):
                    self._try(search, code, who, want, nodes, learns=place % 2 == 0)
            learned, plain = self.tried[2 * stage :][:2]
            if 1.0 in (learned[0], plain[0]):
                break
        return (learned[0], -learned[1]) > (plain[0], -plain[1])

    def _try(
        self, search: CompiledSearch, code: int, who: int, want: int, nodes: int, *, learns: bool
    ) -> None:
        limits, resume = search.limits, self.under_way is not None
        trial = self.under_way = self.under_way or _one_like(search, learns=learns)
        before, left = trial.nodes, limits.left(search.nodes)
        trial.limits = SearchLimits(
            limits.seconds, min(nodes, before + left), silent, tuning=limits.tuning, began=limits.began
        )
        share = 1.0
        try:
            trial.bound(code, who, want, resume=resume)
        except RepetitionError:
            pass  # the search will meet it as well
        except LimitError:
            share = trial.frames.share_done()
        limits.aside += trial.nodes - before
        if share == 1.0 or trial.nodes == nodes:
            self.tried.append((share, trial.nodes))
            self.under_way = None
        limits.check(search.nodes)

    def state(self) -> SearchState:
        """Return the arrays on which the next steps of the trial depend."""
        found = {"tried": np.array(self.tried, dtype=np.float64).reshape(-1, 2)}
        if self.under_way is not None:
            found["tried_nodes"] = np.array([self.under_way.nodes])
            found |= {f"tried_{name}": array for name, array in self.under_way.state().items()}
        return found

    def restore(self, search: CompiledSearch, state: SearchState) -> None:
        tried = [(share, int(nodes)) for share, nodes in state["tried"].tolist()]
        under_way = None
        if "tried_nodes" in state:
            under_way = _one_like(search, learns=len(tried) % 2 == 0)
            under_way.restore(
                {
                    name.removeprefix("tried_"): array
                    for name, array in state.items()
                    if name.startswith("tried_")
                }
            )
            (under_way.nodes,) = state["tried_nodes"].tolist()
        self.tried, self.under_way = tried, under_way


def _one_like(search: CompiledSearch, *, learns: bool) -> CompiledSearch:
    """Return a search like this one with its own small table and a single thread."""
    return type(search)(search.batch, min(search.memory, MEMORY), search.limits, learns=learns, threads=1)


class CompiledSearch(Search):
    """A search with compiled rules; positions are codes.

    Attributes:
        rules: the rules for kernels.
        table: the bounds of positions.
        threads: the largest number of threads that search at once; a question begins with one, and the others join it
            if it is long.
    """

    name = "compiled"
    nodes_per_look = 64

    def __init__(
        self,
        batch: Batch,
        memory: int,
        limits: SearchLimits,
        *,
        learns: bool | None = None,
        threads: int | None = 1,
    ) -> None:
        """Begin with an empty table.

        The table takes `memory` bytes. `learns` is whether moves are ordered by a learned order; None runs a trial at
        the first question. If `threads` is None, all cores are used.
        """
        self.batch, self.limits, self.memory = batch, limits, memory
        self.table = PositionTable(batch.bits, memory)
        self.nodes = self.largest = 0
        rules = batch.rules
        turns = kernel.ONE_PLAYER if rules.mover is None else kernel.MOVERS
        self.rules = SearchRules(
            batch.functions,
            batch.parameters,
            rules.size,
            rules.max_successors,
            kernel.MOVERS_VIEW if batch.from_movers_view else turns,
            rules.order is not None,
            rules.progress is not None,
        )
        self._plies: dict[tuple[int, int], PositionTable] = {}
        self.threads = threads or os.cpu_count() or 1
        weights = np.zeros((2, max(1, batch.bits - WINDOW + 1), 1 << WINDOW), np.float32)
        self.worker = Worker(Frames(rules.max_successors), weights)
        self._learns, self._trial = learns, OrderTrial()

    @property
    def frames(self) -> Frames:
        """The path of the first worker to the position that it searches."""
        return self.worker.frames

    @property
    def nodes_of_trial(self) -> int:
        return self._trial.nodes

    def mover(self, code: int) -> int:
        """Return the player to move at the root of a search; in the mover's view, player 0."""
        return int(self.batch.movers(np.array([code], dtype=np.int64))[0])

    def bound(self, code: int, who: int, want: int, *, resume: bool = False) -> int:
        if self._learns is None:
            self._learns = self._trial.learning_pays(self, code, who, want)
            resume = False  # a search that was stopped in the trial has not begun
        if not resume:
            self.frames.begin(code, who, want)
        return self._run(self.table, self.threads if self.table.is_shareable else 1)

    def within(
        self, code: int, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool:
        if not resume:
            self.frames.begin(code, who, int(who == player), plies)
        return abs(self._run(self._table_of(player, at_least), 1, Goal(player, at_least))) == 1

    def _table_of(self, player: int, at_least: int) -> PositionTable:
        """Return the table of the plies within which a player forces a payoff; there are two such claims at most."""
        claim = player, at_least
        if claim not in self._plies:
            self._plies[claim] = PositionTable(self.batch.bits + 1, self.memory // 2)
        return self._plies[claim]

    def forget(self) -> None:
        self.table = PositionTable(self.batch.bits, 1)
        self._plies.clear()

    def state(self) -> SearchState:
        claims = [(player, at_least) for player, at_least in self._plies]
        found: SearchState = {"weights": self.worker.weights, **self.frames.path._asdict()}
        found["learns"] = np.array([-1 if self._learns is None else self._learns], dtype=np.int64)
        found["claims"] = np.array(claims, dtype=np.int64).reshape(-1, 2)
        for i, table in enumerate([self.table, *self._plies.values()]):
            found |= {f"{name}_{i}": array for name, array in table.arrays().items()}
        return found | self._trial.state()

    def restore(self, state: SearchState) -> None:
        weights = state["weights"]
        if weights.shape != self.worker.weights.shape or weights.dtype != self.worker.weights.dtype:
            raise ValueError("the weights have a wrong shape")
        self.frames.restore(state)
        tables = [self.table]
        for player, at_least in state["claims"].tolist():
            tables.append(self._table_of(player, at_least))
        for i, table in enumerate(tables):
            names = ("entries", "rests", "numbers")
            table.restore(*(state.pop(f"{name}_{i}") for name in names))
        self.worker.weights = weights
        (learns,) = state["learns"].tolist()
        self._learns = None if learns < 0 else bool(learns)
        self._trial.restore(self, state)

    def children(self, code: int, who: int) -> list[tuple[int, int, int | None]]:
        codes = self.batch.expand(np.array([code], dtype=np.int64)).children
        payoffs = self.batch.expand(codes).outcomes.tolist()
        movers = self.batch.movers(codes).tolist()
        found: list[tuple[int, int, int | None]] = []
        for child, mover, payoff in zip(codes.tolist(), movers, payoffs, strict=True):
            other = 1 - who if self.rules.turns == kernel.MOVERS_VIEW else mover
            sign = -1 if self.rules.turns == kernel.MOVERS_VIEW and other == 1 else 1
            found.append((child, other, None if payoff == GOES_ON else sign * payoff))
        return found

    def _run(self, table: PositionTable, threads: int, goal: Goal | None = None) -> int:
        """Call the kernel until it has a result, and return the result.

        Other workers join the first as soon as it has expanded enough positions for starting them to pay. After a fixed
        number of positions in all, one worker returns to Python, and the table grows. A resumed process does the same.
        """
        search = kernel_for(types.none if goal is None else GOAL)

        def call(worker: Worker, marks: NDArray[np.int64], budget: int) -> int:
            weights = worker.weights if self._learns and goal is None else worker.weights[:, :0]
            path = worker.frames.path
            result: int = search(self.rules, table.for_kernels, path, weights, marks, goal, budget)
            return result

        workers, begun = [self.worker], self.nodes
        marks = np.zeros(1, dtype=np.int64)  # a single thread needs no more than the signal to stop
        every = self.limits.tuning.proof_call
        with ExitStack() as stack:
            pool = None
            while True:
                before, calls, left = nodes_of(workers), self.nodes // every, self.limits.left(self.nodes)
                at_work = workers[: max(1, left)]
                for worker in workers:
                    worker.frames.path.status[kernel.STORED] = 0
                budget = min(every - self.nodes % every, left // len(at_work))
                worker, result = search_on(at_work, call, marks, budget, pool)
                self.nodes += nodes_of(workers) - before  # of all searches
                for other in workers:
                    self.largest = max(self.largest, int(other.frames.path.status[kernel.LARGEST]))
                    table.stored += int(other.frames.path.status[kernel.STORED])
                status = worker.frames.path.status
                if result == kernel.DONE:
                    return int(status[kernel.RESULT])
                if result == kernel.LOOP:
                    raise RepetitionError
                if result == kernel.STAYS:
                    depth = int(status[kernel.DEPTH])
                    self.batch.refuse_progress(
                        *worker.frames.path.frames[depth - 1 : depth + 1, kernel.CODE].tolist()
                    )
                if result == kernel.BREACH:
                    self.batch.breach(int(status[kernel.PROBLEM]), "successors", int(status[kernel.WHERE]))
                if result == kernel.DEEPER:
                    worker.frames.deepen()
                if self.nodes // every > calls:
                    table.grow()
                self.limits.check(self.nodes)
                if pool is None and threads > 1 and self.nodes - begun >= self.limits.tuning.proof_alone:
                    pool = stack.enter_context(ThreadPoolExecutor(threads, "proof"))
                    # they begin with the same question, and know what the first one has learned
                    weights = self.worker.weights
                    workers += [Worker(self.frames.joined(), weights.copy()) for _ in range(threads - 1)]
                    marks = shared()
