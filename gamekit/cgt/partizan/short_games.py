"""Short games in canonical form: comparing, adding and negating them (J. Conway, "On Numbers and Games", 1976).

Equal games are one object. A game that is a number, a multiple of up and a nimber added together is held as these three
and has its options made only when somebody asks; sums and comparisons of such games take a few operations.

Source of the algorithms: A. Siegel, "Combinatorial Game Theory", 2013, chapters II.2 and II.3.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from numbers import Integral, Rational
from operator import attrgetter, invert
from typing import Any, Final, TypeAlias
from weakref import WeakValueDictionary

from gamekit.cgt.partizan.algebra import Algebra
from gamekit.cgt.partizan.nus import ONE, PLACES, is_at_most_zero, options_of, with_options
from gamekit.cgt.partizan.order import MOST_REMEMBERED, Bypass, at_most, maximal, minimal, stops_of
from gamekit.cgt.time_limit import require_time
from gamekit.errors import InputError, LimitError
from gamekit.game.foreign_errors import safe_repr


class ShortGame(Algebra):
    """The canonical form of a short partizan game. Equal games are the same object.

    `<=` and the other signs compare games as Conway does, so two games may be confused: neither is at most the other.
    An integer or a dyadic `Fraction` stands for the game that it is; other fractions raise an `InputError`.

    Attributes:
        uid: a number of the object, by which tables find it quickly.
        units: the number in a sum of a number, ups and a nimber, in units of 2^-1024; None for other games.
        ups: the number of ups in such a sum, negative for downs; 0 for other games.
        nimber: the size of the nim heap in such a sum; 0 for other games.
        left_adorned: the adorned Left stop: twice the stop in units of 2^-1024, and 1 more if it is Right's turn there.
        right_adorned: the adorned Right stop.

    >>> print(up, up + up, up > 0, up <= star, -up, 3 * up + 1)
    ^ ^2 True False v 1^3
    >>> print(up.outcome, up.left_options, up.birthday, (up + 1).mean, (up + 1).number)
    L (<ShortGame 0>,) 2 1 1
    """

    __slots__ = (
        "__weakref__",
        "_left",
        "_negative",
        "_right",
        "left_adorned",
        "nimber",
        "right_adorned",
        "uid",
        "units",
        "ups",
    )

    uid: int
    units: int | None
    ups: int
    nimber: int
    left_adorned: int
    right_adorned: int
    _left: tuple[ShortGame, ...] | None
    _right: tuple[ShortGame, ...] | None
    _negative: ShortGame | None

    @property
    def left(self) -> tuple[ShortGame, ...]:
        """Left's canonical options."""
        if self._left is None:
            self._make_options()
            assert self._left is not None
        return self._left

    @property
    def right(self) -> tuple[ShortGame, ...]:
        """Right's canonical options."""
        if self._right is None:
            self._make_options()
            assert self._right is not None
        return self._right

    def _make_options(self) -> None:
        assert self.units is not None
        sides = options_of(self.units, self.ups, self.nimber)
        self._left, self._right = (tuple(nus(*option) for option in side) for side in sides)

    @property
    def is_number(self) -> bool:
        """Whether the game is a number."""
        return self.left_adorned < self.right_adorned

    @property
    def value(self) -> Fraction | None:
        """The number that the game equals; None if it equals none."""
        return self.left_stop if self.is_number else None

    @property
    def number(self) -> Fraction | None:
        """The number in a sum of a number, ups and a nimber; None for other games."""
        return None if self.units is None else Fraction(self.units, ONE)

    @property
    def left_stop(self) -> Fraction:
        """The Left stop."""
        return Fraction(self.left_adorned >> 1, ONE)

    @property
    def right_stop(self) -> Fraction:
        """The Right stop."""
        return Fraction(self.right_adorned >> 1, ONE)

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The Left stop and the Right stop."""
        return self.left_stop, self.right_stop

    @classmethod
    def of(cls, value: Operand) -> ShortGame:
        """Return the game that a game, an integer or a dyadic fraction stands for.

        Raises:
            InputError: it is something else; a text is read by `parse_game`.
        """
        if (game := _operand(value)) is None:
            read = "; parse_game reads texts" if isinstance(value, str) else ""
            raise InputError(
                f"a game must be a ShortGame, an integer or a dyadic Fraction; this is {safe_repr(value)}{read}"
            )
        return game

    @classmethod
    def of_options(cls, left: Iterable[Operand], right: Iterable[Operand]) -> ShortGame:
        """Return the canonical form of the game with these options, as `short_game` does."""
        return short_game(left, right)

    @classmethod
    def of_sum(cls, number: int, ups: int, nimber: int) -> ShortGame:
        """Return the sum of a number, given in units of 2^-1024, this many ups, and a nimber."""
        return nus(number, ups, nimber)

    def __bool__(self) -> bool:
        return bool(self.units or self.ups or self.nimber) or self.units is None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Fraction):
            return self.value == other
        return self is other if isinstance(other, ShortGame) else NotImplemented

    def __hash__(self) -> int:
        """Return the hash of the equal number, if any. Arithmetic looks games up by `uid`, which is quicker."""
        return hash(self.value) if self.is_number else self.uid

    def __le__(self, other: Operand) -> bool:
        game = _operand(other)
        return NotImplemented if game is None else at_most(self, game)

    def __ge__(self, other: Operand) -> bool:
        game = _operand(other)
        return NotImplemented if game is None else at_most(game, self)

    def __lt__(self, other: Operand) -> bool:
        game = _operand(other)
        return NotImplemented if game is None else self is not game and at_most(self, game)

    def __gt__(self, other: Operand) -> bool:
        game = _operand(other)
        return NotImplemented if game is None else self is not game and at_most(game, self)

    def __add__(self, other: Operand) -> ShortGame:
        game = _operand(other)
        return NotImplemented if game is None else add(self, game)

    __radd__ = __add__

    def __neg__(self) -> ShortGame:
        return negative(self)

    def __sub__(self, other: Operand) -> ShortGame:
        game = _operand(other)
        return NotImplemented if game is None else add(self, negative(game))

    def __rsub__(self, other: Operand) -> ShortGame:
        return negative(self) + other

    def __mul__(self, times: int) -> ShortGame:
        if not isinstance(times, int):
            return NotImplemented
        if times < 0:
            return (-times) * negative(self)
        total, doubled = integer(0), self
        while times:
            if times & 1:
                total = add(total, doubled)
            times >>= 1
            if times:
                doubled = add(doubled, doubled)
        return total

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[object, ...]:
        if self.units is not None:
            return nus, (self.units, self.ups, self.nimber)
        return short_game, (self.left, self.right)


Operand: TypeAlias = ShortGame | int | Fraction
"""A game, or a number that stands for one."""

_nus: WeakValueDictionary[tuple[int, int, int], ShortGame] = WeakValueDictionary()
_others: WeakValueDictionary[tuple[tuple[int, ...], tuple[int, ...]], ShortGame] = WeakValueDictionary()
_made: dict[frozenset[int], ShortGame] = {}
_added: dict[tuple[int, int], ShortGame] = {}
_next_uid = iter(range(1 << 62)).__next__
_uid = attrgetter("uid")


# --- making games -------------------------------------------------------------------------------------------------


def nus(number: int, ups: int = 0, nimber: int = 0) -> ShortGame:
    """Return the sum of a number, given in units of 2^-PLACES, this many ups, and a nimber."""
    key = (number, ups, nimber)
    game = _nus.get(key)
    if game is None:
        is_at_most, is_at_least = is_at_most_zero(ups, nimber), is_at_most_zero(-ups, nimber)
        game = _new(2 * number + (not is_at_most), 2 * number + is_at_least)
        game.units, game.ups, game.nimber = key
        _nus[key] = game
    return game


def integer(number: int) -> ShortGame:
    """Return an integer as a game.

    Raises:
        InputError: it is not an integer.

    >>> print(integer(-3))
    -3
    """
    return nus(_index("n in integer(n)", number) << PLACES)


def dyadic(number: Rational | int, denominator: int = 1) -> ShortGame:
    """Return a dyadic fraction as a game; `dyadic(3, 8)` is 3/8.

    Raises:
        InputError: it is not a fraction, or its denominator is not a power of two.
        LimitError: the denominator is above 2^1024.

    >>> print(dyadic(Fraction(3, 4)), dyadic(3, 8))
    3/4 3/8
    """
    if not isinstance(number, Rational) or not isinstance(denominator, Integral) or not denominator:
        raise InputError(
            "a dyadic number must be a Fraction, or an integer and a denominator other than 0; this is "
            f"{safe_repr(number)} over {safe_repr(denominator)}"
        )
    number = Fraction(int(number.numerator), int(number.denominator) * int(denominator))
    if number.denominator & (number.denominator - 1):
        raise InputError(f"the denominator of a short game's number must be a power of two; this is {number}")
    if number.denominator > ONE:
        places = number.denominator.bit_length() - 1
        raise LimitError(f"a number may have at most {PLACES:,} binary places; this one has {places:,}")
    return nus(number.numerator * (ONE // number.denominator))


def _operand(value: object) -> ShortGame | None:
    if isinstance(value, ShortGame):
        return value
    if isinstance(value, int):
        return nus(value << PLACES)
    return dyadic(value) if isinstance(value, Rational) else None


def _index(what: str, number: Any, least: int | None = None) -> int:
    """Return a number, which must be an integer of at least `least`; one of another library, such as NumPy, will do."""
    if not isinstance(number, Integral) or (least is not None and int(number) < least):
        at_least = "" if least is None else f" of at least {least}"
        raise InputError(f"{what} must be an integer{at_least}; it is {safe_repr(number)}")
    return int(number)


def nimber(size: int) -> ShortGame:
    """Return a nim heap as a game.

    Raises:
        InputError: the size is not an integer, or is negative.

    >>> print(nimber(2) + nimber(1))
    *3
    """
    return nus(0, 0, _index("the size of a nim heap", size, 0))


def tiny(size: Operand) -> ShortGame:
    """Return {0||0|-x} for a positive game x.

    Raises:
        InputError: the game is not positive.

    >>> print(tiny(2), 0 < tiny(2) < up)
    Tiny(2) True
    """
    game = ShortGame.of(size)
    if not game > 0:
        raise InputError(f"Tiny(x) and Miny(x) need a positive game x; {game} is not positive")
    return short_game([0], [short_game([0], [-game])])


def miny(size: Operand) -> ShortGame:
    """Return {x|0||0} for a positive game x, the negative of `tiny(x)`.

    Raises:
        InputError: the game is not positive.

    >>> print(miny(2), miny(2) + tiny(2))
    Miny(2) 0
    """
    return -tiny(size)


def short_game(left: Iterable[Operand], right: Iterable[Operand]) -> ShortGame:
    """Return the canonical form of the game with these options.

    Raises:
        InputError: an option is neither a game nor a dyadic number, or there is something else in place of a list.

    >>> print(short_game([1, 0], [2]), short_game([1], [-1]))
    3/2 ±1
    """
    try:
        lefts, rights = list(map(ShortGame.of, left)), list(map(ShortGame.of, right))
    except TypeError:
        raise InputError(
            "short_game takes a list of Left's options and one of Right's, as in short_game([0], [1]); these are "
            f"{safe_repr(left)} and {safe_repr(right)}"
        ) from None
    return of_games(lefts, rights)


def of_games(lefts: Sequence[ShortGame], rights: Sequence[ShortGame]) -> ShortGame:
    """Return the canonical form of the game with these options."""
    key = _key(lefts, rights)
    known = _made.get(key)
    if known is None:
        require_time()
        if len(_made) > MOST_REMEMBERED:
            _made.clear()
        known = _simplest_number(*stops_of(lefts, rights))
        known = _made[key] = _reduced(maximal(lefts), minimal(rights)) if known is None else known
    return known


def _key(lefts: Iterable[ShortGame], rights: Iterable[ShortGame]) -> frozenset[int]:
    return frozenset([*map(_uid, lefts), *map(invert, map(_uid, rights))])


def _reduced(lefts: list[ShortGame], rights: list[ShortGame]) -> ShortGame:
    """Return the canonical form of the game with these options, which is not a number; none of them is dominated."""
    key = _key(lefts, rights)
    known = _made.get(key)
    if known is None:
        while (bypassed := Bypass(lefts, rights).options()) != (lefts, rights):
            lefts, rights = maximal(bypassed[0]), minimal(bypassed[1])
        known = _made[key] = _interned(lefts, rights)
    return known


def _new(left_adorned: int, right_adorned: int) -> ShortGame:
    game = object.__new__(ShortGame)
    game.uid = _next_uid()
    game.left_adorned, game.right_adorned = left_adorned, right_adorned
    game._left = game._right = game._negative = None
    return game


def _interned(left: list[ShortGame], right: list[ShortGame]) -> ShortGame:
    """Return the game with these canonical options, which is not a number."""
    number = left[0].units
    if number is not None and all(option.units == number for option in (*left, *right)):
        lefts, rights = ({(option.ups, option.nimber) for option in side} for side in (left, right))
        if (parts := with_options(number, lefts, rights)) is not None:
            return nus(*parts)
    left.sort(key=_uid)
    right.sort(key=_uid)
    key = tuple(map(_uid, left)), tuple(map(_uid, right))
    game = _others.get(key)
    if game is None:
        game = _new(*stops_of(left, right))
        game.units, game.ups, game.nimber = None, 0, 0
        game._left, game._right = tuple(left), tuple(right)
        _others[key] = game
    return game


@lru_cache(MOST_REMEMBERED)
def _simplest_number(low: int | None, high: int | None) -> ShortGame | None:
    """Return the number that a game equals whose options have these best adorned stops; None if it equals none.

    It is the simplest number such that no Left option is at least the number, and no Right option at most the number.
    """
    if low is not None and high is not None and low >= high:
        return None
    least = None if low is None else -(-low >> 1)
    greatest = None if high is None else (high - 1) >> 1
    sign = 1
    if greatest is not None and greatest < 0:
        sign, least, greatest = -1, -greatest, None if least is None else -least
    if least is None or least <= 0:
        return nus(0)
    for places in range(PLACES, -1, -1):
        number = -(-least >> places) << places
        if greatest is None or number <= greatest:
            return nus(sign * number)
    raise LimitError(
        f"a number may have at most {PLACES:,} binary places, and the simplest number that fits here has more"
    )


# --- sums and negatives -------------------------------------------------------------------------------------------


def add(g: ShortGame, h: ShortGame) -> ShortGame:
    """Return the sum of two games."""
    if g.units is not None and h.units is not None:
        return nus(g.units + h.units, g.ups + h.ups, g.nimber ^ h.nimber)
    key = (g.uid, h.uid) if g.uid < h.uid else (h.uid, g.uid)
    known = _added.get(key)
    if known is None:
        if g.is_number:
            known = _translated(h, g)
        elif h.is_number:
            known = _translated(g, h)
        else:
            known = of_games(
                [add(option, h) for option in g.left] + [add(g, option) for option in h.left],
                [add(option, h) for option in g.right] + [add(g, option) for option in h.right],
            )
        if len(_added) > MOST_REMEMBERED:
            _added.clear()
        _added[key] = known
    return known


def _translated(game: ShortGame, number: ShortGame) -> ShortGame:
    """Return the sum of a game that is not a number and a number: the number is added to the options."""
    return _interned(
        [add(option, number) for option in game.left], [add(option, number) for option in game.right]
    )


def negative(game: ShortGame) -> ShortGame:
    """Return the negative of a game, in which the players are exchanged."""
    if game.units is not None:
        return nus(-game.units, -game.ups, game.nimber)
    if game._negative is None:
        inverse = _interned(list(map(negative, game.right)), list(map(negative, game.left)))
        game._negative = inverse
        if inverse is not game:
            inverse._negative = game
    return game._negative


up: Final = nus(0, 1)
down: Final = nus(0, -1)
star: Final = nimber(1)
