"""The values of states and the preferences of players, defined here and nowhere else."""

from __future__ import annotations

import enum
import math
import operator
from collections.abc import Iterable
from typing import Any, Final, Literal

Outcome = int
"""The payoff to the first player of a terminal state; the second player gets its negative."""

Perspective = Literal["first", "mover"]
"""The player whose payoffs are given: the first player, or in the mover's view whoever is to move."""

FIRST: Final = 0
SECOND: Final = 1
BOTH: Final = 2


class Value(enum.StrEnum):
    """The value of a state to the player to move.

    TIE: the game ends and nobody wins. DRAW: the game can be kept from ever ending.

    >>> Value.WIN.value
    'win'
    """

    WIN = "win"
    LOSS = "loss"
    TIE = "tie"
    DRAW = "draw"
    UNSOLVED = "unsolved"


def value_of(payoff: int, player: int, *, ended: bool) -> Value:
    """Return the value of a payoff (to the first player) for `player` (0 or 1).

    >>> value_of(-3, 1, ended=True), value_of(0, 0, ended=False)
    (<Value.WIN: 'win'>, <Value.DRAW: 'draw'>)
    """
    if payoff == 0:
        return Value.TIE if ended else Value.DRAW
    return Value.WIN if (payoff > 0) == (player == FIRST) else Value.LOSS


def endless_payoff(game: Any) -> int:
    """Return the payoff of infinite play to the first player, as a plain integer even where the game has NumPy's."""
    return operator.index(game.infinite_play)


def turn_limit(game: Any) -> int | None:
    """Return the turn limit of a game's rules in plies, as a plain integer; None if there is none."""
    return None if game.max_plies is None else operator.index(game.max_plies)


def remoteness_minimizer(payoff: int, infinite_play: int) -> int:
    """Return the player who minimises remoteness at this payoff: FIRST, SECOND or BOTH; the other maximises it.

    The player who prefers the end to endless play has to bring it about, so that player hurries and the other delays.
    If both pay the same, the winner hurries. If nobody wins either way, both prefer an end.

    >>> remoteness_minimizer(1, 0) == FIRST, remoteness_minimizer(-1, -1) == SECOND, remoteness_minimizer(0, 0) == BOTH
    (True, True, True)
    """
    payoff, infinite_play = map(operator.index, (payoff, infinite_play))  # NumPy subtracts no booleans
    gain = (payoff > infinite_play) - (payoff < infinite_play) or payoff
    return FIRST if gain > 0 else SECOND if gain < 0 else BOTH


def sweep_order(payoffs: Iterable[int], infinite_play: int) -> list[int]:
    """Return the payoffs that end a game in the order in which to solve backwards from them.

    First come the payoffs above endless play, from the highest down, then those below it, from the lowest up, and last
    the payoff equal to it.

    >>> sweep_order([-2, -1, 0, 1, 3], infinite_play=0)
    [3, 1, -2, -1, 0]
    """
    ascending = sorted(payoffs)
    gains = [payoff for payoff in ascending if payoff > infinite_play]
    losses = [payoff for payoff in ascending if payoff < infinite_play]
    return gains[::-1] + losses + [payoff for payoff in ascending if payoff == infinite_play]


def preference_key(player: int, payoff: int, remoteness: int | None, infinite_play: int) -> tuple[int, float]:
    """Return a sort key of results: the larger it is, the better for `player` (0 or 1).

    A better payoff comes first. At equal payoffs, the player who hurries prefers a smaller remoteness, and the other a
    larger one. Endless play (`remoteness` None) counts as longer than any other.

    >>> preference_key(0, 1, 3, 0) > preference_key(0, 1, 5, 0) > preference_key(0, 0, None, 0)
    True
    """
    plies = math.inf if remoteness is None else remoteness
    hurries = remoteness_minimizer(payoff, infinite_play) in (player, BOTH)
    return (payoff if player == FIRST else -payoff, -plies if hurries else plies)
