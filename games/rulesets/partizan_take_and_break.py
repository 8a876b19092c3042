"""Partizan take and break: each player takes counters and breaks heaps by a code of his own."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, text_parameter

from .heap_notation import HeapNotation, Heaps, breaking, change, cut_at, left_over, moved
from .heaps_drawing import BRACKET, Cut, cuts, draw_counters, draw_stone
from .take_codes import TakeCode

TAKE = 3
"""The digit of a number that may be taken, whatever it leaves as one heap or none."""


@attrs.frozen
class PartizanTakeAndBreak(HeapNotation, PartizanRuleset[Heaps]):
    """A move takes counters from a heap, and leaves the rest as the player's own code allows.

    Codes are hexadecimal, as those of the ruleset `take-and-break`. If all digits are 0 or 3, a move takes one of some
    numbers of counters: a partizan subtraction game (A. Fraenkel and A. Kotzig, "Partizan octal games", 1987).

    >>> ruleset = PartizanTakeAndBreak(left="0.3", right="0.03")
    >>> list(ruleset.options((3,), LEFT)), list(ruleset.options((3,), 1))
    ([(2,)], [(1,)])
    """

    heaps: tuple[int, ...] = parameter((6,), "how many counters each heap has", 0, items="numbers")
    left: str = text_parameter("0.303", "the hexadecimal code of Left's moves", TakeCode.parse)
    right: str = text_parameter("0.033", "the hexadecimal code of Right's moves", TakeCode.parse)

    example = {"heaps": [6], "left": "0.303", "right": "0.033"}
    presets = {
        "A heap of 6": example,
        "Two heaps": {"heaps": [5, 6], "left": "0.303", "right": "0.033"},
        "One against two": {"heaps": [7], "left": "0.3", "right": "0.03"},
    }

    @property
    def aim(self) -> str:  # type: ignore[override]
        left, right = TakeCode.parse(self.left), TakeCode.parse(self.right)
        return f"Move in one heap. Left (blue): {left}. Right (red): {right}. {BRACKET}"

    def options(self, position: Heaps, player: Player) -> Iterator[Heaps]:
        return moved(position, TakeCode.parse(self.left if player == LEFT else self.right).options)

    def parts(self, position: Heaps) -> Iterator[Heaps]:
        return ((heap,) for heap in position)

    def taking(self) -> list[int] | None:
        """Return the numbers of counters that somebody may take; None if a move may do anything else."""
        codes = [TakeCode.parse(self.left), TakeCode.parse(self.right)]
        if any(code.repeats or not {*code.digits} <= {0, TAKE} or code.digits[0] for code in codes):
            return None
        return sorted({taken for code in codes for taken, digit in enumerate(code.digits) if digit})

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        return breaking(position, option)

    def other_names(self, position: Heaps, option: Heaps, player: Player) -> Iterator[str]:
        yield left_over(position, option)

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        heap, left = change(position, option)
        return cut_at(position, option, is_pad=len(self._colours(heap, min(cuts(heap, [left])))) == 1)

    def svg(self, position: Heaps) -> str | None:
        return draw_counters(position, self._cuts, self.start(), draw_stone, self._colours)

    def _cuts(self, heap: int) -> set[Cut]:
        return self._cuts_by(self.left, heap) | self._cuts_by(self.right, heap)

    def _cuts_by(self, code: str, heap: int) -> set[Cut]:
        return cuts(heap, TakeCode.parse(code).options(heap))

    def _colours(self, heap: int, cut: Cut) -> tuple[str, ...]:
        """Return the colours of the players who may cut a heap so."""
        codes = (("blue", self.left), ("red", self.right))
        return tuple(colour for colour, code in codes if cut in self._cuts_by(code, heap))
