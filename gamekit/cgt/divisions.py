"""Positions as sums of their parts, as checkers see them: they compare the options of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Player

MOST_DIVIDED: Final = 200

Parts = frozenset[tuple[Any, int]]
"""A sum: each part and how often it occurs."""


class Divisions:
    """Divides positions, and compares the options of the first of them with those of the sum of their parts.

    Attributes:
        problem: the first difference; None if there is none.
    """

    def __init__(self, rules: Rules[Any], most: int | None) -> None:
        self.rules = rules
        self.most = most
        self.divided: set[Any] = set()
        self.compared = 0
        self.problem: str | None = None

    def parts(self, position: Any) -> list[Any]:
        """Return the parts of a position that cannot be divided further."""
        parts = self.rules.indivisible_parts(position)
        if parts != [position]:
            self.compare(position, parts)
        return parts

    def compare(self, position: Any, parts: list[Any]) -> None:
        """Compare the options of a divided position with those of the sum of its parts, unless enough are compared."""
        if position in self.divided:
            return
        self.divided.add(position)
        if self.problem is None and (self.most is None or self.compared < self.most):
            self.compared += 1
            self.problem = _fault_of_parts(self.rules, position, parts)

    def report(self, checked: int, problem: str | None) -> ProofReport:
        """Return what was found of a table."""
        return ProofReport(checked, self.compared, len(self.divided) > self.compared, problem)


def _fault_of_parts(rules: Rules[Any], position: Any, parts: list[Any]) -> str | None:
    """Return that the options of a position are not those of the sum of its parts; None if they are."""
    players: tuple[Player, ...] = (LEFT,) if rules.ruleset.is_impartial else (LEFT, RIGHT)
    for player in players:
        options = {sum_of(rules.indivisible_parts(option)) for option in rules.options(position, player)}
        if options != _options_of_sum(rules, parts, player):
            return f"the options of {rules.describe(position)} are not those of the sum of its parts"
    return None


def _options_of_sum(rules: Rules[Any], parts: list[Any], player: Player) -> set[Parts]:
    """Return the options of a sum: a move in one part, and the others as they are."""
    found = set()
    for part in set(parts):
        others = list(parts)
        others.remove(part)
        for option in rules.options(part, player):
            divided = (left for other in (*others, option) for left in rules.indivisible_parts(other))
            found.add(sum_of(divided))
    return found


def sum_of(parts: Iterable[Any]) -> Parts:
    """Return a sum of parts that cannot be divided further."""
    return frozenset(Counter(parts).items())
