"""Periods of values of heaps from which counters are taken, of any kind of value that follows from those of options.

Each player has some numbers of counters that a move may take. Let k be the largest. The value of a heap follows from
the last k values, so if k values come again in the same order, then all that follow do. Sources: S. Golomb, "A
mathematical investigation of games of take-away", 1966; A. Fraenkel and A. Kotzig, "Partizan octal games", 1987.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Ruleset
from gamekit.cgt.tried_rules import TriedRules


def value_period(ruleset: Ruleset[Any], values: Sequence[Hashable]) -> tuple[int, int] | None:
    """Return the least period of values of heaps, and the heap from which on it holds; None if they prove none.

    Args:
        ruleset: the rules. What `Ruleset.taking` says is compared with the options of all these heaps.
        values: the values of heaps of 0, 1, 2 and so on.

    >>> from gamekit.cgt import load_ruleset
    >>> value_period(load_ruleset("subtraction", {"heaps": [1], "numbers": [1, 3]}), [0, 1, 0, 1, 0, 1])
    (2, 0)
    """
    numbers = ruleset.taking()
    if numbers is None:
        return None
    most, seen = max(numbers, default=0), dict[tuple[Hashable, ...], int]()
    for heap in range(most, len(values) + 1):
        last = tuple(values[heap - most : heap])
        before = seen.setdefault(last, heap)
        if before < heap:
            period, first = heap - before, before - most
            while first and values[first - 1] == values[first - 1 + period]:
                first -= 1
            return (period, first) if _is_taking(ruleset, most, len(values)) else None
    return None


def _is_taking(ruleset: Ruleset[Any], most: int, heaps: int) -> bool:
    """Return whether each player may take the same numbers of counters from all these heaps, and at most `most`."""
    rules: TriedRules[Any] = TriedRules(ruleset)
    sizes = {rules.read(str(heap)): heap for heap in range(heaps)}
    players: tuple[Player, Player] = (LEFT, RIGHT)
    for player in players:
        taken = [
            {n - sizes.get(option, n) for option in rules.options(at, player)} for at, n in sizes.items()
        ]
        numbers = set().union(*taken)
        if not numbers <= {*range(1, most + 1)} or any(
            of_heap != {number for number in numbers if number <= n} for n, of_heap in enumerate(taken)
        ):
            return False
    return True
