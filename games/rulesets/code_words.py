"""Codes of take-and-break games in words, for people who play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LEFT: Final = ("nothing", "one heap", "two heaps", "three heaps")

LONGEST: Final = 110
"""The most letters that a code may take in words; its digits are told otherwise."""


def code_words(digits: Sequence[int], *, repeats: bool) -> str | None:
    """Return what a code lets players do; None if it takes many words.

    Args:
        digits: what may be left if 0, 1, 2 … counters are taken: 1 for nothing, 2 for one heap, 4 for two, 8 for three.
        repeats: whether the last digit is that of all larger numbers.

    >>> code_words((0, 7, 7), repeats=False), code_words((0, 0, 3), repeats=True)
    ('take 1 or 2 counters, and split the rest if you like', 'take 2 or more counters')
    >>> code_words((4, 3), repeats=False)
    'take 1 counter; or split it into two heaps'
    """
    taken: dict[int, list[str]] = {}
    for number, digit in enumerate(digits):
        if digit:
            taken.setdefault(digit, []).append(str(number))
    if repeats and digits[-1]:
        taken[digits[-1]].append("more")
    words = "; or ".join(_told(digit, numbers) for digit, numbers in sorted(taken.items())) or "do nothing"
    return words if len(words) <= LONGEST else None


def _told(digit: int, numbers: Sequence[str]) -> str:
    """Return the moves that take so many counters and leave what a digit allows: usually nothing or one heap."""
    left = any_of([heaps for number, heaps in enumerate(LEFT) if digit >> number & 1])
    if numbers == ["0"]:
        return f"split it into {left.replace(' heaps or', ' or')}"
    taking = f"take {any_of(numbers)} {'counter' if numbers == ['1'] else 'counters'}"
    more = {
        3: "",
        7: ", and split the rest if you like",
        15: ", and split the rest into up to three heaps if you like",
    }
    return taking + more.get(digit, f", and leave {left}")


def any_of(words: Sequence[str]) -> str:
    """Return words in a row, with "or" before the last one."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
