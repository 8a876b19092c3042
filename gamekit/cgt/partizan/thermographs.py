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

from gamekit.cgt.partizan.short_games import ShortGame, dyadic, short_game
from gamekit.cgt.time_limit import require_time
from gamekit.errors import InputError

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


def thermograph(game: ShortGame) -> Thermograph:
    """Return the thermograph of a game.

    >>> from gamekit.cgt import parse_game
    >>> found = thermograph(parse_game("{2|-1/2}"))
    >>> str(found.temperature), str(found.mean)
    ('5/4', '3/4')
    """
    return thermographs(game)[game]


def thermographs(game: ShortGame) -> dict[ShortGame, Thermograph]:
    """Return the thermographs of a game and of its followers, without those of integers."""
    known: dict[ShortGame, Thermograph] = {}
    for follower in followers(game):
        known[follower] = _thermograph(follower, known)
    return known


def temperature(game: ShortGame) -> Fraction:
    """Return the temperature of a game.

    >>> from gamekit.cgt import parse_game
    >>> str(temperature(parse_game("3")))
    '-1'
    """
    return thermograph(game).temperature


def mean(game: ShortGame) -> Fraction:
    """Return the mean value of a game: the average worth of a copy among many.

    >>> from gamekit.cgt import parse_game
    >>> str(mean(parse_game("{3|0}")))
    '3/2'
    """
    return thermograph(game).mean


def birthday(game: ShortGame) -> int:
    """Return the birthday of a game: the depth of its canonical form.

    >>> from gamekit.cgt import parse_game
    >>> birthday(parse_game("{3|0}"))
    4
    """
    known: dict[ShortGame, int] = {}
    for follower in followers(game):
        if is_integer(follower):
            known[follower] = abs(int(follower.stops[0]))
        else:
            known[follower] = 1 + max(known[option] for option in (*follower.left, *follower.right))
    return known[game]


def cooled(game: ShortGame, by: Fraction | int) -> ShortGame:
    """Return a game cooled by a dyadic number of at least 0, which each move then costs until the game is a number.

    Raises:
        InputError: the number is negative or not dyadic.

    >>> from gamekit.cgt import parse_game
    >>> print(cooled(parse_game("{3|0}"), 1))
    {2|1}
    """
    if by < 0:
        raise InputError(
            f"the number by which a game is cooled must be at least 0; it is {by}; heat the game with "
            f"heated(game, {-by})"
        )
    tax = dyadic(Fraction(by))
    known: dict[ShortGame, ShortGame] = {}
    for follower in followers(game):
        frozen = thermograph(follower)
        if follower.is_number or by > frozen.temperature:
            known[follower] = dyadic(frozen.mean)
        else:
            known[follower] = short_game(
                [known[option] - tax for option in follower.left],
                [known[option] + tax for option in follower.right],
            )
    return known[game]


def heated(game: ShortGame, by: ShortGame | Fraction | int) -> ShortGame:
    """Return a game heated by another: a number stays the same, and each move of any other game gains that much.

    Raises:
        InputError: `by` is a number that is not dyadic.

    >>> from gamekit.cgt import parse_game
    >>> print(heated(parse_game("{1|0}"), 1), heated(parse_game("*"), parse_game("1*")))
    {2|-1} ±1*
    """
    known: dict[ShortGame, ShortGame] = {}
    for follower in followers(game):
        if follower.is_number:
            known[follower] = follower
        else:
            known[follower] = short_game(
                [known[option] + by for option in follower.left],
                [known[option] - by for option in follower.right],
            )
    return known[game]


def ordinal_sum(base: ShortGame, subordinate: ShortGame) -> ShortGame:
    """Return the ordinal sum of two canonical forms: a move in `base` does away with `subordinate`.

    >>> from gamekit.cgt import parse_game
    >>> print(ordinal_sum(parse_game("1"), parse_game("-1")))
    1/2
    """
    known: dict[ShortGame, ShortGame] = {}
    for follower in followers(subordinate, whole_integers=False):
        known[follower] = short_game(
            [*base.left, *(known[option] for option in follower.left)],
            [*base.right, *(known[option] for option in follower.right)],
        )
    return known[subordinate]


def is_integer(game: ShortGame) -> bool:
    """Return whether a game is an integer."""
    value = game.value
    return value is not None and value.denominator == 1


def followers(*games: ShortGame, whole_integers: bool = True) -> Iterator[ShortGame]:
    """Yield games and their followers, each once and after its options; `whole_integers` omits those of integers."""
    seen: set[ShortGame] = set()
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


def _thermograph(game: ShortGame, known: dict[ShortGame, Thermograph]) -> Thermograph:
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
