"""Checks that one form is the atomic weight of another, from the options of forms alone.

An all-small game G has the weight A if ↓ ≤ G - A·↑ + ☆ ≤ ↑, where ☆ is a nim heap that is far: larger than any that a
follower of these sums is worth. There is exactly one such A. A·↑ is the Norton product: n·↑ is a sum of ups for an
integer n, and {A'·↑ + ⇑* | A''·↑ + ⇓*} for all other forms A with options A' and A''. Source: A. Siegel, "Combinatorial
Game Theory", 2013, section II.7.

Each sum is solved beside all nim heaps at once: the heaps beside which a player loses it follow from those beside which
the players lose its options. From some size on, all heaps give the same result; these are far. ⇑* is two ups and a
star, ups and downs cancel, and a star is added to the heap; so a sum is a game, a product and a number of ups.

A weight follows from those of the options, less or plus 2; so the weight of a game born by day n is born by day 3n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from gamekit.cgt.partizan.comparison import Forms
from gamekit.cgt.partizan.form_facts import birthday_of, followers_of, numbers_among
from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.time_limit import require_time

Heaps: TypeAlias = int
"""A set of nim heaps: heap m is in it if bit m is set. A negative integer has all heaps from some size on."""

Sum: TypeAlias = tuple[int, int | None, int]
"""The sum G - A·↑ + n·↑: the number of the form G; that of A, or None if A is an integer, which n includes; and n."""


def fault_of_weight(forms: Forms, number: int, weight: int) -> str | None:
    """Return why the form `weight` is not the atomic weight of the form `number`; None if it is.

    All forms must be canonical.
    """
    for form in followers_of((number,), forms):
        left, right = forms[form]
        if bool(left) != bool(right):
            return f"form {number} is not all small: in form {form}, one player alone can move"
    if birthday_of(weight, forms) > 3 * birthday_of(number, forms):
        return f"form {weight} is too large to be the atomic weight of form {number}"
    sums = _WeightSums(forms, number, weight)
    if sums.loses_beside_far(LEFT, -1) and sums.loses_beside_far(RIGHT, 1):
        return None
    return f"form {weight} is not the atomic weight of form {number}"


class _WeightSums:
    """The followers of the sums G - A·↑ ± ↑, and the nim heaps beside which the first player loses them."""

    def __init__(self, forms: Forms, number: int, weight: int) -> None:
        self._forms = forms
        self._number = number
        self._weight = weight
        self._order = followers_of((weight,), forms)
        numbers = numbers_among(self._order, forms)
        self._integers = {form: int(value) for form, value in numbers.items() if value.denominator == 1}
        self._lost: dict[Sum, tuple[Heaps, Heaps]] = {}
        games = followers_of((number,), forms)
        ranges = self._ranges()
        for product in (None, *self._order):
            for ups in sorted(ranges.get(product, ()), key=abs):
                require_time()
                for game in games:
                    self._solve((game, product, ups))

    def loses_beside_far(self, player: int, ups: int) -> bool:
        """Return whether a player who moves first loses G - A·↑ + ups·↑ + ☆, where ups is 1 or -1."""
        return self._lost[self._sum(self._number, self._weight, ups)][player] < 0

    def _sum(self, game: int, factor: int, ups: int) -> Sum:
        """Return the sum of a game and ups, less the product of up and a factor, which may be an integer."""
        if factor in self._integers:
            return game, None, ups - self._integers[factor]
        return game, factor, ups

    def _ranges(self) -> dict[int | None, range]:
        """Return, for each product, the range of the numbers of ups that occur beside it."""
        ranges: dict[int | None, range] = {}

        def widen(factor: int, ups: int) -> None:
            _, product, ups = self._sum(self._number, factor, ups)
            old = ranges.get(product, range(1))
            ranges[product] = range(min(old.start, ups), max(old.stop, ups + 1))

        widen(self._weight, -1)
        widen(self._weight, 1)
        for form in reversed(self._order):
            if form in ranges:
                for ups in (ranges[form][0], ranges[form][-1]):
                    for side, change in ((LEFT, -2), (RIGHT, 2)):
                        for option in self._forms[form][side]:
                            widen(option, ups + change)
        return ranges

    def _solve(self, total: Sum) -> None:
        """Store the heaps beside which each player loses a sum by moving first; those of all its options are known.

        Let l be the least heap beside which no option in the sum wins for Left, and r that for Right. By a move in the
        heap, a player wins if the other one loses beside a smaller heap. So if l < r, Left loses beside l and Right
        beside none; if l = r, both lose beside this heap alone, which is what the sum is worth.
        """
        left, right = ~self._union(total, LEFT), ~self._union(total, RIGHT)
        left_least, right_least = left & -left, right & -right
        if left_least == right_least:
            self._lost[total] = left_least, right_least
        elif not right_least or 0 < left_least < right_least:
            self._lost[total] = left, 0
        else:
            self._lost[total] = 0, right

    def _union(self, total: Sum, player: int) -> Heaps:
        """Return the heaps beside which a player wins by a move in the sum."""
        union = 0
        for option, star in self._options(total, player):
            heaps = self._lost[option][1 - player]
            union |= _with_star(heaps) if star else heaps
        return union

    def _options(self, total: Sum, player: int) -> Iterator[tuple[Sum, bool]]:
        """Yield a player's options in a sum, each with whether a star is added to it."""
        game, product, ups = total
        for option in self._forms[game][player]:
            yield (option, product, ups), False
        if product is not None:
            for option in self._forms[product][1 - player]:
                yield self._sum(game, option, ups + 2 if player == LEFT else ups - 2), True
        if ups > 0:
            yield (game, product, ups - 1), player == RIGHT
        elif ups < 0:
            yield (game, product, ups + 1), player == LEFT


def _with_star(heaps: Heaps) -> Heaps:
    """Return the heaps that these become beside a star: 2m and 2m + 1 are exchanged."""
    if heaps < 0:
        return ~_with_star(~heaps)
    even = (1 << (heaps.bit_length() + 1 & ~1)) // 3
    return (heaps & even) << 1 | heaps >> 1 & even
