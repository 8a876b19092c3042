"""Thermographs: the mean and the temperature of a short game, and the change of its stops as it is cooled.

Walls begin at temperature -1, where every game but an integer is still to be played; so the temperature of a number
with the denominator 2^k is -2^-k. Source: A. Siegel, "Combinatorial Game Theory", 2013, section II.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial, reduce
from itertools import pairwise

import attrs

from gamekit.cgt.partizan.order import F, Form
from gamekit.cgt.time_limit import require_time
from gamekit.drawing.thermograph_picture import thermograph_picture

Wall = tuple[tuple[Fraction, Fraction], ...]
"""Temperatures, ascending from -1, each with the value there: linear in between, and constant after the last."""

COLDEST = Fraction(-1)


@attrs.frozen
class Thermograph:
    """The walls of a game.

    Attributes:
        left: the Left wall.
        right: the Right wall.
        temperature: the temperature at which the walls meet.
        mean: the value at which the walls meet: that of the mast.
    """

    left: Wall
    right: Wall
    temperature: Fraction
    mean: Fraction

    def at(self, temperature: Fraction) -> tuple[Fraction, Fraction]:
        """Return the values of the Left and the Right wall at a temperature of at least -1."""
        return _value(self.left, temperature), _value(self.right, temperature)

    def _repr_svg_(self) -> str:
        stops = self.at(max(min(self.temperature, Fraction(0)), COLDEST))
        return thermograph_picture(self.left, self.right, self.temperature, self.mean, stops)


def thermographs(game: F) -> dict[F, Thermograph]:
    """Return the thermographs of a game and of its followers, without those of integers."""
    known: dict[F, Thermograph] = {}
    for follower in followers(game):
        known[follower] = _thermograph(follower, known)
    return known


def birthday(game: F) -> int:
    """Return the depth of a canonical form."""
    known: dict[F, int] = {}
    for follower in followers(game):
        if is_integer(follower):
            known[follower] = abs(int(follower.stops[0]))
        else:
            known[follower] = 1 + max(known[option] for option in (*follower.left, *follower.right))
    return known[game]


def is_integer(game: Form) -> bool:
    """Return whether a game is an integer."""
    value = game.value
    return value is not None and value.denominator == 1


def followers(*games: F, whole_integers: bool = True) -> Iterator[F]:
    """Yield games and their followers, each once and after its options; `whole_integers` omits those of integers."""
    seen: set[F] = set()
    stack = [(game, False) for game in reversed(games)]
    while stack:
        follower, is_left = stack.pop()
        if is_left:
            require_time()
            yield follower
        elif follower not in seen:
            seen.add(follower)
            stack.append((follower, True))
            if not (whole_integers and is_integer(follower)):
                stack += [(option, False) for option in (*follower.left, *follower.right)]


# --- walls --------------------------------------------------------------------------------------------------------


def _thermograph(game: F, known: dict[F, Thermograph]) -> Thermograph:
    if is_integer(game):
        wall = ((COLDEST, game.stops[0]),)
        return Thermograph(wall, wall, COLDEST, game.stops[0])
    left = reduce(partial(_envelope, choose=max), (known[option].right for option in game.left))
    right = reduce(partial(_envelope, choose=min), (known[option].left for option in game.right))
    freezes = _meeting(left, right)
    mast = _value(left, freezes) - freezes
    return Thermograph(
        (*((t, value - t) for t, value in left if t < freezes), (freezes, mast)),
        (*((t, value + t) for t, value in right if t < freezes), (freezes, mast)),
        freezes,
        mast,
    )


def _meeting(left: Wall, right: Wall) -> Fraction:
    """Return the temperature at which `left` - t and `right` + t meet; their difference falls as t grows."""
    before = COLDEST
    gap = _value(left, before) - _value(right, before) - 2 * before
    for t in sorted({t for t, _ in (*left, *right)} - {COLDEST}):
        next_gap = _value(left, t) - _value(right, t) - 2 * t
        if next_gap <= 0:
            return before + (t - before) * gap / (gap - next_gap)
        before, gap = t, next_gap
    return before + gap / 2


def _value(wall: Wall, at: Fraction) -> Fraction:
    previous, level = wall[0]
    for t, value in wall:
        if t >= at:
            return value if t == at else level + (value - level) * (at - previous) / (t - previous)
        previous, level = t, value
    return level


def _envelope(a: Wall, b: Wall, choose: Callable[[Fraction, Fraction], Fraction]) -> Wall:
    """Return the greater or the smaller of two walls, with a bend where they cross."""
    points = sorted({t for t, _ in (*a, *b)})
    bends = set(points)
    for before, after in pairwise(points):
        gap, next_gap = (_value(a, t) - _value(b, t) for t in (before, after))
        if gap * next_gap < 0:
            bends.add(before + (after - before) * gap / (gap - next_gap))
    return tuple((t, choose(_value(a, t), _value(b, t))) for t in sorted(bends))
