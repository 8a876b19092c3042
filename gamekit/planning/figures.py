"""`Figure`: a number that is known within bounds."""

from __future__ import annotations

import attrs


@attrs.frozen
class Figure:
    """A number, as far as it is known.

    Attributes:
        low: it is hardly less than this.
        likely: the best guess; None where there is none but the bounds.
        high: it is hardly more than this; None where no bound is known.

    >>> Figure.about(6, 2)
    Figure(low=3.0, likely=6, high=12)
    """

    low: float
    likely: float | None
    high: float | None

    @classmethod
    def exactly(cls, number: float) -> Figure:
        """Return a number that is known."""
        return cls(number, number, number)

    @classmethod
    def about(cls, number: float, factor: float) -> Figure:
        """Return a number that is known within a factor."""
        return cls(number / factor, number, number * factor)

    @property
    def is_exact(self) -> bool:
        """Whether the number is known."""
        return self.low == self.likely == self.high

    @property
    def usable(self) -> float:
        """The best guess, or the lower bound where there is none."""
        return self.low if self.likely is None else self.likely

    def times(self, number: float, factor: float = 1.0) -> Figure:
        """Return it so many times, with bounds wider by a factor."""
        return Figure(
            self.low * number / factor,
            None if self.likely is None else self.likely * number,
            None if self.high is None else self.high * number * factor,
        )

    def plus(self, number: float) -> Figure:
        """Return it with a known number added."""
        return Figure(
            self.low + number,
            None if self.likely is None else self.likely + number,
            None if self.high is None else self.high + number,
        )

    def whole(self) -> Figure:
        """Return it as a number of things that cannot be in part."""
        return Figure(
            round(self.low),
            None if self.likely is None else round(self.likely),
            None if self.high is None else round(self.high),
        )

    def within(self, least: float, most: float | None = None) -> Figure:
        """Return it with what else is known: that it is at least, and at most, so much.

        >>> Figure(5, 20, None).within(10, 15)
        Figure(low=10, likely=15, high=15)
        """
        top = self.high if most is None else most if self.high is None else min(self.high, most)
        low = max(self.low, least) if top is None else min(max(self.low, least), top)
        likely = None if self.likely is None else max(low, self.likely)
        if likely is not None and top is not None:
            likely = min(likely, top)
        return Figure(low, likely, top)
