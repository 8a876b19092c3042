"""`Scale`: results as integers that ascend with the first player's preference, so that searches compare them fast."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Arena
from gamekit.errors import UnsupportedError
from gamekit.game.values import BOTH, FIRST, SECOND, remoteness_minimizer
from gamekit.solution.solution import Status

Rank = int

SPAN = 1 << 40  # ranks to a payoff; remoteness is always far smaller


class Scale:
    """The results that plays of an arena can have, in order.

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
                "only retrograde solves an arena that shows the mover's view; explore it without movers_view"
            )
        infinite_play = arena.game.infinite_play
        self.payoffs: list[int] = sorted({infinite_play, *arena.payoffs})
        self._level = {payoff: level for level, payoff in enumerate(self.payoffs)}
        self._minimizer = [remoteness_minimizer(payoff, infinite_play) for payoff in self.payoffs]
        base = self._level[infinite_play]
        self._base, self._base_end = base * SPAN, (base + 1) * SPAN
        self._both_minimize_at_base = self._minimizer[base] == BOTH
        self.endless: Rank = self._base_end - 1 if self._minimizer[base] == SECOND else self._base
        # What is unknown may be anything, but no end sooner than those that are known: it is looked for farther away.
        top = len(self.payoffs) - 1
        self.lowest: Rank = SPAN - 2 if self._minimizer[0] == SECOND else 0
        self.highest: Rank = top * SPAN + (SPAN - 1 if self._minimizer[top] == SECOND else 1)
        self._fixed = frozenset((self.endless, self.lowest, self.highest))

    def end(self, payoff: int) -> Rank:
        """Return the rank of a terminal state."""
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
        """Return the bounds without what neither player can force: all that is no gain, all that is no loss, is one."""
        return (low if self.gains(low) else self._base, high if self.loses(high) else self._base)

    def columns(
        self, states: int, results: Mapping[int, Rank]
    ) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
        """Return the columns of a solution: status, payoff and remoteness."""
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
