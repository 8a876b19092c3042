"""What short games are asked, as functions; an integer or a dyadic fraction stands for the game that it is."""

from __future__ import annotations

from fractions import Fraction

from gamekit.cgt.partizan.short_games import Operand, ShortGame
from gamekit.cgt.partizan.thermographs import Thermograph


def thermograph(game: Operand) -> Thermograph:
    """Return the thermograph of a game.

    >>> from gamekit.cgt import parse_game
    >>> print(thermograph(parse_game("{2|-1/2}")).temperature)
    5/4
    """
    return ShortGame.of(game).thermograph()


def temperature(game: Operand) -> Fraction:
    """Return the temperature of a game.

    >>> str(temperature(3))
    '-1'
    """
    return ShortGame.of(game).temperature


def mean(game: Operand) -> Fraction:
    """Return the mean value of a game: the average worth of a copy among many.

    >>> from gamekit.cgt import parse_game
    >>> str(mean(parse_game("{3|0}")))
    '3/2'
    """
    return ShortGame.of(game).mean


def birthday(game: Operand) -> int:
    """Return the birthday of a game: the depth of its canonical form.

    >>> birthday(Fraction(3, 4))
    3
    """
    return ShortGame.of(game).birthday


def cooled(game: Operand, by: Fraction | int) -> ShortGame:
    """Return a game cooled by a dyadic number of at least 0, as `ShortGame.cool` does.

    >>> from gamekit.cgt import parse_game
    >>> print(cooled(parse_game("{3|0}"), 1))
    {2|1}
    """
    return ShortGame.of(game).cool(by)


def heated(game: Operand, by: Operand) -> ShortGame:
    """Return a game heated by another, as `ShortGame.heat` does.

    >>> from gamekit.cgt import parse_game
    >>> print(heated(parse_game("{1|0}"), 1))
    {2|-1}
    """
    return ShortGame.of(game).heat(by)


def ordinal_sum(base: Operand, subordinate: Operand) -> ShortGame:
    """Return the ordinal sum of two canonical forms: a move in `base` does away with `subordinate`.

    >>> print(ordinal_sum(1, -1))
    1/2
    """
    return ShortGame.of(base).ordinal_sum(subordinate)


def reduced_canonical_form(game: Operand) -> ShortGame:
    """Return the reduced canonical form of a game, in which infinitesimals do not count.

    >>> from gamekit.cgt import parse_game
    >>> print(reduced_canonical_form(parse_game("{{2|0}|0}")), reduced_canonical_form(parse_game("{2|1*}")))
    0 {2|1}
    """
    return ShortGame.of(game).reduced


def is_all_small(game: Operand) -> bool:
    """Return whether a game is all small: in each follower either both players can move or neither can.

    >>> from gamekit.cgt import parse_game
    >>> is_all_small(parse_game("^*")), is_all_small(parse_game("{1|0}"))
    (True, False)
    """
    return ShortGame.of(game).is_all_small


def atomic_weight(game: Operand) -> ShortGame:
    """Return the atomic weight of a game. If it is at least 2, Left wins, whoever moves first.

    Raises:
        UnsupportedError: the game is not atomic.

    >>> from gamekit.cgt import parse_game
    >>> print(atomic_weight(parse_game("^3*")), atomic_weight(parse_game("*5")), atomic_weight(parse_game("{^2|v}")))
    3 0 1/2
    """
    return ShortGame.of(game).atomic_weight
