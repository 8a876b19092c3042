"""Partizan take and break: each player takes counters and breaks heaps by a code of his own."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.parameters import parameter, text_parameter

from .heap_notation import HeapNotation, Heaps, breaking, moved
from .heaps_drawing import draw_stones
from .take_codes import TakeCode


@attrs.frozen
class PartizanTakeAndBreak(HeapNotation, PartizanRuleset[Heaps]):
    """A move takes k counters from a heap and leaves of it what digit k of the player's hexadecimal code allows.

    Codes are those of the ruleset `take-and-break`. If all digits are 0 or 3, a move takes one of some numbers of
    counters: a partizan subtraction game (A. Fraenkel and A. Kotzig, "Partizan octal games", 1987).

    >>> ruleset = PartizanTakeAndBreak(left="0.3", right="0.03")
    >>> list(ruleset.options((3,), LEFT)), list(ruleset.options((3,), 1))
    ([(2,)], [(1,)])
    """

    heaps: tuple[int, ...] = parameter((6,), "how many counters each heap has", 0, items="numbers")
    left: str = text_parameter("0.303", "the hexadecimal code of Left's moves", TakeCode.parse)
    right: str = text_parameter("0.033", "the hexadecimal code of Right's moves", TakeCode.parse)

    example = {"heaps": [6], "left": "0.303", "right": "0.033"}

    def options(self, position: Heaps, player: Player) -> Iterator[Heaps]:
        return moved(position, TakeCode.parse(self.left if player == LEFT else self.right).options)

    def parts(self, position: Heaps) -> Iterator[Heaps]:
        return ((heap,) for heap in position)

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        return breaking(position, option)

    def svg(self, position: Heaps) -> str | None:
        note = f"Left {self.left}, Right {self.right}"
        return draw_stones(position, len(self.heaps), max(self.heaps, default=0), note)
