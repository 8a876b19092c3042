"""Numbers in words, as people write them in sentences."""

from __future__ import annotations

from typing import Final

_NUMBERS: Final = [
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
]
_ORDINALS: Final = [
    *("", "first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
]


def in_words(number: int) -> str:
    """Return a number as people write it in sentences: small ones in words.

    >>> in_words(3), in_words(30)
    ('three', '30')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """Return the place that a number gives, in words up to twelve.

    >>> ordinal(3), ordinal(22), ordinal(112)
    ('third', '22nd', '112th')
    """
    if number < len(_ORDINALS):
        return _ORDINALS[number]
    return f"{number}{'th' if number // 10 % 10 == 1 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
