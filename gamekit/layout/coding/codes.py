"""Codes of the states of a layout: linear codes, and the numbers that replace them where codes are dense."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import Final

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import MAX_SIZE
from gamekit.layout.fields.field import Field
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.linear_codes import (
    LinearCode,
    PlaneCode,
    PositionalCode,
    SegmentedCode,
)
from gamekit.layout.ranking import Listed, Placements, Product, Ranking, Whole

MAX_BITS: Final = MAX_SIZE.bit_length() - 1

MOST_BITS_OF_A_LIST: Final = 16
"""The words of the first fields are listed up to symmetry if they have at most this many bits."""

MOST_TAILS: Final = 1 << 16
"""The largest number of contents of all parts but the first that are kept while all codes are listed."""


@attrs.frozen
class Coding:
    """The way in which the states of a layout are encoded.

    Attributes:
        linear: the linear code of the cells.
        ranking: the numbers that replace linear codes; None if linear codes are not replaced.
        has_turn: whether the last cell is the turn.
        is_dense: whether codes are places, so that nothing is explored.
    """

    linear: LinearCode
    ranking: Product | None
    has_turn: bool
    is_dense: bool

    @property
    def size(self) -> int:
        """The upper limit of codes: every code is at least 0 and below it."""
        return self.ranking.size if self.ranking else self.linear.size

    @property
    def class_starts(self) -> list[int] | None:
        """The first code of each class of dense codes, such as the placements with the same numbers of signs.

        None if the first part of the codes is not in classes.
        """
        if self.ranking is None or not (first := self.ranking.parts[0]).starts:
            return None
        return [start * (self.ranking.size // first.size) for start in first.starts[:-1]]

    def code_of(self, cells: Cells) -> int:
        """Return the code of some cells; raises `ValueError` for cells without a code."""
        code = self.linear.code_of(cells)
        return self.ranking.rank(code) if self.ranking else code

    def cells_of(self, code: int) -> Cells:
        """Return the cells of a code."""
        return self.linear.cells_of(self.ranking.unrank(code) if self.ranking else code)

    def contents(self) -> Iterator[Cells]:
        """Yield the cells of all codes, in order."""
        if self.ranking is None or self.size > self.ranking.parts[0].size * MOST_TAILS:
            yield from map(self.cells_of, range(self.size))
            return
        parts = zip(self.linear.segments, self.ranking.parts, strict=True)
        first, *others = (
            ranking.contents() or map(segment.code.cells_of, ranking.all_words())
            for segment, ranking in parts
        )
        if not others:
            yield from first
            return
        tails = [tuple(chain.from_iterable(tail)) for tail in product(*others)]
        for head in first:
            yield from map(head.__add__, tails)


@lru_cache(maxsize=64)
def coding_of(layout: Layout, players: int) -> Coding:
    """Return the coding of the states of a layout.

    The turn is one more cell, unless codes show the mover's view.

    Raises:
        UnsupportedError: the states take more than 62 bits; the message gives the bits of each field.

    >>> from gamekit.layout import Grid
    >>> coding_of(Layout(board=Grid(3, 3), dense="all", alike=True), players=2).size
    19683
    """
    has_turn = players == 2 and not layout.from_movers_view
    if layout.dense is None:
        explored = _with_columns if any(field.fall for field in layout.fields.values()) else _positional
        return Coding(explored(layout, has_turn, in_bits=True), None, has_turn, is_dense=False)
    parts = _segments(layout, has_turn)
    if not parts:
        return Coding(_positional(layout, has_turn, in_bits=False), None, has_turn, is_dense=True)
    linear = parts[0][0] if len(parts) == 1 else SegmentedCode([code for code, _ in parts])
    ranking = Product([ranking for _, ranking in parts])
    if max(linear.size, ranking.size) > MAX_SIZE:
        raise UnsupportedError(_too_large(layout, linear.size))
    return Coding(linear, ranking, has_turn, is_dense=True)


def _positional(layout: Layout, has_turn: bool, *, in_bits: bool) -> PositionalCode:
    """Return the code of all cells as digits, each in bits of its own if `in_bits` and if all bits fit.

    Raises:
        UnsupportedError: the codes take more than 62 bits.
    """
    closings = SegmentedCode([field.code(in_bits=False) for field in layout.fields.values()]).closings
    values = [*layout.values, *([2] if has_turn else [])]
    if in_bits and (code := PositionalCode(values, in_bits=True, closings=closings)).size <= MAX_SIZE:
        return code
    code = PositionalCode(values, in_bits=False, closings=closings)
    if code.size <= MAX_SIZE:
        return code
    narrow = _narrowed(layout, values)
    if narrow is None:
        raise UnsupportedError(_too_large(layout, code.size))
    return narrow


def _narrowed(layout: Layout, values: Sequence[int]) -> PositionalCode | None:
    """Return a code that fits and leaves out some contents of the layout's only field; None if there is none."""
    (field, *others) = layout.fields.values()
    for closing, bases in () if others else field.narrower():
        bases = [*bases, *values[field.places :]]
        code = PositionalCode(values, in_bits=False, closings=[closing], bases=bases)
        if code.size <= MAX_SIZE:
            return code
    return None


def _with_columns(layout: Layout, has_turn: bool, *, in_bits: bool) -> LinearCode:
    """Return the code of all cells, those of grids with gravity column by column, the others as digits.

    Raises:
        UnsupportedError: the codes take more than 62 bits.
    """
    parts: list[LinearCode] = [field.code(in_bits=in_bits) for field in layout.fields.values()]
    if has_turn:
        parts.append(PositionalCode([2], in_bits=in_bits))
    linear = parts[0] if len(parts) == 1 else SegmentedCode(parts)
    if linear.size <= MAX_SIZE:
        return linear
    if in_bits and len(parts) > 1:
        return _with_columns(layout, has_turn, in_bits=False)
    raise UnsupportedError(_too_large(layout, linear.size))


def _segments(layout: Layout, has_turn: bool) -> list[tuple[LinearCode, Ranking]]:
    """Return the parts of dense codes; an empty list if every cell is a digit and no content is left out."""
    parts: list[tuple[LinearCode, Ranking]] = []
    fields = list(layout.fields.items())
    if listed := _listed(layout):
        number, part = listed
        parts.append(part)
        fields = fields[number:]
    whole: list[PositionalCode] = []  # fields one after the other whose cells are digits

    def close() -> None:
        if whole:
            values = [n for code in whole for n in code.values]
            code = PositionalCode(values, in_bits=False, closings=SegmentedCode(whole).closings)
            parts.append((code, Whole(code.size)))
            whole.clear()

    for name, field in fields:
        if name in layout.counted:
            continue
        counts = layout.counts_of(name)
        if counts is not None:
            close()
            symmetry = () if parts else _moves_of_places(layout, name)
            others = (layout.fields[other] for other in layout.counted_with(name))
            numbers = [other.values for other in others for _ in range(other.places)]
            planes = PlaneCode(field.places, field.values - 1, numbers)
            parts.append((planes, Placements(field.places, counts, symmetry, planes.widths)))
        elif (ranking := field.ranking()) is not None:
            close()
            parts.append((field.code(in_bits=True), ranking))
        else:
            whole.append(
                PositionalCode([field.values] * field.places, in_bits=False, closings=field.closings)
            )
    is_plain = not parts
    if has_turn:
        whole.append(PositionalCode([2], in_bits=False))
    close()
    return [] if is_plain else parts


def _moves_of_places(layout: Layout, name: str) -> list[tuple[int, ...]]:
    """Return the permutations of the places of a field by the images of a layout.

    There are none if an image exchanges signs, exists only for some states, or moves cells listed with the field.
    If the field is the first, the least image of a state has the least image of the set in the highest bits.
    """
    places = layout.parts[name]
    numbers = range(
        places.stop, places.stop + sum(layout.fields[other].places for other in layout.counted_with(name))
    )
    moves = []
    for image in layout.group:
        if any(
            image.places[i] != i or image.values[i] != tuple(range(len(image.values[i]))) for i in numbers
        ):
            return []
        if any(tuple(range(len(values))) != tuple(values) for values in image.values[places]):
            return []
        if any(min(values) < 0 for values in image.values):
            return []
        moves.append(tuple(place - places.start for place in image.places[places]))
    return moves if len(moves) > 1 else []


def _listed(layout: Layout) -> tuple[int, tuple[PositionalCode, Listed]] | None:
    """Return the number of leading fields whose contents are listed up to symmetry, their code, and the list.

    None if no list is shorter than the numbers that the fields have otherwise.
    """
    if not layout.has_symmetry:
        return None
    best, numbers = None, 1
    for number, (name, field) in enumerate(layout.fields.items(), 1):
        cells = layout.parts[name].stop
        code = PositionalCode(layout.values[:cells], in_bits=True)
        if code.bits > MOST_BITS_OF_A_LIST or field.total is not None or layout.counts_of(name) is not None:
            break
        ranking = field.ranking()
        numbers *= field.values**field.places if ranking is None else ranking.size
        words = _least_words(layout, code.weights())
        if len(words) < numbers:
            best = number, (code, Listed(words, code.bits))
    return best


def _least_words(layout: Layout, weights: Sequence[Sequence[int]]) -> list[int]:
    """Return the least code of each class of alike contents of a layout's first cells, in ascending order.

    Value v of cell i adds `weights[i][v]` to the code. Codes are in the order of the cells.

    >>> from gamekit.layout import Cell, Grid
    >>> layout = Layout(king=Cell(Grid(8, 8)), symmetry="mirror transpose")
    >>> len(_least_words(layout, [range(64)]))
    10
    """
    import numpy as np

    cells = len(weights)
    contents = np.indices(layout.values[:cells]).reshape(cells, -1)
    words = least = sum(np.asarray(weights[i])[contents[i]] for i in range(cells))
    like = [part for part in layout.like if part.stop <= cells]
    for image in layout.group:
        if any(min(values) < 0 for values in image.values[cells:]):  # it depends on what comes after
            continue
        moved = np.empty_like(contents)
        for place, values, row in zip(image.places, image.values, contents, strict=False):
            moved[place] = np.asarray(values)[row]
        for part in like:
            moved[part].sort(axis=0)
        of_image = sum(np.asarray(weights[i])[moved[i]] for i in range(cells))
        least = np.where((moved < 0).any(axis=0), least, np.minimum(least, of_image))
    least_words: list[int] = words[words == least].tolist()
    return least_words


def _too_large(layout: Layout, size: int) -> str:
    shares = [f"{name} {_bits_of(field)}" for name, field in layout.fields.items()]
    fit = [
        f"; at most {number} {name} fit"
        for name, field in layout.fields.items()
        if field.pieces is not None
        and field.places > 1
        and (number := _most_that_fit(field, size // field.values**field.places))
    ]
    return (
        f"a code has {MAX_BITS} bits, but the states of this layout need {(size - 1).bit_length()}: "
        f"{', '.join(shares)}{''.join(fit)}"
    )


def _most_that_fit(field: Field, others: int) -> int:
    """Return the largest number of pieces that fit in a code, if all other fields have `others` contents."""
    numbers = range(1, field.places)
    return max((n for n in numbers if others * field.values**n <= MAX_SIZE), default=0)


def _bits_of(field: Field) -> int:
    if field.fall:
        return field.code(in_bits=True).bits
    return int((prod([field.values] * field.places) - 1).bit_length())
