"""Atomic weights: how many ups a game is worth, beside nim heaps that are large enough.

All-small games have one. Other infinitesimals are atomic if they differ from their weight times up by less than ↑* and
a kite, which is a large nim heap on top of which Right has a move (a test by D. Wolfe, which CGSuite uses).

Source: A. Siegel, "Combinatorial Game Theory", 2013, section II.7; E. Berlekamp, J. Conway, R. Guy, "Winning Ways",
chapter 8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamekit.cgt.partizan.order import F, Form, at_most
from gamekit.cgt.partizan.thermographs import followers, is_integer
from gamekit.errors import UnsupportedError


def is_all_small(game: Form) -> bool:
    """Return whether a game is all small: in each follower either both players can move or neither can."""
    if game.units is not None:
        return game.units == 0
    return all(
        bool(follower.left) == bool(follower.right) for follower in followers(game, whole_integers=False)
    )


def atomic_weight(game: F) -> F:
    """Return the atomic weight of a game. If it is at least 2, Left wins, whoever moves first.

    Raises:
        UnsupportedError: the game is not atomic.
    """
    if is_all_small(game):
        return _weight(game, 0)
    if not any(game.stops):
        most_ups = max(abs(follower.ups) for follower in followers(game))
        heavy = 8 * (_beyond(game) + most_ups)
        weight = _weight(game, heavy)
        kite = game.of_sum(0, 1, 1) + game.of_sum(0, 0, _beyond(game)).ordinal_sum(-1)
        is_light = all(2 * abs(option.stops[0]) < heavy for option in followers(weight) if is_integer(option))
        rest = game - weight.norton(game.of_sum(0, 1, 0))
        if is_light and at_most(-kite, rest) and at_most(rest, kite):
            return weight
    raise UnsupportedError(
        f"atomic weights are for atomic games, such as all-small ones, and {game} is not atomic; ask for its "
        "temperature instead"
    )


def _weight(game: F, heavy: int) -> F:
    """Return the atomic weight of a game if it is atomic; a number outweighs all ups, and has the weight ±`heavy`."""
    far_star = game.of_sum(0, 0, _beyond(game))
    known: dict[F, F] = {}
    two = game.of(2)
    for follower in followers(game):
        if follower.units is not None:  # weights add, and a nimber has the weight 0
            known[follower] = game.of(follower.ups + heavy * ((follower.units > 0) - (follower.units < 0)))
            continue
        left = [known[option] - two for option in follower.left]
        right = [known[option] + two for option in follower.right]
        weight = game.of_options(left, right)
        if is_integer(weight):
            weight = _eccentric(follower, far_star, left, right)
        known[follower] = weight
    return known[game]


def _beyond(game: F) -> int:
    """Return the size of a nim heap that is larger than all nim heaps among the followers of a game."""
    largest = max((follower.nimber for follower in followers(game)), default=0)
    number = sum(1 for _ in followers(game))
    return 1 << max(largest, number).bit_length()


def _eccentric(game: F, far: F, left: Sequence[F], right: Sequence[F]) -> F:
    """Return the atomic weight of a game if its options alone would make it an integer: it may be another integer.

    If the game is greater than the far star, the weight is the largest integer that is less than or confused with each
    of `right`; if the game is less, the smallest that is greater than or confused with each of `left`; otherwise 0.
    """
    if at_most(far, game):
        return _farthest(game, 1, lambda number: all(not at_most(option, number) for option in right))
    if at_most(game, far):
        return _farthest(game, -1, lambda number: all(not at_most(number, option) for option in left))
    return game.of(0)


def _farthest(game: F, step: int, fits: Callable[[F], bool]) -> F:
    """Return the last integer that fits in the direction of `step`, 1 or -1; those before it fit, too."""
    number = 0
    while not fits(game.of(number)):
        number -= step
    while fits(game.of(number + step)):
        number += step
    return game.of(number)
