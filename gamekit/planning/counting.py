"""Counting states by two independent samples of them: the fewer they have in common, the more there are.

It is how fish in a lake are counted. Where both samples hold each state of a group `a` times on average, each draw of the
group in one sample meets `a` draws of the other one; so n draws with m meetings stand for n²/m states. A group consists
of the draws of some steps that follow each other: in a layered game each step has states of its own, in any other the
steps share them, and the sum over groups is right for both.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.planning.figures import Figure
from gamekit.planning.sources import Codes
from gamekit.planning.walks import Walk

ENOUGH: Final = 64
"""How many meetings a group is to have: then their number is right to an eighth."""

LEAST: Final = 8
"""With fewer meetings than this in a group its size is a guess at the order of magnitude."""

SETTLED: Final = 1.25
"""By so much fewer meetings in the last quarter of the walks than in the third, and they are still spreading."""

UNIFORM: Final = 1.8
"""By what factor an estimate may be off where the rules tell how many ways lead to a state."""

SKEWED: Final = 25.0
"""By what factor it may be too low where they do not: in the games that were tried, up to 17."""


@attrs.frozen
class Group:
    """Draws of steps that follow each other.

    Attributes:
        steps: how many steps they are.
        draws: how many there are, on average of both samples.
        met: how many draws of the other sample they meet, together, on that average.
    """

    steps: int = 0
    draws: float = 0
    met: float = 0

    def __add__(self, other: Group) -> Group:
        return Group(self.steps + other.steps, self.draws + other.draws, self.met + other.met)

    @property
    def states(self) -> float:
        """How many states it stands for."""
        return self.draws**2 / max(self.met, 1)


@attrs.define(eq=False)
class Samples:
    """Two independent samples.

    Attributes:
        known: states that are known, and need not be counted.
        sides: the walks of each.
    """

    known: Codes
    sides: tuple[list[Walk], list[Walk]] = attrs.field(factory=lambda: ([], []))

    def groups(self) -> list[Group]:
        """Return the steps where walks end; else steps are joined until they have enough meetings."""
        first, second = (self._draws(side) for side in self.sides)
        longest = max(int(steps.max(initial=-1)) for steps, _ in (first, second)) + 1
        draws, met = np.zeros(longest), np.zeros(longest)
        for (steps, codes), (_, others) in ((first, second), (second, first)):
            draws += np.bincount(steps, minlength=longest) / 2
            met += np.bincount(steps, weights=_meetings(codes, others), minlength=longest) / 2
        steps = [Group(1, *of_step) for of_step in zip(draws.tolist(), met.tolist(), strict=True)]
        return steps if self.ended else _joined(steps)

    @property
    def settled(self) -> bool:
        """Whether the walks have spread as far as they ever will: their last quarter is no wider than the one before."""
        sides = [np.array_split(side[-1].codes, 4) for side in self.sides]
        third, fourth = (int(_meetings(sides[0][i], sides[1][i]).sum()) for i in (2, 3))
        return third <= SETTLED * fourth

    def evenly(self, groups: list[Group], number: int, seed: int) -> Codes:
        """Return so many draws, of each group as many as it has states among all."""
        steps, codes = self._draws(self.sides[0])
        weights = np.concatenate([np.full(group.steps, group.states / group.draws) for group in groups])[steps]
        ends = np.cumsum(weights)
        marks = np.random.default_rng(seed).random(number) * ends[-1]
        return codes[np.searchsorted(ends, marks)]

    @property
    def ended(self) -> bool:
        """Whether all walks came to an end of play."""
        return all(walk.ended for side in self.sides for walk in side)

    @property
    def by_ways(self) -> float:
        """The number of states if each step has its own, by the number of ways on and in: less exact, but always there."""
        walks = [walk for side in self.sides for walk in side]
        return len(self.known) + sum(sum(walk.sizes) for walk in walks) / len(walks)

    def _draws(self, side: list[Walk]) -> tuple[Codes, Codes]:
        """Return the steps and the codes of one sample, but for states that are known."""
        steps = np.concatenate([walk.steps for walk in side])
        codes = np.concatenate([walk.codes for walk in side])
        new = ~np.isin(codes, self.known)
        return steps[new], codes[new]


def counted(samples: Samples, groups: list[Group], *, weighed: bool) -> Figure:
    """Return the number of states.

    Args:
        samples: two of them.
        groups: theirs.
        weighed: whether the rules tell how many ways lead to a state, so that the samples are nearly uniform.
    """
    least = min((group.met for group in groups), default=0)
    number = len(samples.known) + sum(group.states for group in groups)
    factor = UNIFORM * (1 + 2 / sqrt(max(least, 1)))
    if samples.ended and least < LEAST and weighed:  # the ways on and in still tell, though small faults add up
        return Figure.about(samples.by_ways, 3 * UNIFORM)
    if least < LEAST or not (samples.ended or samples.settled):
        return Figure(number / factor, None, None)
    return Figure(number / factor, number, number * (factor if weighed else SKEWED))


def _meetings(codes: Codes, others: Codes) -> NDArray[np.int64]:
    """Return how many draws of the other sample each draw meets."""
    others = np.sort(others)
    met: NDArray[np.int64] = np.searchsorted(others, codes, "right") - np.searchsorted(others, codes, "left")
    return met


def _joined(steps: list[Group]) -> list[Group]:
    """Join steps to groups with enough meetings each."""
    groups: list[Group] = []
    for step in steps:
        if groups and groups[-1].met < ENOUGH:
            groups[-1] += step
        else:
            groups.append(step)
    if len(groups) > 1 and groups[-1].met < ENOUGH:
        last = groups.pop()
        groups[-1] += last
    return groups
