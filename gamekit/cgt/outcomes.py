"""Outcome classes: who wins a position if Left moves first, and who if Right does."""

from __future__ import annotations

import enum
from typing import Literal

from gamekit.cgt.ruleset import LEFT, RIGHT, Player

Play = Literal["normal", "misere"]

Winner = Player | None
"""The player who wins; None if neither player can force it."""


class OutcomeClass(enum.StrEnum):
    """The outcome class of a position under optimal play.

    If play can go on for ever there are five more classes, because perhaps neither player can force a win then. A class
    of two letters says who wins if Left moves first, and who if Right does: L, R, or D for nobody.

    >>> OutcomeClass.of(left_first=True, right_first=False)
    <OutcomeClass.NEXT: 'N'>
    >>> OutcomeClass.of_winners(LEFT, None)
    <OutcomeClass.LEFT_BY_MOVING_FIRST: 'LD'>
    """

    NEXT = "N"
    PREVIOUS = "P"
    LEFT = "L"
    RIGHT = "R"
    DRAW = "D"
    LEFT_BY_MOVING_FIRST = "LD"
    LEFT_BY_MOVING_SECOND = "DL"
    RIGHT_BY_MOVING_FIRST = "DR"
    RIGHT_BY_MOVING_SECOND = "RD"

    @staticmethod
    def of(*, left_first: bool, right_first: bool) -> OutcomeClass:
        """Return the outcome class, given whether Left wins if Left moves first, and whether if Right moves first."""
        return OutcomeClass.of_winners(LEFT if left_first else RIGHT, LEFT if right_first else RIGHT)

    @staticmethod
    def of_winners(left_first: Winner, right_first: Winner) -> OutcomeClass:
        """Return the outcome class, given the winner if Left moves first and the winner if Right moves first."""
        return _CLASSES[left_first, right_first]

    @property
    def winners(self) -> tuple[Winner, Winner]:
        """The winner if Left moves first, and the winner if Right does."""
        return _WINNERS[self]

    @property
    def left_wins_first(self) -> bool:
        """Whether Left wins by moving first."""
        return self.winners[LEFT] == LEFT

    @property
    def left_wins_second(self) -> bool:
        """Whether Left wins if Right moves first."""
        return self.winners[RIGHT] == LEFT

    @property
    def in_words(self) -> str:
        """The winner, as a sentence."""
        return {
            OutcomeClass.NEXT: "whoever moves first wins",
            OutcomeClass.PREVIOUS: "whoever moves second wins",
            OutcomeClass.LEFT: "Left wins, whoever moves first",
            OutcomeClass.RIGHT: "Right wins, whoever moves first",
            OutcomeClass.DRAW: "neither player can force a win",
            OutcomeClass.LEFT_BY_MOVING_FIRST: "Left wins by moving first; otherwise nobody can force a win",
            OutcomeClass.LEFT_BY_MOVING_SECOND: "Left wins by moving second; otherwise nobody can force a win",
            OutcomeClass.RIGHT_BY_MOVING_FIRST: "Right wins by moving first; otherwise nobody can force a win",
            OutcomeClass.RIGHT_BY_MOVING_SECOND: "Right wins by moving second; otherwise nobody can force a win",
        }[self]


_CLASSES: dict[tuple[Winner, Winner], OutcomeClass] = {
    (LEFT, LEFT): OutcomeClass.LEFT,
    (LEFT, RIGHT): OutcomeClass.NEXT,
    (RIGHT, LEFT): OutcomeClass.PREVIOUS,
    (RIGHT, RIGHT): OutcomeClass.RIGHT,
    (None, None): OutcomeClass.DRAW,
    (LEFT, None): OutcomeClass.LEFT_BY_MOVING_FIRST,
    (None, LEFT): OutcomeClass.LEFT_BY_MOVING_SECOND,
    (None, RIGHT): OutcomeClass.RIGHT_BY_MOVING_FIRST,
    (RIGHT, None): OutcomeClass.RIGHT_BY_MOVING_SECOND,
}
_WINNERS = {outcome: winners for winners, outcome in _CLASSES.items()}
