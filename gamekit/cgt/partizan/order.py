"""The order of short games, and the options that it makes superfluous: dominated and reversible ones.

An adorned stop is the number at which play stops, doubled, and 1 more if it is Right's turn there, because nobody wants
to move in a number. Greater games have greater adorned stops, and a game whose adorned Left stop lies below another's
adorned Right stop is less. That decides all comparisons with numbers, and most others.

Source: A. Siegel, "Combinatorial Game Theory", 2013, sections II.2 and II.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import repeat
from operator import attrgetter
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from gamekit.cgt.time_limit import require_time

MOST_REMEMBERED: Final = 1 << 21
"""The most comparisons, or sums, that are remembered; beyond that, all are forgotten and computed again."""

_left, _right = attrgetter("left"), attrgetter("right")
_left_adorned, _right_adorned = attrgetter("left_adorned"), attrgetter("right_adorned")
_compared: dict[tuple[int, int], bool] = {}


class Form(Protocol):
    """The part of a canonical form that is compared and written; `ShortGame` describes its attributes."""

    uid: int
    units: int | None
    ups: int
    nimber: int
    left_adorned: int
    right_adorned: int

    @property
    def is_number(self) -> bool: ...

    @property
    def left(self) -> tuple[Self, ...]: ...

    @property
    def right(self) -> tuple[Self, ...]: ...

    @property
    def stops(self) -> tuple[Fraction, Fraction]: ...

    @property
    def value(self) -> Fraction | None: ...

    @classmethod
    def of(cls, value: Any) -> Self: ...

    @classmethod
    def of_options(cls, left: Iterable[Any], right: Iterable[Any]) -> Self: ...

    @classmethod
    def of_sum(cls, number: int, ups: int, nimber: int) -> Self: ...

    def norton(self, unit: Any) -> Self: ...

    def ordinal_sum(self, subordinate: Any) -> Self: ...

    def __neg__(self) -> Self: ...

    def __add__(self, other: Any) -> Self: ...

    def __sub__(self, other: Any) -> Self: ...

    def __rmul__(self, times: int) -> Self: ...


F = TypeVar("F", bound=Form)


def stops_of(left: Iterable[Form], right: Iterable[Form]) -> tuple[Any, Any]:
    """Return the best adorned stops for Left and for Right after a move to an option; None if there is no option."""
    return max(map(_right_adorned, left), default=None), min(map(_left_adorned, right), default=None)


def at_most(g: Form, h: Form) -> bool:
    """Return whether g ≤ h: Left has no good first move in g - h."""
    if g is h:
        return True
    if g.left_adorned > h.left_adorned or g.right_adorned > h.right_adorned:
        return False
    if g.left_adorned < h.right_adorned:
        return True
    if g.units is not None and h.units is not None:
        less = h.ups - g.ups
        return less > 1 or (less == 1 and g.nimber ^ h.nimber != 1)
    key = g.uid, h.uid
    known = _compared.get(key)
    if known is None:
        require_time()
        known = not any(map(at_most, repeat(h), g.left)) and not any(map(at_most, h.right, repeat(g)))
        if len(_compared) > MOST_REMEMBERED:
            _compared.clear()
        _compared[key] = known
    return known


def maximal(games: Iterable[F]) -> list[F]:
    """Return the different games that no other one dominates for Left."""
    undominated: list[F] = []
    for game in games:
        for other in undominated:
            if at_most(game, other):
                break
        else:
            undominated = [other for other in undominated if not at_most(other, game)] + [game]
    return undominated


def minimal(games: Iterable[F]) -> list[F]:
    undominated: list[F] = []
    for game in games:
        for other in undominated:
            if at_most(other, game):
                break
        else:
            undominated = [other for other in undominated if not at_most(game, other)] + [game]
    return undominated


class Bypass(Generic[F]):
    """Replaces each reversible option by the options of the reply that reverses it.

    A Left option l is reversible if one of its Right options is at most the game itself; then that option's Left
    options take the place of l. The game does not exist as an object yet, so it is compared by its options.
    """

    def __init__(self, left: list[F], right: list[F]) -> None:
        self.left = left
        self.right = right
        self.left_adorned, self.right_adorned = stops_of(left, right)
        self.below: dict[int, bool] = {}
        self.above: dict[int, bool] = {}

    def options(self) -> tuple[list[F], list[F]]:
        """Return both players' options, each reversible one replaced by the options of the reply that reverses it."""
        lefts = self._replaced(self.left, _left, _right, self._is_below)
        return lefts, self._replaced(self.right, _right, _left, self._is_above)

    def _replaced(self, options: list[F], own: Any, other: Any, reverses: Callable[[F], bool]) -> list[F]:
        new: list[F] = []
        for option in options:
            # a number that is not dominated is not reversible: if the game stopped beyond it, so would another option
            for reply in () if option.is_number else other(option):
                if reverses(reply):
                    new += own(reply)
                    break
            else:
                new.append(option)
        return new

    def _is_below(self, g: F) -> bool:
        """Return whether g is at most the game, which is not a number."""
        if g.left_adorned > self.left_adorned or g.right_adorned > self.right_adorned:
            return False
        if g.left_adorned < self.right_adorned:
            return True
        known = self.below.get(g.uid)
        if known is None:
            known = self.below[g.uid] = not any(at_most(option, g) for option in self.right) and not any(
                self._is_above(option) for option in g.left
            )
        return known

    def _is_above(self, g: F) -> bool:
        if g.left_adorned < self.left_adorned or g.right_adorned < self.right_adorned:
            return False
        if g.right_adorned > self.left_adorned:
            return True
        known = self.above.get(g.uid)
        if known is None:
            known = self.above[g.uid] = not any(at_most(g, option) for option in self.left) and not any(
                self._is_below(option) for option in g.right
            )
        return known
