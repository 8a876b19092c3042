"""`MenRanking`: the placements of a few men of changing kinds, numbered class by class without gaps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import accumulate, groupby
from math import comb, prod
from typing import Final

from gamekit.layout.ranking.base import Argument, Ranking
from gamekit.layout.ranking.words import class_at, item

SQUARES: Final = 64
"""The number of squares for which each kind has values: a man of kind k on square q has the value 64·k + q."""

Row = tuple[int, ...]
"""The sort of each man but the two leading ones: a number for the values that it may have."""


def rank_men(
    word: int,
    width: int,
    men: int,
    base: int,
    sort_of: Sequence[int],
    class_of: Sequence[int],
    starts: Sequence[int],
    pair_units: Sequence[int],
    pairs: Sequence[int],
    pairs_of: Sequence[int],
    shares: Sequence[int],
) -> int:
    """Return the number of a placement, -1 if it has none; see `MenRanking.arguments` for the arguments."""
    mask = (1 << width) - 1
    row = 0
    for i in range(men):
        row = row * base + item(sort_of, word >> width * (men - 1 - i) & mask)
    number = item(class_of, row)
    if number < 0:
        return -1
    lead = word >> width * men
    pair = item(pairs, item(pairs_of, number) * 4096 + (lead >> width) * 64 + (lead & mask))
    if pair < 0:
        return -1
    rank = item(starts, number) + pair * item(pair_units, number)
    for i in range(men):
        share = item(shares, (number * men + i) * 64 + (word >> width * (men - 1 - i) & 63))
        if share < 0:
            return -1
        rank += share
    return rank


def nth_men(
    rank: int,
    width: int,
    men: int,
    starts: Sequence[int],
    pair_units: Sequence[int],
    leads: Sequence[int],
    lead_starts: Sequence[int],
    pairs_of: Sequence[int],
    units: Sequence[int],
    orders: Sequence[int],
    values: Sequence[int],
    stride: int,
    binomials: Sequence[int],
) -> int:
    """Return the placement with this number: the inverse of `rank_men`."""
    number = class_at(starts, rank)
    rank -= item(starts, number)
    unit = item(pair_units, number)
    pair = rank // unit
    rank -= pair * unit
    word = item(leads, item(lead_starts, item(pairs_of, number)) + pair) << width * men
    below = 0
    digit = 0
    for j in range(men):
        i = men - 1 - j
        order = item(orders, number * men + i)
        unit = item(units, number * men + i)
        if order == 1:
            if j == 0 or item(orders, number * men + i + 1) != 2:
                below = rank // unit
                rank -= below * unit
            digit = below
        else:
            if j == 0 or item(orders, number * men + i + 1) != order + 1:
                below = rank // unit
                rank -= below * unit
                digit = stride - 1
            digit -= 1
            while item(binomials, order * stride + digit) > below:
                digit -= 1
            below -= item(binomials, order * stride + digit)
        word |= item(values, (number * men + i) * 64 + digit) << width * (men - 1 - i)
    return word


class MenRanking(Ranking):
    """The placements of two leading men, which are always there, and of others, whose sorts depend on the class.

    A word holds a value for each man, the leading ones first, each in `width` bits. Neighbouring men of one sort and
    one owner are exchangeable: their values ascend.

    Args:
        width: the number of bits of a value.
        owners: the owner of each man without the leading ones.
        sorts: the values of each sort, ascending, by owner. A value is in the same sort, whoever owns it.
        classes: the sorts of the men in each class. Each class is numbered after the one before.
        pairs: lists of squares of the leading men.
        pairs_of: the index in `pairs` of the list of each class.

    >>> sorts = [[(64, 65, 66), (128,)]]  # men of kind 1 on three squares; or taken
    >>> ranking = MenRanking(8, (0, 0), sorts, [(0, 0), (0, 1)], [[(0, 1), (1, 0)]], [0, 0])
    >>> ranking.size, ranking.rank(1 << 16 | 64 << 8 | 65), [ranking.unrank(n) & 255 for n in range(3)]
    (12, 0, [65, 66, 66])
    """

    ranked = rank_men
    unranked = nth_men
    helpers = (class_at,)

    def __init__(
        self,
        width: int,
        owners: Sequence[int],
        sorts: Sequence[Sequence[Sequence[int]]],
        classes: Sequence[Row],
        pairs: Sequence[Sequence[tuple[int, int]]],
        pairs_of: Sequence[int],
    ) -> None:
        self.width, self.men, self.classes = width, len(owners), classes
        self.bits = width * (self.men + 2)
        self._sorts, self._pairs, self._pairs_of = sorts, pairs, pairs_of
        self._values = [[sorts[owner][i] for owner, i in zip(owners, row, strict=True)] for row in classes]
        self._runs = [
            [
                list(run)
                for _, run in groupby(range(self.men), key=list(zip(owners, row, strict=True)).__getitem__)
            ]
            for row in classes
        ]
        self._ways = [
            [self._choices(values[run[0]], len(run)) for run in runs]
            for values, runs in zip(self._values, self._runs, strict=True)
        ]
        sizes = [len(pairs[p]) * prod(ways) for p, ways in zip(pairs_of, self._ways, strict=True)]
        self.starts = list(accumulate(sizes, initial=0))
        self.size = self.starts[-1]

    @staticmethod
    def _choices(values: Sequence[int], men: int) -> int:
        """Return the number of ways to choose different values; men that are taken have the same one."""
        return comb(len(values), men) if len(values) > 1 else 1

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """The arguments of the functions.

        `sort_of` has the sort of each value. The class of a placement is at the number whose digits, to the base
        `base`, are the sorts of the men, in `class_of`. `starts` has the first number of each class, `pair_units` the
        number of ways to place the men beside the leading ones, and `pairs_of` its list of leading men. In the list p,
        two leading men on squares a and b have the number at p·4096 + a·64 + b of `pairs`, and number n has the word at
        `lead_starts[p]` + n of `leads`. Man i of class c has its further numbers at c·men + i: in `units` what each of
        the ways to place its run of like men adds, and in `orders` its number in the run, from 1, or 1 if its sort has
        a single value. Of 64 entries each, `shares` has what its square adds, and `values` its values by their numbers.
        C(n, k) is at k·`stride` + n of `binomials`.
        """
        men, base = self.men, max(map(len, self._sorts))
        sort_of = [0] * (1 << self.width)
        for sorts in self._sorts:
            for sort, listed in enumerate(sorts):
                for value in listed:
                    sort_of[value] = sort
        class_of = [-1] * base**men
        for number, row in enumerate(self.classes):
            class_of[reduce(lambda index, sort: index * base + sort, row, 0)] = number
        pairs = [-1] * 4096 * len(self._pairs)
        for p, listed_pairs in enumerate(self._pairs):
            for number, (one, other) in enumerate(listed_pairs):
                pairs[p * 4096 + one * SQUARES + other] = number
        units, orders, shares, values = list[int](), list[int](), list[int](), list[int]()
        for of_men, runs, ways in zip(self._values, self._runs, self._ways, strict=True):
            for r, run in enumerate(runs):
                unit = prod(ways[:r])
                for order, i in enumerate(run, 1):
                    is_single = len(of_men[i]) == 1
                    share = [-1] * SQUARES
                    for digit, value in enumerate(of_men[i]):
                        share[value % SQUARES] = 0 if is_single else comb(digit, order) * unit
                    shares += share
                    units.append(unit)
                    orders.append(1 if is_single else order)
                    values += [*of_men[i], *[0] * (SQUARES - len(of_men[i]))]
        return {
            "width": self.width,
            "men": men,
            "base": base,
            "sort_of": sort_of,
            "class_of": class_of,
            "starts": self.starts,
            "pair_units": list(map(prod, self._ways)),
            "pairs": pairs,
            "pairs_of": list(self._pairs_of),
            "shares": shares,
            "leads": [one << self.width | other for listed in self._pairs for one, other in listed],
            "lead_starts": list(accumulate(map(len, self._pairs), initial=0)),
            "units": units,
            "orders": orders,
            "values": values,
            "stride": SQUARES + 1,
            "binomials": [comb(n, k) for k in range(men + 1) for n in range(SQUARES + 1)],
        }
