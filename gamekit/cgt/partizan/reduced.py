"""Reduced canonical forms: the simplest game that differs from a game by an infinitesimal.

Source: J. P. Grossman and A. Siegel, "Reductions of partizan games", in "Games of No Chance 3", 2009; A. Siegel,
"Combinatorial Game Theory", 2013, section II.6.
"""

from __future__ import annotations

from gamekit.cgt.partizan.order import F
from gamekit.cgt.partizan.thermographs import followers
from gamekit.cgt.ruleset import LEFT, RIGHT, Player


def reduced_canonical_form(game: F) -> F:
    """Return the reduced canonical form of a game, in which infinitesimals do not count."""
    known: dict[F, F] = {}
    for follower in followers(game):
        if follower.is_number:
            known[follower] = follower
        else:
            left, right = ([known[option] for option in side] for side in (follower.left, follower.right))
            known[follower] = _reduced(left, right, follower)
    return known[game]


def at_most_nearly(g: F, h: F) -> bool:
    """Return whether g is at most h and an infinitesimal: the Right stop of h - g is not negative.

    >>> from gamekit.cgt import nimber, parse_game
    >>> at_most_nearly(nimber(1), parse_game("0")), at_most_nearly(parse_game("1"), parse_game("^"))
    (True, False)
    """
    return (h - g).stops[1] >= 0


def _reduced(left: list[F], right: list[F], game: F) -> F:
    """Return the reduced canonical form of a game, given those of its options."""
    low, high = game.stops[1], game.stops[0]
    if low == high:
        return game.of(low)
    while True:
        game = game.of_options(left, right)
        left, right = _undominated(list(game.left), LEFT), _undominated(list(game.right), RIGHT)
        new_left = [bypass for option in left for bypass in _bypassed(option, game, LEFT)]
        new_right = [bypass for option in right for bypass in _bypassed(option, game, RIGHT)]
        if (new_left, new_right) == (list(game.left), list(game.right)):
            return game
        left, right = new_left, new_right


def _likes(player: Player, game: F, other: F) -> bool:
    """Return whether a player likes a game at least as much as another one, or is worse off by an infinitesimal."""
    return at_most_nearly(other, game) if player == LEFT else at_most_nearly(game, other)


def _bypassed(option: F, game: F, player: Player) -> tuple[F, ...]:
    """Return the replacement of an option: the options of the reply that reverses it, or else the option itself."""
    for reply in option.right if player == LEFT else option.left:
        if _likes(player, game, reply):
            return reply.left if player == LEFT else reply.right
    return (option,)


def _undominated(games: list[F], player: Player) -> list[F]:
    """Return the games that no other one dominates for a player; of two that are nearly equal, the first."""
    undominated: list[F] = []
    for game in games:
        if not any(_likes(player, other, game) for other in undominated):
            undominated = [*(other for other in undominated if not _likes(player, game, other)), game]
    return undominated
