"""Take and break: take counters from a heap, and perhaps break what is left into two or three heaps."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.game.parameters import parameter, text_parameter

from .heap_notation import Heaps
from .heaps import HeapRuleset
from .take_codes import TakeCode


@attrs.frozen
class TakeAndBreak(HeapRuleset):
    """A move takes counters from a heap, and leaves the rest as one, two or three heaps, as the code allows.

    Digit k of the hexadecimal code says what may be left if k counters are taken: a 1 in the digit means nothing, a 2
    one heap, a 4 two heaps, an 8 three heaps; a digit is what they add up to, and A to F are 10 to 15. Codes without an
    8 are those of the ruleset `octal`, which also proves periods (A. Siegel, "Combinatorial Game Theory", 2013, chapter
    IV).

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
    presets = {
        "A heap of 10": example,
        "Two heaps": {"heaps": [6, 7], "code": "0.3F"},
        "Three from one": {"heaps": [11], "code": "0.08"},
    }

    def note(self) -> str:
        return str(TakeCode.parse(self.code))

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return TakeCode.parse(self.code).options(heap)
