"""Codes of coin-turning games: how many coins a move turns, and whether they are neighbours."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final

import attrs

from gamekit.errors import InputError
from gamekit.game.number_words import in_words

from .code_words import any_of

_CODE = re.compile(r"([1-9]\d{0,2})(?:-([1-9]\d{0,2})|(\+))?(C)?")


@attrs.frozen
class CoinCode:
    """Which coins a move may turn, beside the rule that the one farthest to the right goes from heads to tails.

    Attributes:
        least: the least number of coins.
        most: the largest number of coins; None if any number may be turned.
        are_neighbours: whether the coins must be neighbours, without a gap.

    >>> list(CoinCode.parse("1-2").others(3)), list(CoinCode.parse("1+C").others(3))
    ([(), (1,), (2,)], [(), (2,), (1, 2)])
    """

    least: int
    most: int | None
    are_neighbours: bool

    @classmethod
    def parse(cls, text: str) -> CoinCode:
        """Return the code that a string spells.

        Raises:
            InputError: `text` spells no code.
        """
        match = _CODE.fullmatch(text) if isinstance(text, str) else None
        if not match or (match[2] and int(match[2]) < int(match[1])):
            raise InputError(
                "a code is the numbers of coins that a move turns, such as 3, 1-3 or 1+ for any number, and a C if "
                f"they must be neighbours, as in 1+C; it is {text!r}"
            )
        least = int(match[1])
        most = None if match[3] else int(match[2] or least)
        return cls(least, most, bool(match[4]))

    def __str__(self) -> str:
        """Return what a move turns, in words.

        >>> [str(CoinCode.parse(code)) for code in ("1-3", "3", "1+C", "2+")]
        ['one, two or three coins', 'three coins', 'any number of neighbouring coins', 'two or more coins']
        """
        if self.most is None:
            number = "any number of" if self.least == 1 else f"{in_words(self.least)} or more"
        else:
            number = any_of([*map(in_words, range(self.least, self.most + 1))])
        coins = "coin" if self.most == 1 else "coins"
        return f"{number} {'neighbouring ' if self.are_neighbours else ''}{coins}"

    @property
    def beside(self) -> str:
        """What a move turns beside the coin that goes to tails, in words; nothing if that is all.

        >>> [CoinCode.parse(code).beside for code in ("1-3", "3", "1+C", "1")]
        ['up to two coins at its left', 'two coins at its left', 'any number of coins at its left without a gap', '']
        """
        least = self.least - 1
        if self.most is None:
            number = f"{in_words(least)} or more" if least else "any number of"
        elif not least:
            number = f"up to {in_words(self.most - 1)}"
        else:
            number = any_of([*map(in_words, range(least, self.most))])
        coins = "coin" if self.most == 2 else "coins"
        gap = " without a gap" if self.are_neighbours else ""
        return "" if self.most == 1 else f"{number} {coins} at its left{gap}"

    def others(self, place: int) -> Iterator[tuple[int, ...]]:
        """Yield the coins that a move may turn together with the one at a place, which counts from 1, at its right."""
        most = place if self.most is None else min(self.most, place)
        for number in range(self.least - 1, most):
            if self.are_neighbours:
                yield tuple(range(place - number, place))
            else:
                yield from combinations(range(1, place), number)


MOST_COINS: Final = 9
"""The largest number of coins that are drawn on one place."""


def explaining_doubles(prompts: Sequence[str], heads: Collection[object]) -> list[str]:
    """Return the prompts of a position, after why several coins lie on a place, if that is so anywhere.

    >>> explaining_doubles(["Choose a coin."], (2, 2))
    ['A coin that is turned to heads twice becomes two. Choose a coin.']
    """
    first, *others = prompts
    are_doubles = len({*heads}) < len(heads)
    return [f"{'A coin that is turned to heads twice becomes two. ' * are_doubles}{first}", *others]


def coins(heads: int) -> list[str]:
    """Return the looks of the coins at a place: one that shows tails, or as many as it was turned to heads.

    >>> coins(0), coins(2)
    (['grey T'], ['yellow H', 'yellow H'])
    """
    return ["yellow H"] * min(heads, MOST_COINS) or ["grey T"]
