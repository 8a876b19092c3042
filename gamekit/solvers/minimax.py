"""Memoised minimax with a turn cap, from one state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import count, pairwise
from typing import Any, Final, Literal

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Arena
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Move, State
from gamekit.game.values import BOTH, FIRST, SECOND, remoteness_minimizer, turn_limit
from gamekit.solution.solution import Solution, Status, Verdict
from gamekit.solvers.base import Solver, check_turn_limit, label

Rank = int

SPAN = 1 << 40  # the number of ranks per payoff; remoteness is always far smaller


class Scale:
    """The results that plays of an arena can have, ranked: a higher rank is better for the first player.

    The ranks of one payoff are SPAN consecutive integers. Where the first player minimises remoteness, or both do, they
    fall with remoteness (SPAN - 1 is an end at once, 0 endless play). Where the second player does, they rise
    with remoteness (0 is an end at once, SPAN - 1 endless play).

    >>> from gamekit.arena import explore
    >>> from games.nim import Nim
    >>> scale = Scale(explore(Nim(heaps=(1, 2))))
    >>> scale.end(-1) < scale.step(scale.end(-1)) < scale.endless < scale.step(scale.end(1)) < scale.end(1)
    True
    """

    def __init__(self, arena: Arena[Any, Any]) -> None:
        if arena.perspective == "mover":
            raise UnsupportedError(
                "minimax does not solve an arena that shows the mover's view; explore it without movers_view"
            )
        infinite_play = arena.game.infinite_play
        self.payoffs: list[int] = sorted({infinite_play, *arena.payoffs})
        self._level = {payoff: level for level, payoff in enumerate(self.payoffs)}
        self._minimizer = [remoteness_minimizer(payoff, infinite_play) for payoff in self.payoffs]
        base = self._level[infinite_play]
        self._base, self._base_end = base * SPAN, (base + 1) * SPAN
        self._both_minimize_at_base = self._minimizer[base] == BOTH
        self.endless: Rank = self._base_end - 1 if self._minimizer[base] == SECOND else self._base
        # an unknown result may be any, except an end sooner than the known ones, because the search has looked there
        top = len(self.payoffs) - 1
        self.lowest: Rank = SPAN - 2 if self._minimizer[0] == SECOND else 0
        self.highest: Rank = top * SPAN + (SPAN - 1 if self._minimizer[top] == SECOND else 1)
        self._fixed = frozenset((self.endless, self.lowest, self.highest))

    def end(self, payoff: int) -> Rank:
        """Return the rank of a terminal state with this payoff."""
        level = self._level[payoff]
        return level * SPAN + (0 if self._minimizer[level] == SECOND else SPAN - 1)

    def step(self, rank: Rank) -> Rank:
        """Return the rank of the same result one ply farther away."""
        if rank in self._fixed:
            return rank
        return rank + 1 if self._minimizer[rank // SPAN] == SECOND else rank - 1

    def choose(self, player: int, ranks: Collection[Rank]) -> Rank:
        """Return the rank that the player prefers."""
        if player == FIRST:
            return max(ranks)
        best = min(ranks)
        if self._both_minimize_at_base and self._base <= best < self._base_end:
            return max(rank for rank in ranks if rank < self._base_end)
        return best

    def gains(self, rank: Rank) -> bool:
        """Return whether a result pays the first player more than endless play."""
        return rank >= self._base_end

    def loses(self, rank: Rank) -> bool:
        """Return whether a result pays the first player less than endless play."""
        return rank < self._base

    def forced(self, low: Rank, high: Rank) -> tuple[Rank, Rank]:
        """Return the bounds, with one rank in place of every bound that forces no more than endless play pays."""
        return (low if self.gains(low) else self._base, high if self.loses(high) else self._base)

    def columns(
        self, states: int, results: Mapping[int, Rank]
    ) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
        """Return the status, payoff and remoteness of each of `states` states; those without a result are UNSOLVED."""
        status = np.zeros(states, dtype=np.int8)
        payoff = np.zeros(states, dtype=np.int64)
        remoteness = np.zeros(states, dtype=np.int32)
        for state, rank in results.items():
            level, place = divmod(rank, SPAN)
            payoff[state] = self.payoffs[level]
            status[state] = Status.ENDLESS if rank == self.endless else Status.ENDED
            if rank != self.endless:
                remoteness[state] = place if self._minimizer[level] == SECOND else SPAN - 1 - place
        return status, payoff, remoteness


SECONDS_PER_LOOK = 1e-6
"""The approximate time of one look along an edge; used for estimates only."""

UNSOUND: Final = "what lies beyond the cap is taken for endless play"

Bounds = tuple[Rank, Rank]  # the result is at least the first and at most the second, for the first player
Layer = dict[int, Bounds]  # for one number of plies left, by state


@attrs.frozen
class Minimax(Solver):
    """Minimax from the root, memoised on (state, plies left), with an explicit stack: O(cap · E).

    The solution's arena holds only the states that the root can reach.

    With a cap, what lies beyond it is unknown, and a state is UNSOLVED unless its result is the same whatever lies
    there: a win found within the cap stands. Without a cap the answer is exact: the cap is raised until a whole layer
    (what either player can force from each state, for one number of plies left) repeats, after which it would repeat
    for ever; play from states without a forced end never ends. A layer repeats at the latest when the cap is the
    number of states, because no forced end is farther away.

    A cap at or above the rules' own turn limit leaves nothing unknown, and is ignored.

    `cap_means="draw"` counts play as endless at the cap, as many programs do. That is unsound, and every display of the
    solution says so.

    Source: C. E. Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41, 1950.

    >>> from gamekit.arena import explore
    >>> from games.nim import Nim
    >>> print(Minimax(cap=2).solve(explore(Nim(heaps=(1, 2)))).root)
    UNSOLVED for first
    """

    cap: int | None = attrs.field(
        default=None, metadata={"help": "how many plies to look ahead; by default, until the answer is exact"}
    )
    cap_means: Literal["unknown", "draw"] = attrs.field(
        default="unknown",
        validator=attrs.validators.in_(("unknown", "draw")),
        metadata={"help": "what lies beyond the cap; draw is the folklore, unsound, for comparison only"},
    )

    def __attrs_post_init__(self) -> None:
        if self.cap is not None and (type(self.cap) is not int or self.cap < 0):
            raise InputError(f"minimax: cap must be an integer of at least 0; it is {self.cap!r}")
        if self.cap is None and self.cap_means == "draw":
            raise InputError("minimax: cap_means='draw' needs a cap")

    def seconds(self, arena: Arena[Any, Any], plies: int) -> float:
        layers = 2 * plies if self.cap is None else self.cap
        return layers * arena.edges * SECONDS_PER_LOOK

    def solve(
        self, arena: Arena[State, Move], progress: ProgressCallback | None = None
    ) -> Solution[State, Move]:
        check_turn_limit(arena)
        arena = arena.within_reach()
        search = LayeredSearch(arena, self.cap_means)
        limit = turn_limit(arena.game)
        beyond_limit = limit is not None and self.cap is not None and self.cap >= limit
        complete = self.cap is None or (beyond_limit and self.cap_means == "unknown")
        results = search.exact(progress) if complete else search.capped(self.cap or 0, progress)
        columns = search.scale.columns(len(arena), results)
        return Solution.of_arena(
            arena,
            label(self),
            *columns,
            unsound=UNSOUND if self.cap_means == "draw" else None,
            statistics={
                "states touched": len(results) if complete else len(set().union(*search.layers)),
                "memo entries": search.entries,
                "plies looked ahead": len(search.layers) - 1,
            },
        )


class LayeredSearch:
    """A memoised search from the root; each layer has the bounds of states for one number of plies left."""

    def __init__(self, arena: Arena[Any, Any], cap_means: Literal["unknown", "draw"] = "unknown") -> None:
        self.arena = arena
        self.scale = Scale(arena)
        self.layers: list[Layer] = []
        self.entries = 0
        self._mover = arena.mover.tolist()
        ends = np.flatnonzero(arena.terminal)
        ranks = map(self.scale.end, arena.payoff[ends].tolist())
        self._ends = {i: (rank, rank) for i, rank in zip(ends.tolist(), ranks, strict=True)}
        targets = arena.successors.indices.tolist()
        self._successors = [targets[begin:end] for begin, end in pairwise(arena.successors.indptr.tolist())]
        endless = (self.scale.endless, self.scale.endless)
        self._beyond = endless if cap_means == "draw" else (self.scale.lowest, self.scale.highest)

    def look(self, cap: int, progress: ProgressCallback | None = None) -> Bounds:
        """Return the bounds of the root with `cap` plies left, after searching states that are not yet in the memo."""
        while len(self.layers) <= cap:
            self.layers.append({})
        layers, ends, successors = self.layers, self._ends, self._successors
        root = self.arena.root
        stack = [(root, cap)]
        while stack:
            state, left = stack[-1]
            layer = layers[left]
            if state in layer:
                stack.pop()
                continue
            if progress and not self.entries & 0x3FFF:
                progress("searching", self.entries, None)
            if state in ends:
                layer[state] = ends[state]
            elif left == 0:
                layer[state] = self._beyond
            else:
                below = layers[left - 1]
                missing = [(child, left - 1) for child in successors[state] if child not in below]
                if missing:
                    stack += missing
                    continue
                layer[state] = self._result(state, below.__getitem__)
            self.entries += 1
        return layers[cap][root]

    def verdict(self, cap: int) -> Verdict[Any]:
        """Return the verdict on the root with `cap` plies left."""
        root = self.arena.root
        low, high = self.look(cap)
        columns = self.scale.columns(len(self.arena), {root: low} if low == high else {})
        return Solution.of_arena(self.arena, "minimax", *columns).root

    def _result(self, state: int, bounds_of: Callable[[int], Bounds]) -> Bounds:
        lows, highs = zip(*map(bounds_of, self._successors[state]), strict=True)
        choose, step = self.scale.choose, self.scale.step
        player = self._mover[state]
        return step(choose(player, lows)), step(choose(player, highs))

    def known(self) -> dict[int, Rank]:
        """Return the results of the states for which the bounds meet at some number of plies left."""
        results: dict[int, Rank] = {}
        # Results that are certain with few plies left are certain with more; folklore's may change, and the last count.
        for layer in self.layers:
            results.update((state, low) for state, (low, high) in layer.items() if low == high)
        return results

    def capped(self, cap: int, progress: ProgressCallback | None = None) -> dict[int, Rank]:
        """Return the ranks that are known with `cap` plies left at the root.

        The search approaches a cap beyond the farthest state step by step. Memory then holds few layers, and the search
        ends as soon as one layer equals the next, however large the cap.
        """
        if cap <= self._farthest:
            self.look(cap, progress)
            return self.known()
        for step in range(cap + 1):
            self.look(step, progress)
            whole = self.whole(step)
            if whole > 0 and self.layers[whole] == self.layers[whole - 1]:
                break
            self.forget(step)
        return self.known()

    def exact(self, progress: ProgressCallback | None = None) -> dict[int, Rank]:
        """Return the results of every state that can be reached from the root."""
        previous: Layer | None = None
        for cap in count():
            self.look(cap)
            if progress:
                progress("raising the cap", cap, None)
            if (whole := self.whole(cap)) < 0:
                continue
            layer = {state: self.scale.forced(*bounds) for state, bounds in self.layers[whole].items()}
            if layer == previous:
                return self._complete(layer)
            previous = layer
            self.forget(cap)
        raise AssertionError("count() ended")

    def whole(self, cap: int) -> int:
        """Return the highest layer that holds every state after a search with each cap from 0 to `cap`.

        The search first reaches a state at distance d from the root with `cap` - d plies left.
        """
        return cap - self._farthest

    def forget(self, cap: int) -> None:
        """Drop the layer below the highest whole one, because no higher layer needs it again."""
        if (whole := self.whole(cap)) > 0:
            self.layers[whole - 1].clear()

    @cached_property
    def _farthest(self) -> int:
        """The distance from the root to the state that is farthest from it."""
        return int(self.arena.successors.distances(self.arena.root).max())

    def _complete(self, layer: Layer) -> dict[int, Rank]:
        """Return the results of all states, from a layer that no larger cap changes.

        A player who can force more than endless play pays gets that payoff. If neither player can, the state is worth
        what endless play pays, and play ends only if the player who prefers an end (see `remoteness_minimizer`) can
        force it.
        """
        results: dict[int, Rank] = {}
        open_states = []
        for state, (low, high) in layer.items():
            if self.scale.gains(low) or self.scale.loses(high):
                results[state] = low if self.scale.gains(low) else high
            elif state in self._ends:
                results[state], _ = self._ends[state]
            else:
                open_states.append(state)
        previous, results = results, results | dict.fromkeys(open_states, self.scale.endless)
        while previous != results:
            bounds = {state: (rank, rank) for state, rank in results.items()}
            changed = {state: self._result(state, bounds.__getitem__)[0] for state in open_states}
            previous, results = results, results | changed
        return results


def verdicts_by_cap(arena: Arena[Any, Any], most: int) -> Iterator[tuple[Verdict[Any], Verdict[Any]]]:
    """Yield, for each cap from 0 to `most`, the sound and the folklore verdict on the root.

    One search serves all caps, because its memo is indexed by the number of plies left.
    """
    arena = arena.within_reach()
    searches = LayeredSearch(arena), LayeredSearch(arena, "draw")
    for cap in range(most + 1):
        yield searches[0].verdict(cap), searches[1].verdict(cap)
        for search in searches:
            search.forget(cap)
