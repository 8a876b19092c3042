"""A state on the stack: its size, the unpacking of a code, and codes that follow every change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import UnsupportedError
from gamekit.layout.coding.codes import Coding
from gamekit.layout.compiler.tables import array_of
from gamekit.layout.layout import Layout
from gamekit.layout.linear_codes import ColumnCode, PlaneCode, PositionalCode, Segment
from gamekit.layout.ranking import Placements
from gamekit.layout.symmetry import Image, side_by_side, unmoved

MOST_OF_A_CHUNK: Final = 1 << 10
"""Cells are taken from a code a few at a time, by a table of at most this many entries, or more for a single cell."""

SQUARES_OF_A_CHUNK: Final = 9
"""The largest number of squares in a chunk of a column with gravity: its table has two entries per content."""

MOST_WEIGHT: Final = 1 << 62
"""The largest sum of weights of values for which a state has no image: that code is then never the least."""

LARGEST_CELL: Final = 1 << 15
"""The largest number of values of a cell in compiled rules, whose tables have an entry for each value."""


NO_CELL_VALUE: Final = -1
"""The mark in place of a value, if an entry of a chunk says nothing about a cell."""


SORTED: Final = '''

@k_inline
def k_pair(s, first, values, start, higher, lower):
    """Return what `k_sorted` does for two cells."""
    one = k_item(values, start + k_load(s, first))
    other = k_item(values, start + k_load(s, first + 1))
    least = min(one, other)
    return least * higher + (one + other - least) * lower


@k_inline
def k_sorted(s, first, number, values, start, units):
    """Return what cells with like pieces add to the code of an image, in which a value v is values[start + v]."""
    t = k_block({size})
    for i in range(number):
        value = k_item(values, start + k_load(s, first + i))
        j = i
        while j > 0 and k_load64(t, j - 1) > value:
            k_store64(t, j, k_load64(t, j - 1))
            j -= 1
        k_store64(t, j, value)
    share = 0
    for i in range(number):
        share += k_load64(t, i) * k_item(units, i)
    return share
'''


@attrs.frozen(eq=False)
class Chunk:
    """Some cells of a state that are taken from its code at once, by a table.

    Attributes:
        index: the expression for the entry of the table.
        cells: the cells of the chunk.
        entries: the number of entries: the index is below it.
        values: the value of each cell, by cell and index, or `NO_CELL_VALUE`.
    """

    index: str
    cells: Sequence[int]
    entries: int
    values: Mapping[int, NDArray[np.int64]]


@attrs.frozen
class StackState:
    """Writes the functions of a state on the stack: its cells first, then the codes of all its images.

    Attributes:
        layout: the layout of the states.
        coding: the way in which states become codes.
    """

    layout: Layout
    coding: Coding

    @cached_property
    def values(self) -> list[int]:
        """The number of values of each cell, the turn among them."""
        return [*self.layout.values, *([2] if self.coding.has_turn else [])]

    @cached_property
    def bits(self) -> int:
        """The width of a cell in bits."""
        return 8 if max(self.values) <= 1 << 8 else 16

    @cached_property
    def per_word(self) -> int:
        """The number of cells that fill 8 bytes."""
        return 64 // self.bits

    @property
    def words(self) -> int:
        """The number of 8-byte words that the cells take, with room for vectors that reach beyond the last cell."""
        reach = len(self.values)
        for name, field in self.layout.fields.items():
            lanes = 8
            while lanes < min(field.places, 64):
                lanes *= 2
            reach = max(reach, self.layout.offsets[name] + lanes)
        return -(-reach // self.per_word)

    @cached_property
    def ranks_least(self) -> bool:
        """Whether a table finds the number of a state's least image, so that a state has only its own code.

        This holds if codes begin with the numbers of placements, and the symmetry moves placements and nothing else.
        """
        ranking = self.coding.ranking
        if ranking is None or not isinstance(placements := ranking.parts[0], Placements) or self.layout.like:
            return False
        others = range(placements.places, self.layout.cells)
        return placements.has_least and all(
            image.places[i] == i and tuple(image.values[i]) == tuple(range(len(image.values[i])))
            for image in self.layout.group
            for i in others
        )

    @cached_property
    def group(self) -> Sequence[Image]:
        """The symmetries whose codes are kept; the first one leaves a state as it is."""
        return self.layout.group[:1] if self.ranks_least else self.layout.group

    @cached_property
    def planes_of(self) -> int:
        """The number of places of the first field if the code of a state holds it as sets; else 0."""
        if not self.ranks_least:
            return 0
        places = range(self._first_planes.places)
        (image,) = self.next_view
        alike = all(image.places[i] == i and image.values[i] == image.values[0] for i in places)
        return len(places) if alike and image.values[0][0] == 0 else 0

    @property
    def _first_planes(self) -> PlaneCode:
        code = self.coding.linear.segments[0].code
        assert isinstance(code, PlaneCode)
        return code

    def planes(self) -> str:
        """Return the source of `k_planes`, which finds the places of the first field with values in a range."""
        segment, places = self.coding.linear.segments[0], self._first_planes.places
        (image,) = self.next_view
        shifts = [0] + [segment.shift + places * (new - 1) for new in image.values[0][1:]]
        return f'''

K_PLANES = {array_of(shifts)}


@k_inline
def k_planes(s, low, high):
    """Return the set, as bits, of the places of the first field whose value is from low to high."""
    code = k_load64(s, K_CODES)
    found = 0
    for value in range(max(low, 0), min(high, {len(shifts) - 1}) + 1):
        if value == 0:
            others = 0
            for other in range(1, {len(shifts)}):
                others |= code >> k_item(K_PLANES, other)
            found |= ~others & {(1 << places) - 1}
        else:
            found |= code >> k_item(K_PLANES, value) & {(1 << places) - 1}
    return found
'''

    @property
    def same_view(self) -> list[Image]:
        turn = [unmoved(1, 2)] if self.coding.has_turn else []
        return [side_by_side([image, *turn]) for image in self.group]

    @property
    def next_view(self) -> list[Image]:
        if not self.layout.from_movers_view:
            return self.same_view
        return [self.layout.exchange.then(image) for image in self.group]

    def _weights(self, images: Sequence[Image]) -> list[list[list[int]]]:
        """Return the share of value v in cell i in the code of image g, as `[i][v][g]`; 0 for like pieces."""
        weights = self.coding.linear.weights()
        cells = {i for image in images for i, row in enumerate(image.values) if min(row) < 0}
        no_image = MOST_WEIGHT // max(len(cells), 1)
        if cells and self.coding.linear.size > no_image:
            raise UnsupportedError(
                f"states with values that have fewer symmetries in {len(cells)} cells take more bits than codes have"
            )
        for part in self.layout.like:
            weights[part] = [[0] * len(row) for row in weights[part]]
        return [
            [
                [
                    weights[image.places[i]][new] if (new := image.values[i][value]) >= 0 else no_image
                    for image in images
                ]
                for value in range(values)
            ]
            for i, values in enumerate(self.values)
        ]

    def functions(self) -> str:
        """Return the source of functions that give a cell a value, unpack a code, and find the least code."""
        functions = [
            self.put(),
            self.open("k_open", self.next_view, fills_cells=True),
            self.open("k_look", None, fills_cells=True),
        ]
        if self.layout.like:
            functions.append(SORTED.format(size=8 * max(part.stop - part.start for part in self.layout.like)))
        if not self.ranks_least:
            functions.append(self.least("k_least", self.next_view))
        if self.coding.is_dense and len(self.group) > 1:
            functions.append(self.open("k_images", self.same_view, fills_cells=bool(self.layout.like)))
            functions.append(self.least("k_least_image", self.same_view))
        return "".join(functions)

    def least(self, name: str, images: Sequence[Image]) -> str:
        """Return the source of the function that finds the least of the codes of some images.

        Like pieces add nothing to the codes that follow every change, because their order decides what they add. They
        are sorted for each image by insertion, which is fast because a move puts few pieces out of order.
        """
        weights, tables, terms = self.coding.linear.weights(), [], []
        for k, part in enumerate(self.layout.like):
            table, values = f"{name.upper()}_{k}", self.values[part.start]
            # without an image, the weight of the value decides
            entries = [max(new, 0) for image in images for new in image.values[part.start]]
            units = [weights[i][-1] // max(values - 1, 1) for i in range(part.start, part.stop)]
            tables.append(f"{table} = {array_of(entries)}\n{table}_UNITS = {array_of(units)}\n")
            if len(units) == 2:
                terms.append(f"k_pair(s, {part.start}, {table}, g * {values}, {units[0]}, {units[1]})")
                continue
            terms.append(
                f"k_sorted(s, {part.start}, {part.stop - part.start}, {table}, g * {values}, {table}_UNITS)"
            )
        share = "".join(f" + {term}" for term in terms)
        return f"""

{"".join(tables)}

@k_inline
def {name}(s):
    g = 0
    least = k_load64(s, K_CODES){share}
    for g in range(1, K_IMAGES):
        least = min(least, k_load64(s, K_CODES + g){share})
    return least
"""

    def put(self) -> str:
        """Return the source of the function that gives a cell a value."""
        weights = self._weights(self.next_view)
        images = len(self.group)
        steps = [[w[min(1, len(w) - 1)][g] - w[0][g] for g in range(images)] for w in weights]
        is_linear = all(
            w[v][g] - w[0][g] == v * steps[i][g]
            for i, w in enumerate(weights)
            for v in range(len(w))
            for g in range(images)
        )
        if is_linear:
            table = array_of([step for row in steps for step in row])
            change = "(value - old) * k_item(K_WEIGHTS, i * K_IMAGES + g)"
        else:
            most = max(self.values)
            padded = [w + [[0] * images] * (most - len(w)) for w in weights]
            table = array_of([number for w in padded for row in w for number in row])
            change = (
                f"k_item(K_WEIGHTS, (i * {most} + value) * K_IMAGES + g) - "
                f"k_item(K_WEIGHTS, (i * {most} + old) * K_IMAGES + g)"
            )
        return f'''

K_WEIGHTS = {table}


@k_inline
def k_put(s, i, value):
    """Give cell i a value; the codes follow."""
    old = k_load(s, i)
    for g in range(K_IMAGES):
        k_store64(s, K_CODES + g, k_load64(s, K_CODES + g) + {change})
    k_store(s, i, value)
'''

    def _chunks(self) -> Iterable[Chunk]:
        """Yield the chunks of a code."""
        segments = self.coding.linear.segments
        for segment in segments:
            mask = (1 << segment.code.bits) - 1
            code = f"(code >> {segment.shift} & {mask})" if len(segments) > 1 else "code"
            if isinstance(segment.code, PositionalCode):
                yield from self._digits(segment, segment.code, code)
            elif isinstance(segment.code, ColumnCode):
                yield from self._columns(segment, segment.code, code)
            elif isinstance(segment.code, PlaneCode):
                yield from self._planes(segment, segment.code, code)

    def _digits(self, segment: Segment, linear: PositionalCode, code: str) -> Iterable[Chunk]:
        first = segment.first
        left_out = {closing.last for closing in linear.closings}
        i = 0
        while i < linear.cells:
            entries, j = 1, i
            while j < linear.cells and (first + j) // self.per_word == (first + i) // self.per_word:
                if j > i and entries * linear.bases[j] > MOST_OF_A_CHUNK:
                    break
                entries *= linear.bases[j]
                j += 1
            unit = linear.units[j - 1]
            if linear.in_bits:
                index = f"{code} >> {unit.bit_length() - 1} & {entries - 1}"
            else:
                index = f"{code} // {unit} % {entries}"
            number = np.arange(entries)
            values = {
                first + k: number // (linear.units[k] // unit) % linear.bases[k]
                for k in range(i, j)
                if k not in left_out
            }
            yield Chunk(index, range(first + i, first + j), entries, values)
            i = j

    def _planes(self, segment: Segment, linear: PlaneCode, code: str) -> Iterable[Chunk]:
        start, end = segment.first, segment.first + linear.places
        while start < end:
            stop = min(start - start % self.per_word + self.per_word, end)
            chunk = range(start, stop)
            number = np.arange(1 << len(chunk))
            for sign in range(1, linear.signs + 1):
                index = f"{code} >> {start - segment.first + linear.places * (sign - 1)} & {(1 << len(chunk)) - 1}"
                values = {
                    place: np.where(number >> b & 1, sign, NO_CELL_VALUE) for b, place in enumerate(chunk)
                }
                yield Chunk(index, chunk, len(number), values)
            start = stop
        for i, width in enumerate(linear.widths):
            number = np.arange(1 << width)
            index = f"{code} >> {linear.shifts[i]} & {(1 << width) - 1}"
            yield Chunk(index, [end + i], len(number), {end + i: number})

    def _columns(self, segment: Segment, linear: ColumnCode, code: str) -> Iterable[Chunk]:
        """Yield the chunks of columns, several for a high column.

        A column's number plus 1 has a bit for each piece and a 1 above. Without the bits of lower chunks, it is 0 if
        those are not full, and below 2^n if this one, of n squares, is not full; else its n lowest bits are this one's.
        """
        for column in range(linear.columns):
            marked = f"({code} >> {linear.shift(column)} & {(1 << linear.rows + 1) - 1}) + 1"
            squares = [segment.first + row * linear.columns + column for row in reversed(range(linear.rows))]
            for start in range(0, linear.rows, SQUARES_OF_A_CHUNK):
                part = squares[start : start + SQUARES_OF_A_CHUNK]
                full = 1 << len(part)
                index = f"({marked}) >> {start}" if start else marked
                if start + len(part) < linear.rows:
                    index = f"min({index}, {full} | ({index}) & {full - 1})"
                number = np.append(np.arange(2 * full), 0)  # the last one for a number that no column has
                values = {
                    square: np.where(number >> i > 1, 1 + (number >> i & 1), NO_CELL_VALUE)
                    for i, square in enumerate(part)
                }
                yield Chunk(index, part, len(number), values)

    def open(self, name: str, images: Sequence[Image] | None, *, fills_cells: bool) -> str:
        """Return the source of the function that unpacks a code into cells and, if any, the codes of these images."""
        weights = self._weights(images) if images is not None else []
        number = len(images or ())
        lines: list[str] = []
        terms_of_word: dict[int, list[str]] = {}
        parts: list[str] = []
        word_entries: list[int] = []
        view_entries: list[int] = []
        base = 0
        for c, chunk in enumerate(self._chunks()):
            lines.append(f"    i{c} = {chunk.index}")
            for word in sorted({cell // self.per_word for cell in chunk.cells}):
                terms_of_word.setdefault(word, []).append(
                    f"k_item({name.upper()}_CELLS, i{c} + {len(word_entries)})"
                )
                word_entries += self._word(word, chunk)
            if images is not None:
                parts.append(f"k_item({name.upper()}_CODES, (i{c} + {base}) * {number} + g)")
                base += chunk.entries
                view_entries += _shares(weights, chunk, number)
        if images is not None:
            for segment in self.coding.linear.segments:
                if not isinstance(segment.code, PositionalCode):  # an empty place has no entry
                    places = range(segment.first, segment.first + segment.code.cells)
                    assert not any(weights[place][0][g] for place in places for g in range(number))
        tables = ""
        closings = self.coding.linear.closings
        if fills_cells or closings:
            tables += f"{name.upper()}_CELLS = {array_of(word_entries)}\n"
            lines += [
                f"    k_store64(s, {word}, {' + '.join(terms)})" for word, terms in terms_of_word.items()
            ]
        if images is not None:
            tables += f"{name.upper()}_CODES = {array_of(view_entries)}\n"
            lines += [
                f"    for g in range({number}):",
                f"        k_store64(s, K_CODES + g, {' + '.join(parts)})",
            ]
        for c, closing in enumerate(closings):
            others = "".join(f" - k_load(s, {cell})" for cell in range(closing.first, closing.last))
            most = closing.total + closing.values * (closing.last - closing.first)
            lines += [
                f"    last = ({most}{others}) % {closing.values}",
                f"    k_store(s, {closing.last}, last)",
            ]
            shares = [share for row in weights[closing.last : closing.last + 1] for w in row for share in w]
            if any(shares):
                tables += f"{name.upper()}_LAST_{c} = {array_of(shares)}\n"
                lines += [
                    f"    for g in range({number}):",
                    f"        share = k_item({name.upper()}_LAST_{c}, last * {number} + g)",
                    "        k_store64(s, K_CODES + g, k_load64(s, K_CODES + g) + share)",
                ]
        return f"\n\n{tables}\n\n@k_inline\ndef {name}(code, s):\n" + "\n".join(lines) + "\n"

    def _word(self, word: int, chunk: Chunk) -> list[int]:
        """Return, for each entry of a chunk, the word of a state that holds the cells of the chunk, and no others."""
        words = np.zeros(chunk.entries, dtype=np.uint64)
        for cell, values in chunk.values.items():
            if cell // self.per_word == word:
                shift = self.bits * (cell % self.per_word)
                words |= np.maximum(values, 0).astype(np.uint64) << np.uint64(shift)
        return list(map(int, words.view(np.int64)))


def _shares(weights: list[list[list[int]]], chunk: Chunk, images: int) -> list[int]:
    """Return, for each entry of a chunk and each image, the number that its cells add to the code of the image."""
    shares = np.zeros((chunk.entries, images), dtype=object)  # for sums of any size
    for cell, values in chunk.values.items():
        # a value that no state has, and NO_CELL_VALUE, which is the last entry, add nothing
        rows = np.zeros((max(len(weights[cell]), int(values.max(initial=0)) + 1) + 1, images), dtype=object)
        rows[: len(weights[cell])] = weights[cell]
        shares += rows[values]
    return list(shares.ravel())
