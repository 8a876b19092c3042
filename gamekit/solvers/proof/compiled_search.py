"""`CompiledSearch`: bounds on the values of positions, with compiled rules."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import GOES_ON, Batch
from gamekit.solvers.proof import frames as kernel
from gamekit.solvers.proof.alpha_beta import GOAL, STRIDE, WINDOW_BITS, Goal, kernel_for
from gamekit.solvers.proof.frames import Frames, SearchRules
from gamekit.solvers.proof.position_table import PositionTable
from gamekit.solvers.proof.search import RepetitionError, Search, SearchLimits, SearchState
from gamekit.solvers.proof.workers import Worker, nodes_of, search_on, shared


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
        threads: int | None = 1,
    ) -> None:
        """Begin with an empty table.

        The table takes `memory` bytes. If `threads` is None, all cores are used.
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
        weights = np.zeros(
            (2, max(1, -(-(batch.bits - WINDOW_BITS) // STRIDE) + 1), 1 << WINDOW_BITS), np.float32
        )
        self.worker = Worker(Frames(rules.max_successors), weights)

    @property
    def frames(self) -> Frames:
        """The path of the first worker to the position that it searches."""
        return self.worker.frames

    def mover(self, code: int) -> int:
        """Return the player to move at the root of a search; in the mover's view, player 0."""
        return int(self.batch.movers(np.array([code], dtype=np.int64))[0])

    def bound(self, code: int, who: int, want: int, *, resume: bool = False) -> int:
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
        arrays: SearchState = {"weights": self.worker.weights, **self.frames.path._asdict()}
        arrays["claims"] = np.array(claims, dtype=np.int64).reshape(-1, 2)
        for i, table in enumerate([self.table, *self._plies.values()]):
            arrays |= {f"{name}_{i}": array for name, array in table.arrays().items()}
        return arrays

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

    def children(self, code: int, who: int) -> list[tuple[int, int, int | None]]:
        codes = self.batch.expand(np.array([code], dtype=np.int64)).children
        payoffs = self.batch.expand(codes).outcomes.tolist()
        movers = self.batch.movers(codes).tolist()
        children: list[tuple[int, int, int | None]] = []
        for child, mover, payoff in zip(codes.tolist(), movers, payoffs, strict=True):
            other = 1 - who if self.rules.turns == kernel.MOVERS_VIEW else mover
            sign = -1 if self.rules.turns == kernel.MOVERS_VIEW and other == 1 else 1
            children.append((child, other, None if payoff == GOES_ON else sign * payoff))
        return children

    def _run(self, table: PositionTable, threads: int, goal: Goal | None = None) -> int:
        """Call the kernel until it has a result, and return the result.

        Other workers join the first as soon as it has expanded enough positions for starting them to pay. After a fixed
        number of positions in all, one worker returns to Python, and the table grows. A resumed process does the same.
        """
        search = kernel_for(types.none if goal is None else GOAL)

        def call(worker: Worker, marks: NDArray[np.int64], budget: int) -> int:
            weights = worker.weights if goal is None else worker.weights[:, :0]
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
