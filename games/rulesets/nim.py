"""Nim: take any number of counters from one heap."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.game.parameters import parameter

from .heap_notation import Heaps
from .heaps import HeapRuleset


@attrs.frozen
class Nim(HeapRuleset):
    """A move takes one or more counters from a single heap (Bouton 1901).

    >>> list(Nim(heaps=(1, 2)).options((1, 2)))
    [(0, 2), (1, 0), (1, 1)]
    """

    heaps: tuple[int, ...] = parameter((3, 4, 5), "how many counters each heap has", 0, items="numbers")

    aim = "Take as many counters as you like from one heap."
    example = {"heaps": [3, 4, 5]}
    presets = {
        "3, 4 and 5": example,
        "2, 4 and 6": {"heaps": [2, 4, 6]},
        "1, 3, 5 and 7": {"heaps": [1, 3, 5, 7]},
    }
    only_takes = True
    has_shelves = False

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return ((left,) for left in range(heap))
