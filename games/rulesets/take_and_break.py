"""Take and break: take counters from a heap, and perhaps break what is left into two or three heaps."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, text_parameter

from .heap_notation import Heaps
from .heaps import HeapRuleset
from .heaps_drawing import draw_stones
from .take_codes import TakeCode


@attrs.frozen
class TakeAndBreak(HeapRuleset):
    """A move takes k counters from a heap and leaves of it what digit k of the hexadecimal code allows.

    A 1 in the digit means nothing left, a 2 one heap, a 4 two heaps, an 8 three heaps; a digit is what they add up to,
    and A to F are 10 to 15. Codes without an 8 are those of the ruleset `octal`, which also proves periods (A. Siegel,
    "Combinatorial Game Theory", 2013, chapter IV).

    >>> list(TakeAndBreak(heaps=(5,), code="0.08").options((5,)))
    [(1, 1, 1)]
    """

    heaps: tuple[int, ...] = parameter((10,), "how many counters each heap has", 0, items="numbers")
    code: str = text_parameter(
        "0.3F",
        "the hexadecimal code: digit k says what may be left if k counters are taken",
        TakeCode.parse,
    )

    example = {"heaps": [10], "code": "0.3F"}

    def note(self) -> str:
        return f"hexadecimal code {self.code}"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return TakeCode.parse(self.code).options(heap)

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        """Return no place to click: a move is chosen by name."""
        return Gesture()

    def svg(self, position: Heaps) -> str | None:
        return draw_stones(position, len(self.heaps), max(self.heaps, default=0), self.note())
