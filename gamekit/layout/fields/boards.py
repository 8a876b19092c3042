"""Boards: fields whose places bear signs, on a grid or on a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

import attrs

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.sentences import counted
from gamekit.layout.fields.field import BOARDS, Field
from gamekit.layout.fields.signs import check_signs, owners_exchanged
from gamekit.layout.geometry import GRID_SYMMETRIES, automorphisms
from gamekit.layout.linear_codes import ColumnCode, PositionalCode
from gamekit.layout.symmetry import Image, unmoved

if TYPE_CHECKING:
    from gamekit.drawing.canvas import Canvas
    from gamekit.drawing.graph_layout import Graph, Place
    from gamekit.drawing.surfaces import Surface

MOST_LINES: Final = 100
"""The largest number of rows or columns of a game: too many to solve, but few enough that states fit in memory."""

MOST_SQUARES_IN_A_LINE: Final = 400
"""The largest number of squares in a row or column of a grid; positions of rulesets may be as long as that."""

LETTERS: Final = 26
"""The number of columns whose names have one letter."""


class Board(Field):
    """A field whose places are those of a board, and whose numbers are the indices of signs."""

    drawn: ClassVar[int] = BOARDS

    @property
    def values(self) -> int:  # type: ignore[override]
        return len(self.signs)

    def look_names(self, name: str) -> Iterable[str]:
        return self.signs

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        from gamekit.drawing.parts import Layer
        from gamekit.layout.fields.looks import looks_of_signs

        surface = self.surface(canvas, self._own_style(name, canvas))
        assert surface is not None
        looks = looks_of_signs(self.signs, canvas.players, canvas.looks)
        canvas.add_board(name, surface, self.places, self).layers.append(Layer(first, self.places, looks))

    def _own_style(self, name: str, canvas: Canvas) -> str | None:
        """Return the style that the game states for this board; None if it states none."""
        return None

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

    Square 0 is at the left of the top row, and the numbers continue along the rows. The number of a square is the index
    of its sign, so an empty square is 0. The notation has the rows from the top, separated by slashes.

    Attributes:
        rows: the number of rows, from 1 to 400.
        columns: the number of columns, from 1 to 400; they are named a, b, ..., z, aa, ab and so on.
        signs: one character for each value of a square, that of an empty square first.
        from_top: whether rows are numbered from the top, as in Othello, and not from the bottom, as in chess.
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
    from_top: bool = attrs.field(default=False, kw_only=True)
    word: ClassVar[str] = "grid"

    def __attrs_post_init__(self) -> None:
        for name in ("rows", "columns"):
            number = getattr(self, name)
            if type(number) is not int or not 1 <= number <= MOST_SQUARES_IN_A_LINE:
                limits = f"from 1 to {MOST_SQUARES_IN_A_LINE}"
                raise InputError(f"{name} of a grid must be {limits}; they are {number!r}")
        check_signs(self.word, self.signs)
        if self.gravity and len(self.signs) != 3:
            raise InputError(
                f"a grid with gravity must have two signs besides the empty one, as in '.XO'; these are {self.signs!r}"
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
            raise InputError(f"a board must be {shape}, as in {example!r}; this is {text!r}")
        cells = tuple(self.signs.index(sign) for sign in "".join(parts))
        if self.floating(cells) is not None:
            raise InputError(
                f"every piece must have fallen to the lowest empty square; in {text!r}, one has not"
            )
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
        lines = [f"{self._row_name(i):>{width}} {_spaced(row, squares)}" for i, row in enumerate(rows)]
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
                f"a grid with gravity can have only the symmetry mirror; {symmetry} does not keep columns upright"
            )
        return [Image(order, unmoved(self.places, self.values).values)]

    def place_name(self, place: int) -> str:
        return f"{column_name(place % self.columns)}{self._row_name(place // self.columns)}"

    def _row_name(self, row: int) -> int:
        return row + 1 if self.from_top else self.rows - row

    def look_names(self, name: str) -> Iterable[str]:
        return [*self.signs, name]

    def _own_style(self, name: str, canvas: Canvas) -> str | None:
        return canvas.looks.get(name)

    def surface(self, canvas: Canvas, style: str | None = None) -> Surface:
        from gamekit.drawing.surfaces import STYLES, Squares

        return Squares(self.rows, self.columns, canvas.style(style, STYLES), from_top=self.from_top)

    def lies_on(self, other: object) -> bool:
        return isinstance(other, Grid) and (self.rows, self.columns) == (other.rows, other.columns)


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
        at: the place of each node in drawings, as (x, y) in any unit, y downwards; by default, places at which lines do
            not cross nodes.

    Raises:
        InputError: two signs are the same or not allowed, or `at` does not have one place for each node.

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
                f"at must have a pair (x, y) for each of the {len(self.graph)} nodes; it is {self.at!r:.100}"
            )

    @property
    def places(self) -> int:  # type: ignore[override]
        return len(self.graph)

    def parse(self, text: str) -> tuple[int, ...]:
        if len(text) != self.places or set(text) - set(self.signs):
            raise InputError(
                f"a board must be {self.places} points, each one of {self.signs}; this is {text!r}"
            )
        return tuple(map(self.signs.index, text))

    def images(self, symmetry: str) -> Sequence[Image]:
        if symmetry != "automorphisms":
            return ()
        values = unmoved(self.places, self.values).values
        return [Image(permutation, values) for permutation in automorphisms(self.graph)]

    def surface(self, canvas: Canvas, style: str | None = None) -> Surface:
        from gamekit.drawing.points import POINT_STYLES, Hexagons, Nodes, PointsAndLines, Segments

        style = canvas.style(style, POINT_STYLES)
        if self.at is None:
            return Nodes(self.graph)
        names = list(map(canvas.place_name, range(self.places)))
        if style == "segments":
            return Segments(self.at, names, are_owned=len(self.signs) == 2)
        if style == "hexagons":
            return Hexagons(self.at, names, (canvas.colours[0], canvas.colours[-1]))
        return PointsAndLines(self.graph, self.at, names)

    def lies_on(self, other: object) -> bool:
        return isinstance(other, Points) and self.graph == other.graph

    def in_plane(self) -> tuple[Graph, Sequence[Place]] | None:
        return None if self.at is None else (self.graph, [complex(x, y) for x, y in self.at])
