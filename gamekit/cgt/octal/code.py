"""Octal codes: how much may be taken from a heap, and how the rest may be left (Guy and Smith 1956)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from gamekit.errors import InputError

LEAVE_NOTHING: Final = 1
LEAVE_ONE: Final = 2
LEAVE_TWO: Final = 4

_CODE: Final = re.compile(r"([04])?\.([0-7]+)(\.\.\.|…)?")

_HEXADECIMAL: Final = re.compile(r"[048C]?\.[0-9A-F]+(\.\.\.)?")


@attrs.frozen
class OctalCode:
    """The rules of a take-and-break game.

    Each digit is a sum of 1, 2 and 4. A player who takes k counters may leave nothing of the heap if digit k after the
    point includes 1, one heap if it includes 2, and two heaps if it includes 4. A 4 before the point lets a player
    split a heap and take nothing. If three dots follow, the last digit repeats for ever.

    Attributes:
        splits: whether a heap may be split, and nothing taken.
        digits: the digits after the point, without zeros at the end.
        repeats: whether the last digit repeats for ever.

    >>> OctalCode.parse("0.77").digit(2), OctalCode.parse("0.77").digit(3), OctalCode.parse("4.3...").digit(9)
    (7, 0, 3)
    """

    splits: bool
    digits: tuple[int, ...]
    repeats: bool = False

    @classmethod
    def parse(cls, text: str) -> OctalCode:
        """Return the code that a string spells, such as "0.77" or "4.3...".

        Raises:
            InputError: `text` spells no code.
        """
        match = _CODE.fullmatch(text)
        if not match:
            rule = "an octal code must be 0 or 4, a point, and digits from 0 to 7, such as 0.77 or 4.3..."
            other = (
                f"; for digits up to F, use take-and-break -p code={text}"
                if _HEXADECIMAL.fullmatch(text)
                else ""
            )
            raise InputError(f"{rule}; it is {text!r}{other}")
        digits = match[2] if match[3] else match[2].rstrip("0")
        return cls(match[1] == "4", tuple(map(int, digits)), bool(match[3]) and digits[-1] != "0")

    @staticmethod
    def is_meant(text: str) -> bool:
        """Return whether a text in place of a ruleset's name is an octal code, rightly spelled or not."""
        return re.fullmatch(r"[\d.][^:/]*", text) is not None

    def digit(self, taken: int) -> int:
        """Return the digit for `taken` counters, which says what may be left; for 0, 4 if the heap may be split."""
        if taken == 0:
            return LEAVE_TWO if self.splits else 0
        if taken <= len(self.digits):
            return self.digits[taken - 1]
        return self.digits[-1] if self.repeats else 0

    def most_taken(self, heap: int) -> int:
        """Return the largest number of counters that a player could take from a heap of this size."""
        return heap if self.repeats else min(heap, len(self.digits))

    def options(self, heap: int) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that each move leaves of a heap, the smaller one first.

        >>> sorted(OctalCode.parse("0.77").options(3))
        [(1,), (1, 1), (2,)]
        """
        for taken in range(self.most_taken(heap) + 1):
            digit, left = self.digit(taken), heap - taken
            if digit & LEAVE_NOTHING and left == 0:
                yield ()
            if digit & LEAVE_ONE and left > 0:
                yield (left,)
            if digit & LEAVE_TWO:
                yield from ((small, left - small) for small in range(1, left // 2 + 1))

    def __str__(self) -> str:
        dots = "..." if self.repeats else ""
        return f"{'4' if self.splits else '0'}.{''.join(map(str, self.digits)) or '0'}{dots}"
