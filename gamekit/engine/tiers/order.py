"""The order in which tiers are found and solved: each after those that it leads to, none of which may lead back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from graphlib import CycleError, TopologicalSorter
from itertools import islice, pairwise
from typing import Any, Final, Protocol

import attrs

from gamekit.engine.runtime.supersteps import POLL_SECONDS, WorkerPool
from gamekit.errors import GamekitError, LimitError, RulesError
from gamekit.game.limits import too_many_states
from gamekit.game.progress import ProgressCallback

LONG_CYCLE: Final = 4
"""The least number of steps in a cycle of tiers of which an error shows only the first and the last."""

PROMISE: Final = "no move may return to a tier that was left"


def leads_back(name: str, move: str, tier: int, child: int) -> RulesError:
    """Return the error that a move, as "the move from A to B", leads to a tier from which play returns."""
    return RulesError(
        f"{name}.tier: {move} leads from tier {tier} to tier {child}, from which play comes back; {PROMISE}"
    )


class UnfinishedTierError(GamekitError):
    """A move leads to a tier that is not solved yet, which has to be solved first.

    Attributes:
        tier: the number of the tier to which the move leads.
        move: the move, as text.
    """

    def __init__(self, tier: int, move: str) -> None:
        super().__init__(tier, move)
        self.tier = tier
        self.move = move


@attrs.define
class TierGraph:
    """The tiers to which play is known to lead from each tier.

    Attributes:
        children: for each tier, the tiers to which a move leads.
    """

    children: dict[int, set[int]] = attrs.Factory(dict)

    def add(self, tier: int, child: int) -> bool:
        """Record that a move leads from a tier to another; return False if play can return from there."""
        known = self.children.setdefault(tier, set())
        if child not in known:
            if self.leads(child, tier):
                return False
            known.add(child)
        return True

    def leads(self, tier: int, other: int) -> bool:
        """Return whether play leads from a tier to another, as far as this is known."""
        return any(descendant == other for descendant in self.reached(tier) if descendant != tier)

    def reached(self, tier: int) -> Iterator[int]:
        """Yield the tiers that play leads to from a tier, as far as this is known; the tier itself comes first."""
        seen, waiting = {tier}, [tier]
        while waiting:
            yield (last := waiting.pop())
            new = self.children.get(last, set()) - seen
            seen |= new
            waiting += new

    def way_back(self, move: Callable[[int, int], str]) -> str | None:
        """Return a cycle of tiers in play, as a predicate for an error message; None if play never returns to a tier.

        `move` returns, as text, a move that leads from one tier to another.
        """
        try:
            TopologicalSorter(self.children).prepare()
        except CycleError as error:
            around = error.args[1][::-1]  # it lists children first
        else:
            return None
        steps = [
            f"from tier {one} to tier {other} by the move {move(one, other)}"
            for one, other in pairwise(around)
        ]
        shown = steps if len(steps) < LONG_CYCLE else [steps[0], f"{len(steps) - 2:,} steps more", steps[-1]]
        return f"lets play come back to tier {around[0]}: {', '.join(shown[:-1])}, and {shown[-1]}; {PROMISE}"

    def next_of(self, waiting: Iterable[int]) -> int:
        """Return a tier of `waiting` to which no other tier of `waiting` leads, as far as this is known.

        Among several such tiers, it is the lowest if play mostly goes up through the numbers, else the highest.
        """
        waiting = sorted(waiting)
        free = [tier for tier in waiting if not any(self.leads(other, tier) for other in waiting)]
        ups = sum(
            (child > tier) - (child < tier) for tier, children in self.children.items() for child in children
        )
        return free[0] if ups > 0 else free[-1]


@attrs.define
class Exploration:
    """The state of the exploration of a game's tiers.

    Attributes:
        graph: the tiers and what they lead to, as far as exploration has met them.
        sizes: the number of states of each tier that was explored, or begun.
        seeds: by tier, states at which play enters it and which were not explored yet: keys, ascending, or a dictionary
            of states, in the order in which they were met, so that all files are the same in every run.
        unfinished: the tier whose exploration was left between two rounds, to be continued before all others; its seeds
            are those of its states that were not expanded.
    """

    graph: TierGraph = attrs.Factory(TierGraph)
    sizes: dict[int, int] = attrs.Factory(dict)
    seeds: dict[int, Any] = attrs.Factory(dict)
    unfinished: int | None = None

    def run(
        self, explore: Callable[[int], int], offer: Callable[[], None], name: str, max_states: int | None
    ) -> TierGraph:
        """Explore tiers until no seeds are left; return the graph of the tiers.

        `explore` takes the seeds of a tier and explores from there. It keeps the states, adds the seeds of other tiers,
        records if it left the tier unfinished, and returns the number of the tier's states. `offer` is called after
        each tier, or when one is left unfinished, because exploration can continue from there.

        Raises:
            LimitError: there are more than `max_states` states.
        """
        while self.seeds:
            tier = self.graph.next_of(self.seeds) if self.unfinished is None else self.unfinished
            self.graph.children.setdefault(tier, set())
            self.sizes[tier] = explore(tier)
            if max_states is not None and sum(self.sizes.values()) > max_states:
                raise too_many_states(name, max_states)
            offer()
        return self.graph


Obstacle = UnfinishedTierError | LimitError
"""The reason why a tier was not solved: another has to be solved first, or it needs more than its share of memory."""


class TierRecord(Protocol):
    """The record of the tiers, the tiers that each leads to, and the tiers that are solved."""

    def is_finished(self, tier: int) -> bool: ...
    def note(self, graph: TierGraph) -> None: ...
    def drop(self, tier: int) -> None: ...


SolveTier = Callable[[int, frozenset[int], int], None]
"""A function of a tier, the tiers that it leads to, and the number of shares of memory and cores, of which it gets one.
It solves the tier and writes the results, or raises an `Obstacle`. For workers in other processes, it is picklable."""


@attrs.frozen(eq=False)
class Schedule:
    """The tiers that are solved, and those that come next, in the order in which they would be solved one by one.

    Attributes:
        graph: the tiers and what they lead to; edges that are met later are added.
        seen_move: a function that returns, as text, a move that leads from one tier to another.
        finished: the tiers that are solved.
        large: the tiers that did not fit into their share of the memory.
    """

    name: str
    graph: TierGraph
    record: TierRecord
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
        """Return the tiers to begin now, each with the number of shares into which memory and cores are divided.

        A tier beside which no other can begin has all memory and cores until it ends, even if workers are added
        meanwhile.

        Args:
            number: the number of tiers that may be at work at a time.
            running: the tiers at work, each with its number of shares.
        """
        if 1 in running.values():
            return []
        ready = (tier for tier in self._ready() if tier not in running and tier not in self.large)
        tiers = list(islice(ready, max(number - len(running), 0)))
        if not running and not tiers:
            tiers = list(islice(self._ready(), 1))
        shares = 1 if not running and len(tiers) == 1 else number
        return [(tier, shares) for tier in tiers]

    def _ready(self) -> Iterator[int]:
        """Yield the tiers that lead only to finished ones, in the order of the serial solve."""
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
        """Record that a tier was solved, or the reason why it was not.

        Raises:
            RulesError: play returns to a tier that was left.
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
    """Solve all tiers of a schedule, at most as many at a time as `number` returns."""
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
    """Solve a tier, or return the reason to try it again later: a cluster would repeat a task that raises it."""
    try:
        solve(tier, children, shares)
    except UnfinishedTierError as error:
        return error.with_traceback(None)  # which refers to the arrays of the tier
    except LimitError as error:
        if shares == 1:
            raise
        return error.with_traceback(None)
    return None
