"""The order of short games, and the options that it makes superfluous: dominated and reversible ones.

Source: A. Siegel, "Combinatorial Game Theory", 2013, sections II.2 and II.3; the shortcut by stops is that a game whose
Left stop lies below another's Right stop is less.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import repeat
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from gamekit.cgt.time_limit import require_time

MOST_REMEMBERED: Final = 1 << 21
"""The most comparisons, or sums, that are remembered; beyond that, all are forgotten and computed again."""

_compared: dict[tuple[int, int], bool] = {}


class Form(Protocol):
    """The part of a canonical form that is compared and written; `ShortGame` describes its attributes."""

    uid: int
    units: int | None
    ups: int
    nimber: int
    left_units: int
    right_units: int

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


def at_most(g: Form, h: Form) -> bool:
    """Return whether g ≤ h: Left has no good first move in g - h."""
    if g is h:
        return True
    if g.left_units > h.left_units or g.right_units > h.right_units:
        return False
    if g.left_units < h.right_units:
        return True
    if g.units is not None and h.units is not None:
        less = h.ups - g.ups
        return less > 1 or (less == 1 and g.nimber ^ h.nimber != 1)
    key = g.uid, h.uid
    known = _compared.get(key)
    if known is None:
        require_time()
        # by number avoidance, nobody need move in a number
        known = (g.is_number or not any(map(at_most, repeat(h), g.left))) and (
            h.is_number or not any(map(at_most, h.right, repeat(g)))
        )
        if len(_compared) > MOST_REMEMBERED:
            _compared.clear()
        _compared[key] = known
    return known


def maximal(games: Iterable[F]) -> list[F]:
    """Return the different games that no other one dominates for Left."""
    undominated: list[F] = []
    for game in games:
        if not any(map(at_most, repeat(game), undominated)):
            undominated = [other for other in undominated if not at_most(other, game)] + [game]
    return undominated


def minimal(games: Iterable[F]) -> list[F]:
    undominated: list[F] = []
    for game in games:
        if not any(map(at_most, undominated, repeat(game))):
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
        self.left_units = max(option.right_units for option in left)
        self.right_units = min(option.left_units for option in right)
        self.below: dict[int, bool] = {}
        self.above: dict[int, bool] = {}

    def lefts(self) -> list[F]:
        """Return Left's options, each reversible one replaced by the Left options of the reply that reverses it."""
        options: dict[int, F] = {}
        for option in self.left:
            reply = next((reply for reply in option.right if self._is_below(reply)), None)
            options.update((game.uid, game) for game in ((option,) if reply is None else reply.left))
        return list(options.values())

    def rights(self) -> list[F]:
        """Return Right's options, each reversible one replaced by the Right options of the reply that reverses it."""
        options: dict[int, F] = {}
        for option in self.right:
            reply = next((reply for reply in option.left if self._is_above(reply)), None)
            options.update((game.uid, game) for game in ((option,) if reply is None else reply.right))
        return list(options.values())

    def _is_below(self, g: F) -> bool:
        """Return whether g is at most the game, which is not a number."""
        if g.left_units > self.left_units or g.right_units > self.right_units:
            return False
        if g.left_units < self.right_units:
            return True
        known = self.below.get(g.uid)
        if known is None:
            known = not any(at_most(option, g) for option in self.right) and (
                g.is_number or not any(self._is_above(option) for option in g.left)
            )
            self.below[g.uid] = known
        return known

    def _is_above(self, g: F) -> bool:
        if g.left_units < self.left_units or g.right_units < self.right_units:
            return False
        if g.right_units > self.left_units:
            return True
        known = self.above.get(g.uid)
        if known is None:
            known = not any(at_most(g, option) for option in self.left) and (
                g.is_number or not any(self._is_below(option) for option in g.right)
            )
            self.above[g.uid] = known
        return known
