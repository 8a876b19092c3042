"""Placements of several kinds of pieces, with given numbers of each, up to symmetry or not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import comb, prod

import attrs

from gamekit.errors import InputError
from gamekit.layout.ranking.base import Argument, Ranking
from gamekit.layout.ranking.sets import all_sets, binomials_of, nth_set, opened, rank_set
from gamekit.layout.ranking.words import item, lowest, population


def rank_placement(
    planes: int,
    stride: int,
    binomials: Sequence[int],
    most: Sequence[int],
    class_units: Sequence[int],
    class_of: Sequence[int],
    starts: Sequence[int],
    units: Sequence[int],
    counts: Sequence[int],  # noqa: ARG001 – both functions take the same arguments
    sets: Sequence[int],  # noqa: ARG001
    firsts: Sequence[int],
    orbits: Sequence[int],
    least: Sequence[int],  # noqa: ARG001
    least_firsts: Sequence[int],  # noqa: ARG001
) -> int:
    """Return the number of a placement, -1 if it has none; the arguments are those of `Placements`."""
    places = stride - 1
    kinds = len(most)
    number = 0
    for kind in range(kinds):
        count = population(planes >> places * kind & ((1 << places) - 1))
        if count > item(most, kind):
            return -1
        number += count * item(class_units, kind)
    number = item(class_of, number)
    if number < 0:
        return -1
    rank = item(starts, number)
    taken = 0
    for kind in range(kinds - 1, -1, -1):
        plane = planes >> places * kind & ((1 << places) - 1)
        below = rank_set(plane, taken, stride, binomials)
        if kind == kinds - 1 and len(orbits) > 0:
            below = item(orbits, item(firsts, population(plane)) + below)
            if below < 0:
                return -1
        rank += below * item(units, number * kinds + kind)
        taken |= plane
    return rank


def nth_placement(
    rank: int,
    stride: int,
    binomials: Sequence[int],
    most: Sequence[int],
    class_units: Sequence[int],  # noqa: ARG001 – both functions take the same arguments
    class_of: Sequence[int],  # noqa: ARG001
    starts: Sequence[int],
    units: Sequence[int],
    counts: Sequence[int],
    sets: Sequence[int],
    firsts: Sequence[int],
    orbits: Sequence[int],
    least: Sequence[int],
    least_firsts: Sequence[int],
) -> int:
    """Return the placement with this number: the inverse of `rank_placement`."""
    places = stride - 1
    kinds = len(most)
    number = 0
    high = len(starts) - 1
    while high - number > 1:
        middle = (number + high) // 2
        if item(starts, middle) <= rank:
            number = middle
        else:
            high = middle
    rank -= item(starts, number)
    taken = 0
    planes = 0
    for kind in range(kinds - 1, -1, -1):
        unit = item(units, number * kinds + kind)
        count = item(counts, number * kinds + kind)
        below = rank
        if kind > 0:  # the last unit is 1
            below = rank // unit
            rank -= below * unit
        if kind == kinds - 1 and len(orbits) > 0:
            plane = item(least, item(least_firsts, count) + below)
        else:
            plane = opened(nth_set(below, count, stride, binomials, sets, firsts), taken)
        taken |= plane
        planes |= plane << places * kind
    return planes


class Placements(Ranking):
    """The placements of given numbers of pieces of several kinds, numbered without gaps.

    A placement is given as planes: for each kind the set of its places in bits, the first kind in the lowest bits. With
    a symmetry, only those are numbered in which the set of the last kind is the least of its images. So the least of
    all images of a placement has a number; a few others have one, too, where an image leaves that set as it is.

    Args:
        places: the number of places.
        classes: one tuple for each class of placements: the numbers of pieces of each kind. Each class is numbered
            after the one before.
        symmetry: permutations of the places, a group. Ignored if the sets of the last kind are too many for a table.

    Raises:
        InputError: a class is listed twice.

    >>> placements = Placements(4, [(1, 0), (1, 1)])
    >>> placements.size, placements.rank(0b0100_0001), bin(placements.unrank(6))
    (16, 10, '0b11000')
    >>> Placements(4, [(1, 1)], [(0, 1, 2, 3), (3, 2, 1, 0)]).size
    6
    """

    ranked = rank_placement
    unranked = nth_placement
    helpers = (rank_set, nth_set, opened)

    def __init__(
        self, places: int, classes: Iterable[Sequence[int]], symmetry: Sequence[Sequence[int]] = ()
    ) -> None:
        self.places = places
        self.classes = [tuple(counts) for counts in classes]
        self.kinds = len(self.classes[0]) if self.classes else 0
        if len(set(self.classes)) < len(self.classes):
            raise InputError("a class of placements is listed twice")
        self.bits = places * self.kinds
        self._most = [max(column) for column in zip(*self.classes, strict=True)]
        self._sets, self._firsts = all_sets(places, max(self._most, default=0))
        counts = {counts[-1] for counts in self.classes} if symmetry and self.kinds else set()
        self._orbits = Orbits.of(self._sets, self._firsts, counts, symmetry)
        self._ways = [self._ways_of(counts) for counts in self.classes]
        self.starts = list(accumulate(map(prod, self._ways), initial=0))
        self.size = self.starts[-1]

    def _ways_of(self, counts: Sequence[int]) -> list[int]:
        """Return for each kind in how many ways its pieces are placed beside those of the kinds after it."""
        free = list(accumulate(reversed(counts), int.__sub__, initial=self.places))[-2::-1]
        ways = [comb(left, count) for left, count in zip(free, counts, strict=True)]
        if self._orbits.numbers:
            ways[-1] = self._orbits.sizes[counts[-1]]
        return ways

    @cached_property
    def arguments(self) -> dict[str, Argument]:
        """The arguments of both functions.

        Of these, `most` is the largest number of pieces of each kind; the class of a placement is `class_of` the sum of
        its numbers of pieces times `class_units`; `starts` is the first number of each class; `units` and `counts` are
        for each class and kind the number of ways to place the kinds before it, and the number of pieces. `orbits` are
        the numbers of sets that are the least of their images, in the order of `sets`, and -1 for the other sets;
        `least` are those sets, and `least_firsts` says where those of each size begin.
        """
        class_units = _units([n + 1 for n in self._most])
        class_of = [-1] * prod(n + 1 for n in self._most)
        for number, counts in enumerate(self.classes):
            class_of[sum(u * c for u, c in zip(class_units, counts, strict=True))] = number
        return {
            "stride": self.places + 1,
            "binomials": binomials_of(self.places, max(self._most, default=0)),
            "most": self._most,
            "class_units": class_units,
            "class_of": class_of,
            "starts": self.starts,
            "units": [unit for ways in self._ways for unit in _units(ways[::-1])[::-1]],
            "counts": [count for counts in self.classes for count in counts],
            "sets": self._sets,
            "firsts": self._firsts,
            "orbits": self._orbits.numbers,
            "least": self._orbits.least,
            "least_firsts": self._orbits.firsts,
        }


def _units(bases: Sequence[int]) -> list[int]:
    """Return for each digit of a mixed radix the product of the bases after it.

    >>> _units([2, 3, 4])
    [12, 4, 1]
    """
    return list(accumulate(reversed(bases[1:]), int.__mul__, initial=1))[::-1] if bases else []


@attrs.frozen
class Orbits:
    """The sets that are the least of their images.

    Attributes:
        numbers: for each set its number among those of its size, -1 if it is not the least; empty without symmetry.
        least: those sets, by size.
        firsts: where those of each size begin.
        sizes: how many there are of each size.
    """

    numbers: list[int]
    least: list[int]
    firsts: list[int]
    sizes: list[int]

    @classmethod
    def of(
        cls, sets: list[int], firsts: list[int], wanted: Collection[int], symmetry: Sequence[Sequence[int]]
    ) -> Orbits:
        """Return the least of some sets: those of the wanted sizes.

        Args:
            sets: all sets by size, as `all_sets` gives them.
            firsts: where each size begins.
            wanted: sizes of sets; the others have none that is the least.
            symmetry: permutations of the places, a group.
        """
        found = cls([], [], [], [])
        if not sets or not wanted:
            return found
        images = [[1 << place for place in permutation] for permutation in symmetry]
        for size, (first, end) in enumerate(pairwise([*firsts, len(sets)])):
            found.firsts.append(len(found.least))
            for subset in sets[first:end]:
                is_least = size in wanted and all(_image(subset, image) >= subset for image in images)
                found.numbers.append(len(found.least) - found.firsts[-1] if is_least else -1)
                if is_least:
                    found.least.append(subset)
            found.sizes.append(len(found.least) - found.firsts[-1])
        return found


def _image(subset: int, image: Sequence[int]) -> int:
    """Return the image of a set; `image` has the bit of the new place of each place."""
    found = 0
    while subset:
        found |= image[lowest(subset)]
        subset &= subset - 1
    return found
