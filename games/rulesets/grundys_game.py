"""Grundy's game: split a heap into two heaps of different sizes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.game.parameters import parameter

from .heap_notation import Heaps
from .heaps import HeapRuleset


@attrs.frozen
class GrundysGame(HeapRuleset):
    """A move splits one heap into two that are not equal (Grundy 1939). Heaps of 1 and 2 can no longer be split.

    >>> list(GrundysGame(heaps=(5,)).options((5,)))
    [(1, 4), (2, 3)]
    """

    heaps: tuple[int, ...] = parameter((10,), "how many counters each heap has", 0, items="numbers")

    aim = "Split a heap into two heaps of different sizes."
    example = {"heaps": [10]}
    presets = {
        "A heap of 10": {"heaps": [10]},
        "Two heaps": {"heaps": [6, 9]},
        "Three heaps": {"heaps": [4, 5, 7]},
    }
    first_preset = "A heap of 10"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return ((small, heap - small) for small in range(1, (heap + 1) // 2))
