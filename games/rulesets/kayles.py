"""Kayles: knock down one pin of a row, or two that stand side by side."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import Player
from gamekit.game.board_words import listed
from gamekit.game.parameters import parameter

from ..notations.mcgs import McgsHeaps
from .heap_notation import Heaps, change
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
    aim = "Knock down a pin, or two that stand side by side: click it, or the bracket below the two."
    example = {"heaps": [10]}
    presets = {
        "10 pins": {"heaps": [10]},
        "Two rows": {"heaps": [5, 7]},
        "Three rows": {"heaps": [3, 4, 5]},
    }
    first_preset = "10 pins"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        for taken in (1, 2):
            left = heap - taken
            yield from ((small, left - small) for small in range(left // 2 + 1))

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        """Return how many pins are taken, and left at both sides, which tells the row: take 1, leave 2 and 3."""
        row, left = change(position, option)
        pins = row - sum(left)
        if len(position) == 1 and len(left) < 2:
            return f"take {pins}, at an end" if left else f"take {pins}"
        return f"take {pins}, leave {listed(left)}" if left else f"take {pins} from the row of {row}"

    def other_names(self, position: Heaps, option: Heaps, player: Player) -> Iterator[str]:
        """Yield the pins that are taken, too, counted from the left: those that leave the shorter row there."""
        yield from super().other_names(position, option, player)
        row, left = change(position, option)
        first, taken = (left[0] if len(left) > 1 else 0) + 1, row - sum(left)
        pins = f"pin {first}" if taken == 1 else f"pins {first} and {first + 1}"
        yield f"take {pins}" + (f" of the row of {row}" if len(position) > 1 else "")

    def draw_counter(self, x: float, y: float, name: str) -> list[str]:
        return draw_pin(x, y, name)

    def render(self, position: Heaps) -> str:
        return "   ".join("|" * min(row, 60) for row in position) or "no pins"
