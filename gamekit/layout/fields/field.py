"""`Field`: a part of a layout, which answers for its values, notation, images and code."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from gamekit.errors import InputError, LimitError
from gamekit.layout.linear_codes import Closing, ColumnCode, PositionalCode
from gamekit.layout.ranking import Ranking
from gamekit.layout.symmetry import Image, unmoved

if TYPE_CHECKING:
    from gamekit.drawing.canvas import Canvas
    from gamekit.drawing.graph_layout import Graph, Place
    from gamekit.drawing.surfaces import Surface


BOARDS, PIECES, HANDS, NUMBERS = range(4)
"""The order in which fields are drawn: pieces on the boards that there are, numbers below."""


class Field(ABC):
    """One part of a state: `places` numbers, each at least 0 and below `values`.

    A layout gives the field a name, and the rules see it as a list of numbers, `s.NAME`. A new kind of field defines
    its places, its values and its notation. By default its numbers are digits of codes.
    """

    places: int
    """The number of numbers that the field holds."""

    values: int
    """The number of values that each number can have, from 0 up."""

    word: ClassVar[str]
    """The word for the field in messages."""

    is_single: bool = False
    """Whether the rules see the field as one number, and not as a list."""

    like: bool = False
    """Whether the numbers are exchangeable: states that differ only by their order are alike."""

    exchanges: ClassVar[bool] = False
    """Whether each value occurs once, so that a value comes to a place only in exchange for the one there."""

    @property
    def like_parts(self) -> Sequence[slice]:
        """The parts of the numbers in which they are exchangeable; by default all of them, if they are `like`."""
        return [slice(0, self.places)] if self.like and self.places > 1 else []

    total: int | None = None
    """The sum of the numbers, modulo `values`; None if it differs. Codes then leave out the last number."""

    signs: str = ""
    """One character for each value, if the field is a board whose places bear signs."""

    pieces: int | None = None
    """The number of pieces that the field places; None if it places none or always one."""

    fall: int = 0
    """The distance in places that a piece falls if the place below is empty; 0 if pieces stay where they are."""

    aside: ClassVar[str] = ""
    """The words after the text of a field that stands after a comma, as " in hand"; empty for all other fields."""

    # --- texts ------------------------------------------------------------------------------------------------------

    @abstractmethod
    def format(self, cells: Sequence[int]) -> str:
        """Return the numbers as a string without blanks."""

    @abstractmethod
    def parse(self, text: str) -> tuple[int, ...]:
        """Return the numbers that `format` writes as `text`.

        Raises:
            InputError: `text` is not in the field's notation.
        """

    def example(self) -> Sequence[int]:
        """Return a content to show the form of texts."""
        return (0,) * self.places

    def names_players(self, players: Sequence[str]) -> bool:
        """Return whether the text of a state with no other field is that of `format_sides`."""
        return False

    def format_sides(self, players: Sequence[str], cells: Sequence[int]) -> str:
        """Return the numbers as a string that shows whose they are."""
        return self.format(cells)

    def parse_sides(self, players: Sequence[str], text: str) -> tuple[int, ...] | None:
        """Return the numbers that `format_sides` shows as a string; None if the string has another form."""
        return self.parse(text)

    def place_name(self, place: int) -> str:
        """Return the name of a place, for moves."""
        return str(place)

    def render(self, cells: Sequence[int]) -> str | None:
        """Return the field as several lines of text; None if its notation shows it as well."""
        return None

    def line(self, name: str, cells: Sequence[int]) -> str | None:
        """Return the line of a text drawing for a field that is not a board; None if there is none."""
        return f"{name}: {self.format(cells)}"

    # --- drawings ---------------------------------------------------------------------------------------------------

    drawn: ClassVar[int] = NUMBERS
    """The place of the field in the order of drawing: BOARDS, PIECES, HANDS or NUMBERS."""

    def look_names(self, name: str) -> Iterable[str]:
        """Return the names for which a game may state a look: signs, kinds of piece, or the name of the field."""
        return ()

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        """Add the field to the drawing of a game: by default, its numbers with their labels.

        Args:
            name: the name of the field.
            first: the index of its first number among those of a state.
            canvas: takes parts of the drawing.
        """
        from gamekit.drawing.parts import Numbers

        labels = [name] if self.places == 1 else [f"{name} {i}" for i in range(self.places)]
        canvas.column.append(Numbers(first, labels, f"{name}:"))

    def surface(self, canvas: Canvas, style: str | None = None) -> Surface | None:
        """Return the surface of a field that is a board, in `style` or in that of all boards; None for other fields."""
        return None

    def in_plane(self) -> tuple[Graph, Sequence[Place]] | None:
        """Return the field's graph and the places of its nodes; None if it is not a graph, or no places are given."""
        return None

    def lies_on(self, other: object) -> bool:
        """Return whether the field and another are contents of the same board."""
        return False

    # --- moves ------------------------------------------------------------------------------------------------------

    @property
    def board(self) -> Field | None:
        """The board whose places moves name: the field itself or the one under its pieces; None if there is none."""
        return None

    def touched(self, before: Sequence[int], after: Sequence[int]) -> set[int]:
        """Return the places of the board that a move changes, or between which it moves pieces."""
        return set()

    # --- symmetry ---------------------------------------------------------------------------------------------------

    def images(self, symmetry: str) -> Sequence[Image]:
        """Return the images that generate a symmetry of the field; none if the field does not know its name."""
        return ()

    def exchanged(self) -> Image:
        """Return the image of the field with the owners exchanged and nothing moved."""
        return unmoved(self.places, self.values)

    def may_be_permuted(self, order: Sequence[int]) -> bool:
        """Return whether a symmetry may move each place i to `order[i]`."""
        pairs = zip(order, order[self.fall :], strict=False)
        return not self.fall or all(below == above + self.fall for above, below in pairs)

    # --- codes ------------------------------------------------------------------------------------------------------

    def floating(self, cells: Sequence[int]) -> int | None:
        """Return an empty place below a piece, where pieces fall; None if there is none."""
        below = enumerate(cells[self.fall :]) if self.fall else ()
        return next((place + self.fall for place, cell in below if not cell and cells[place]), None)

    @property
    def closings(self) -> list[Closing]:
        """The cells that codes leave out because the total of the numbers is fixed; empty if it is not."""
        return [] if self.total is None else [Closing(0, self.places - 1, self.total, self.values)]

    def code(self, *, in_bits: bool) -> PositionalCode | ColumnCode:
        """Return the code of the numbers alone: digits, each in bits of its own if `in_bits`, unless pieces fall."""
        return PositionalCode([self.values] * self.places, in_bits=in_bits, closings=self.closings)

    def narrower(self) -> Iterator[tuple[Closing, list[int]]]:
        """Yield the closing and the bases of smaller codes, in which some contents of the field have no code."""
        return iter(())

    def ranking(self) -> Ranking | None:
        """Return the numbering of the contents of the field in dense codes; None if every content counts."""
        return None


def check_count(name: str, value: Any, least: int = 0) -> None:
    """Refuse a size of a field.

    Raises:
        InputError: the size is not an integer of at least `least`.
        LimitError: the size is 2^31 or more.
    """
    if type(value) is not int or value < least:
        raise InputError(f"{name} of a field must be an integer of at least {least}; it is {value!r}")
    if value >= 1 << 31:
        raise LimitError(f"{name} of a field must be below 2**31; it is {value:,}")
