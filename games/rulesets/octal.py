"""Octal games: take counters from a heap, and perhaps split what is left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.cgt.octal.code import OctalCode
from gamekit.errors import blamed
from gamekit.game.parameters import parameter

from .code_words import code_words
from .heap_notation import Heaps
from .heaps import HeapRuleset


def _code(value: Any) -> str:
    with blamed("code"):
        return str(OctalCode.parse(value))


@attrs.frozen
class Octal(HeapRuleset):
    """A move takes counters from a heap, and leaves the rest as one heap or two, as the octal code allows.

    Digit k of the code says what may be left if k counters are taken: a 1 in the digit means nothing, a 2 one heap, a 4
    two heaps; a digit is what they add up to.

    >>> list(Octal(heaps=(3,), code="0.07").options((3,)))
    [(1,)]
    """

    heaps: tuple[int, ...] = parameter((10,), "how many counters each heap has", 0, items="numbers")
    code: str = attrs.field(
        default="0.77",
        converter=_code,
        metadata={"help": "the octal code; 0.77 is kayles, 0.07 Dawson's kayles, 0.007 treblecross"},
    )

    example = {"heaps": [10], "code": "0.77"}
    presets = {
        "Kayles": example,
        "Dawson's Kayles": {"heaps": [10], "code": "0.07"},
        "Treblecross": {"heaps": [10], "code": "0.007"},
    }

    def note(self) -> str:
        code = OctalCode.parse(self.code)
        digits = (code.digit(0), *code.digits)
        return code_words(digits, repeats=code.repeats) or f"take what the octal code {self.code} allows"

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return OctalCode.parse(self.code).options(heap)
