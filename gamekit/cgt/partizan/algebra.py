"""`Algebra`: what a short game is asked, and what is made of it, as its methods.

Sources: E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapters 6 to 9; J. Conway, "On Numbers and Games", 1976,
chapter 14; A. Siegel, "Combinatorial Game Theory", 2013, chapter II.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan import atomic_weight as weights
from gamekit.cgt.partizan.game_text import Shown
from gamekit.cgt.partizan.order import F, Form, at_most
from gamekit.cgt.partizan.reduced import reduced_canonical_form
from gamekit.cgt.partizan.thermographs import Thermograph, birthday, followers, is_integer, thermographs
from gamekit.errors import InputError, LimitError


class Algebra(Shown):
    """The methods of a canonical form that need nothing but its options and its arithmetic."""

    __slots__ = ()

    @property
    def left_options(self: F) -> tuple[F, ...]:
        """Left's canonical options."""
        return self.left

    @property
    def right_options(self: F) -> tuple[F, ...]:
        """Right's canonical options."""
        return self.right

    @property
    def outcome(self: F) -> OutcomeClass:
        """The outcome class."""
        zero = self.of(0)
        return OutcomeClass.of(left_first=not at_most(self, zero), right_first=at_most(zero, self))

    @property
    def mean(self: F) -> Fraction:
        """The mean value: the average worth of a copy among many."""
        return thermographs(self)[self].mean

    @property
    def temperature(self: F) -> Fraction:
        """The temperature."""
        return thermographs(self)[self].temperature

    @property
    def birthday(self: F) -> int:
        """The birthday: the depth of the canonical form."""
        return birthday(self)

    @property
    def reduced(self: F) -> F:
        """The reduced canonical form: the simplest game that differs from this one by an infinitesimal."""
        return reduced_canonical_form(self)

    @property
    def is_infinitesimal(self: Form) -> bool:
        """Whether the game is between all negative numbers and all positive ones."""
        return not any(self.stops)

    @property
    def is_all_small(self: Form) -> bool:
        """Whether in each follower either both players can move or neither can."""
        return weights.is_all_small(self)

    @property
    def atomic_weight(self: F) -> F:
        """The atomic weight: how many ups the game is worth; raises `UnsupportedError` if it is not atomic."""
        return weights.atomic_weight(self)

    def thermograph(self: F) -> Thermograph:
        """Return the thermograph, which a notebook draws."""
        return thermographs(self)[self]

    def __float__(self: Form) -> float:
        """Return the number that the game equals.

        Raises:
            InputError: the game is not a number.
            LimitError: the number is beyond those that a float can hold.
        """
        if self.value is None:
            raise InputError(f"only a number can become a float, and {self} is not a number; its mean is one")
        try:
            return float(self.value)
        except OverflowError:
            raise LimitError(
                "a float holds numbers up to about 1.8e308, and the number that this game equals, of "
                f"{int(self.value).bit_length():,} binary digits, is beyond; its value is the exact number"
            ) from None

    def __int__(self: Form) -> int:
        """Return the integer that the game equals.

        Raises:
            InputError: the game is not an integer.
        """
        if not is_integer(self):
            raise InputError(f"only an integer can become an int, and {self} is not an integer")
        return int(self.stops[0])

    # --- temperature theory ------------------------------------------------------------------------------------------

    def cool(self: F, by: Any) -> F:
        """Return the game cooled by a dyadic number of at least 0, which each move then costs until it is a number.

        Raises:
            InputError: it is not a dyadic number, or is negative.

        >>> from gamekit.cgt import parse_game
        >>> print(parse_game("{3|0}").cool(1))
        {2|1}
        """
        tax, walls = self.of(by), thermographs(self)
        degrees = tax.value
        if degrees is None:
            raise InputError(
                f"a game is cooled by a number, and {tax} is not a number; heat(x) takes any game x"
            )
        if degrees < 0:
            raise InputError(
                f"the number by which a game is cooled must be at least 0; it is {degrees}; heat the game with "
                f"heat({-degrees})"
            )
        return _rebuilt(
            self,
            lambda game: self.of(walls[game].mean) if degrees > walls[game].temperature else None,
            lambda option: option - tax,
            lambda option: option + tax,
        )

    def heat(self: F, by: Any) -> F:
        """Return the game heated by another: a number stays the same, and each move of any other game gains that much.

        The game is taken in canonical form. Heating is not linear: a sum of heated games need not equal the heated sum.

        Raises:
            InputError: `by` is neither a game nor a dyadic number.

        >>> from gamekit.cgt import parse_game, star
        >>> print(parse_game("{1|0}").heat(1), star.heat(parse_game("1*")))
        {2|-1} ±(1*)
        """
        gain = self.of(by)
        return _rebuilt(
            self,
            lambda game: None if game.value is None else game,
            lambda option: option + gain,
            lambda option: option - gain,
        )

    def overheat(self: F, unit: Any, gain: Any) -> F:
        """Return the game overheated: an integer n becomes n copies of `unit`, and each move of others gains `gain`.

        Raises:
            InputError: `unit` or `gain` is neither a game nor a dyadic number.

        >>> from gamekit.cgt import parse_game, up
        >>> print(parse_game("{1|0}").overheat(2, 1), parse_game("1/2").overheat(up, 0))
        {3|-1} ^2*
        """
        each, more = self.of(unit), self.of(gain)
        return _rebuilt(
            self,
            lambda game: int(game.stops[0]) * each if is_integer(game) else None,
            lambda option: option + more,
            lambda option: option - more,
        )

    def norton(self: F, unit: Any) -> F:
        """Return the Norton product with a positive game: an integer n becomes n copies of it.

        Each move of other games gains the unit and one of its incentives, which are what a move in it changes.

        Raises:
            InputError: the unit is not positive.

        >>> from gamekit.cgt import parse_game, up
        >>> print(parse_game("1/2").norton(up), parse_game("3").norton(up))
        {^2*|v*} ^3
        """
        each = self.of(unit)
        if not at_most(self.of(0), each) or each.value == 0:
            raise InputError(f"a Norton product needs a positive unit; {each} is not positive")
        gains = [each + (option - each) for option in each.left]
        gains += [each + (each - option) for option in each.right]
        known: dict[F, F] = {}
        for game in followers(self):
            if is_integer(game):
                known[game] = int(game.stops[0]) * each
            else:
                known[game] = self.of_options(
                    [known[option] + gain for option in game.left for gain in gains],
                    [known[option] - gain for option in game.right for gain in gains],
                )
        return known[self]

    # --- other sums of canonical forms -------------------------------------------------------------------------------

    def ordinal_sum(self: F, subordinate: Any) -> F:
        """Return the ordinal sum: a move in this canonical form does away with `subordinate`.

        Raises:
            InputError: `subordinate` is neither a game nor a dyadic number.

        >>> from gamekit.cgt import integer
        >>> print(integer(1).ordinal_sum(-1))
        1/2
        """
        other = self.of(subordinate)
        known: dict[F, F] = {}
        for follower in followers(other, whole_integers=False):
            known[follower] = self.of_options(
                [*self.left, *(known[option] for option in follower.left)],
                [*self.right, *(known[option] for option in follower.right)],
            )
        return known[other]

    def conjunctive_sum(self: F, other: Any) -> F:
        """Return the sum in which a player moves in both canonical forms, and play ends when one of them ends.

        Raises:
            InputError: `other` is neither a game nor a dyadic number.

        >>> from gamekit.cgt import nimber
        >>> print(nimber(2).conjunctive_sum(nimber(5)))
        *2
        """
        return _paired(self, self.of(other), is_selective=False)

    def selective_sum(self: F, other: Any) -> F:
        """Return the sum in which a player moves in one of two canonical forms, or in both.

        Raises:
            InputError: `other` is neither a game nor a dyadic number.

        >>> from gamekit.cgt import nimber
        >>> print(nimber(1).selective_sum(nimber(1)), nimber(1).selective_sum(nimber(2)))
        *2 *3
        """
        return _paired(self, self.of(other), is_selective=True)


def _rebuilt(
    game: F, substitute: Callable[[F], F | None], left: Callable[[F], F], right: Callable[[F], F]
) -> F:
    """Return a game made anew: the `substitute` of a follower, or else what `left` and `right` make of its options."""
    known: dict[F, F] = {}
    for follower in followers(game):
        replacement = substitute(follower)
        known[follower] = (
            replacement
            if replacement is not None
            else game.of_options(
                [left(known[option]) for option in follower.left],
                [right(known[option]) for option in follower.right],
            )
        )
    return known[game]


def _paired(first: F, second: F, *, is_selective: bool) -> F:
    """Return the sum of two forms in which a player moves in both or, if it is selective, in one alone, too."""
    known: dict[tuple[F, F], F] = {}
    for g in followers(first, whole_integers=False):
        for h in followers(second, whole_integers=False):
            sides = []
            for ours, theirs in ((g.left, h.left), (g.right, h.right)):
                side = [known[i, j] for i in ours for j in theirs]
                if is_selective:
                    side += [*(known[i, h] for i in ours), *(known[g, j] for j in theirs)]
                sides.append(side)
            known[g, h] = first.of_options(*sides)
    return known[first, second]
