"""Grundy values: the nim heap that a position of an impartial game is worth (Sprague 1935, Grundy 1939)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor

from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker


def mex(values: Iterable[int]) -> int:
    """Return the least integer from 0 on that is not among `values`.

    >>> mex([0, 1, 3, 1])
    2
    """
    excluded = set(values)
    return next(value for value in range(len(excluded) + 1) if value not in excluded)


class GrundyWalker(Walker[Position, int]):
    """Computes Grundy values: the mex of those of the options, or the nim-sum of those of the parts."""

    called = "Grundy values"
    is_impartial = True
    cheaper = "search for it (--by search)"

    def of_options(self, left: Sequence[int], right: Sequence[int]) -> int:
        return mex(left)

    def of_parts(self, parts: Sequence[int]) -> int:
        return reduce(xor, parts, 0)


def grundy_value(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> int:
    """Return the Grundy value of a position.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        max_positions: the most positions to visit.

    Raises:
        UnsupportedError: the ruleset is partizan, or play can return to a position.
        LimitError: there are more than `max_positions` positions to visit.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> grundy_value(load_ruleset("nim", [3, 4, 5]))
    2
    """
    walker = GrundyWalker(ruleset, max_positions=max_positions)
    return walker.value(walker.rules.root(position))


def winning_options(
    ruleset: Ruleset[Position], position: Position | None = None, walker: Walker[Position, int] | None = None
) -> list[Position]:
    """Return the options of a position that have the Grundy value 0, so that the next player loses; none if it is lost.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        walker: a walker that has computed Grundy values, which then need not be computed again.

    Raises:
        GamekitError: as `grundy_value` does.

    >>> from gamekit.cgt import load_ruleset
    >>> winning_options(load_ruleset("nim", [3, 4, 5]))
    [(1, 4, 5)]
    """
    walker = walker or GrundyWalker(ruleset)
    rules = CheckedRuleset(ruleset)
    rules.root(position)  # which refuses a text that is not a position
    at = rules.own_start() if position is None else position
    return [option for option in rules.own_options(at, LEFT) if not walker.value(option)]
