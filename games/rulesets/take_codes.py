"""Hexadecimal codes: how much may be taken from a heap, and into how many heaps the rest may be left."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from gamekit.errors import InputError

from .code_words import code_words

_CODE = re.compile(r"([048C])?\.([0-9A-F]+)(\.\.\.)?")

MOST_HEAPS = 3
"""The largest number of heaps that a move may leave of one."""


@attrs.frozen
class TakeCode:
    """The rules of a take-and-break game, in which a digit may also allow three heaps, as octal digits cannot.

    Digit k after the point is a sum that says what a player who takes k counters may leave: 1 for nothing, 2 for one
    heap, 4 for two heaps and 8 for three; A to F are 10 to 15. The digit before the point is about moves that take
    nothing. If three dots follow, the last digit repeats for ever.

    Attributes:
        digits: the digits, from the one before the point on.
        repeats: whether the last digit repeats for ever.

    >>> list(TakeCode.parse("0.3F").options(5))
    [(4,), (3,), (1, 2), (1, 1, 1)]
    """

    digits: tuple[int, ...]
    repeats: bool

    @classmethod
    def parse(cls, text: str) -> TakeCode:
        """Return the code that a string spells.

        Raises:
            InputError: `text` spells no code.
        """
        match = _CODE.fullmatch(text) if isinstance(text, str) else None
        if not match:
            raise InputError(
                "a hexadecimal code must be 0, 4, 8 or C, a point, and digits from 0 to 9 or A to F, such as 0.3F; it "
                f"is {text!r}"
            )
        digits = f"{match[1] or 0}{match[2]}"
        return cls(tuple(int(digit, 16) for digit in digits), bool(match[3]))

    def __str__(self) -> str:
        """Return the code in words, or else its digits in hexadecimal notation."""
        first, *others = (f"{digit:X}" for digit in self.digits)
        told = code_words(self.digits, repeats=self.repeats)
        return told or f"take what the hexadecimal code {first}.{''.join(others)} allows"

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that each move leaves of a heap, in ascending order."""
        for taken in range(heap + 1 if self.repeats else min(heap + 1, len(self.digits))):
            digit = self.digits[min(taken, len(self.digits) - 1)]
            for heaps in range(MOST_HEAPS + 1):
                if digit >> heaps & 1:
                    yield from _divided(heap - taken, heaps, 1)


def _divided(counters: int, heaps: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to divide counters into so many heaps, in ascending order, the smallest of `least` or more."""
    if heaps == 0:
        if counters == 0:
            yield ()
    elif heaps == 1:
        if counters >= least:
            yield (counters,)
    else:
        for first in range(least, counters // heaps + 1):
            for others in _divided(counters - first, heaps - 1, first):
                yield first, *others
