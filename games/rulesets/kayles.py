"""Kayles: knock down one pin of a row, or two that stand side by side."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.game.parameters import parameter

from ..notations.mcgs import McgsHeaps
from .heap_notation import Heaps
from .heaps import HeapRuleset
from .heaps_drawing import draw_pin


@attrs.frozen
class Kayles(HeapRuleset):
    """Pins stand in rows. A move takes one pin or two neighbours, which may cut a row in two (Dudeney 1908).

    >>> list(Kayles(heaps=(3,)).options((3,)))
    [(2,), (1, 1), (1,)]
    """

    heaps: tuple[int, ...] = parameter(
        (10,), "how many pins each row has", 0, items="numbers", aliases=("rows",)
    )

    notations = (*HeapRuleset.notations, McgsHeaps("kayles"))
    aim = "Knock down a pin, or two that stand side by side."
    example = {"heaps": [10]}
    presets = {
        "10 pins": {"heaps": [10]},
        "Two rows": {"heaps": [5, 7]},
    }
    first_preset = "10 pins"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        for taken in (1, 2):
            left = heap - taken
            yield from ((small, left - small) for small in range(left // 2 + 1))

    def draw_counter(self, x: float, y: float, name: str) -> list[str]:
        return draw_pin(x, y, name)

    def render(self, position: Heaps) -> str:
        return "   ".join("|" * min(row, 60) for row in position) or "no pins"
