"""`Places`: the numbers of a field as rules see them, to be changed or only to be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NoReturn


class Places(list[int]):
    """The numbers of a field: a list with two more ways to search it."""

    __slots__ = ()

    def where(self, low: int, high: int | None = None) -> list[int]:
        """Return the places whose value is `low`, or from `low` to `high` if that is given, in ascending order.

        >>> Places([0, 2, 1, 2]).where(2), Places([0, 2, 1, 2]).where(1, 2)
        ([1, 3], [1, 2, 3])
        """
        if high is None:
            return [place for place, value in enumerate(self) if value == low]
        return [place for place, value in enumerate(self) if low <= value <= high]

    def bits(self, low: int, high: int | None = None) -> int:
        """Return the places that `where` finds as a number in which their bits are set.

        >>> bin(Places([0, 2, 1, 2]).bits(2))
        '0b1010'
        """
        high = low if high is None else high
        try:  # a third of the time of a loop
            return int(bytearray(self[::-1]).translate(_digits(low, high)), 2)
        except ValueError:  # a number of more than a byte
            return sum([1 << place for place, value in enumerate(self) if low <= value <= high])


@lru_cache
def _digits(low: int, high: int) -> bytes:
    """Return, for each byte, the digit 1 if it is from `low` to `high`, else 0."""
    return bytes(b"01"[low <= value <= high] for value in range(256))


ONLY_PLAY: Final = "only play and unplay, and functions that they call, may change the state"

CHANGES: Final = (
    *("__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop"),
    *("remove", "reverse", "sort"),
)
"""The methods by which a list is changed."""


class ShownPlaces(Places):
    """The numbers of a field for rules that must not change them; gamekit changes them by `ways_to_fill`."""

    __slots__ = ()


def _refused(*_: Any, **__: Any) -> NoReturn:
    from gamekit.layout.mistakes import mistake_here

    raise mistake_here(ONLY_PLAY)


for _name in CHANGES:
    setattr(ShownPlaces, _name, _refused)


def ways_to_fill(places: ShownPlaces) -> tuple[Callable[[], None], Callable[[Any], None]]:
    """Return two functions that empty and fill a list that refuses changes, both as fast as a slice assignment.

    >>> shown = ShownPlaces()
    >>> empty, fill = ways_to_fill(shown)
    >>> empty(), fill((1, 2)), shown
    (None, None, [1, 2])
    """
    whole: Any = super(ShownPlaces, places)
    return whole.clear, whole.extend
