"""Fields of places: single pieces, each with the place on which it stands, and orders of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.layout.fields.field import BOARDS, PIECES, Field, check_count
from gamekit.layout.ranking import HalfOrders, Multisets, Orders, Ranking
from gamekit.layout.symmetry import Image

if TYPE_CHECKING:
    from gamekit.drawing.canvas import Canvas
    from gamekit.drawing.parts import OnBoard


@attrs.frozen
class Cell(Field):
    """The places of single pieces: each number is the place on which a piece stands.

    It suits few pieces on many places, as in chess endings or chases on graphs.

    Attributes:
        on: the number of places, or a grid or graph, whose places have names and symmetry.
        pieces: the number of pieces. If it is None, there is one, and the rules see its place as a number instead of a
            list.
        off: the text for a piece that is off the board, whose place has the next number after all others. If it
            is None, all pieces stay on the board.
        like: whether the pieces are exchangeable. States that differ only by the order of pieces are alike.

    Raises:
        InputError: `on` or `pieces` is not an integer of at least 1.

    >>> from gamekit.layout import Grid
    >>> Cell(Grid(8, 8)).parse("e4"), Cell(10, pieces=2).format((3, 7)), Cell(10, off="-").parse("-")
    ((36,), '3.7', (10,))
    """

    on: Field | int
    pieces: int | None = None
    off: str | None = None
    like: bool = False
    word: ClassVar[str] = "cell"
    drawn: ClassVar[int] = PIECES

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.on, Field):
            check_count("on", self.on, 1)
        check_count("pieces", 1 if self.pieces is None else self.pieces, 1)

    @property
    def _on_board(self) -> int:
        return self.on.places if isinstance(self.on, Field) else self.on

    @property
    def is_single(self) -> bool:  # type: ignore[override]
        return self.pieces is None

    @property
    def places(self) -> int:  # type: ignore[override]
        return 1 if self.pieces is None else self.pieces

    @property
    def values(self) -> int:  # type: ignore[override]
        return self._on_board + (self.off is not None)

    def format(self, cells: Sequence[int]) -> str:
        return ".".join(map(self.place_name, cells))

    def parse(self, text: str) -> tuple[int, ...]:
        numbers = {self.place_name(place): place for place in range(self.values)}
        parts = text.split(".")
        if len(parts) != self.places or not all(part in numbers for part in parts):
            first, last = self.place_name(0), self.place_name(self.values - 1)
            what = f"the pieces must be on {self.places} places from {first} to {last}, with dots between; they are on"
            if self.is_single:
                what = f"the piece must be on a place from {first} to {last}; it is on"
            raise InputError(f"{what} {text!r}")
        return tuple(numbers[part] for part in parts)

    @property
    def board(self) -> Field | None:
        return self.on.board if isinstance(self.on, Field) else None

    def touched(self, before: Sequence[int], after: Sequence[int]) -> set[int]:
        return {*before, *after}

    def images(self, symmetry: str) -> Sequence[Image]:
        images = self.on.images(symmetry) if isinstance(self.on, Field) else ()
        off = () if self.off is None else (self._on_board,)
        return [Image(tuple(range(self.places)), ((*image.places, *off),) * self.places) for image in images]

    def ranking(self) -> Ranking | None:
        return Multisets(self.values, self.places) if self.like else None

    def look_names(self, name: str) -> Iterable[str]:
        return [name]

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        from gamekit.drawing.parts import Layer
        from gamekit.layout.fields.looks import looks_of_names

        looks = looks_of_names(canvas.pieces, canvas.players, canvas.looks)
        self._board_on(name, canvas).layers.append(Layer(first, self.places, piece=looks[name]))

    def _board_on(self, name: str, canvas: Canvas) -> OnBoard:
        """Return the board that the pieces stand on: one that exists if it fits, or else a new one."""
        on = self.on
        for other, part in canvas.boards:
            if on.lies_on(other) if isinstance(on, Field) else on in (part.places, part.places + 1):
                return part
        if isinstance(on, Field) and (surface := on.surface(canvas)) is not None:
            return canvas.add_board(name, surface, on.places, on)
        return canvas.add_nodes(name, self.values) or canvas.add_tray(name, self.values, "numbers")

    def place_name(self, place: int) -> str:
        if self.off is not None and place == self._on_board:
            return self.off
        return self.on.place_name(place) if isinstance(self.on, Field) else str(place)


def _as_tuple(odd: Sequence[bool] | None) -> tuple[bool, ...] | None:
    return None if odd is None else tuple(odd)


@attrs.frozen
class Permutation(Field):
    """The numbers from 0 to `n` - 1, each once, in some order, such as the tiles of a puzzle.

    Attributes:
        n: the number of numbers.
        odd: for each place, whether the orders that occur with 0 there are odd, which means that an odd number of
            exchanges of two numbers leads to them from the ascending order. None if all orders occur.
        columns: the number of places in a row of the board, if there is one. The notation has slashes between rows.

    Raises:
        InputError: `n` is not a positive multiple of `columns`, or `odd` does not have `n` entries, of at least 3.

    >>> Permutation(3).parse("2.0.1"), Permutation(4, columns=2).format((0, 2, 1, 3))
    ((2, 0, 1), '0.2/1.3')
    """

    n: int
    odd: Sequence[bool] | None = attrs.field(default=None, converter=_as_tuple)
    columns: int | None = attrs.field(default=None, kw_only=True)
    word: ClassVar[str] = "permutation"
    exchanges: ClassVar[bool] = True
    drawn: ClassVar[int] = BOARDS

    def __attrs_post_init__(self) -> None:
        check_count("n", self.n, 1)
        if self.columns is not None:
            check_count("columns", self.columns, 1)
            if self.n % self.columns:
                raise InputError(
                    f"columns of a permutation must divide its number of places, {self.n}; it is {self.columns}"
                )
        if self.odd is not None and (len(self.odd) != self.n or self.n < 3):
            raise InputError(
                f"odd of a permutation must have an entry for each of its {self.n} places, and needs at least 3 of "
                f"them; it is {self.odd!r:.100}"
            )

    @property
    def places(self) -> int:  # type: ignore[override]
        return self.n

    @property
    def values(self) -> int:  # type: ignore[override]
        return self.n

    @property
    def total(self) -> int:  # type: ignore[override]
        return self.n * (self.n - 1) // 2 % self.n

    def ranking(self) -> Ranking:
        return Orders(self.n) if self.odd is None else HalfOrders(self.n, self.odd)

    def _rows(self, cells: Sequence[int]) -> list[list[str]]:
        columns = self.columns or self.n
        return [list(map(str, cells[i : i + columns])) for i in range(0, self.n, columns)]

    def format(self, cells: Sequence[int]) -> str:
        return "/".join(map(".".join, self._rows(cells)))

    def parse(self, text: str) -> tuple[int, ...]:
        ascending = self._rows(range(self.n))
        rows = [row.split(".") for row in text.split("/")]
        numbers = list(chain.from_iterable(rows))
        if list(map(len, rows)) != list(map(len, ascending)) or sorted(numbers) != sorted(chain(*ascending)):
            example = self.format(range(self.n))
            raise InputError(
                f"a permutation must be the numbers of {example} in some order, each once; this is {text!r}"
            )
        return tuple(map(int, numbers))

    def render(self, cells: Sequence[int]) -> str | None:
        width = len(str(self.n - 1))
        rows = ([number.rjust(width) for number in row] for row in self._rows(cells))
        return "\n".join(map(" ".join, rows)) if self.columns else None

    def look_names(self, name: str) -> Iterable[str]:
        return map(str, range(self.n))

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        from gamekit.drawing.colours import LIGHT
        from gamekit.drawing.parts import Layer
        from gamekit.drawing.pieces import Look, look_of

        looks = [
            look_of(canvas.looks[text]) if text in canvas.looks else Look("tile", LIGHT, text)
            for text in map(str, range(self.n))
        ]
        board = canvas.add_tray(name, self.n, "none", self.columns, "tray")
        board.layers.append(Layer(first, self.n, looks))
