"""Short games in canonical form: comparing, adding and negating them (J. Conway, "On Numbers and Games", 1976).

Equal games are one object. A game that is a number, a multiple of up and a nimber added together is held as these three
and has its options made only when somebody asks; sums and comparisons of such games take a few operations.

Source of the algorithms: A. Siegel, "Combinatorial Game Theory", 2013, chapters II.2 and II.3; the shortcut by stops is
that a game whose Left stop lies below another's Right stop is less.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final
from weakref import WeakValueDictionary

from gamekit.cgt.game_text import format_game
from gamekit.errors import InputError, LimitError

PLACES: Final = 1024
"""Numbers are held as integers, so many binary places after the point."""

ONE: Final = 1 << PLACES

MOST_REMEMBERED: Final = 1 << 21
"""Comparisons and sums; beyond that all are forgotten, and computed again where they are needed."""


class ShortGame:
    """The canonical form of a short partizan game. Equal games are the same object.

    `<=` and the other signs compare games as Conway does, so two games may be confused: neither is at most the other.

    >>> up = short_game([integer(0)], [nimber(1)])
    >>> print(up, up + up, up > integer(0), up <= nimber(1), -up)
    ^ ^2 True False v
    """

    __slots__ = (
        "__weakref__",
        "_left",
        "_negative",
        "_right",
        "left_stop",
        "nimber",
        "number",
        "right_stop",
        "uid",
        "ups",
    )

    uid: int
    number: int | None
    ups: int
    nimber: int
    left_stop: int
    right_stop: int
    _left: tuple[ShortGame, ...] | None
    _right: tuple[ShortGame, ...] | None
    _negative: ShortGame | None

    @property
    def left(self) -> tuple[ShortGame, ...]:
        """Left's canonical options."""
        if self._left is None:
            self._left, self._right = _options_of_nus(self)
        return self._left

    @property
    def right(self) -> tuple[ShortGame, ...]:
        """Right's canonical options."""
        if self._right is None:
            self._left, self._right = _options_of_nus(self)
        return self._right

    @property
    def is_number(self) -> bool:
        """Whether the game is a number."""
        return self.number is not None and not self.ups and not self.nimber

    @property
    def value(self) -> Fraction | None:
        """The number that the game is; None if it is none."""
        return Fraction(self.left_stop, ONE) if self.is_number else None

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The Left stop and the Right stop."""
        return Fraction(self.left_stop, ONE), Fraction(self.right_stop, ONE)

    def __le__(self, other: ShortGame) -> bool:
        return at_most(self, other)

    def __ge__(self, other: ShortGame) -> bool:
        return at_most(other, self)

    def __lt__(self, other: ShortGame) -> bool:
        return self is not other and at_most(self, other)

    def __gt__(self, other: ShortGame) -> bool:
        return self is not other and at_most(other, self)

    def confused_with(self, other: ShortGame) -> bool:
        """Return whether neither game is at most the other."""
        return not at_most(self, other) and not at_most(other, self)

    def __add__(self, other: ShortGame) -> ShortGame:
        return add(self, other)

    def __neg__(self) -> ShortGame:
        return negative(self)

    def __sub__(self, other: ShortGame) -> ShortGame:
        return add(self, negative(other))

    def __rmul__(self, times: int) -> ShortGame:
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

    def __str__(self) -> str:
        return format_game(self)

    def __repr__(self) -> str:
        return f"<ShortGame {self}>"

    def __reduce__(self) -> tuple[object, ...]:
        if self.number is not None:
            return nus, (self.number, self.ups, self.nimber)
        return short_game, (self.left, self.right)


_nus: WeakValueDictionary[tuple[int, int, int], ShortGame] = WeakValueDictionary()
_others: WeakValueDictionary[tuple[tuple[int, ...], tuple[int, ...]], ShortGame] = WeakValueDictionary()
_compared: dict[tuple[int, int], bool] = {}
_added: dict[tuple[int, int], ShortGame] = {}
_next_uid = iter(range(1 << 62)).__next__


# --- making games -------------------------------------------------------------------------------------------------


def nus(number: int, ups: int = 0, nimber: int = 0) -> ShortGame:
    """Return the sum of a number, given in units of 2^-PLACES, so many ups, and a nimber."""
    key = (number, ups, nimber)
    game = _nus.get(key)
    if game is None:
        game = _new(number, number)
        game.number, game.ups, game.nimber = key
        _nus[key] = game
    return game


def integer(number: int) -> ShortGame:
    """Return an integer as a game.

    >>> print(integer(-3))
    -3
    """
    return nus(number << PLACES)


def dyadic(number: Fraction) -> ShortGame:
    """Return a number as a game.

    Raises:
        InputError: its denominator is no power of two.
        LimitError: its denominator is too large.

    >>> print(dyadic(Fraction(3, 4)))
    3/4
    """
    if number.denominator & (number.denominator - 1):
        raise InputError(f"the denominator of a short game's number must be a power of two; this is {number}")
    if number.denominator > ONE:
        raise LimitError(f"numbers with more than {PLACES:,} binary places are not supported")
    return nus(number.numerator * (ONE // number.denominator))


def nimber(size: int) -> ShortGame:
    """Return a nim heap as a game.

    >>> print(nimber(2) + nimber(1))
    *3
    """
    return nus(0, 0, size)


def short_game(left: Iterable[ShortGame], right: Iterable[ShortGame]) -> ShortGame:
    """Return the canonical form of the game with these options.

    >>> print(short_game([integer(1), integer(0)], [integer(2)]))
    3/2
    """
    lefts, rights = list(dict.fromkeys(left)), list(dict.fromkeys(right))
    if (number := _simplest_number(lefts, rights)) is not None:
        return nus(number)
    unchanged = False
    while not unchanged:
        lefts, rights = _maximal(lefts), _minimal(rights)
        bypassed = _Bypass(lefts, rights)
        new_lefts, new_rights = bypassed.lefts(), bypassed.rights()
        unchanged = new_lefts == lefts and new_rights == rights
        lefts, rights = new_lefts, new_rights
    return _interned(lefts, rights)


def _new(left_stop: int, right_stop: int) -> ShortGame:
    game = object.__new__(ShortGame)
    game.uid = _next_uid()
    game.left_stop, game.right_stop = left_stop, right_stop
    game._left = game._right = game._negative = None
    return game


def _interned(left: list[ShortGame], right: list[ShortGame]) -> ShortGame:
    """Return the game with these canonical options, which is no number."""
    if (parts := _nus_with(left, right)) is not None:
        return nus(*parts)
    left.sort(key=_uid)
    right.sort(key=_uid)
    key = tuple(map(_uid, left)), tuple(map(_uid, right))
    game = _others.get(key)
    if game is None:
        game = _new(max(option.right_stop for option in left), min(option.left_stop for option in right))
        game.number, game.ups, game.nimber = None, 0, 0
        game._left, game._right = tuple(left), tuple(right)
        _others[key] = game
    return game


def _uid(game: ShortGame) -> int:
    return game.uid


def _nus_with(left: list[ShortGame], right: list[ShortGame]) -> tuple[int, int, int] | None:
    """Return number, ups and nimber of the game with these canonical options; None if it is no such sum."""
    number = left[0].number
    if number is None or any(option.number != number for option in (*left, *right)):
        return None
    lefts, rights = ({(option.ups, option.nimber) for option in side} for side in (left, right))
    if lefts == rights == {(0, size) for size in range(len(left))}:
        return number, 0, len(left)
    if (parts := _positive(lefts, rights)) is not None:
        return number, *parts
    if (parts := _positive(_mirrored(rights), _mirrored(lefts))) is not None:
        return number, -parts[0], parts[1]
    return None


def _mirrored(options: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(-ups, size) for ups, size in options}


def _positive(left: set[tuple[int, int]], right: set[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the ups, at least 1, and the nimber of the game with these options, all ups and nimbers; else None."""
    if left == {(0, 0), (0, 1)} and right == {(0, 0)}:
        return 1, 1
    if left != {(0, 0)} or len(right) != 1:
        return None
    ((ups, size),) = right
    return (ups + 1, size ^ 1) if ups >= 0 and (ups, size) != (0, 0) else None


def _options_of_nus(game: ShortGame) -> tuple[tuple[ShortGame, ...], tuple[ShortGame, ...]]:
    number, ups, size = game.number, game.ups, game.nimber
    assert number is not None
    if ups < 0:
        left, right = _options_of_nus(nus(number, -ups, size))
        mirror = [tuple(nus(number, -option.ups, option.nimber) for option in side) for side in (right, left)]
        return mirror[0], mirror[1]
    if ups:
        if (ups, size) == (1, 1):
            return (nus(number), nus(number, 0, 1)), (nus(number),)
        return (nus(number),), (nus(number, ups - 1, size ^ 1),)
    if size:
        options = tuple(nus(number, 0, smaller) for smaller in range(size))
        return options, options
    if number & (ONE - 1):
        step = number & -number
        return (nus(number - step),), (nus(number + step),)
    if number > 0:
        return (nus(number - ONE),), ()
    return (), ((nus(number + ONE),) if number else ())


# --- order --------------------------------------------------------------------------------------------------------


def at_most(g: ShortGame, h: ShortGame) -> bool:
    """Return whether g ≤ h: Left has no good first move in g - h."""
    if g is h:
        return True
    if g.left_stop > h.left_stop or g.right_stop > h.right_stop:
        return False
    if g.left_stop < h.right_stop:
        return True
    if g.number is not None and h.number is not None:
        less = h.ups - g.ups
        return less > 1 or (less == 1 and g.nimber ^ h.nimber != 1)
    key = g.uid, h.uid
    known = _compared.get(key)
    if known is None:
        # by number avoidance, nobody need move in a number
        known = (g.is_number or not any(at_most(h, option) for option in g.left)) and (
            h.is_number or not any(at_most(option, g) for option in h.right)
        )
        if len(_compared) > MOST_REMEMBERED:
            _compared.clear()
        _compared[key] = known
    return known


def _maximal(games: list[ShortGame]) -> list[ShortGame]:
    """Return the games that no other one dominates for Left."""
    return [game for game in games if not any(other is not game and at_most(game, other) for other in games)]


def _minimal(games: list[ShortGame]) -> list[ShortGame]:
    return [game for game in games if not any(other is not game and at_most(other, game) for other in games)]


def _simplest_number(left: list[ShortGame], right: list[ShortGame]) -> int | None:
    """Return the number that the game with these options is; None if it is none.

    It is the simplest number that no Left option is at least, and no Right option at most.
    """
    low = max((option.right_stop for option in left), default=None)
    high = min((option.left_stop for option in right), default=None)
    if low is not None and high is not None and low > high:
        return None
    low_fits = low is not None and not any(at_most(nus(low), option) for option in left)
    high_fits = high is not None and not any(at_most(option, nus(high)) for option in right)
    if low is not None and low == high and not (low_fits and high_fits):
        return None

    def fits(number: int) -> bool:
        above = low is None or number > low or (number == low and low_fits)
        return above and (high is None or number < high or (number == high and high_fits))

    if fits(0):
        return 0
    for places in range(PLACES + 1):
        step = ONE >> places
        if low is not None and low >= 0:
            first = -(-low // step) * step
            candidates = (first, first + step)
        else:
            assert high is not None
            last = high // step * step
            candidates = (last, last - step)
        for number in candidates:
            if fits(number):
                return number
    raise LimitError(f"numbers with more than {PLACES:,} binary places are not supported")


class _Bypass:
    """Replaces reversible options by what they are reversed to.

    A Left option l is reversible if one of its Right options is at most the game itself; then that option's Left
    options take the place of l. The game is not made yet, so it is compared by its options.
    """

    def __init__(self, left: list[ShortGame], right: list[ShortGame]) -> None:
        self.left = left
        self.right = right
        self.left_stop = max(option.right_stop for option in left)
        self.right_stop = min(option.left_stop for option in right)
        self.below: dict[ShortGame, bool] = {}
        self.above: dict[ShortGame, bool] = {}

    def lefts(self) -> list[ShortGame]:
        """Return Left's options, none of them bypassed that need not be."""
        found: dict[ShortGame, None] = {}
        for option in self.left:
            reply = next((reply for reply in option.right if self._is_below(reply)), None)
            found.update(dict.fromkeys((option,) if reply is None else reply.left))
        return list(found)

    def rights(self) -> list[ShortGame]:
        """Return Right's options likewise."""
        found: dict[ShortGame, None] = {}
        for option in self.right:
            reply = next((reply for reply in option.left if self._is_above(reply)), None)
            found.update(dict.fromkeys((option,) if reply is None else reply.right))
        return list(found)

    def _is_below(self, g: ShortGame) -> bool:
        """Return whether g is at most the game, which is no number."""
        if g.left_stop > self.left_stop or g.right_stop > self.right_stop:
            return False
        if g.left_stop < self.right_stop:
            return True
        known = self.below.get(g)
        if known is None:
            known = not any(at_most(option, g) for option in self.right) and (
                g.is_number or not any(self._is_above(option) for option in g.left)
            )
            self.below[g] = known
        return known

    def _is_above(self, g: ShortGame) -> bool:
        if g.left_stop < self.left_stop or g.right_stop < self.right_stop:
            return False
        if g.right_stop > self.left_stop:
            return True
        known = self.above.get(g)
        if known is None:
            known = not any(at_most(g, option) for option in self.left) and (
                g.is_number or not any(self._is_below(option) for option in g.right)
            )
            self.above[g] = known
        return known


# --- sums and negatives -------------------------------------------------------------------------------------------


def add(g: ShortGame, h: ShortGame) -> ShortGame:
    """Return the sum of two games."""
    if g.number is not None and h.number is not None:
        return nus(g.number + h.number, g.ups + h.ups, g.nimber ^ h.nimber)
    key = (g.uid, h.uid) if g.uid < h.uid else (h.uid, g.uid)
    known = _added.get(key)
    if known is None:
        if g.is_number:
            known = _translated(h, g)
        elif h.is_number:
            known = _translated(g, h)
        else:
            known = short_game(
                [add(option, h) for option in g.left] + [add(g, option) for option in h.left],
                [add(option, h) for option in g.right] + [add(g, option) for option in h.right],
            )
        if len(_added) > MOST_REMEMBERED:
            _added.clear()
        _added[key] = known
    return known


def _translated(game: ShortGame, number: ShortGame) -> ShortGame:
    """Return the sum of a game that is no number and a number: the number is added to the options."""
    return _interned(
        [add(option, number) for option in game.left], [add(option, number) for option in game.right]
    )


def negative(game: ShortGame) -> ShortGame:
    """Return the game with the players exchanged."""
    if game.number is not None:
        return nus(-game.number, -game.ups, game.nimber)
    if game._negative is None:
        found = _interned(
            [negative(option) for option in game.right], [negative(option) for option in game.left]
        )
        game._negative = found
        if found is not game:
            found._negative = game
    return game._negative
