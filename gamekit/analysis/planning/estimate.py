"""`Estimate`: a number that is known within bounds."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import attrs


@attrs.frozen
class Estimate:
    """A number, as far as it is known.

    Attributes:
        low: a lower bound that is hardly ever wrong.
        likely: the best guess; None if only the bounds are known.
        high: an upper bound that is hardly ever wrong; None if no bound is known.

    >>> Estimate.about(6, 2)
    Estimate(low=3.0, likely=6, high=12)
    """

    low: float
    likely: float | None
    high: float | None

    @classmethod
    def exactly(cls, number: float) -> Estimate:
        """Return the estimate of a number that is known exactly."""
        return cls(number, number, number)

    @classmethod
    def about(cls, number: float, factor: float) -> Estimate:
        """Return the estimate of a number that is known within a factor."""
        return cls(number / factor, number, number * factor)

    @property
    def usable(self) -> float:
        """The best guess, or the lower bound if there is none."""
        return self.low if self.likely is None else self.likely

    def times(self, number: float, factor: float = 1.0) -> Estimate:
        """Return the product with `number`, with bounds wider by a factor."""
        return self.map(lambda bound: bound * number).widened(factor, factor)

    def widened(self, below: float, above: float) -> Estimate:
        """Return the estimate with bounds wider by these factors."""
        return Estimate(self.low / below, self.likely, None if self.high is None else self.high * above)

    def plus(self, number: float) -> Estimate:
        """Return the sum with `number`."""
        return self.map(lambda bound: bound + number)

    def rounded(self) -> Estimate:
        """Return the estimate in whole numbers, for things that cannot be divided."""
        return self.map(round)

    def map(self, change: Callable[[Any], Any]) -> Estimate:
        """Return the estimate with the best guess and the bounds changed alike."""
        changed: Any = (bound if bound is None else change(bound) for bound in attrs.astuple(self))
        return Estimate(*changed)

    def within(self, least: float, most: float | None = None) -> Estimate:
        """Return the estimate narrowed to the known bounds `least` and `most`.

        An estimate that lies below `least` as a whole is wrong, so nothing but the known bounds is left of it.

        >>> Estimate(5, 20, None).within(10, 15)
        Estimate(low=10, likely=15, high=15)
        >>> Estimate(5, 20, 30).within(100)
        Estimate(low=100, likely=None, high=None)
        """
        if self.high is not None and self.high < least:
            return Estimate(least, None, most)
        top = min((bound for bound in (self.high, most) if bound is not None), default=math.inf)
        low = min(max(self.low, least), top)
        likely = None if self.likely is None else min(max(low, self.likely), top)
        return Estimate(low, likely, None if top == math.inf else top)
