"""The generated module: the functions of a layout, those of the author, and the rules over codes made from both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.layout.codes import Coding, PositionalCode
from gamekit.layout.compiler.function import write_functions
from gamekit.layout.compiler.mistakes import Place
from gamekit.layout.compiler.names import Function, Names
from gamekit.layout.compiler.tables import array_of
from gamekit.layout.layout import Layout
from gamekit.layout.ranking import Placements
from gamekit.layout.symmetry import Image, side_by_side, unmoved

MOST_OF_A_CHUNK: Final = 1 << 10
"""Cells are taken from a code a few at a time, by a table of at most so many entries; one cell alone may take more."""

LARGEST_CELL: Final = 1 << 15
"""A cell has at most so many values in compiled rules, for the same reason."""

HEAD: Final = '''"""Rules of {name} over codes, made by gamekit {version} from {file}."""

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER
from gamekit.layout.compiler.stack import block as k_block, clear as k_clear, copy as k_copy, item as k_item
from gamekit.layout.compiler.stack import load{bits} as k_load, load64 as k_load64, load16 as k_load16
from gamekit.layout.compiler.stack import store{bits} as k_store, store64 as k_store64, store16 as k_store16
from gamekit.layout.compiler.stack import lowest as k_lowest, members{bits} as k_members, population as k_population

k_inline = numba.njit(nogil=True, error_model="numpy", forceinline=True)
k_function = numba.njit(nogil=True, error_model="numpy")

# A state lies on the stack: its cells first, then the codes of all its images, as the next player will see them.
K_CODES = {codes}  # in words of 8 bytes
K_IMAGES = {images}
K_SIZE = {size}  # in bytes
K_MOST = {most}
K_SLOTS = {slots}  # of the set of children that are known already; 2 bytes each
K_SEEN = 2 * K_SLOTS
'''

CHECKED: Final = """

@k_function
def k_within(index, limit, site):
    if index < 0 or index >= limit:
        raise IndexError(site, index, limit)
    return index
"""

CHILDREN: Final = '''

@k_inline
def k_least(s):
    least = k_load64(s, K_CODES)
    for g in range(1, K_IMAGES):
        least = min(least, k_load64(s, K_CODES + g))
    return least


@k_inline
def k_add(code, out, n, seen):
    """Add the code of a child, unless it is known already."""
    at = ((code ^ (code >> 29)) * 0x1E3779B97F4A7C15 >> 40) & (K_SLOTS - 1)
    while True:
        entry = k_load16(seen, at)
        if entry == 0:
            if n < K_MOST:
                k_store16(seen, at, n + 1)
                out[n] = code
            return n + 1
        if out[entry - 1] == code:
            return n
        at = (at + 1) & (K_SLOTS - 1)


@k_inline
def k_among(value, choices):
    for choice in choices:
        if value == choice:
            return True
    return False


@k_inline
def k_holds(table, start, end, value):
    for i in range(start, end):
        if k_item(table, i) == value:
            return True
    return False
'''


@attrs.frozen
class Built:
    """The source of a module, and where each of its lines was written.

    Attributes:
        text: the source.
        origins: by line number, the author's place.
        sites: the places that a checked build looks at.
    """

    text: str
    origins: dict[int, Place]
    sites: list[tuple[Place, str]]


@attrs.define
class ModuleWriter:
    """Writes the module of one game.

    Attributes:
        game: whose rules they are.
        layout: of its states.
        coding: how they become codes.
        is_checked: whether every index is looked at.
    """

    game: Any
    layout: Layout
    coding: Coding
    is_checked: bool = False
    parts: list[str] = attrs.field(factory=list)

    def write(self) -> Built:
        """Return the module."""
        from gamekit.game.version import __version__

        names = Names(self.game, self.layout, self._turn(), self.is_checked)
        functions = [
            Function("f_play", self.game.play, "play"),
            Function("f_options", self.game.options, "options"),
            Function("f_over", self.game.over, "over"),
        ]
        if isinstance(self.game.stuck, int):
            functions.append(Function("f_any_option", self.game.options, "any"))
        write_functions(names, *functions)
        self.parts = [
            HEAD.format(
                name=type(self.game).__name__,
                version=__version__,
                file=Path(self.game.options.__code__.co_filename).name,
                bits=self.bits,
                codes=self.words,
                images=len(self.layout.group),
                size=8 * (self.words + len(self.layout.group)),
                most=self.game.most_moves,
                slots=1 << (2 * self.game.most_moves).bit_length(),
            ),
            CHECKED if self.is_checked else "",
            CHILDREN,
            self._put(),
            self._open("k_open", self._next_view, fills_cells=True),
            self._open("k_look", None, fills_cells=True),
        ]
        if self.coding.is_dense and len(self.layout.group) > 1:
            self.parts.append(self._open("k_images", self._same_view, fills_cells=False))
        if self.coding.placements:
            self.parts.append(_ranks(self.coding.placements))
        self.parts.append(
            "\n\n" + "\n".join(line for table in names.tables.values() for line in table.definitions()) + "\n"
        )
        lines: list[tuple[str, Place | None]] = [
            (line, None) for part in self.parts for line in part.split("\n")
        ]
        for name, written in names.written.items():
            lines += [("", None), ("", None), ("@k_function", None), *written]
            if name == "f_play":
                lines += [(line, None) for line in self._child().split("\n")]
        lines += [(line, None) for line in self._rules().split("\n")]
        return Built(
            "\n".join(text for text, _ in lines) + "\n",
            {i: place for i, (_, place) in enumerate(lines, 1) if place},
            names.sites,
        )

    # --- the state on the stack -------------------------------------------------------------------------------------

    @property
    def values(self) -> list[int]:
        """The number of values of each cell, the turn among them."""
        return [*self.layout.values, *([2] if self.coding.has_turn else [])]

    @property
    def bits(self) -> int:
        """The width of a cell."""
        return 8 if max(self.values) <= 1 << 8 else 16

    @property
    def per_word(self) -> int:
        """How many cells fill 8 bytes."""
        return 64 // self.bits

    @property
    def words(self) -> int:
        """How many words of 8 bytes the cells take, with room for vectors that reach beyond the last cell."""
        reach = len(self.values)
        for name, field in self.layout.fields.items():
            lanes = 8
            while lanes < min(field.places, 64):
                lanes *= 2
            reach = max(reach, self.layout.offsets[name] + lanes)
        return -(-reach // self.per_word)

    def _turn(self) -> str:
        return f"k_load(k_s, {self.layout.cells})" if self.coding.has_turn else "0"

    def _with_turn(self, image: Image) -> Image:
        return side_by_side([image, unmoved(1, 2)]) if self.coding.has_turn else image

    @property
    def _same_view(self) -> list[Image]:
        return [self._with_turn(image) for image in self.layout.group]

    @property
    def _next_view(self) -> list[Image]:
        if not self.layout.from_movers_view or len(self.game.players) == 1:
            return self._same_view
        return [self.layout.exchange.then(image) for image in self.layout.group]

    def _weights(self, images: Sequence[Image]) -> list[list[list[int]]]:
        """Return what value v in cell i adds to the code of image g, as [i][v][g]."""
        weights = self.coding.linear.weights()
        return [
            [
                [weights[image.places[i]][image.values[i][value]] for image in images]
                for value in range(values)
            ]
            for i, values in enumerate(self.values)
        ]

    def _put(self) -> str:
        weights = self._weights(self._next_view)
        images = len(self.layout.group)
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

    # --- from codes to states ---------------------------------------------------------------------------------------

    def _chunks(self) -> Iterable[tuple[str, list[int], list[dict[int, int]]]]:
        """Yield what is taken from a code at a time: an index, the cells, and by index their values."""
        linear = self.coding.linear
        if isinstance(linear, PositionalCode):
            cells = range(len(self.values))
            i = 0
            while i < len(cells):
                entries, j = 1, i
                while j < len(cells) and j // self.per_word == i // self.per_word:
                    if j > i and entries * linear.bases[j] > MOST_OF_A_CHUNK:
                        break
                    entries *= linear.bases[j]
                    j += 1
                unit = linear.digits[j - 1].unit
                if linear.in_bits:
                    index = f"code >> {unit.bit_length() - 1} & {entries - 1}"
                else:
                    index = f"code // {unit} % {entries}"
                units = [linear.digits[k].unit // unit for k in range(i, j)]
                found = [
                    {k: number // u % linear.bases[k] for k, u in zip(range(i, j), units, strict=True)}
                    for number in range(entries)
                ]
                yield index, list(range(i, j)), found
                i = j
            return
        places = self.layout.cells
        signs = len(linear.weights()[0]) - 1
        for first in range(0, places, self.per_word):
            chunk = range(first, min(first + self.per_word, places))
            for sign in range(1, signs + 1):
                index = f"code >> {first + places * (sign - 1)} & {(1 << len(chunk)) - 1}"
                found = [
                    {place: sign for b, place in enumerate(chunk) if number >> b & 1}
                    for number in range(1 << len(chunk))
                ]
                yield index, list(chunk), found

    def _open(self, name: str, images: Sequence[Image] | None, *, fills_cells: bool) -> str:
        """Return the function that unpacks a code: its cells, and the codes of these images if there are any."""
        weights = self._weights(images) if images is not None else []
        number = len(images or ())
        lines: list[str] = []
        cells_of_word: dict[int, list[str]] = {}
        parts: list[str] = []
        word_entries: list[int] = []
        view_entries: list[int] = []
        base = 0
        for c, (index, cells, found) in enumerate(self._chunks()):
            lines.append(f"    i{c} = ({index}) + {base}")
            base += len(found)
            word_entries += [
                _signed(sum(value << self.bits * (place % self.per_word) for place, value in entry.items()))
                for entry in found
            ]
            cells_of_word.setdefault(cells[0] // self.per_word, []).append(
                f"k_item({name.upper()}_CELLS, i{c})"
            )
            if images is not None:
                view_entries += [
                    sum(self._weight(weights, place, value, g) for place, value in entry.items())
                    for entry in found
                    for g in range(number)
                ]
                parts.append(f"k_item({name.upper()}_CODES, i{c} * {number} + g)")
        if images is not None and not isinstance(self.coding.linear, PositionalCode):
            constant = [sum(w[0][g] for w in weights) for g in range(number)]
            assert not any(constant)  # an empty place is in no plane
        tables = ""
        if fills_cells:
            tables += f"{name.upper()}_CELLS = {array_of(word_entries)}\n"
            lines += [
                f"    k_store64(s, {word}, {' + '.join(terms)})" for word, terms in cells_of_word.items()
            ]
        if images is not None:
            tables += f"{name.upper()}_CODES = {array_of(view_entries)}\n"
            lines += [
                f"    for g in range({number}):",
                f"        k_store64(s, K_CODES + g, {' + '.join(parts)})",
            ]
        return f"\n\n{tables}\n\n@k_inline\ndef {name}(code, s):\n" + "\n".join(lines) + "\n"

    def _weight(self, weights: list[list[list[int]]], place: int, value: int, image: int) -> int:
        row = weights[place]
        return row[value][image] if value < len(row) else 0  # a code of bits that no state has

    # --- the rules --------------------------------------------------------------------------------------------------

    def _child(self) -> str:
        turn = self.layout.cells
        passes = (
            f"    if not again:\n        k_put(t, {turn}, 1 - k_load(t, {turn}))\n"
            if self.coding.has_turn
            else ""
        )
        return f"""

@k_inline
def k_child(s, move, out, n, seen):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    again = f_play(t, move)
{passes}    return k_add(k_least(t), out, n, seen)
"""

    def _rules(self) -> str:
        turn = self.layout.cells
        opened = "    code = k_unrank(code)\n" if self.coding.placements else ""
        ranked = (
            "    for i in range(min(n, K_MOST)):\n        out[i] = k_rank(out[i])\n"
            if self.coding.placements
            else ""
        )
        stuck = ""
        if isinstance(self.game.stuck, int):
            stuck = (
                f"    if payoff == NOT_OVER and not f_any_option(s):\n        payoff = {self.game.stuck}\n"
            )
        signed = ""
        if self.coding.has_turn:
            signed = f"    if payoff != NOT_OVER and k_load(s, {turn}) == 1:\n        payoff = -payoff\n"
        passed = ""
        if self.game.stuck == "pass":
            flip = f"        k_put(s, {turn}, 1 - k_load(s, {turn}))\n" if self.coding.has_turn else ""
            passed = f"    if n == 0:\n{flip}        out[0] = k_least(s)\n        n = 1\n"
        text = f"""

def outcome(code, parameters):
{opened}    s = k_block(K_SIZE)
    k_look(code, s)
    payoff = f_over(s)
{stuck}{signed}    return payoff


def successors(code, parameters, out):
{opened}    s = k_block(K_SIZE)
    k_open(code, s)
    n = f_options(s, out)
{passed}{ranked}    return n
"""
        if self.coding.has_turn:
            text += "\n\ndef mover(code, parameters):\n    return code & 1\n"
        if self.coding.is_dense:
            if len(self.layout.group) == 1:
                body = "    return 1\n"
            else:
                body = (
                    f"{opened}    s = k_block(K_SIZE)\n    k_images(code, s)\n    return k_least(s) == code\n"
                )
            text += f"\n\ndef is_state(code, parameters):\n{body}"
        return text


def _signed(number: int) -> int:
    """Return the signed number of 64 bits with the same bits."""
    return number - (1 << 64) if number >> 63 else number


def _ranks(placements: Placements) -> str:
    """Return the functions from planes to ranks and back."""
    places, kinds, full = placements.places, placements.kinds, (1 << placements.places) - 1
    most = [max(counts[kind] for counts in placements.classes) for kind in range(kinds)]
    largest = max(most)
    from math import comb, prod

    binomials = [comb(place, count) for count in range(largest + 1) for place in range(places + 1)]
    bases = [n + 1 for n in most]
    units = list(accumulate(reversed(bases[1:]), int.__mul__, initial=1))[::-1]
    class_of = [-1] * prod(bases)
    for number, counts in enumerate(placements.classes):
        class_of[sum(u * c for u, c in zip(units, counts, strict=True))] = number
    ways, numbers = [], []
    for counts in placements.classes:
        left = places
        for count in counts:
            ways.append(comb(left, count))
            numbers.append(count)
            left -= count
    rank, unrank = [], []
    for kind in range(kinds):
        rank += [
            f"    plane = planes >> {places * kind} & {full}",
            "    count = 0",
            "    below = 0",
            "    left = plane",
            "    while left != 0:",
            "        at = k_lowest(left)",
            "        left &= left - 1",
            "        count += 1",
            f"        below += k_item(K_BINOMIALS, count * {places + 1} + at - k_population(taken & ((1 << at) - 1)))",
            f"    r{kind} = below",
            f"    number += count * {units[kind]}",
            "    taken |= plane",
        ]
    rank.append("    number = k_item(K_CLASS, number)")
    rank.append("    rank = r0")
    rank += [
        f"    rank = rank * k_item(K_WAYS, number * {kinds} + {kind}) + r{kind}" for kind in range(1, kinds)
    ]
    rank.append("    return k_item(K_STARTS, number) + rank")
    for kind in range(kinds - 1, 0, -1):
        unrank += [
            f"    ways = k_item(K_WAYS, number * {kinds} + {kind})",
            "    higher = rank // ways",
            f"    r{kind} = rank - higher * ways",
            "    rank = higher",
        ]
    unrank.append("    r0 = rank")
    for kind in range(kinds):
        unrank += [
            f"    plane = k_subset(r{kind}, k_item(K_COUNTS, number * {kinds} + {kind}))",
            "    left = taken",
            "    while left != 0:",
            "        low = left & -left",
            "        plane = plane & (low - 1) | (plane & -low) << 1",
            "        left ^= low",
            "    taken |= plane",
            f"    planes |= plane << {places * kind}",
        ]
    return f"""

K_BINOMIALS = {array_of(binomials)}
K_CLASS = {array_of(class_of)}
K_STARTS = {array_of(placements.starts)}
K_WAYS = {array_of(ways)}
K_COUNTS = {array_of(numbers)}
{_subsets(places, largest)}

@k_inline
def k_rank(planes):
    taken = 0
    number = 0
{chr(10).join(rank)}


@k_inline
def k_unrank(rank):
    low = 0
    high = {len(placements.classes)}
    while high - low > 1:
        middle = (low + high) // 2
        if k_item(K_STARTS, middle) <= rank:
            low = middle
        else:
            high = middle
    number = low
    rank -= k_item(K_STARTS, number)
    taken = 0
    planes = 0
{chr(10).join(unrank)}
    return planes
"""


def _subsets(places: int, largest: int) -> str:
    """Return the function from a rank to a set of so many places: by a table if that is small."""
    from itertools import combinations
    from math import comb

    if sum(comb(places, count) for count in range(largest + 1)) <= 1 << 16:
        sets: list[int] = []
        firsts = []
        for count in range(largest + 1):
            firsts.append(len(sets))
            sets += sorted(
                sum(1 << place for place in chosen) for chosen in combinations(range(places), count)
            )
        return f"""
K_SETS = {array_of(sets)}
K_FIRST = {array_of(firsts)}


@k_inline
def k_subset(rank, count):
    return k_item(K_SETS, k_item(K_FIRST, count) + rank)
"""
    return f"""

@k_inline
def k_subset(rank, count):
    found = 0
    place = {places}
    while count > 0:
        place -= 1
        ways = k_item(K_BINOMIALS, count * {places + 1} + place)
        if ways <= rank:
            rank -= ways
            found |= 1 << place
            count -= 1
    return found
"""
