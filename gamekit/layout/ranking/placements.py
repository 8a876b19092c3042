"""Placements of several kinds of pieces, with given numbers of each, up to symmetry or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from math import comb, prod
from typing import ClassVar, NamedTuple

from gamekit.errors import InputError
from gamekit.layout.ranking.base import Argument, Function, Ranking
from gamekit.layout.ranking.least_sets import LeastSets
from gamekit.layout.ranking.sets import (
    all_sets,
    binomials_of,
    chunk_closings,
    chunk_images,
    chunk_ranks,
    closed,
    nth_set,
    opened,
    rank_set,
)
from gamekit.layout.ranking.words import CHUNK, CHUNK_MASK, class_at, item, lowest, population


class Classes(NamedTuple):
    """The classes of placements: which numbers of pieces there may be.

    Attributes:
        most: the largest numbers of pieces of each kind, and the largest other numbers.
        units: the factors of a placement's numbers in the index of its class.
        of: the class at each index, -1 at others.
        widths: the bits of each number above the planes.
    """

    most: Sequence[int]
    units: Sequence[int]
    of: Sequence[int]
    widths: Sequence[int]


class Units(NamedTuple):
    """The numbers of ways to place pieces.

    Attributes:
        starts: the first number of each class.
        ways: for each class and kind, the number of ways to place the kinds before it.
        counts: for each class and kind, the number of pieces.
        others: the other numbers of each class, as they stand above the planes; empty if there are none.
    """

    starts: Sequence[int]
    ways: Sequence[int]
    counts: Sequence[int]
    others: Sequence[int]


class Subsets(NamedTuple):
    """The tables of `rank_set` and `closed`, for sets of up to `largest` places."""

    largest: int
    ranks: Sequence[int]
    closings: Sequence[int]


class Listing(NamedTuple):
    """All sets by size and rank, and where those of each size begin; empty if they are too many."""

    sets: Sequence[int]
    firsts: Sequence[int]


class Orbits(NamedTuple):
    """The tables of `LeastSets`, with the images of chunks of places under the symmetry."""

    leads: Sequence[int]
    lead_firsts: Sequence[int]
    least: Sequence[int]
    least_firsts: Sequence[int]
    slot_bits: int
    minimal: Sequence[int]
    images: Sequence[int]


def class_number(planes: int, places: int, classes: Classes) -> int:
    """Return the number of a placement's class, -1 if it is in none."""
    most, class_units, class_of, widths = classes
    number = 0
    kinds = len(most) - len(widths)
    shift = places * kinds
    for i in range(len(widths)):
        value = planes >> shift & ((1 << item(widths, i)) - 1)
        if value > item(most, kinds + i):
            return -1
        number += value * item(class_units, kinds + i)
        shift += item(widths, i)
    for kind in range(kinds):
        count = population(planes >> places * kind & ((1 << places) - 1))
        if count > item(most, kind):
            return -1
        number += count * item(class_units, kind)
    return item(class_of, number)


def rank_placement(
    planes: int,
    stride: int,
    classes: Classes,
    units: Units,
    subsets: Subsets,
    has_orbits: int,
    orbits: Orbits,
) -> int:
    """Return the number of a placement, -1 if it has none; see `Placements.arguments` for the arguments."""
    most, _, _, widths = classes
    starts, ways, _, _ = units
    largest, ranks, closings = subsets
    leads, lead_firsts, least, least_firsts, slot_bits, _, _ = orbits
    places = stride - 1
    kinds = len(most) - len(widths)
    number = class_number(planes, places, classes)
    if number < 0:
        return -1
    rank = item(starts, number)
    taken = 0
    for kind in range(kinds - 1, -1, -1):
        plane = planes >> places * kind & ((1 << places) - 1)
        among = plane if kind == kinds - 1 else closed(plane, taken, places, closings)
        below = rank_set(among, places, largest, ranks)
        if kind == kinds - 1 and has_orbits:
            below = item(leads, item(lead_firsts, population(plane)) + below) >> slot_bits
            if item(least, item(least_firsts, population(plane)) + below) != plane:
                return -1
        rank += below * item(ways, number * kinds + kind)
        taken |= plane
    return rank


def image_of(planes: int, kinds: int, places: int, first_image: int, images: Sequence[int]) -> int:
    """Return the image of the sets of the first `kinds` kinds; its tables begin in `images` at `first_image`."""
    found = 0
    for kind in range(kinds):
        plane = planes >> places * kind & ((1 << places) - 1)
        at = first_image
        for first in range(0, places, CHUNK):
            found |= item(images, at + (plane >> first & CHUNK_MASK)) << places * kind
            at += 1 << CHUNK
    return found


def rank_least(
    planes: int, stride: int, classes: Classes, units: Units, subsets: Subsets, orbits: Orbits
) -> int:
    """Return the number of the least image of a placement, -1 if it has none; only if `has_least` is true.

    The set of the last kind decides which images may be the least: mostly a single one.
    """
    most, _, _, widths = classes
    starts, ways, _, _ = units
    largest, ranks, closings = subsets
    leads, lead_firsts, least, least_firsts, slot_bits, minimal, images = orbits
    places = stride - 1
    kinds = len(most) - len(widths)
    number = class_number(planes, places, classes)
    if number < 0:
        return -1
    last = planes >> places * (kinds - 1) & ((1 << places) - 1)
    count = population(last)
    lead = item(leads, item(lead_firsts, count) + rank_set(last, places, largest, ranks))
    orbit = lead >> slot_bits
    taken = item(least, item(least_firsts, count) + orbit)
    others = planes & ((1 << places * (kinds - 1)) - 1)
    size = (places + CHUNK - 1) // CHUNK << CHUNK
    turns = item(minimal, lead & ((1 << slot_bits) - 1))
    best = image_of(others, kinds - 1, places, lowest(turns) * size, images)
    turns &= turns - 1
    while turns != 0:
        best = min(best, image_of(others, kinds - 1, places, lowest(turns) * size, images))
        turns &= turns - 1
    rank = item(starts, number) + orbit * item(ways, number * kinds + kinds - 1)
    for kind in range(kinds - 2, -1, -1):
        plane = best >> places * kind & ((1 << places) - 1)
        rank += rank_set(closed(plane, taken, places, closings), places, largest, ranks) * item(
            ways, number * kinds + kind
        )
        taken |= plane
    return rank


def nth_placement(
    rank: int,
    stride: int,
    binomials: Sequence[int],
    classes: Classes,
    units: Units,
    has_sets: int,
    listing: Listing,
    has_orbits: int,
    orbits: Orbits,
) -> int:
    """Return the placement with this number: the inverse of `rank_placement`."""
    most, _, _, widths = classes
    starts, ways, counts, others = units
    sets, set_firsts = listing
    _, _, least, least_firsts, _, _, _ = orbits
    places = stride - 1
    kinds = len(most) - len(widths)
    number = class_at(starts, rank)
    rank -= item(starts, number)
    taken = 0
    planes = 0
    for kind in range(kinds - 1, -1, -1):
        unit = item(ways, number * kinds + kind)
        count = item(counts, number * kinds + kind)
        below = rank
        if kind > 0:  # the last unit is 1
            below = rank // unit
            rank -= below * unit
        if kind == kinds - 1 and has_orbits:
            plane = item(least, item(least_firsts, count) + below)
        elif has_sets:
            plane = opened(item(sets, item(set_firsts, count) + below), taken)
        else:
            plane = opened(nth_set(below, count, stride, binomials), taken)
        taken |= plane
        planes |= plane << places * kind
    if len(widths) > 0:
        planes |= item(others, number) << places * kinds
    return planes


class Placements(Ranking):
    """The placements of given numbers of pieces of several kinds, numbered without gaps.

    A placement is given as planes: for each kind the set of its places in bits, the first kind in the lowest bits. With
    a symmetry, only those are numbered in which the set of the last kind is the least of its images. So the least of
    all images of a placement has a number; a few others have one, too, where an image leaves that set as it is.

    A class may say more than how many pieces there are, such as how many are in hand. Such numbers stand in the bits
    above the planes, the first in the lowest.

    Args:
        places: the number of places.
        classes: one tuple for each class of placements: the numbers of pieces of each kind, then the other numbers.
            Each class is numbered after the one before.
        symmetry: permutations of the places, a group. Ignored if the sets of the last kind are too many for a table.
        widths: the number of bits that each of the other numbers takes.

    Raises:
        InputError: a class is listed twice.

    >>> placements = Placements(4, [(1, 0), (1, 1)])
    >>> placements.size, placements.rank(0b0100_0001), bin(placements.unrank(6))
    (16, 10, '0b11000')
    >>> Placements(4, [(1, 1)], [(0, 1, 2, 3), (3, 2, 1, 0)]).size
    6
    >>> in_hand = Placements(3, [(0, 2), (1, 1)], widths=[2])  # none on the board and 2 in hand, one each
    >>> in_hand.size, in_hand.rank(0b10_000), [bin(in_hand.unrank(number)) for number in (0, 1)]
    (4, 0, ['0b10000', '0b1001'])
    """

    ranked = rank_placement
    unranked = nth_placement
    helpers = (class_number, class_at, rank_set, nth_set, closed, opened)
    least_helpers = (image_of,)
    ranked_least: ClassVar[Function] = rank_least

    def __init__(
        self,
        places: int,
        classes: Iterable[Sequence[int]],
        symmetry: Sequence[Sequence[int]] = (),
        widths: Sequence[int] = (),
    ) -> None:
        self.places = places
        listed = [tuple(row) for row in classes]
        self.kinds = len(listed[0]) - len(widths) if listed else 0
        if len(set(listed)) < len(listed):
            twice = next(row for row in listed if listed.count(row) > 1)
            raise InputError(f"a class of placements is listed twice: {twice!r}")
        self.classes = [row[: self.kinds] for row in listed]
        """The numbers of pieces of each class."""
        self._listed, self._widths = listed, widths
        self.bits = places * self.kinds + sum(widths)
        self._most = [max(column) for column in zip(*listed, strict=True)]
        last = {counts[-1] for counts in self.classes} if symmetry and self.kinds else set()
        self._orbits = LeastSets.of(places, last, symmetry)
        self._symmetry = symmetry
        self._ways = [self._ways_of(counts) for counts in self.classes]
        self.starts = list(accumulate(map(prod, self._ways), initial=0))
        self.size = self.starts[-1]

    @property
    def has_least(self) -> bool:
        """Whether `rank_least` finds the least image of a placement."""
        return self._orbits is not None and len(self._orbits.minimal) > 0

    def _ways_of(self, counts: Sequence[int]) -> list[int]:
        """Return, for each kind, the number of ways to place its pieces beside those of the kinds after it."""
        free = list(accumulate(reversed(counts), int.__sub__, initial=self.places))[-2::-1]
        ways = [comb(left, count) for left, count in zip(free, counts, strict=True)]
        if self._orbits:
            ways[-1] = self._orbits.sizes[counts[-1]]
        return ways

    def _numbers_of_sets(self) -> list[int]:
        """Return, for each size, the largest number of sets from which a placement of one of the classes chooses."""
        kinds = self.kinds - 1 if self._orbits else self.kinds
        found = [0] * (max(self._most[:kinds], default=-1) + 1)
        for counts in self.classes:
            for kind in range(kinds):
                ways = comb(self.places - sum(counts[kind + 1 :]), counts[kind])
                found[counts[kind]] = max(found[counts[kind]], ways)
        return found

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """The arguments of the functions.

        `stride` is the number of places plus 1, and `binomials` is a table for `nth_set`. The class of a placement is
        at index n of `Classes.of`: n is the sum of its numbers times `Classes.units`. `has_sets` says whether sets are
        listed, and `has_orbits` whether only the least of its images of the last kind's set is numbered.
        """
        sets, set_firsts = all_sets(self.places, self._numbers_of_sets())
        orbits = self._orbits or LeastSets()
        largest = max(self._most[: self.kinds], default=0)
        class_units = _units([n + 1 for n in self._most])
        class_of = [-1] * prod(n + 1 for n in self._most)
        for number, row in enumerate(self._listed):
            class_of[sum(u * c for u, c in zip(class_units, row, strict=True))] = number
        shifts = list(accumulate(self._widths, initial=0))[:-1]
        numbers = [
            sum(value << shift for value, shift in zip(row[self.kinds :], shifts, strict=True))
            for row in self._listed
        ]
        ways_before = [unit for ways in self._ways for unit in _units(ways[::-1])[::-1]]
        counts = [count for counts in self.classes for count in counts]
        return {
            "stride": self.places + 1,
            "binomials": binomials_of(self.places, largest),
            "classes": Classes(self._most, class_units, class_of, self._widths),
            "units": Units(self.starts, ways_before, counts, numbers if self._widths else []),
            "subsets": Subsets(largest, chunk_ranks(self.places, largest), chunk_closings()),
            "has_sets": int(len(sets) > 0),
            "listing": Listing(sets, set_firsts),
            "has_orbits": int(self._orbits is not None),
            "orbits": Orbits(
                orbits.leads,
                orbits.lead_firsts,
                orbits.least,
                orbits.least_firsts,
                orbits.slot_bits,
                orbits.minimal,
                chunk_images(self._symmetry) if self.has_least else [],
            ),
        }


def _units(bases: Sequence[int]) -> list[int]:
    """Return, for each digit of a mixed radix, the product of the bases after it.

    >>> _units([2, 3, 4])
    [12, 4, 1]
    """
    return list(accumulate(reversed(bases[1:]), int.__mul__, initial=1))[::-1] if bases else []
