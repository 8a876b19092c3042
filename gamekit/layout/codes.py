"""Codes of states: linear codes, to which every cell adds a weight, and ranks of placements."""

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
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.ranking import Placements

MAX_BITS: Final = MAX_SIZE.bit_length() - 1


@attrs.frozen
class Digit:
    """The share of one cell in a positional code.

    Attributes:
        unit: the number that the value 1 adds to the code.
        values: the number of values, from 0.
    """

    unit: int
    values: int


class LinearCode(ABC):
    """A code to which every cell adds a weight that depends on its value, so changing a cell adds a difference."""

    size: int
    """Every code is at least 0 and below it."""

    @abstractmethod
    def weights(self) -> list[list[int]]:
        """Return as weights[i][v] the number that value v adds in cell i."""

    @abstractmethod
    def cells_of(self, code: int) -> Cells:
        """Return the cells of a code."""

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
    """

    def __init__(self, values: Sequence[int], *, in_bits: bool) -> None:
        self.in_bits = in_bits
        bases = [1 << (n - 1).bit_length() if in_bits else n for n in values]
        units = list(accumulate(reversed(bases), int.__mul__, initial=1))[::-1]
        self.size = units[0]
        self.digits = [Digit(unit, n) for unit, n in zip(units[1:], values, strict=True)]
        self.bases = bases

    def weights(self) -> list[list[int]]:
        return [[value * digit.unit for value in range(digit.values)] for digit in self.digits]

    def cells_of(self, code: int) -> Cells:
        return tuple(code // digit.unit % base for digit, base in zip(self.digits, self.bases, strict=True))


class PlaneCode(LinearCode):
    """A code that holds, for every sign but the first, the set of its places in bits, as `Placements` ranks them.

    >>> planes = PlaneCode(4, signs=2)
    >>> bin(planes.code_of((1, 0, 2, 0))), planes.cells_of(0b0100_0001)
    ('0b1000001', (1, 0, 2, 0))
    """

    def __init__(self, places: int, signs: int) -> None:
        self.places, self.signs = places, signs
        self.size = 1 << places * signs

    def weights(self) -> list[list[int]]:
        planes = range(self.signs)
        return [[0, *(1 << i + self.places * plane for plane in planes)] for i in range(self.places)]

    def cells_of(self, code: int) -> Cells:
        planes = [code >> self.places * plane for plane in range(self.signs)]
        return tuple(
            next((sign for sign, plane in enumerate(planes, 1) if plane >> i & 1), 0)
            for i in range(self.places)
        )


@attrs.frozen
class Coding:
    """The way in which the states of a layout are encoded.

    Attributes:
        linear: the linear code of the cells.
        placements: the ranks that replace linear codes; None if these are the codes.
        has_turn: whether the last cell is the turn.
        is_dense: whether codes are places, so that nothing is explored.
    """

    linear: LinearCode
    placements: Placements | None
    has_turn: bool
    is_dense: bool

    @property
    def size(self) -> int:
        """Every code is at least 0 and below it."""
        return self.placements.size if self.placements else self.linear.size

    def code_of(self, cells: Cells) -> int:
        """Return the code of some cells; raises `ValueError` for a placement that the layout does not list."""
        code = self.linear.code_of(cells)
        return self.placements.rank(code) if self.placements else code

    def cells_of(self, code: int) -> Cells:
        """Return the cells of a code."""
        return self.linear.cells_of(self.placements.unrank(code) if self.placements else code)


def coding_of(layout: Layout, players: int) -> Coding:
    """Return the coding of the states of a layout.

    The turn is one more cell, unless codes show the mover's view.

    Args:
        layout: the layout.
        players: the number of players.

    Raises:
        UnsupportedError: the states take more than 62 bits (the message gives the bits of each field), or `dense` lists
            numbers of signs for two players who are not alike.

    >>> from gamekit.layout import Grid
    >>> coding_of(Layout(board=Grid(3, 3), dense="all", alike=True), players=2).size
    19683
    """
    has_turn = players == 2 and not layout.from_movers_view
    values = [*layout.values, *([2] if has_turn else [])]
    if isinstance(layout.dense, tuple):
        (field,) = layout.fields.values()
        signs = field.values - 1
        if has_turn:
            raise UnsupportedError(
                "dense lists numbers of signs only where the players are alike, or there is but one"
            )
        if field.places * signs > MAX_BITS:
            raise UnsupportedError(f"{field.places} places with {signs} signs take more than {MAX_BITS} bits")
        placements = Placements(field.places, layout.dense)
        return Coding(PlaneCode(field.places, signs), placements, has_turn, is_dense=True)
    in_bits = PositionalCode(values, in_bits=True)
    if in_bits.size <= MAX_SIZE and layout.dense != "all":
        return Coding(in_bits, None, has_turn, is_dense=False)
    positional = PositionalCode(values, in_bits=False)
    if positional.size > MAX_SIZE:
        raise UnsupportedError(_too_large(layout, positional.size))
    return Coding(positional, None, has_turn, is_dense=layout.dense == "all")


def _too_large(layout: Layout, size: int) -> str:
    shares = [
        f"{name} {(prod([field.values] * field.places) - 1).bit_length()}"
        for name, field in layout.fields.items()
    ]
    return (
        f"a code has {MAX_BITS} bits, but the states of this layout take {(size - 1).bit_length()}: "
        f"{', '.join(shares)}"
    )
