"""The names of elements of a misère quotient: products of generators, each with a letter, as in ab²."""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Final

IDENTITY_WORD: Final = "1"

_LETTER: Final = re.compile(r"g[0-9]+\.|[a-z]")
_FACTOR: Final = re.compile(rf"({_LETTER.pattern})([⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,9}})?")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = {raised: digit for digit, raised in _RAISED.items()}


def letter(number: int) -> str:
    """Return the letter of the generator with a number; from 26 on, the letter is g, the number and a point.

    >>> letter(1), letter(26)
    ('b', 'g26.')
    """
    return ascii_lowercase[number] if number < len(ascii_lowercase) else f"g{number}."


def is_letter(text: str) -> bool:
    """Return whether a string is the letter of a generator."""
    return _LETTER.fullmatch(text) is not None


def word(copies: Mapping[str, int]) -> str:
    """Return the word for a product, given the number of copies of each generator.

    >>> word({"a": 1, "b": 2}), word({})
    ('ab²', '1')
    """
    factors = (name + (str(times).translate(_RAISED) if times > 1 else "") for name, times in copies.items())
    return "".join(factors) or IDENTITY_WORD


def factors_of(text: str) -> list[tuple[str, int]] | None:
    """Return the generators in a word, and how many copies there are of each; None if it is no word.

    >>> factors_of("ab²"), factors_of("1"), factors_of("42")
    ([('a', 1), ('b', 2)], [], None)
    """
    if text == IDENTITY_WORD:
        return []
    factors, at = [], 0
    while match := _FACTOR.match(text, at):
        factors.append((match[1], int(match[2].translate(_LOWERED)) if match[2] else 1))
        at = match.end()
    return factors if factors and at == len(text) else None
