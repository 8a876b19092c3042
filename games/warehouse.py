"""Warehouses of Sokoban: the squares that matter in a level, and how they are joined."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property

import attrs

Place = tuple[int, int]  # row and column

WALL, FLOOR, GOAL, MAN, BOX = "#-.@$"
ON_GOAL = {"+": MAN, "*": BOX}
WAYS = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
OPPOSITE = (3, 2, 1, 0)


@attrs.frozen
class Warehouse:
    """A level, whose squares are numbered: first those from which a box can be pushed to a goal, then the others.

    Only squares that the man could reach if no box stood there have a number, and those of boxes and goals. A box that
    stands on a goal out of his reach is like a wall, and its goal does not count.

    Attributes:
        rows: the rows of the level, of equal length.
    """

    rows: tuple[str, ...]

    def places_of(self, signs: str) -> list[Place]:
        """Return the places that bear one of some signs, row by row."""
        return [(i, j) for i, row in enumerate(self.rows) for j, sign in enumerate(row) if sign in signs]

    @cached_property
    def man(self) -> Place:
        return self.places_of("@+")[0]

    @cached_property
    def inside(self) -> Collection[Place]:
        """The places that the man could reach if there were no boxes."""
        open_places = {*self.places_of("-.@$+*")}
        return _reached([self.man], lambda place: (one for one in _near(place) if one in open_places))

    @cached_property
    def boxes(self) -> list[Place]:
        """The boxes that count, row by row."""
        return self._counting("$*")

    @cached_property
    def goals(self) -> list[Place]:
        """The goals that count, row by row."""
        return self._counting(".+*")

    def _counting(self, signs: str) -> list[Place]:
        """Return the places that bear one of some signs, except those of boxes on goals out of the man's reach."""
        walls = {*self.places_of("*")} - {*self.inside}
        return [place for place in self.places_of(signs) if place not in walls]

    @cached_property
    def live(self) -> Collection[Place]:
        """The places from which a box that stands there alone can be pushed to a goal."""

        def pulled(place: Place) -> Iterator[Place]:
            for before, man in zip(_near(place), _near(place, 2), strict=True):
                if before in self.inside and man in self.inside:
                    yield before

        return _reached([place for place in self.goals if place in self.inside], pulled)

    @cached_property
    def places(self) -> list[Place]:
        """The place of each square."""
        others = {*self.inside, *self.boxes, *self.goals} - {*self.live}
        return [*sorted(self.live), *sorted(others)]

    @cached_property
    def number(self) -> Mapping[Place, int]:
        """The square at each place."""
        return {place: square for square, place in enumerate(self.places)}

    @cached_property
    def beside(self) -> list[list[int]]:
        """By square, the next one on each side, in the order of `WAYS`; the number of squares stands for walls."""
        wall = len(self.places)
        beside = [
            [self.number.get(near, wall) if place in self.inside else wall for near in _near(place)]
            for place in self.places
        ]
        return [*beside, [wall] * len(WAYS)]

    def drawn(self, man: int, boxes: Iterable[int]) -> list[str]:
        """Return the rows of the level with the man and the boxes on other squares."""
        signs = [
            [{"@": FLOOR, BOX: FLOOR, "+": GOAL, "*": GOAL}.get(sign, sign) for sign in row]
            for row in self.rows
        ]
        for i, j in self.places_of("*"):
            if (i, j) not in self.number:
                signs[i][j] = "*"
        for sign, on_goal, squares in (("$", "*", boxes), ("@", "+", [man])):
            for square in squares:
                i, j = self.places[square]
                signs[i][j] = on_goal if signs[i][j] == GOAL else sign
        return ["".join(row) for row in signs]


def _near(place: Place, steps: int = 1) -> list[Place]:
    """Return the places so many steps away in a straight line, in the order of `WAYS`."""
    return [(place[0] + down * steps, place[1] + right * steps) for down, right in WAYS.values()]


def _reached(starts: Iterable[Place], step: Callable[[Place], Iterable[Place]]) -> set[Place]:
    """Return the places to which any number of steps lead."""
    places = {*starts}
    left = list(places)
    while left:
        more = {*step(left.pop())} - places
        places |= more
        left += more
    return places
