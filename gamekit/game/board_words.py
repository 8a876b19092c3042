"""Boards in words, for people who do not see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from gamekit.game.number_words import in_words

EMPTY_BOARD: Final = "an empty board"
"""An empty board in words."""


def contents_in_words(contents: Mapping[str, str], empty: int = 0) -> str:
    """Return what stands where, given by the names of the places, and how many places are empty.

    >>> contents_in_words({"a1": "X", "c2": "X", "b2": "O", "in hand": "3"}, 6)
    'X: a1 c2; O: b2; in hand: 3; six empty'
    """
    places: dict[str, list[str]] = {}
    for place, what in contents.items():
        name, where = (place, what) if what.isdecimal() else (what, place)
        places.setdefault(name, []).append(where)
    if not places:
        return EMPTY_BOARD
    parts = [f"{what}: {' '.join(where)}" for what, where in places.items()]
    return "; ".join([*parts, *[f"{in_words(empty)} empty"] * (empty > 0)])


def listed(things: Iterable[object]) -> str:
    """Return things in a list as people write it.

    >>> listed([4]), listed([4, 5, 6])
    ('4', '4, 5 and 6')
    """
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last


def sizes_in_words(sizes: Iterable[object], one: str) -> str:
    """Return things that are called `one` by their sizes.

    >>> sizes_in_words([4, 4], "heap"), sizes_in_words([10], "row"), sizes_in_words([], "heap")
    ('heaps of 4 and 4', 'a row of 10', 'no heaps')
    """
    several = list(sizes)
    return (
        (f"a {one}" if len(several) == 1 else f"{one}s") + f" of {listed(several)}"
        if several
        else f"no {one}s"
    )
