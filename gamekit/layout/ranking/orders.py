"""Orders: the permutations of the numbers from 0 to n - 1, all of them or those of one parity.

Numbers are those of the lexicographic order (D. H. Lehmer, "Teaching combinatorial tricks to a computer", 1960).
W. Myrvold and F. Ruskey, "Ranking and unranking permutations in linear time", 2001, need fewer steps for large n, but
an array. For n up to 16, the numbers that are left fit into the bits of a word, and population counts do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import compress, permutations
from math import factorial
from typing import ClassVar, Final

from gamekit.layout.ranking.base import Argument, Function, Ranking
from gamekit.layout.ranking.words import item, lowest, population

MOST_WORDS: Final = 1 << 13
"""Orders are found in a table if there are at most this many."""


def nth_left(left: int, number: int) -> int:
    """Return the member of the set `left`, given in bits, that has `number` members below it.

    >>> nth_left(0b10110, 1)
    2
    """
    for _ in range(number):
        left &= left - 1
    return lowest(left)


def rank_order(word: int, n: int, width: int) -> int:
    """Return the number of an order; the arguments are those of `Orders`."""
    mask = (1 << width) - 1
    rank = 0
    seen = 0
    for i in range(n - 1):
        value = word >> width * (n - 2 - i) & mask
        rank = rank * (n - i) + value - population(seen & ((1 << value) - 1))
        seen |= 1 << value
    return rank


def nth_order(rank: int, n: int, width: int, units: Sequence[int], words: Sequence[int]) -> int:
    """Return the order with this number: the inverse of `rank_order`."""
    if len(words) > 0:
        return item(words, rank)
    left = (1 << n) - 1
    word = 0
    for i in range(n - 1):
        digit = rank // item(units, i)
        rank -= digit * item(units, i)
        value = nth_left(left, digit)
        left ^= 1 << value
        word = word << width | value
    return word


class Orders(Ranking):
    """All orders of the numbers from 0 to n - 1.

    The word holds all numbers but the last, which the others determine; the first is in the highest bits.

    Args:
        n: the number of numbers, up to 16.

    >>> orders = Orders(3)
    >>> orders.size, [orders.rank(word) for word in (0b0001, 0b0010, 0b1001)]
    (6, [0, 1, 5])
    """

    ranked: ClassVar[Function] = rank_order
    unranked: ClassVar[Function] = nth_order
    helpers = (nth_left,)

    def __init__(self, n: int) -> None:
        self.n = n
        self.width = max((n - 1).bit_length(), 1)
        self.bits = (n - 1) * self.width
        self.size = factorial(n)

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        return {
            "n": self.n,
            "width": self.width,
            "units": [factorial(self.n - 1 - i) for i in range(self.n - 1)],
            "words": self._words() if self.size <= MOST_WORDS else [],
        }

    def contents(self) -> Iterator[tuple[int, ...]]:
        return permutations(range(self.n))

    def _words(self) -> list[int]:
        words = [0] * self.size
        for number, order in enumerate(permutations(range(self.n))):
            for value in order[:-1]:
                words[number] = words[number] << self.width | value
        return words


def rank_half(word: int, n: int, width: int, units: Sequence[int]) -> int:
    """Return the number of an order; the arguments are those of `HalfOrders`."""
    mask = (1 << width) - 1
    rank = 0
    seen = 1
    base = n - 1
    zero = n - 1
    for i in range(n - 1):
        value = word >> width * (n - 2 - i) & mask
        if value == 0:
            zero = i
        elif base > 2:  # the last two follow from the parity
            rank = rank * base + value - population(seen & ((1 << value) - 1))
            seen |= 1 << value
            base -= 1
    return zero * item(units, 0) + rank


def nth_half(rank: int, n: int, width: int, odd: Sequence[int], units: Sequence[int]) -> int:
    """Return the order with this number: the inverse of `rank_half`."""
    zero = rank // item(units, 0)
    rank -= zero * item(units, 0)
    parity = item(odd, zero) + zero  # of the others: 0 exchanged its place with this many
    left = (1 << n) - 2
    others = 0
    for i in range(1, n - 2):
        digit = rank // item(units, i)
        rank -= digit * item(units, i)
        parity += digit
        value = nth_left(left, digit)
        left ^= 1 << value
        others = others << width | value
    first = nth_left(left, parity & 1)
    others = (others << width | first) << width | lowest(left ^ 1 << first)
    low = (1 << width * (n - 1 - zero)) - 1  # the numbers after 0; the last one is left out
    return others & ~low | (others & low) >> width


class HalfOrders(Orders):
    """The orders of one parity, which may depend on where 0 stands, as in sliding puzzles.

    An order is odd if an odd number of exchanges of two numbers leads to it from the ascending order. The word is that
    of `Orders`.

    Args:
        n: the number of numbers, from 3 to 16.
        odd: for each place, whether the orders with 0 there are odd.

    >>> even = HalfOrders(3, [False] * 3)
    >>> even.size, [bin(even.unrank(number)) for number in range(3)]
    (3, ['0b1', '0b1000', '0b110'])
    """

    ranked = rank_half
    unranked = nth_half

    def __init__(self, n: int, odd: Sequence[bool]) -> None:
        super().__init__(n)
        self.odd = odd
        self.size //= 2

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        units = [factorial(self.n - 1 - i) // 2 for i in range(self.n - 1)]
        return {"n": self.n, "width": self.width, "odd": list(map(int, self.odd)), "units": units}

    def contents(self) -> Iterator[tuple[int, ...]]:
        parities = _parities(self.n - 1)
        for zero, odd in enumerate(self.odd):
            parity = (odd + zero) % 2  # of the others: 0 exchanged its place with this many
            fits = (other == parity for other in parities)
            for order in compress(permutations(range(1, self.n)), fits):
                yield (*order[:zero], 0, *order[zero:])


def _parities(n: int) -> list[int]:
    """Return, for each order of n numbers, in ascending order, 1 if it is odd and 0 if it is even.

    >>> _parities(3)
    [0, 1, 1, 0, 0, 1]
    """
    parities = [0]
    for first in range(2, n + 1):
        parities = [(value + parity) % 2 for value in range(first) for parity in parities]
    return parities
