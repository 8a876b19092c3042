"""`Turn`: a move that was made in a play, with what it came to."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.solution import Verdict
from gamekit.values import FIRST


@attrs.frozen
class Turn:
    """A move that was made.

    Attributes:
        state: where it was made.
        move: the move.
        player: the index of who made it.
        before: the verdict on the state.
        after: the verdict on the state that it led to.
    """

    state: Any
    move: Any
    player: int
    before: Verdict[Any]
    after: Verdict[Any]

    @property
    def is_blunder(self) -> bool:
        """Whether it threw away some of what the state was worth to who made it; lost time is not counted."""
        return payoff_to(self.player, self.after) < payoff_to(self.player, self.before)


def payoff_to(player: int, verdict: Verdict[Any]) -> int:
    """Return what a player gets by a verdict on a solved state."""
    payoff = verdict.payoff or 0
    return payoff if player == FIRST else -payoff
