"""Canonical forms of the positions of a ruleset: their exact worth in any sum of short games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import nan

from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.nus import ONE
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.short_games import ShortGame, add, integer, negative, of_games
from gamekit.cgt.ruleset import Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker
from gamekit.errors import LimitError


class CanonicalWalker(Walker[Position, ShortGame]):
    """Computes canonical forms from those of the options, or as the sum of those of the parts."""

    called = "canonical forms"
    is_impartial = False
    cheaper = "search for who wins (--kind outcome --by search)"

    def value(self, position: Position) -> ShortGame:
        try:
            return super().value(position)
        except RecursionError:
            raise _too_deep() from None

    def of_options(self, left: Sequence[ShortGame], right: Sequence[ShortGame]) -> ShortGame:
        return of_games(left, right)

    def stops(self, value: ShortGame) -> tuple[float, float]:
        return _rounded(value.left_adorned), _rounded(value.right_adorned)

    def of_parts(self, parts: Sequence[ShortGame]) -> ShortGame:
        try:
            return reduce(add, parts) if parts else integer(0)
        except RecursionError:
            raise _too_deep() from None

    def of_negative(self, value: ShortGame) -> ShortGame:
        return negative(value)


def _rounded(adorned: int) -> float:
    """Return an adorned stop in units of 2^-30; NaN if the stop is no multiple, or too large to be exact."""
    units = adorned >> 1
    return nan if units % (ONE >> 30) or abs(units) >= ONE << 20 else units / (ONE >> 31) + (adorned & 1)


def _too_deep() -> LimitError:
    return LimitError("canonical forms are nested too deep to compare: outcome classes still exist")


def canonical_form(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> ShortGame:
    """Return the canonical form of a position.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        max_positions: the most positions to visit.

    Raises:
        UnsupportedError: play can return to a position.
        LimitError: there are more than `max_positions` positions to visit, or forms are nested too deep.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> print(canonical_form(load_ruleset("domineering", {"board": "...|..."})))
    {2|-1/2}
    """
    walker = CanonicalWalker(ruleset, max_positions=max_positions)
    return walker.value(walker.rules.root(position))


def outcome_of(game: ShortGame) -> OutcomeClass:
    """Return the outcome class of a game.

    >>> outcome_of(integer(1))
    <OutcomeClass.LEFT: 'L'>
    """
    zero = integer(0)
    return OutcomeClass.of(left_first=not at_most(game, zero), right_first=at_most(zero, game))
