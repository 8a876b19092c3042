"""Nim with a pass: one of the players may pass, once in the game."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .heap_notation import Heaps, first_taken, read_heaps, taken, taking, taking_from_row
from .heaps_drawing import TO_THE_RIGHT, draw_rows

HeapsAndPass = tuple[Heaps, bool]
"""The sizes of the heaps in their rows, and whether somebody may still pass."""

PASS = "pass"


@attrs.frozen
class NimWithAPass(ImpartialRuleset[HeapsAndPass]):
    """A move takes counters from one heap, or passes if nobody has passed and there are counters.

    So the heaps are not independent until somebody passes. D. Gale asked for its losing positions, and three heaps are
    unsolved (R. Low and W. Chan, "An atlas of N- and P-positions in 'Nim with a pass'", *Integers* 15, 2015).

    >>> list(NimWithAPass().options(((1, 1), True)))
    [((0, 1), True), ((1, 0), True), ((1, 1), False)]
    """

    heaps: tuple[int, ...] = parameter((3, 4, 5), "how many counters each heap has", 0, items="numbers")

    aim = "Take as many counters as you like from one heap, or pass, which is allowed once in the whole game."
    prompts = [TO_THE_RIGHT]
    example = {"heaps": [1, 2, 3]}
    presets = {
        "1, 2 and 3": example,
        "3, 4 and 5": {"heaps": [3, 4, 5]},
        "2, 4 and 6": {"heaps": [2, 4, 6]},
    }

    def start(self) -> HeapsAndPass:
        return self.canonical_position((self.heaps, True))

    def options(self, position: HeapsAndPass) -> Iterator[HeapsAndPass]:
        heaps, may_pass = position
        for left in taken(heaps, range):
            yield left, may_pass and bool(left)
        if may_pass and heaps:
            yield heaps, False

    def parts(self, position: HeapsAndPass) -> Iterator[HeapsAndPass]:
        heaps, may_pass = position
        return iter([position]) if may_pass else (((heap,), False) for heap in heaps if heap)

    def canonical_position(self, position: HeapsAndPass) -> HeapsAndPass:
        heaps = tuple(sorted(heap for heap in position[0] if heap))
        return heaps, position[1] and bool(heaps)

    def format_position(self, position: HeapsAndPass) -> str:
        return " ".join([*map(str, position[0]), *[PASS] * position[1]]) or "0"

    def position_in_words(self, position: HeapsAndPass) -> str:
        return sizes_in_words(filter(None, position[0]), "heap") + (", and a pass" if position[1] else "")

    def parse_position(self, text: str) -> HeapsAndPass:
        sizes = text.strip().removesuffix(PASS)
        heaps = read_heaps(sizes)
        return (heaps, sizes != text.strip()) if any(heaps) else ((), False)

    def format_option(self, position: HeapsAndPass, option: HeapsAndPass, player: Player) -> str:
        """Return the text of a move, such as take 2 from a heap of 5, or Pass."""
        return PASS.title() if position[0] == option[0] else taking_from_row(position[0], option[0])

    def other_names(self, position: HeapsAndPass, option: HeapsAndPass, player: Player) -> Iterator[str]:
        yield PASS if position[0] == option[0] else taking(position[0], option[0])

    def gesture(self, position: HeapsAndPass, option: HeapsAndPass, player: Player) -> Gesture:
        """Return the first stone that is taken; a pass is chosen by name."""
        return Gesture() if position[0] == option[0] else first_taken(position[0], option[0])

    def svg(self, position: HeapsAndPass) -> str | None:
        return draw_rows(position[0], self.start()[0])
