"""Counting states by two independent samples of them: the less these have in common, the more states there are.

It is how fish in a lake are counted. If one sample holds each state of some kind `a` times on average, each such draw
of the other sample meets `a` draws of it; so where n draws meet m, there are n²/m states of the kind.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.planning.figures import Figure
from gamekit.planning.sources import Codes
from gamekit.planning.walks import Opening, Walk

ENOUGH: Final = 64
"""How many meetings there are to be: then their number is right to an eighth."""

LEAST: Final = 8
"""With fewer meetings than this, all that can be said is how many states there are at least."""

SETTLED: Final = 1.4
"""If there are so many times more states in the second half of the walks than before, they are still spreading."""

UNIFORM: Final = 1.8
"""By what factor an estimate may be off where the rules tell how many ways lead to a state."""

SKEWED: Final = 25.0
"""By what factor a count may be too low where they do not: in the games that were tried, up to 17."""


@attrs.frozen
class Group:
    """Draws of steps that follow each other.

    Attributes:
        begin: the first of these steps.
        end: the step after the last.
        draws: how many there are, on average of both samples.
        met: how many draws of the other sample they meet, together, on that average.
        share: which share of their states belongs to no other group.
    """

    begin: int
    end: int
    draws: float
    met: float
    share: float = 1.0

    @property
    def states(self) -> float:
        """How many states it stands for."""
        return self.share * self.draws**2 / max(self.met, 1.0)


@attrs.define(eq=False)
class Samples:
    """Two independent samples of the states after an opening.

    Attributes:
        begun: the opening.
        sides: the walks of each sample.
    """

    begun: Opening
    sides: tuple[list[Walk], list[Walk]] = attrs.field(factory=lambda: ([], []))

    @property
    def ended(self) -> bool:
        """Whether all walks came to an end of play."""
        return all(walk.ended for side in self.sides for walk in side)

    def groups(self) -> list[Group]:
        """Return groups of draws that nearly share no state: each step, if all walks end; else both halves."""
        sides = [self._draws(side) for side in self.sides]
        longest = max(int(steps.max(initial=0)) for steps, _ in sides) + 1
        if self.ended:
            return _by_step(sides, longest)
        middle = longest // 2
        late = _group(sides, middle, longest)
        early = _group(sides, 0, middle)
        across = _group(sides, 0, middle, others=(middle, longest)).met
        alike = across * late.draws / max(late.met, 1) / max(early.draws, 1)
        return [attrs.evolve(early, share=max(1 - alike, 0.0)), late]

    @property
    def settled(self) -> bool:
        """Whether walks that do not end have spread as far as they ever will."""
        sides = [self._draws(side) for side in self.sides]
        longest = max(int(steps.max(initial=0)) for steps, _ in sides) + 1
        before, after = _group(sides, longest // 4, longest // 2), _group(sides, longest // 2, longest)
        return before.met >= LEAST <= after.met and after.states <= SETTLED * before.states

    def evenly(self, groups: list[Group], number: int, seed: int) -> Codes:
        """Return so many draws, of each group as many as it has states among all."""
        steps, codes = self._draws(self.sides[0])
        if not len(codes):
            return self.begun.known
        weights = [np.full(group.end - group.begin, group.states / max(group.draws, 1)) for group in groups]
        ends = np.cumsum(np.concatenate(weights)[steps])
        marks = np.random.default_rng(seed).random(number) * ends[-1]
        drawn: Codes = codes[np.searchsorted(ends, marks)]
        return drawn

    def counted(self, groups: list[Group], *, weighed: bool) -> Figure:
        """Return the number of states.

        Args:
            groups: the groups of draws.
            weighed: whether the rules tell how many ways lead to a state, so that the samples are nearly uniform.
        """
        known = len(self.begun.known)
        number = known + sum(group.states for group in groups)
        met = least_met(groups)
        factor = UNIFORM * (1 + 2 / sqrt(max(met, 1)))
        if self.ended and met < LEAST and weighed:
            walks = [walk for side in self.sides for walk in side]
            by_ways = sum(sum(walk.sizes) for walk in walks) / len(
                walks
            )  # small faults add up, but it never fails
            return Figure.about(known + by_ways, 3 * UNIFORM)
        if met < LEAST:  # samples that have not met may each have kept to a corner of their own
            drawn = np.concatenate([codes for _, codes in map(self._draws, self.sides)])
            return Figure(known + len(np.unique(drawn)), None, None)
        if not (self.ended or self.settled):
            return Figure(number / factor, None, None)
        if not weighed:
            return Figure(number / factor, None, number * SKEWED)
        return Figure.about(number, factor)

    def _draws(self, side: list[Walk]) -> tuple[Codes, Codes]:
        """Return the steps and the codes of one sample."""
        return np.concatenate([walk.steps for walk in side]), np.concatenate([walk.codes for walk in side])


def least_met(groups: list[Group]) -> float:
    """Return how many meetings the group with the fewest has."""
    return min((group.met for group in groups if group.states), default=0)


Draws = list[tuple[Codes, Codes]]


def _by_step(sides: Draws, longest: int) -> list[Group]:
    draws, met = np.zeros(longest), np.zeros(longest)
    for (steps, codes), (_, others) in (sides, sides[::-1]):
        draws += np.bincount(steps, minlength=longest) / 2
        met += np.bincount(steps, weights=_meetings(codes, others), minlength=longest) / 2
    return [Group(step, step + 1, float(draws[step]), float(met[step])) for step in range(longest)]


def _group(sides: Draws, begin: int, end: int, others: tuple[int, int] | None = None) -> Group:
    """Return the group of these steps, and how often it meets itself in the other sample, or other steps there."""
    draws = met = 0.0
    for mine, theirs in (sides, sides[::-1]):
        codes = np.sort(_between(mine, begin, end))  # which makes the look-ups quick
        draws += len(codes) / 2
        met += float(_meetings(codes, _between(theirs, *(others or (begin, end)))).sum()) / 2
    return Group(begin, end, draws, met)


def _between(side: tuple[Codes, Codes], begin: int, end: int) -> Codes:
    steps, codes = side
    return codes[(begin <= steps) & (steps < end)]


def _meetings(codes: Codes, others: Codes) -> NDArray[np.int64]:
    """Return how many draws of the other sample each draw meets."""
    others = np.sort(others)
    met: NDArray[np.int64] = np.searchsorted(others, codes, "right") - np.searchsorted(others, codes, "left")
    return met
