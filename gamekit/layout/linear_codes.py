"""Linear codes: every cell adds a weight to the code of a state, so that changing a cell adds a difference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from operator import getitem

import attrs


@attrs.frozen
class Closing:
    """Cells that add up to `total` modulo `values`, so that the code can leave out the last of them.

    Attributes:
        first: the first cell.
        last: the last cell, which has weight 0.
        total: the sum.
        values: the number of values of each cell.
    """

    first: int
    last: int
    total: int
    values: int

    def shifted(self, cells: int) -> Closing:
        """Return the closing of the same cells when `cells` other cells come before them."""
        return attrs.evolve(self, first=self.first + cells, last=self.last + cells)


class LinearCode(ABC):
    """A code to which every cell adds a weight that depends on its value, so changing a cell adds a difference."""

    size: int
    """The upper limit of codes: every code is at least 0 and below it."""

    cells: int
    """The number of cells."""

    closings: Sequence[Closing] = ()
    """The groups of cells of which the code leaves out the last cell."""

    is_ordered: bool = False
    """Whether codes are in the order of their cells."""

    @abstractmethod
    def weights(self) -> list[list[int]]:
        """Return the number that value v adds in cell i, as `weights[i][v]`."""

    @abstractmethod
    def cells_of(self, code: int) -> tuple[int, ...]:
        """Return the cells of a code."""

    @property
    def segments(self) -> list[Segment]:
        """The parts of the code, which lie side by side."""
        return [Segment(self, 0, 0)]

    @property
    def bits(self) -> int:
        """The number of bits of a code."""
        return (self.size - 1).bit_length()

    @cached_property
    def _weights(self) -> list[list[int]]:
        return self.weights()

    def code_of(self, cells: Sequence[int]) -> int:
        """Return the code of some cells."""
        return sum(map(getitem, self._weights, cells))


class PositionalCode(LinearCode):
    """A code in which cells are digits, the first cell the highest, so codes are ordered as their cells are.

    The base of each digit is the number of values of its cell (mixed radix), or the next power of two (bits), which is
    faster to take apart. Smaller bases may be given. Then cells with larger values have no code: with them, the sum is
    not below `size`.

    >>> code = PositionalCode([3, 2, 3], in_bits=False)
    >>> code.size, code.code_of((2, 0, 1)), code.cells_of(13)
    (18, 13, (2, 0, 1))
    >>> PositionalCode([3, 3, 3], in_bits=False, closings=[Closing(0, 2, 0, 3)]).cells_of(4)
    (1, 1, 1)
    >>> code = PositionalCode([9, 9], in_bits=False, bases=[4, 9])
    >>> code.size, code.code_of((3, 8)), code.code_of((4, 0)) >= code.size
    (36, 35, True)
    """

    def __init__(
        self,
        values: Sequence[int],
        *,
        in_bits: bool,
        closings: Sequence[Closing] = (),
        bases: Sequence[int] | None = None,
    ) -> None:
        self.in_bits = in_bits
        self.is_ordered = True
        self.closings = closings
        self.cells = len(values)
        self.values = values
        bases = list(bases or (1 << (n - 1).bit_length() if in_bits else n for n in values))
        for closing in closings:
            bases[closing.last] = 1
        self.bases = bases
        self.size, *self.units = list(accumulate(reversed(bases), int.__mul__, initial=1))[::-1]
        """Every code is below `size`; the value 1 of a cell adds its unit."""

    def weights(self) -> list[list[int]]:
        left_out = {closing.last for closing in self.closings}
        return [
            [0 if i in left_out else v * unit if v < base else self.size for v in range(values)]
            for i, (unit, base, values) in enumerate(zip(self.units, self.bases, self.values, strict=True))
        ]

    def cells_of(self, code: int) -> tuple[int, ...]:
        cells = [code // unit % base for unit, base in zip(self.units, self.bases, strict=True)]
        for closing in self.closings:
            others = sum(cells[closing.first : closing.last])
            cells[closing.last] = (closing.total - others) % closing.values
        return tuple(cells)


class PlaneCode(LinearCode):
    """A code that holds, for every sign but the first, the set of its places in bits, as `Placements` ranks them.

    Cells that come after the places are numbers in the bits above the sets, the first in the lowest.

    Args:
        places: the number of places.
        signs: the number of signs besides the first.
        numbers: the number of values of each cell after the places.

    >>> planes = PlaneCode(4, signs=2)
    >>> bin(planes.code_of((1, 0, 2, 0))), planes.cells_of(0b0100_0001)
    ('0b1000001', (1, 0, 2, 0))
    >>> PlaneCode(2, signs=1, numbers=[3, 2]).cells_of(0b1_10_01)
    (1, 0, 2, 1)
    """

    def __init__(self, places: int, signs: int, numbers: Sequence[int] = ()) -> None:
        self.places, self.signs, self.numbers = places, signs, numbers
        self.cells = places + len(numbers)
        self.widths = [(values - 1).bit_length() for values in numbers]
        self.shifts = list(accumulate(self.widths, initial=places * signs))
        """The first bit of each number, then the number of all bits."""
        self.size = 1 << self.shifts[-1]

    def weights(self) -> list[list[int]]:
        planes = range(self.signs)
        numbers = zip(self.numbers, self.shifts, strict=False)
        return [
            *([0, *(1 << i + self.places * plane for plane in planes)] for i in range(self.places)),
            *([value << shift for value in range(values)] for values, shift in numbers),
        ]

    def cells_of(self, code: int) -> tuple[int, ...]:
        cells = [0] * self.places
        planes = code & (1 << self.shifts[0]) - 1
        while planes:
            plane, place = divmod((planes & -planes).bit_length() - 1, self.places)
            cells[place] = plane + 1
            planes &= planes - 1
        numbers = zip(self.shifts, self.widths, strict=False)
        return (*cells, *(code >> shift & (1 << width) - 1 for shift, width in numbers))


class ColumnCode(LinearCode):
    """A code for a board on which pieces of two kinds fall: in a column, no empty square is below a piece.

    A column of n squares takes n + 1 bits. Its square i from the bottom adds value · 2^i, so a column is a number in
    bijective base 2, whose digits are 1 and 2. Hence the number plus 1 has a 1 above the highest piece and below it one
    bit for each piece, its value less 1. That is the code of John Tromp's Fhourstones. Square 0 is at the left of the
    top row, as in grids, and the first column has the highest bits.

    >>> code = ColumnCode(rows=2, columns=2)
    >>> code.code_of((0, 2, 1, 1)), code.cells_of(0b001_101), code.size
    (13, (0, 2, 1, 1), 64)
    """

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.cells = rows * columns
        self.size = 1 << columns * (rows + 1)

    def shift(self, column: int) -> int:
        """Return the number of bits after those of a column."""
        return (self.columns - 1 - column) * (self.rows + 1)

    def weights(self) -> list[list[int]]:
        return [
            [value << self.rows - 1 - row + self.shift(column) for value in range(3)]
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def cells_of(self, code: int) -> tuple[int, ...]:
        cells = [0] * self.cells
        for column in range(self.columns):
            marked = (code >> self.shift(column) & (1 << self.rows + 1) - 1) + 1
            for i in range(marked.bit_length() - 1):
                cells[(self.rows - 1 - i) * self.columns + column] = 1 + (marked >> i & 1)
        return tuple(cells)


@attrs.frozen
class Segment:
    """A part of a code, for some cells.

    Attributes:
        code: the code of these cells.
        first: the index of the first of these cells.
        shift: the number of bits of the whole code that come after this part.
    """

    code: LinearCode
    first: int
    shift: int


class SegmentedCode(LinearCode):
    """Codes side by side, each in bits of its own, the first in the highest.

    >>> code = SegmentedCode([PlaneCode(2, signs=1), PositionalCode([3, 3], in_bits=False)])
    >>> code.code_of((0, 1, 2, 2)), code.cells_of(0b01_1000)
    (40, (1, 0, 2, 2))
    """

    def __init__(self, parts: Sequence[LinearCode]) -> None:
        self.parts = parts
        self.is_ordered = all(part.is_ordered for part in parts)
        self.cells = sum(part.cells for part in parts)
        self.size = 1 << sum(part.bits for part in parts)
        self.closings = [
            closing.shifted(part.first) for part in self.segments for closing in part.code.closings
        ]

    @cached_property
    def segments(self) -> list[Segment]:
        firsts = accumulate((part.cells for part in self.parts), initial=0)
        shifts = accumulate((part.bits for part in reversed(self.parts[1:])), initial=0)
        ends = reversed(list(shifts))
        return [Segment(*segment) for segment in zip(self.parts, firsts, ends, strict=False)]

    def weights(self) -> list[list[int]]:
        return [
            [weight << part.shift for weight in weights]
            for part in self.segments
            for weights in part.code.weights()
        ]

    def cells_of(self, code: int) -> tuple[int, ...]:
        return tuple(
            cell
            for part in self.segments
            for cell in part.code.cells_of(code >> part.shift & (1 << part.code.bits) - 1)
        )
