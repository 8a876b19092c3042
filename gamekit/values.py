"""What a state is worth, and what a player prefers. Every other module takes these definitions from here."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from typing import Final

Outcome = int
"""The payoff to the first player of a terminal state; the second player gets its negative."""

FIRST: Final = 0
SECOND: Final = 1
BOTH: Final = 2


class Value(enum.StrEnum):
    """What a state is worth to the player to move.

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


def who_hurries(payoff: int, infinite_play: int) -> int:
    """Return who wants a play worth `payoff` to end soon: FIRST, SECOND or BOTH.

    The player who gains on endless play must bring the end about, so that one hurries and the other holds
    out. Where the end is worth just what endless play is, the winner hurries; where nobody wins either
    way, both prefer an end.

    >>> who_hurries(1, 0) == FIRST, who_hurries(-1, -1) == SECOND, who_hurries(0, 0) == BOTH
    (True, True, True)
    """
    gain = (payoff > infinite_play) - (payoff < infinite_play) or payoff
    return FIRST if gain > 0 else SECOND if gain < 0 else BOTH


def sweep_order(payoffs: Iterable[int], infinite_play: int) -> list[int]:
    """Return the payoffs that end a game in the order in which to solve backwards from them.

    Those the first player gains by, against endless play, from the highest down; those the second gains by, from the
    lowest up; an end worth the same as endless play last.

    >>> sweep_order([-2, -1, 0, 1, 3], infinite_play=0)
    [3, 1, -2, -1, 0]
    """
    ascending = sorted(payoffs)
    gains = [payoff for payoff in ascending if payoff > infinite_play]
    losses = [payoff for payoff in ascending if payoff < infinite_play]
    return gains[::-1] + losses + [payoff for payoff in ascending if payoff == infinite_play]


def preference(player: int, payoff: int, remoteness: int | None, infinite_play: int) -> tuple[int, float]:
    """Return a key that is larger the more `player` (0 or 1) likes such a result.

    A better payoff first; at equal payoffs the one who hurries likes a smaller remoteness and the other a
    larger one, endless play (`remoteness` None) counting as longer than any other.

    >>> preference(0, 1, 3, 0) > preference(0, 1, 5, 0) > preference(0, 0, None, 0)
    True
    """
    plies = math.inf if remoteness is None else remoteness
    hurries = who_hurries(payoff, infinite_play) in (player, BOTH)
    return (payoff if player == FIRST else -payoff, -plies if hurries else plies)
