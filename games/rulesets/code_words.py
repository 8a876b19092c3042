"""Codes of take-and-break games in words, for people who play them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NUMBERS: Final = ("no heaps", "1 heap", "2 heaps", "3 heaps")

WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

LONGEST: Final = 48
"""The most letters that fit below a drawing."""


def code_words(digits: Sequence[int], *, repeats: bool) -> str | None:
    """Return what a code lets players do; None if it takes many words.

    Args:
        digits: what may be left if 0, 1, 2 … counters are taken: 1 for nothing, 2 for one heap, 4 for two, 8 for three.
        repeats: whether the last digit is that of all larger numbers.

    >>> code_words((0, 7, 7), repeats=False), code_words((0, 0, 3), repeats=True)
    ('take 1 or 2, leave at most 2 heaps', 'take 2 or more')
    >>> code_words((4, 3), repeats=False)
    'take 1; take nothing, leave 2 heaps'
    """
    taken: dict[int, list[str]] = {}
    for number, digit in enumerate(digits):
        if digit:
            taken.setdefault(digit, []).append(str(number) if number else "nothing")
    if repeats and digits[-1]:
        taken[digits[-1]].append("more")
    told = [f"take {any_of(numbers)}{_left(digit)}" for digit, numbers in sorted(taken.items())]
    words = "; ".join(told) or "take nothing"
    return words if len(words) <= LONGEST else None


def _left(digit: int) -> str:
    """Return what may be left: usually, it is nothing or one heap."""
    numbers = [number for number in range(len(NUMBERS)) if digit >> number & 1]
    if numbers == [0, 1]:
        return ""
    if numbers == list(range(len(numbers))) and len(numbers) > 1:
        return f", leave at most {NUMBERS[numbers[-1]]}"
    return f", leave {any_of([*map(str, numbers[:-1]), NUMBERS[numbers[-1]]])}"


def any_of(words: Sequence[str]) -> str:
    """Return words in a row, with "or" before the last one."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def number_word(number: int) -> str:
    """Return a small number in words, and a larger one in digits."""
    return WORDS[number - 1] if number <= len(WORDS) else str(number)
