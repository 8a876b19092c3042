"""`solve_in_order`: each tier after those that it leads to, and as many side by side as there are workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from typing import Any

import attrs

from gamekit.engine.runtime.supersteps import POLL_SECONDS, WorkerPool
from gamekit.engine.tiers.order import TierGraph, UnfinishedTierError, leads_back
from gamekit.errors import LimitError
from gamekit.game.progress import ProgressCallback

Obstacle = UnfinishedTierError | LimitError
"""Why a tier was not solved: another has to be solved first, or it needs more than its share of the memory."""


SolveTier = Callable[[int, frozenset[int], int], None]
"""Solves a tier after the tiers that it is known to lead to, with one of so many shares of memory and cores, and writes
its results; to be pickled, if other processes are the workers. Raises an `Obstacle`."""


@attrs.frozen(eq=False)
class Schedule:
    """Which tiers are solved, and which come next: first those that would come first one after the other.

    Attributes:
        name: the name of the game.
        graph: the tiers and what they lead to; what is met later is added.
        record: the `TierFolder`, on a higher floor, which records this.
        seen_move: returns as text a move that leads from one tier to another.
        finished: the tiers that are solved.
        large: those that did not fit into their share of the memory.
    """

    name: str
    graph: TierGraph
    record: Any
    seen_move: Callable[[int, int], str] = lambda *_: "a move"
    finished: set[int] = attrs.field(factory=set, init=False)
    large: set[int] = attrs.field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        for tier in filter(self.record.is_finished, self.graph.children):
            self._finish(tier)

    def children(self, tier: int) -> frozenset[int]:
        """Return the tiers that a tier is known to lead to."""
        return frozenset(self.graph.children.get(tier, ()))

    def next_tiers(self, number: int, running: Mapping[int, int]) -> list[tuple[int, int]]:
        """Return the tiers to begin now, each with how many share memory and cores; `running` has those at work.

        A tier beside which nothing else can begin has all to itself until it ends, even if workers come meanwhile.
        """
        if 1 in running.values():
            return []
        ready = (tier for tier in self._ready() if tier not in running and tier not in self.large)
        found = list(islice(ready, max(number - len(running), 0)))
        if not running and not found:
            found = list(islice(self._ready(), 1))
        shares = 1 if not running and len(found) == 1 else number
        return [(tier, shares) for tier in found]

    def _ready(self) -> Iterator[int]:
        """Yield the tiers that lead to none but finished ones, in the order of the serial solve."""
        seen = set(self.finished)
        for first in sorted(self.graph.children):
            path = {} if first in seen else {first: iter(sorted(self.children(first)))}
            while path:
                tier, ahead = next(reversed(path.items()))
                child = next((child for child in ahead if child not in seen), None)
                if child is None:
                    del path[tier]
                    seen.add(tier)
                    if self.children(tier) <= self.finished:
                        yield tier
                elif child in path:
                    raise leads_back(self.name, self.seen_move(tier, child), tier, child)
                else:
                    path[child] = iter(sorted(self.children(child)))

    def take(self, tier: int, obstacle: Obstacle | None) -> None:
        """Take note that a tier was solved, or why it was not.

        Raises:
            RulesError: play comes back to a tier that was left.
        """
        if isinstance(obstacle, LimitError):
            self.large.add(tier)
        elif obstacle is None:
            self._finish(tier)
        else:
            if not self.graph.add(tier, obstacle.tier):
                raise leads_back(self.name, obstacle.move, tier, obstacle.tier)
            self.graph.children.setdefault(obstacle.tier, set())
            self.record.note(self.graph)

    def _finish(self, tier: int) -> None:
        self.finished.add(tier)
        self.record.drop(tier)


def solve_in_order(
    solve: SolveTier,
    schedule: Schedule,
    pool: WorkerPool,
    number: Callable[[], int],
    progress: ProgressCallback,
) -> None:
    """Solve all tiers of a schedule, at a time as many as `number` returns."""
    running: dict[Future[Obstacle | None], tuple[int, int]] = {}
    try:
        while True:
            for tier, shares in schedule.next_tiers(number(), dict(running.values())):
                progress(f"tier {tier}", len(schedule.finished), len(schedule.graph.children))
                future = pool.executor.submit(attempt, solve, tier, schedule.children(tier), shares)
                running[future] = tier, shares
            if not running:
                return
            done, _ = wait(running, POLL_SECONDS, FIRST_COMPLETED)
            for future in done:
                tier, _ = running.pop(future)
                schedule.take(tier, future.result())
            if pool.check is not None:
                pool.check()
    finally:
        for future in running:
            future.cancel()


def attempt(solve: SolveTier, tier: int, children: frozenset[int], shares: int) -> Obstacle | None:
    """Solve a tier, or return why it is to be tried again later; a cluster repeats at once what raises."""
    try:
        solve(tier, children, shares)
    except UnfinishedTierError as error:
        return error.with_traceback(None)  # which refers to the arrays of the tier
    except LimitError as error:
        if shares == 1:
            raise
        return error.with_traceback(None)
    return None
