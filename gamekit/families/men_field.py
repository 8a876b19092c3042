"""`Men`: a field of the men on a board: two kings, and others that may be taken or become men of other kinds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.families.men_ranking import SQUARES, MenRanking, Row
from gamekit.layout.fields.boards import Grid
from gamekit.layout.fields.field import PIECES, Field
from gamekit.layout.geometry import GRID_SYMMETRIES
from gamekit.layout.symmetry import Image


@attrs.frozen
class Men(Field):
    """The values of two kings, White's first, then those of White's other men, then of Black's.

    The value of a man is 64 times its kind, plus its square; that of a man that is taken is the largest. Like men are
    exchangeable.

    Attributes:
        ground: the board, of at most eight rows and columns.
        kinds: the signs of the kinds, the kings' first.
        numbers: how many men White and Black have besides the kings.
        sorts: the values of each sort of man, by owner; that of a man that is taken is the last sort.
        classes: the sorts of all men but the kings that can be on the board together, in ascending order of values.
        near: the squares on which the other king may not stand, by the square of a king.
        symmetries: the names of the symmetries of the board that men of each kind keep.

    >>> board = Grid(2, 2)
    >>> sorts, both = (((64, 65, 66, 67), (128,)), ((128,),)), (("mirror", "transpose"),) * 2
    >>> men = Men(board, "KR", (1, 0), sorts, ((0,), (1,)), ((),) * 4, both)
    >>> men.format((0, 3, 65)), men.parse("Ka2.Kb1.-"), men.ranking().size
    ('Ka2.Kb1.Rb2', (0, 3, 128), 10)
    """

    ground: Grid
    kinds: str
    numbers: tuple[int, int]
    sorts: tuple[tuple[tuple[int, ...], ...], ...]
    classes: tuple[Row, ...]
    near: tuple[tuple[int, ...], ...]
    symmetries: tuple[tuple[str, ...], ...]
    word: ClassVar[str] = "field of men"
    drawn: ClassVar[int] = PIECES

    @property
    def places(self) -> int:  # type: ignore[override]
        return 2 + sum(self.numbers)

    @property
    def values(self) -> int:  # type: ignore[override]
        return SQUARES * len(self.kinds) + 1

    @property
    def like_parts(self) -> Sequence[slice]:
        middle = 2 + self.numbers[0]
        return [part for part in (slice(2, middle), slice(middle, self.places)) if part.stop - part.start > 1]

    # --- texts ------------------------------------------------------------------------------------------------------

    def format(self, cells: Sequence[int]) -> str:
        return ".".join(
            "-" if kind == len(self.kinds) else self.kinds[kind] + self.ground.place_name(square)
            for kind, square in (divmod(value, SQUARES) for value in cells)
        )

    def parse(self, text: str) -> tuple[int, ...]:
        listed = chain(range(self.ground.places), *chain(*self.sorts))
        named = {self.format([value]): value for value in listed}
        words = text.split(".")
        if len(words) != self.places or not all(word in named for word in words):
            raise InputError(
                f"the men must be {self.places}, like {self.format([0])}, with dots between; they are {text!r}"
            )
        return tuple(named[word] for word in words)

    def place_name(self, place: int) -> str:
        return self.ground.place_name(place)

    @property
    def board(self) -> Field:
        return self.ground

    # --- symmetry and codes -----------------------------------------------------------------------------------------

    def images(self, symmetry: str) -> Sequence[Image]:
        if symmetry not in GRID_SYMMETRIES:
            return ()
        order = GRID_SYMMETRIES[symmetry](self.ground.rows, self.ground.columns)
        moved = [*order, *range(len(order), SQUARES)]
        values = [
            SQUARES * kind + square if symmetry in symmetries else -1
            for kind, symmetries in enumerate(self.symmetries)
            for square in moved
        ]
        return [Image(tuple(range(self.places)), ((*values, len(values)),) * self.places)]

    def exchanged(self) -> Image:
        """Return the image with the players exchanged, who have as many men, and the board turned upside down."""
        places, middle = range(self.places), 2 + self.numbers[0]
        order = (
            1,
            0,
            *(place + self.numbers[1] for place in places[2:middle]),
            *places[2:][: self.numbers[1]],
        )
        return Image(order, (exchanged_values(self.ground, self.kinds),) * self.places)

    def ranking(self) -> MenRanking:
        owners = [0] * self.numbers[0] + [1] * self.numbers[1]
        names_of = []
        for row in self.classes:
            men = (self.sorts[owner][sort][0] for owner, sort in zip(owners, row, strict=True))
            name_groups = [
                self.symmetries[kind]
                for kind in (0, *(man // SQUARES for man in men))
                if kind < len(self.kinds)
            ]
            names_of.append(
                tuple(name for name in name_groups[0] if all(name in names for names in name_groups))
            )
        groups = sorted({*names_of}, key=lambda names: (-len(names), names))
        pairs = list(map(self._pairs, groups))
        pairs_of = list(map(groups.index, names_of))
        return MenRanking((self.values - 1).bit_length(), owners, self.sorts, self.classes, pairs, pairs_of)

    def _pairs(self, symmetries: Sequence[str]) -> list[tuple[int, int]]:
        """Return the squares of the kings, one of each pair and its images."""
        group = turns_of(self.ground, symmetries)
        places = range(self.ground.places)
        return [
            (one, other)
            for one in places
            for other in places
            if one != other
            and other not in self.near[one]
            and all((one, other) <= (order[one], order[other]) for order in group)
        ]


def exchanged_values(board: Grid, kinds: str) -> tuple[int, ...]:
    """Return what each value becomes when the players are exchanged and the board is turned upside down."""
    order = GRID_SYMMETRIES["flip"](board.rows, board.columns)
    moved = [*order, *range(len(order), SQUARES)]
    owners = [0, *(kinds.index(sign.swapcase()) for sign in kinds[1:])]
    return (*(SQUARES * kind + square for kind in owners for square in moved), SQUARES * len(kinds))


def turns_of(board: Grid, symmetries: Sequence[str]) -> set[tuple[int, ...]]:
    """Return the group of symmetries of a board that these generate: for each, the new square of each square."""
    group = {tuple(range(board.places))}
    generators = [GRID_SYMMETRIES[name](board.rows, board.columns) for name in symmetries]
    while more := {tuple(g[i] for i in order) for order in group for g in generators} - group:
        group |= more
    return group
