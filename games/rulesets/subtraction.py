"""Subtraction: take one of some numbers of counters from a heap."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.game.parameters import parameter

from .code_words import any_of
from .heap_notation import Heaps
from .heaps import HeapRuleset


@attrs.frozen
class Subtraction(HeapRuleset):
    """A move takes from a single heap as many counters as one of the numbers says.

    >>> list(Subtraction(heaps=(4,), numbers=(1, 3, 4)).options((4,)))
    [(3,), (1,), ()]
    """

    heaps: tuple[int, ...] = parameter((10,), "how many counters each heap has", 0, items="numbers")
    numbers: tuple[int, ...] = parameter((1, 2, 3), "how many counters a move may take", 1, items="numbers")

    example = {"heaps": [10], "numbers": [1, 2, 3]}
    presets = {
        "1 to 3": example,
        "1, 3 or 4": {"heaps": [10], "numbers": [1, 3, 4]},
        "Two heaps": {"heaps": [7, 9], "numbers": [1, 2, 3]},
    }
    only_takes = True
    has_shelves = False

    def taking(self) -> tuple[int, ...]:
        return self.numbers

    def note(self) -> str:
        return f"take {any_of([*map(str, dict.fromkeys(self.numbers))] or ['nothing'])}"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return ((heap - number,) for number in dict.fromkeys(self.numbers) if number <= heap)
