"""Codes of states: linear codes, to which every cell adds a weight, and the numbers that replace them where dense."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Final

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import MAX_SIZE
from gamekit.layout.fields import Field
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.orbits import least_words
from gamekit.layout.ranking import Listed, Placements, Product, Ranking, Whole
from gamekit.layout.symmetry import Image

MAX_BITS: Final = MAX_SIZE.bit_length() - 1

MOST_BITS_OF_A_LIST: Final = 16
"""The words of the first fields are listed up to symmetry if they have at most so many bits."""


@attrs.frozen
class Digit:
    """The share of one cell in a positional code.

    Attributes:
        unit: the number that the value 1 adds to the code.
        values: the number of values, from 0.
    """

    unit: int
    values: int


@attrs.frozen
class Closing:
    """Cells that add up to `total` modulo `values`, so that the code can leave out the last of them.

    Attributes:
        first: the first cell.
        last: the last cell, which has weight 0.
        total: the sum.
        values: the number of values of each.
    """

    first: int
    last: int
    total: int
    values: int

    def shifted(self, cells: int) -> Closing:
        """Return the same for cells that come after so many others."""
        return attrs.evolve(self, first=self.first + cells, last=self.last + cells)


class LinearCode(ABC):
    """A code to which every cell adds a weight that depends on its value, so changing a cell adds a difference."""

    size: int
    """Every code is at least 0 and below it."""

    cells: int
    """The number of cells."""

    closings: Sequence[Closing] = ()
    """Cells that the code leaves out."""

    @abstractmethod
    def weights(self) -> list[list[int]]:
        """Return as weights[i][v] the number that value v adds in cell i."""

    @abstractmethod
    def cells_of(self, code: int) -> Cells:
        """Return the cells of a code."""

    def weights_under(self, image: Image) -> list[list[int]]:
        """Return the weights of a state's own cells whose sum is the code of its image; `size` or more if it has none.

        Cells that come after those of the image stay as they are.
        """
        weights = self._weights
        moved = [
            [weights[place][new] if new >= 0 else self.size for new in values]
            for place, values in zip(image.places, image.values, strict=True)
        ]
        return moved + weights[len(moved) :]

    @property
    def bits(self) -> int:
        """How many bits a code has."""
        return (self.size - 1).bit_length()

    @cached_property
    def _weights(self) -> list[list[int]]:
        return self.weights()

    def code_of(self, cells: Sequence[int]) -> int:
        """Return the code of some cells."""
        return sum(weights[value] for weights, value in zip(self._weights, cells, strict=True))


class PositionalCode(LinearCode):
    """A code in which cells are digits, the first cell the highest, so codes are ordered as their cells are.

    The base of each digit is the number of values of its cell (mixed radix), or the next power of two (bits), which is
    faster to take apart.

    >>> code = PositionalCode([3, 2, 3], in_bits=False)
    >>> code.size, code.code_of((2, 0, 1)), code.cells_of(13)
    (18, 13, (2, 0, 1))
    >>> PositionalCode([3, 3, 3], in_bits=False, closings=[Closing(0, 2, 0, 3)]).cells_of(4)
    (1, 1, 1)
    """

    def __init__(self, values: Sequence[int], *, in_bits: bool, closings: Sequence[Closing] = ()) -> None:
        self.in_bits = in_bits
        self.closings = closings
        self.cells = len(values)
        self.values = values
        bases = [1 << (n - 1).bit_length() if in_bits else n for n in values]
        for closing in closings:
            bases[closing.last] = 1
        units = list(accumulate(reversed(bases), int.__mul__, initial=1))[::-1]
        self.size = units[0]
        self.digits = [Digit(unit, n) for unit, n in zip(units[1:], values, strict=True)]
        self.bases = bases

    def weights(self) -> list[list[int]]:
        return [
            [value * digit.unit if base > 1 else 0 for value in range(digit.values)]
            for digit, base in zip(self.digits, self.bases, strict=True)
        ]

    def cells_of(self, code: int) -> Cells:
        cells = [code // digit.unit % base for digit, base in zip(self.digits, self.bases, strict=True)]
        for closing in self.closings:
            others = sum(cells[closing.first : closing.last])
            cells[closing.last] = (closing.total - others) % closing.values
        return tuple(cells)


class PlaneCode(LinearCode):
    """A code that holds, for every sign but the first, the set of its places in bits, as `Placements` ranks them.

    >>> planes = PlaneCode(4, signs=2)
    >>> bin(planes.code_of((1, 0, 2, 0))), planes.cells_of(0b0100_0001)
    ('0b1000001', (1, 0, 2, 0))
    """

    def __init__(self, places: int, signs: int) -> None:
        self.cells, self.signs = places, signs
        self.size = 1 << places * signs

    def weights(self) -> list[list[int]]:
        planes = range(self.signs)
        return [[0, *(1 << i + self.cells * plane for plane in planes)] for i in range(self.cells)]

    def cells_of(self, code: int) -> Cells:
        planes = [code >> self.cells * plane for plane in range(self.signs)]
        return tuple(
            next((sign for sign, plane in enumerate(planes, 1) if plane >> i & 1), 0)
            for i in range(self.cells)
        )


@attrs.frozen
class Segment:
    """A part of a code, for some cells.

    Attributes:
        code: the code of these cells.
        first: the first of them.
        shift: how many bits of the whole code come after it.
    """

    code: PositionalCode | PlaneCode
    first: int
    shift: int


class SegmentedCode(LinearCode):
    """Codes side by side, each in bits of its own, the first in the highest.

    >>> code = SegmentedCode([PlaneCode(2, signs=1), PositionalCode([3, 3], in_bits=False)])
    >>> code.code_of((0, 1, 2, 2)), code.cells_of(0b01_1000)
    (40, (1, 0, 2, 2))
    """

    def __init__(self, parts: Sequence[PositionalCode | PlaneCode]) -> None:
        firsts = accumulate((part.cells for part in parts), initial=0)
        shifts = list(accumulate((part.bits for part in reversed(parts)), initial=0))
        self.segments = [
            Segment(part, first, shift)
            for part, first, shift in zip(parts, firsts, reversed(shifts[:-1]), strict=False)
        ]
        self.cells = sum(part.cells for part in parts)
        self.size = 1 << shifts[-1]
        self.closings = [
            closing.shifted(part.first) for part in self.segments for closing in part.code.closings
        ]

    def weights(self) -> list[list[int]]:
        return [
            [weight << part.shift for weight in weights]
            for part in self.segments
            for weights in part.code.weights()
        ]

    def cells_of(self, code: int) -> Cells:
        return tuple(
            cell
            for part in self.segments
            for cell in part.code.cells_of(code >> part.shift & (1 << part.code.bits) - 1)
        )


@attrs.frozen
class Coding:
    """The way in which the states of a layout are encoded.

    Attributes:
        linear: the linear code of the cells.
        ranking: the numbers that replace linear codes; None if these are the codes.
        has_turn: whether the last cell is the turn.
        is_dense: whether codes are places, so that nothing is explored.
    """

    linear: LinearCode
    ranking: Product | None
    has_turn: bool
    is_dense: bool

    @property
    def size(self) -> int:
        """Every code is at least 0 and below it."""
        return self.ranking.size if self.ranking else self.linear.size

    @property
    def segments(self) -> list[Segment]:
        """The parts of the linear code."""
        if isinstance(self.linear, SegmentedCode):
            return self.linear.segments
        assert isinstance(self.linear, PositionalCode | PlaneCode)
        return [Segment(self.linear, 0, 0)]

    def code_of(self, cells: Cells) -> int:
        """Return the code of some cells; raises `ValueError` for cells that the layout does not count."""
        code = self.linear.code_of(cells)
        return self.ranking.rank(code) if self.ranking else code

    def cells_of(self, code: int) -> Cells:
        """Return the cells of a code."""
        return self.linear.cells_of(self.ranking.unrank(code) if self.ranking else code)


def coding_of(layout: Layout, players: int) -> Coding:
    """Return the coding of the states of a layout.

    The turn is one more cell, unless codes show the mover's view.

    Args:
        layout: the layout.
        players: the number of players.

    Raises:
        UnsupportedError: the states take more than 62 bits; the message gives the bits of each field.

    >>> from gamekit.layout import Grid
    >>> coding_of(Layout(board=Grid(3, 3), dense="all", alike=True), players=2).size
    19683
    """
    has_turn = players == 2 and not layout.from_movers_view
    if layout.dense is None:
        return Coding(_positional(layout, has_turn, in_bits=True), None, has_turn, is_dense=False)
    parts = _segments(layout, has_turn)
    if not parts:
        return Coding(_positional(layout, has_turn, in_bits=False), None, has_turn, is_dense=True)
    linear = parts[0][0] if len(parts) == 1 else SegmentedCode([code for code, _ in parts])
    ranking = Product([ranking for _, ranking in parts])
    if max(linear.size, ranking.size) > MAX_SIZE:
        raise UnsupportedError(_too_large(layout, linear.size))
    return Coding(linear, ranking, has_turn, is_dense=True)


def _positional(layout: Layout, has_turn: bool, *, in_bits: bool) -> PositionalCode:
    """Return the code of all cells as digits, in bits only if these fit.

    Raises:
        UnsupportedError: neither fits.
    """
    closings = [
        _closing(field).shifted(layout.offsets[name])
        for name, field in layout.fields.items()
        if field.total is not None
    ]
    values = [*layout.values, *([2] if has_turn else [])]
    if in_bits and (code := PositionalCode(values, in_bits=True, closings=closings)).size <= MAX_SIZE:
        return code
    code = PositionalCode(values, in_bits=False, closings=closings)
    if code.size > MAX_SIZE:
        raise UnsupportedError(_too_large(layout, code.size))
    return code


def _closing(field: Field) -> Closing:
    assert field.total is not None
    return Closing(0, field.places - 1, field.total, field.values)


def _segments(layout: Layout, has_turn: bool) -> list[tuple[PositionalCode | PlaneCode, Ranking]]:
    """Return the parts of dense codes; none if every cell is a digit, and nothing is left out."""
    parts: list[tuple[PositionalCode | PlaneCode, Ranking]] = []
    fields = list(layout.fields.items())
    if listed := _listed(layout):
        parts.append((listed.code, listed.ranking))
        fields = fields[listed.fields :]
    whole: list[PositionalCode] = []  # fields one after the other whose cells are digits

    def close() -> None:
        if whole:
            values = [n for code in whole for n in code.values]
            firsts = accumulate((code.cells for code in whole), initial=0)
            closings = [
                c.shifted(first) for code, first in zip(whole, firsts, strict=False) for c in code.closings
            ]
            code = PositionalCode(values, in_bits=False, closings=closings)
            parts.append((code, Whole(code.size)))
            whole.clear()

    for name, field in fields:
        closings = [_closing(field)] if field.total is not None else []
        counts = layout.counts_of(name)
        if counts is not None:
            close()
            parts.append((PlaneCode(field.places, field.values - 1), Placements(field.places, counts)))
        elif (ranking := field.ranking()) is not None:
            close()
            parts.append(
                (PositionalCode([field.values] * field.places, in_bits=True, closings=closings), ranking)
            )
        else:
            whole.append(PositionalCode([field.values] * field.places, in_bits=False, closings=closings))
    is_plain = not parts
    if has_turn:
        whole.append(PositionalCode([2], in_bits=False))
    close()
    return [] if is_plain else parts


@attrs.frozen
class ListedFields:
    """The first fields up to symmetry: how many there are, their code, and the numbers of what is least."""

    fields: int
    code: PositionalCode
    ranking: Listed


def _listed(layout: Layout) -> ListedFields | None:
    """Return the first fields up to symmetry, as many as have a short list; None where that is no shorter."""
    if len(layout.group) == 1:
        return None
    found = None
    for number, (name, field) in enumerate(layout.fields.items(), 1):
        cells = layout.offsets[name] + field.places
        code = PositionalCode(layout.values[:cells], in_bits=True)
        if code.bits > MOST_BITS_OF_A_LIST or field.total is not None or layout.counts_of(name) is not None:
            break
        words = least_words(layout, code.weights())
        if len(words) < prod(layout.values[:cells]):
            found = ListedFields(number, code, Listed(words, code.bits))
    return found


def _too_large(layout: Layout, size: int) -> str:
    shares = [
        f"{name} {(prod([field.values] * field.places) - 1).bit_length()}"
        for name, field in layout.fields.items()
    ]
    return (
        f"a code has {MAX_BITS} bits, but the states of this layout take {(size - 1).bit_length()}: "
        f"{', '.join(shares)}"
    )
