"""Counting states by two independent samples: the less these have in common, the more states there are.

This is the capture-recapture method by which fish in a lake are counted. If one sample holds each state of a group
`a` times on average, each draw of the other sample from the group has the same state as `a` draws of the first. So if
there are m such recaptures among n draws, the group has n²/m states.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.sources import Codes
from gamekit.analysis.planning.walks import Opening, Walk

ENOUGH: Final = 64
"""The number of recaptures that is enough: the estimated number of states is then right to within an eighth."""

LEAST: Final = 8
"""The number of recaptures below which only a lower bound is known."""

SPREADING: Final = 1.4
"""The ratio of states in the second half of walks to those in the second quarter above which walks still spread."""

UNIFORM: Final = 1.8
"""The factor by which an estimate may be off if the rules give predecessors."""

SKEWED: Final = 25.0
"""The factor by which a count may be too low if the rules give no predecessors: up to 17 in the games tried."""


@attrs.frozen
class Group:
    """The draws of consecutive steps of walks.

    Attributes:
        begin: the first of these steps.
        end: the step after the last.
        draws: the number of draws, on average of both samples.
        recaptures: the number of pairs of draws, one from each sample, that have the same state.
        share: the share of the group's states that belong to no other group.
    """

    begin: int
    end: int
    draws: float
    recaptures: float
    share: float = 1.0

    @property
    def states(self) -> float:
        """The estimated number of states of the group."""
        return self.share * self.draws**2 / max(self.recaptures, 1.0)


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
        """Whether all walks reached an end of play."""
        return all(walk.ended for side in self.sides for walk in side)

    def groups(self) -> list[Group]:
        """Return groups of draws that share hardly any states: one per step if all walks end, else one per half."""
        sides, longest = self._draws()
        if self.ended:
            return _by_step(sides, longest)
        middle = longest // 2
        late = _group(sides, middle, longest)
        early = _group(sides, 0, middle)
        across = _group(sides, 0, middle, others=(middle, longest)).recaptures
        alike = across * late.draws / max(late.recaptures, 1) / max(early.draws, 1)
        return [attrs.evolve(early, share=max(1 - alike, 0.0)), late]

    @property
    def has_spread(self) -> bool:
        """Whether walks that do not end have spread as far as they can."""
        sides, longest = self._draws()
        before, after = _group(sides, longest // 4, longest // 2), _group(sides, longest // 2, longest)
        return before.recaptures >= LEAST <= after.recaptures and after.states <= SPREADING * before.states

    def evenly(self, groups: list[Group], number: int, seed: int) -> Codes:
        """Return a given number of draws, taken from the opening and from each group in proportion to its states."""
        ((steps, codes), _), _ = self._draws()
        known = self.begun.known
        if not len(codes):
            return known
        weights = [np.full(group.end - group.begin, group.states / max(group.draws, 1)) for group in groups]
        ends = np.cumsum(np.concatenate([np.ones(len(known)), np.concatenate(weights)[steps]]))
        marks = np.random.default_rng(seed).random(number) * ends[-1]
        drawn: Codes = np.concatenate([known, codes])[np.searchsorted(ends, marks)]
        return drawn

    def counted(self, groups: list[Group], *, weighed: bool) -> Estimate:
        """Return an estimate of the number of states.

        Args:
            groups: the groups of draws.
            weighed: whether the rules give predecessors, so that the samples are nearly uniform.
        """
        known = len(self.begun.known)
        number = known + sum(group.states for group in groups)
        recaptures = fewest_recaptures(groups)
        factor = UNIFORM * (1 + 2 / sqrt(max(recaptures, 1)))
        if self.ended and recaptures < LEAST and weighed:
            # small errors add up along the walks, but this estimate never fails
            by_degrees = [sum(walk.sizes) for side in self.sides for walk in side]
            return Estimate.about(known + sum(by_degrees) / len(by_degrees), 3 * UNIFORM)
        if recaptures < LEAST:  # samples without common states may each have kept to a corner of their own
            drawn = np.concatenate([codes for _, codes in self._draws()[0]])
            return Estimate(known + len(np.unique(drawn)), None, None)
        if not (self.ended or self.has_spread):
            return Estimate(number / factor, None, None)
        if not weighed:
            low, high = number / factor, number * SKEWED
            return Estimate(low, sqrt(low * high), high)  # an order of magnitude
        return Estimate.about(number, factor)

    def _draws(self) -> tuple[Draws, int]:
        sides = [
            (np.concatenate([walk.steps for walk in side]), np.concatenate([walk.codes for walk in side]))
            for side in self.sides
        ]
        return sides, max(int(steps.max(initial=0)) for steps, _ in sides) + 1


def fewest_recaptures(groups: list[Group]) -> float:
    """Return the number of recaptures in the group with the fewest."""
    return min((group.recaptures for group in groups if group.states), default=0)


Draws = list[tuple[Codes, Codes]]


def _by_step(sides: Draws, longest: int) -> list[Group]:
    draws, recaptures = np.zeros(longest), np.zeros(longest)
    for (steps, codes), (_, others) in (sides, sides[::-1]):
        draws += np.bincount(steps, minlength=longest) / 2
        recaptures += np.bincount(steps, weights=_recaptures(codes, others), minlength=longest) / 2
    return [Group(step, step + 1, float(draws[step]), float(recaptures[step])) for step in range(longest)]


def _group(sides: Draws, begin: int, end: int, others: tuple[int, int] | None = None) -> Group:
    """Return the group of steps from `begin` to `end`; recaptures are counted in the same steps or in `others`."""
    draws = recaptures = 0.0
    for mine, theirs in (sides, sides[::-1]):
        codes = np.sort(_between(mine, begin, end))  # which makes the look-ups quick
        draws += len(codes) / 2
        recaptures += float(_recaptures(codes, _between(theirs, *(others or (begin, end)))).sum()) / 2
    return Group(begin, end, draws, recaptures)


def _between(side: tuple[Codes, Codes], begin: int, end: int) -> Codes:
    steps, codes = side
    return codes[(begin <= steps) & (steps < end)]


def _recaptures(codes: Codes, others: Codes) -> NDArray[np.int64]:
    """Return, for each draw, the number of draws of the other sample with the same state."""
    others = np.sort(others)
    last: NDArray[np.int64] = np.searchsorted(others, codes, "right")
    return last - np.searchsorted(others, codes, "left")
