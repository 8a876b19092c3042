"""Positions as sums of their parts, as checkers see them: they compare the options of both."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from typing import Any, Final

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.cgt.time_limit import require_time

MOST_DIVIDED: Final = 200

MOST_FOLLOWED: Final = 2_000
"""How many positions are compared where all are wanted: those that follow from a sum of many parts are too many."""

Parts = frozenset[tuple[Any, int]]
"""A sum: each part and how often it occurs."""


class Divisions:
    """Divides positions, and compares the options of the first of them with those of the sum of their parts.

    A position is the sum of its parts if it has the options of the sum, and each of its options is the sum of its own
    parts. So what follows from a divided position is compared, too, as long as it is divided.

    Attributes:
        problem: the first difference; None if there is none.
    """

    def __init__(self, rules: Rules[Any], most: int | None) -> None:
        self.rules = rules
        self.most = most
        self.divided: set[Any] = set()
        self.compared = 0
        self.problem: str | None = None
        self._waiting: deque[tuple[Any, list[Any]]] = deque()
        """Divided options of those that are compared."""

    def parts(self, position: Any) -> list[Any]:
        """Return the parts of a position that cannot be divided further."""
        parts = self.rules.indivisible_parts(position)
        if parts != [position]:
            self.compare(position, parts)
        return parts

    def compare(self, position: Any, parts: list[Any]) -> None:
        """Compare the options of a divided position with those of the sum of its parts, unless enough are compared."""
        if position not in self.divided:
            self.divided.add(position)
            if self.most is None or self.compared < self.most:
                self._compare(position, parts)

    def report(self, checked: int, problem: str | None) -> ProofReport:
        """Return what was found of a table, having compared what follows from divided positions."""
        most = MOST_FOLLOWED if self.most is None else self.most
        while self._waiting and self.problem is None and self.compared < most:
            require_time()
            self._compare(*self._waiting.popleft())
        return ProofReport(checked, self.compared, len(self.divided) > self.compared, problem or self.problem)

    def _compare(self, position: Any, parts: list[Any]) -> None:
        if self.problem is not None:
            return
        self.compared += 1
        rules = self.rules
        players: tuple[Player, ...] = (LEFT,) if rules.ruleset.is_impartial else (LEFT, RIGHT)
        for player in players:
            options = set()
            for option in rules.options(position, player):
                divided = rules.indivisible_parts(option)
                options.add(sum_of(divided))
                if divided != [option] and option not in self.divided:
                    self.divided.add(option)
                    self._waiting.append((option, divided))
            if options != _options_of_sum(rules, parts, player):
                self.problem = (
                    f"the options of {rules.describe(position)} are not those of the sum of its parts"
                )
                return


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
