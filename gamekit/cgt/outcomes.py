"""Outcome classes: who wins a position if Left moves first, and who if Right does."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Literal

from gamekit.cgt.ruleset import Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker

Play = Literal["normal", "misere"]


class OutcomeClass(enum.StrEnum):
    """The outcome class of a position under optimal play. D occurs where play can go on for ever.

    >>> OutcomeClass.of(left_first=True, right_first=False)
    <OutcomeClass.NEXT: 'N'>
    """

    NEXT = "N"
    PREVIOUS = "P"
    LEFT = "L"
    RIGHT = "R"
    DRAW = "D"

    @staticmethod
    def of(*, left_first: bool, right_first: bool) -> OutcomeClass:
        """Return the class from whether Left wins if Left moves first, and whether Left wins if Right does."""
        if left_first:
            return OutcomeClass.LEFT if right_first else OutcomeClass.NEXT
        return OutcomeClass.PREVIOUS if right_first else OutcomeClass.RIGHT

    @property
    def left_wins_first(self) -> bool:
        """Whether Left wins by moving first."""
        return self in (OutcomeClass.LEFT, OutcomeClass.NEXT)

    @property
    def left_wins_second(self) -> bool:
        """Whether Left wins if Right moves first."""
        return self in (OutcomeClass.LEFT, OutcomeClass.PREVIOUS)

    @property
    def in_words(self) -> str:
        """Who wins, as a sentence."""
        return {
            OutcomeClass.NEXT: "whoever moves first wins",
            OutcomeClass.PREVIOUS: "whoever moves second wins",
            OutcomeClass.LEFT: "Left wins, whoever moves first",
            OutcomeClass.RIGHT: "Right wins, whoever moves first",
            OutcomeClass.DRAW: "neither player can force a win",
        }[self]


class OutcomeClasses:
    """The kind of value that `Walker` computes. Outcome classes do not add, so no position is divided."""

    called = "outcome classes"
    adds = False
    is_impartial = False

    def __init__(self, play: Play) -> None:
        self.wins_without_move = play == "misere"

    def of_options(self, left: Sequence[OutcomeClass], right: Sequence[OutcomeClass]) -> OutcomeClass:
        """Return the class: a player wins by moving to where they win as the second player."""
        no_move = self.wins_without_move
        left_first = any(option.left_wins_second for option in left) if left else no_move
        right_wins = any(not option.left_wins_first for option in right) if right else no_move
        return OutcomeClass.of(left_first=left_first, right_first=not right_wins)

    def of_parts(self, parts: Sequence[OutcomeClass]) -> OutcomeClass:
        """Not called, because outcome classes do not add."""
        raise NotImplementedError


def outcome_class(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    play: Play = "normal",
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> OutcomeClass:
    """Return the outcome class of a position; by default of the one in which play begins.

    Args:
        ruleset: the rules.
        position: the position.
        play: "normal" if whoever cannot move loses, "misere" if they win.
        max_positions: the number of positions after which to stop.

    Raises:
        UnsupportedError: play can return to a position.
        LimitError: more than `max_positions` positions.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> outcome_class(load_ruleset("nim", [1, 1, 1])), outcome_class(load_ruleset("nim", [1, 1, 1]), play="misere")
    (<OutcomeClass.NEXT: 'N'>, <OutcomeClass.PREVIOUS: 'P'>)
    """
    walker = Walker(ruleset, OutcomeClasses(play), max_positions=max_positions)
    return walker.value(walker.rules.start() if position is None else position)
