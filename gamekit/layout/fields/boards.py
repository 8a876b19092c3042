"""`Field`, a part of a layout, with its values, notation and images; and boards, whose places bear signs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

import attrs

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError, LimitError
from gamekit.game.sentences import counted
from gamekit.layout.geometry import GRID_SYMMETRIES, automorphisms
from gamekit.layout.ranking import Ranking
from gamekit.layout.symmetry import Image, unmoved

EMPTY_SIGNS: Final = " ._-"
"""Signs that no player can own: those of an empty place."""

MOST_LINES: Final = 100
"""Rows, or columns: far more than can be solved, and far less than would fill the memory with one state."""

LETTERS: Final = 26
"""Columns that are named by one letter each."""


class Field(ABC):
    """One part of a state: `places` numbers, each at least 0 and below `values`.

    A layout gives the field a name, and the rules see it as a list of numbers, `s.NAME`.
    """

    places: int
    """How many numbers the field holds."""

    values: int
    """Each number is at least 0 and below this."""

    word: ClassVar[str]
    """What the field is, in messages."""

    is_single: bool = False
    """Whether the rules see the field as one number, and not as a list."""

    like: bool = False
    """Whether the numbers are exchangeable: states that differ only by their order are alike."""

    total: int | None = None
    """What the numbers add up to, modulo `values`; None if that differs. Codes then leave out the last number."""

    @abstractmethod
    def format(self, cells: Sequence[int]) -> str:
        """Return the numbers as a text without blanks."""

    @abstractmethod
    def parse(self, text: str) -> tuple[int, ...]:
        """Return the numbers that `format` writes as `text`.

        Raises:
            InputError: `text` is not in the field's notation.
        """

    def images(self, symmetry: str) -> Sequence[Image]:
        """Return the images that generate a symmetry of the field; none if the field does not know its name."""
        return ()

    def ranking(self) -> Ranking | None:
        """Return how the contents of the field are numbered where codes are dense; None if every content counts."""
        return None

    def exchanged(self) -> Image:
        """Return the image of the field with the owners exchanged and nothing moved."""
        return unmoved(self.places, self.values)

    def place_name(self, place: int) -> str:
        """Return the name of a place, for moves."""
        return str(place)

    def render(self, cells: Sequence[int]) -> str | None:
        """Return the field as several lines of text; None if its notation shows it as well."""
        return None

    def may_be_permuted(self, order: Sequence[int]) -> bool:
        """Return whether a symmetry may move each place i to `order[i]`."""
        return True

    def floating(self, cells: Sequence[int]) -> int | None:
        """Return an empty place below a piece, where pieces fall; None if there is none."""
        return None


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


def check_count(name: str, value: Any, least: int = 0) -> None:
    """Refuse a size of a field that is not an integer of at least `least`, or more than there is room for."""
    if type(value) is not int or value < least:
        raise InputError(f"{name} of a field is an integer from {least}; it is {value!r}")
    if value >= 1 << 31:
        raise LimitError(f"{name} of a field is below 2**31; it is {value:,}")


@attrs.frozen
class Grid(Field):
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

    @property
    def values(self) -> int:  # type: ignore[override]
        return len(self.signs)

    def format(self, cells: Sequence[int]) -> str:
        text = "".join([self.signs[cell] for cell in cells])
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

    def floating(self, cells: Sequence[int]) -> int | None:
        """Return an empty square below a piece, if pieces fall.

        >>> Grid(2, 2, gravity=True).floating((0, 1, 2, 0))
        3
        """
        if not self.gravity:
            return None
        below = enumerate(cells[self.columns :])
        return next((square + self.columns for square, cell in below if not cell and cells[square]), None)

    def may_be_permuted(self, order: Sequence[int]) -> bool:
        pairs = zip(order, order[self.columns :], strict=False)
        return not self.gravity or all(below == above + self.columns for above, below in pairs)

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

    def exchanged(self) -> Image:
        return Image(tuple(range(self.places)), (owners_exchanged(self.signs),) * self.places)

    def place_name(self, place: int) -> str:
        return f"{column_name(place % self.columns)}{self.rows - place // self.columns}"


def _spaced(words: Iterable[str], width: int) -> str:
    return " ".join(f"{word:>{width}}" for word in words)


def _as_tuples(rows: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, rows))


def _as_pairs(places: Iterable[Iterable[float]]) -> tuple[tuple[float, ...], ...]:
    return tuple(map(tuple, places))


@attrs.frozen
class Points(Field):
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
        default=None, kw_only=True, converter=attrs.converters.optional(_as_pairs)
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

    @property
    def values(self) -> int:  # type: ignore[override]
        return len(self.signs)

    def format(self, cells: Sequence[int]) -> str:
        return "".join([self.signs[cell] for cell in cells])

    def parse(self, text: str) -> tuple[int, ...]:
        if len(text) != self.places or set(text) - set(self.signs):
            raise InputError(f"a board is {self.places} points, each one of {self.signs}; this is {text!r}")
        return tuple(map(self.signs.index, text))

    def images(self, symmetry: str) -> Sequence[Image]:
        if symmetry != "automorphisms":
            return ()
        values = unmoved(self.places, self.values).values
        return [Image(permutation, values) for permutation in automorphisms(self.graph)]

    def exchanged(self) -> Image:
        return Image(tuple(range(self.places)), (owners_exchanged(self.signs),) * self.places)
