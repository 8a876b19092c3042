"""Boards: fields whose places bear signs, on a grid or on a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

import attrs

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.sentences import counted
from gamekit.layout.fields.field import Field
from gamekit.layout.geometry import GRID_SYMMETRIES, automorphisms
from gamekit.layout.linear_codes import ColumnCode, PositionalCode
from gamekit.layout.symmetry import Image, unmoved

EMPTY_SIGNS: Final = " ._-"
"""Signs that no player can own: those of an empty place."""

MOST_LINES: Final = 100
"""Rows, or columns: far more than can be solved, and far less than would fill the memory with one state."""

LETTERS: Final = 26
"""Columns that are named by one letter each."""


def owners_exchanged(signs: str) -> tuple[int, ...]:
    """Return for each sign the index of the same sign of the other player.

    If every sign but the empty one is a letter whose other case is a sign, too, as in "LGlg", capitals and small
    letters are exchanged. Otherwise two signs are exchanged if there are exactly two besides the empty one.

    >>> owners_exchanged(".BW"), owners_exchanged(".LGlg")
    ((0, 2, 1), (0, 3, 4, 1, 2))
    """
    owned = [sign for sign in signs if sign not in EMPTY_SIGNS]
    if all(sign.swapcase() != sign and sign.swapcase() in signs for sign in owned):
        return tuple(signs.index(sign.swapcase()) for sign in signs)
    if len(owned) == 2:
        other = {owned[0]: owned[1], owned[1]: owned[0]}
        return tuple(signs.index(other.get(sign, sign)) for sign in signs)
    return tuple(range(len(signs)))


def check_signs(owner: str, signs: str) -> None:
    """Refuse signs of a field that are not different characters, or that its notation needs."""
    if not isinstance(signs, str) or not signs or len(set(signs)) < len(signs) or set(signs) & set("/, "):
        raise InputError(
            f"the signs of a {owner} are different characters, the first one for an empty place, without blanks, "
            f"commas and slashes: '.XO'; these are {signs!r}"
        )


class Board(Field):
    """A field whose places are those of a board, and whose numbers are the indices of signs."""

    @property
    def values(self) -> int:  # type: ignore[override]
        return len(self.signs)

    def format(self, cells: Sequence[int]) -> str:
        return "".join([self.signs[cell] for cell in cells])

    @property
    def board(self) -> Field:
        return self

    def touched(self, before: Sequence[int], after: Sequence[int]) -> set[int]:
        return {place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}

    def exchanged(self) -> Image:
        return Image(tuple(range(self.places)), (owners_exchanged(self.signs),) * self.places)


@attrs.frozen
class Grid(Board):
    """A grid of squares, each of which bears one of some signs.

    Square 0 is at the left of the top row, and numbers go on along the rows. The number of a square is the index of its
    sign, so an empty square is 0. The notation has the rows from the top, separated by slashes.

    Attributes:
        rows: the number of rows, from 1 to 100.
        columns: the number of columns, from 1 to 100; they are named a, b, ..., z, aa, ab and so on.
        signs: one character for each value of a square, that of an empty square first.
        gravity: whether pieces fall, so that no empty square is below a piece. Codes are shorter then: a column takes
            one bit more than it has squares. There are two signs besides the empty one, the only symmetries are those
            that keep every column a column, such as "mirror", and the layout is not dense.

    Raises:
        InputError: a size is out of range, two signs are the same or not allowed, or a grid with gravity has not two
            signs besides the empty one.

    >>> board = Grid(2, 3, ".XO")
    >>> board.parse("X../.O."), board.place_name(0), board.place_name(5)
    ((1, 0, 0, 0, 2, 0), 'a2', 'c1')
    """

    rows: int
    columns: int
    signs: str = ".XO"
    gravity: bool = attrs.field(default=False, kw_only=True)
    word: ClassVar[str] = "grid"

    def __attrs_post_init__(self) -> None:
        for name in ("rows", "columns"):
            number = getattr(self, name)
            if type(number) is not int or not 1 <= number <= MOST_LINES:
                raise InputError(f"{name} of a grid are from 1 to {MOST_LINES}; they are {number!r}")
        check_signs(self.word, self.signs)
        if self.gravity and len(self.signs) != 3:
            raise InputError(
                f"a grid with gravity has two signs besides the empty one: '.XO'; these are {self.signs!r}"
            )

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.rows * self.columns

    def format(self, cells: Sequence[int]) -> str:
        text = super().format(cells)
        return "/".join(text[i : i + self.columns] for i in range(0, len(text), self.columns))

    def parse(self, text: str) -> tuple[int, ...]:
        parts = text.split("/")
        if [len(part) for part in parts] != [self.columns] * self.rows or set(text) - {*self.signs, "/"}:
            example = self.format([0] * self.places)
            shape = (
                f"{counted(self.rows, 'row')} of {counted(self.columns, 'square')}, each one of {self.signs}"
            )
            raise InputError(f"a board is {shape}: {example!r}; this is {text!r}")
        cells = tuple(self.signs.index(sign) for sign in "".join(parts))
        if self.floating(cells) is not None:
            raise InputError(f"pieces fall to the lowest empty square; {text!r} breaks that")
        return cells

    @property
    def fall(self) -> int:  # type: ignore[override]
        return self.columns if self.gravity else 0

    def code(self, *, in_bits: bool) -> PositionalCode | ColumnCode:
        return ColumnCode(self.rows, self.columns) if self.gravity else super().code(in_bits=in_bits)

    def render(self, cells: Sequence[int]) -> str:
        """Return the board as several lines of text, with the names of its rows and columns."""
        width = len(str(self.rows))
        rows = self.format(cells).split("/")
        names = [column_name(column) for column in range(self.columns)]
        squares = len(names[-1])  # letters of the longest name
        lines = [f"{self.rows - i:>{width}} {_spaced(row, squares)}" for i, row in enumerate(rows)]
        return "\n".join([*lines, f"{'':{width}} {_spaced(names, squares)}"])

    def images(self, symmetry: str) -> Sequence[Image]:
        if (moved := GRID_SYMMETRIES.get(symmetry)) is None:
            return ()
        if symmetry in ("transpose", "rotate90") and self.rows != self.columns:
            raise InputError(
                f"{symmetry} needs a square grid; this one has {self.rows} rows of {self.columns}"
            )
        order = moved(self.rows, self.columns)
        if not self.may_be_permuted(order):
            raise InputError(
                f"{symmetry} moves columns to rows or upside down; a grid with gravity knows only mirror"
            )
        return [Image(order, unmoved(self.places, self.values).values)]

    def place_name(self, place: int) -> str:
        return f"{column_name(place % self.columns)}{self.rows - place // self.columns}"


def _spaced(words: Iterable[str], width: int) -> str:
    return " ".join(f"{word:>{width}}" for word in words)


def _as_tuples(rows: Iterable[Iterable[Any]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(map(tuple, rows))


@attrs.frozen
class Points(Board):
    """The nodes of a graph, each of which bears one of some signs, such as the points of a mill board.

    Attributes:
        graph: the neighbours of each node.
        signs: one character for each value of a node, that of an empty node first.
        at: where drawings have each node, as (x, y) in any unit, y downwards; by default, where lines do not cross
            nodes.

    Raises:
        InputError: two signs are the same or not allowed, or `at` has not one place for each node.

    >>> Points([[1], [0, 2], [1]]).parse("X.O")
    (1, 0, 2)
    """

    graph: Sequence[Sequence[int]] = attrs.field(converter=_as_tuples)
    signs: str = ".XO"
    at: Sequence[tuple[float, float]] | None = attrs.field(
        default=None, kw_only=True, converter=attrs.converters.optional(_as_tuples)
    )
    word: ClassVar[str] = "graph"

    def __attrs_post_init__(self) -> None:
        check_signs(self.word, self.signs)
        if self.at is not None and (
            len(self.at) != len(self.graph) or not all(len(place) == 2 for place in self.at)
        ):
            raise InputError(
                f"at has an (x, y) for each of the {len(self.graph)} nodes; it is {self.at!r:.100}"
            )

    @property
    def places(self) -> int:  # type: ignore[override]
        return len(self.graph)

    def parse(self, text: str) -> tuple[int, ...]:
        if len(text) != self.places or set(text) - set(self.signs):
            raise InputError(f"a board is {self.places} points, each one of {self.signs}; this is {text!r}")
        return tuple(map(self.signs.index, text))

    def images(self, symmetry: str) -> Sequence[Image]:
        if symmetry != "automorphisms":
            return ()
        values = unmoved(self.places, self.values).values
        return [Image(permutation, values) for permutation in automorphisms(self.graph)]
