"""Templates: texts of positions that depend on numbers, such as the heaps `2 {n}` or a board of m rows of n squares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import prod
from typing import Final

import attrs

from gamekit.errors import InputError

LONGEST_POSITION: Final = 100_000

_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_NUMBER: Final = re.compile(r"(?=.)(\d{0,6})(?:([a-z])(?:([+-])(\d{1,6}))?)?")


@attrs.frozen
class Template:
    """A text with fields in braces, each of which depends on numbers called by a letter.

    `{n}`, `{n+1}`, `{2n-1}` are numbers; `{n*.}` is n dots; `{m*n*.}` is m rows of n dots, split by `|`, `{2*n*.}` two.

    Attributes:
        text: the text with its fields.

    >>> Template("2 {2n+1}").filled({"n": 3}), Template("{m*n*.}").filled({"m": 2, "n": 3})
    ('2 7', '...|...')
    """

    text: str

    def __attrs_post_init__(self) -> None:
        for field in _FIELD.findall(self.text):
            *numbers, text = [*field.split("*", 2), "."] if "*" not in field else field.split("*", 2)
            if not text or not all(map(_NUMBER.fullmatch, numbers)):
                raise InputError(
                    f"a field of a position must be {{n}}, {{2n+1}}, {{n*TEXT}} or {{m*n*SIGN}}; it is {{{field}}} in "
                    f"{self.text!r}"
                )

    @property
    def letters(self) -> list[str]:
        """The letters of the numbers, in the order in which they occur."""
        fields = (field.split("*", 2) for field in _FIELD.findall(self.text))
        numbers = (_NUMBER.fullmatch(number) for parts in fields for number in (parts[:-1] or parts))
        return list(dict.fromkeys(number[2] for number in numbers if number and number[2]))

    def filled(self, numbers: Mapping[str, int]) -> str:
        """Return the text for these numbers, by letter.

        Raises:
            InputError: a number in it would be negative, or the text too long.
        """
        return _FIELD.sub(lambda field: self._filled(field[1], numbers), self.text)

    def _filled(self, field: str, numbers: Mapping[str, int]) -> str:
        *counts, text = field.split("*", 2)
        if not counts:
            return str(self._number(text, numbers))
        factors = [self._number(count, numbers) for count in counts]
        if prod(factors) * len(text) > LONGEST_POSITION:
            raise InputError(
                f"a position may have at most {LONGEST_POSITION:,} letters; {{{field}}} gives more"
            )
        return "|".join([text * factors[1]] * factors[0]) if len(factors) == 2 else text * factors[0]

    def _number(self, written: str, numbers: Mapping[str, int]) -> int:
        shape = _NUMBER.fullmatch(written)
        assert shape is not None  # as the constructor has seen
        times, letter, sign, more = shape.groups()
        number = int(times or 1) * (numbers[letter] if letter else 1) + int(f"{sign or ''}{more or 0}")
        if number < 0:
            assignment = f"{letter} = {numbers[letter]}"
            raise InputError(f"a number in {self.text!r} must be at least 0; it is {number} for {assignment}")
        return number
