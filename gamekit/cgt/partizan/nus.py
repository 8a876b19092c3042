"""Numbers, ups and nimbers added together: which options such a sum has, and which sum has given options.

A sum is the triple of its number, in units of 2^-PLACES, its ups and its nimber.
Source: A. Siegel, "Combinatorial Game Theory", 2013, section II.1; E. Berlekamp, J. Conway, R. Guy, "Winning Ways",
chapters 2 and 3.
"""

from __future__ import annotations

from typing import Final, TypeAlias

PLACES: Final = 1024
"""The number of binary places of a number, which is stored as an integer in units of 2^-PLACES."""

ONE: Final = 1 << PLACES

Nus: TypeAlias = tuple[int, int, int]
"""A sum: its number in units of 2^-PLACES, the number of its ups, and the size of its nimber."""


def options_of(number: int, ups: int, nimber: int) -> tuple[list[Nus], list[Nus]]:
    """Return Left's and Right's canonical options of a sum.

    >>> options_of(0, 1, 0)
    ([(0, 0, 0)], [(0, 0, 1)])
    """
    if ups < 0:
        left, right = options_of(number, -ups, nimber)
        return _mirrored_at(number, right), _mirrored_at(number, left)
    if ups:
        if (ups, nimber) == (1, 1):
            return [(number, 0, 0), (number, 0, 1)], [(number, 0, 0)]
        return [(number, 0, 0)], [(number, ups - 1, nimber ^ 1)]
    if nimber:
        options = [(number, 0, smaller) for smaller in range(nimber)]
        return options, options
    if number & (ONE - 1):
        step = number & -number
        return [(number - step, 0, 0)], [(number + step, 0, 0)]
    if number > 0:
        return [(number - ONE, 0, 0)], []
    return [], [(number + ONE, 0, 0)] if number else []


def is_at_most_zero(ups: int, nimber: int) -> bool:
    """Return whether a sum of ups and a nimber is at most 0."""
    return (ups, nimber) == (0, 0) or (ups < 0 and (ups, nimber) != (-1, 1))


def with_options(number: int, left: set[tuple[int, int]], right: set[tuple[int, int]]) -> Nus | None:
    """Return the sum with these canonical options, none of which is a number; None if there is no such sum.

    All options have the same number; `left` and `right` are the ups and nimbers of the options.
    """
    if left == right == {(0, size) for size in range(len(left))}:
        return number, 0, len(left)
    if (parts := _positive(left, right)) is not None:
        return number, *parts
    if (parts := _positive(_mirrored(right), _mirrored(left))) is not None:
        return number, -parts[0], parts[1]
    return None


def _mirrored_at(number: int, options: list[Nus]) -> list[Nus]:
    return [(number, -ups, nimber) for _, ups, nimber in options]


def _mirrored(options: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(-ups, size) for ups, size in options}


def _positive(left: set[tuple[int, int]], right: set[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the ups and the nimber of the game with these options; None if it is not a sum with ups above 0."""
    if left == {(0, 0), (0, 1)} and right == {(0, 0)}:
        return 1, 1
    if left != {(0, 0)} or len(right) != 1:
        return None
    ((ups, size),) = right
    return (ups + 1, size ^ 1) if ups >= 0 and (ups, size) != (0, 0) else None
