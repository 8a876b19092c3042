"""Checks that positions have the options of the sum of their parts, for the checkers of proofs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player
from gamekit.cgt.time_limit import require_time

MOST_DIVIDED: Final = 200

MOST_FOLLOWED: Final = 2_000
"""The most positions that are compared if no limit is given, because a sum of many parts has too many followers."""

MOST_WORK: Final = 500_000
"""The comparison stops after so many parts of options, a few seconds of work. Heaps that split have far more."""

Parts = frozenset[tuple[Any, int]]
"""A sum: pairs of a part and the number of its copies."""


class Divisions:
    """Divides positions into parts, and checks that some of them have the options of the sum of their parts.

    A position is the sum of its parts if it has the options of the sum, and each of its options is the sum of its own
    parts. So divided options of a divided position are checked, too.

    Attributes:
        most: the most positions to compare; None for as many as a few seconds allow.
        problem: the first difference, as a sentence; None if there is none.
    """

    def __init__(self, rules: CheckedRuleset[Any], most: int | None) -> None:
        self.rules = rules
        self.most = most
        self.divided: set[Any] = set()
        self.compared = 0
        self.problem: str | None = None
        self._work = 0
        """The number of parts of the compared options, roughly."""
        self._waiting: deque[tuple[Any, list[Any]]] = deque()
        """Divided options of compared positions, with their parts, which may be compared later."""
        self._moves: dict[tuple[Any, Player], list[list[Any]]] = {}
        """For a part and a player, the parts of each option of the player in the part."""

    def parts(self, position: Any) -> list[Any]:
        """Return the indivisible parts of a position; if it is divided, compare its options with those of the sum."""
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
        """Return whether one more position may be compared, if `most` is the limit, and None stands for no limit."""
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
        """Describe an option that only the position or only the sum of its parts has; return None if there is none."""
        describe = self.rules.describe
        for divided, option in options.items():
            if divided not in of_sum:
                return f"to {describe(option)} is in no part"
        lacking = [
            " + ".join(sorted(describe(part) for part, copies in divided for _ in range(copies)))
            for divided in of_sum - options.keys()
        ]
        return f"in a part leaves {min(lacking) or 'nothing'}, which is not an option" if lacking else None

    def _options_of_sum(self, parts: list[Any], player: Player) -> set[Parts]:
        """Return the options of a sum of indivisible parts: a move in one part, and the other parts unchanged."""
        options = set()
        for part in set(filter(self.rules.is_entailed, parts)) or set(parts):
            others = list(parts)
            others.remove(part)
            options |= {sum_of([*others, *left]) for left in self._moves_in(part, player)}
        return options

    def _moves_in(self, part: Any, player: Player) -> list[list[Any]]:
        if (part, player) not in self._moves:
            options = self.rules.options(part, player)
            self._moves[part, player] = list(map(self.rules.indivisible_parts, options))
        return self._moves[part, player]


def sum_of(parts: Iterable[Any]) -> Parts:
    """Return the sum of indivisible parts: each different part with the number of its copies."""
    counts: dict[Any, int] = {}
    for part in parts:
        counts[part] = counts.get(part, 0) + 1
    return frozenset(counts.items())
