"""Positions as sums of their parts, as checkers see them: they compare the options of both."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player
from gamekit.cgt.time_limit import require_time

MOST_DIVIDED: Final = 200

MOST_FOLLOWED: Final = 2_000
"""The largest number of positions compared if all are wanted, because a sum of many parts has too many followers."""

MOST_WORK: Final = 500_000
"""The largest number of parts of compared options: a few seconds of work. Heaps that can be split have far more."""

Parts = frozenset[tuple[Any, int]]
"""A sum: each part and how often it occurs."""


class Divisions:
    """Divides positions into parts, and checks for some that they have the options of the sum of their parts.

    A position is the sum of its parts if it has the options of the sum, and each of its options is the sum of its own
    parts. So options of a divided position that divide themselves are checked, too.

    Attributes:
        problem: the first difference; None if there is none.
    """

    def __init__(self, rules: Rules[Any], most: int | None) -> None:
        self.rules = rules
        self.most = most
        self.divided: set[Any] = set()
        self.compared = 0
        self.problem: str | None = None
        self._work = 0
        """The number of parts of the compared options, roughly."""
        self._waiting: deque[tuple[Any, list[Any]]] = deque()
        """Divided options of those that are compared."""
        self._moves: dict[tuple[Any, Player], list[list[Any]]] = {}
        """The parts of each option of a part."""

    def parts(self, position: Any) -> list[Any]:
        """Return the parts of a position that cannot be divided further."""
        parts = self.rules.indivisible_parts(position)
        if parts != [position]:
            self.compare(position, parts)
        return parts

    def compare(self, position: Any, parts: list[Any]) -> None:
        """Compare the options of a divided position with those of the sum of its parts, up to the limit."""
        if position not in self.divided:
            self.divided.add(position)
            if self._is_wanted(self.most):
                self._compare(position, parts)

    def report(self, checked: int, problem: str | None) -> ProofReport:
        """Compare the divided followers of the positions compared so far, up to a limit, and return the report.

        Args:
            checked: the number of entries of the proof that hold.
            problem: the first entry that does not hold, and the reason; None if all hold.
        """
        most = MOST_FOLLOWED if self.most is None else self.most
        while self._waiting and self.problem is None and self._is_wanted(most):
            require_time()
            self._compare(*self._waiting.popleft())
        is_sample = len(self.divided) > self.compared
        return ProofReport(checked, self.compared, is_sample, self.rules.tried, problem or self.problem)

    def _is_wanted(self, most: int | None) -> bool:
        """Return whether one more position is compared, if it is to be so many at most."""
        return self._work < MOST_WORK and (most is None or self.compared < most)

    def _compare(self, position: Any, parts: list[Any]) -> None:
        if self.problem is not None:
            return
        self.compared += 1
        rules = self.rules
        parts = [smaller for part in parts for smaller in rules.indivisible_parts(part)]
        players: tuple[Player, ...] = (LEFT,) if rules.is_blind_to_player else (LEFT, RIGHT)
        for player in players:
            options: dict[Parts, Any] = {}
            for option in rules.options(position, player):
                divided = rules.indivisible_parts(option)
                options[sum_of(divided)] = option
                if divided != [option] and option not in self.divided:
                    self.divided.add(option)
                    self._waiting.append((option, divided))
            self._work += len(options) * len(parts)
            if example := self._difference(options, self._options_of_sum(parts, player)):
                what = f"the options of {rules.describe(position)} are not those of the sum of its parts"
                move = "a move" if rules.ruleset.is_impartial else f"{PLAYERS[player]}'s move"
                self.problem = f"{what}: {move} {example}"
                return

    def _difference(self, options: dict[Parts, Any], of_sum: set[Parts]) -> str | None:
        """Return an example of an option that is only in one of two sets, the second that of the sum of some parts."""
        describe = self.rules.describe
        for divided, option in options.items():
            if divided not in of_sum:
                return f"to {describe(option)} is in no part"
        lacking = [
            " + ".join(sorted(describe(part) for part, copies in divided for _ in range(copies)))
            for divided in of_sum - options.keys()
        ]
        return f"in a part leaves {min(lacking) or 'nothing'}, which is no option" if lacking else None

    def _options_of_sum(self, parts: list[Any], player: Player) -> set[Parts]:
        """Return the options of a sum of parts that cannot be divided: a move in one, and the others as they are."""
        found = set()
        for part in set(parts):
            others = list(parts)
            others.remove(part)
            found |= {sum_of([*others, *left]) for left in self._moves_in(part, player)}
        return found

    def _moves_in(self, part: Any, player: Player) -> list[list[Any]]:
        if (part, player) not in self._moves:
            options = self.rules.options(part, player)
            self._moves[part, player] = list(map(self.rules.indivisible_parts, options))
        return self._moves[part, player]


def sum_of(parts: Iterable[Any]) -> Parts:
    """Return a sum of parts that cannot be divided further."""
    counts: dict[Any, int] = {}
    for part in parts:
        counts[part] = counts.get(part, 0) + 1
    return frozenset(counts.items())
