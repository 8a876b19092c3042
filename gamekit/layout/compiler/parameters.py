"""Parameters of rules that all instances of a class share: their numbers and tables, in one array of int64.

Layout of the array:

    0, 1              the largest number of moves of a state, and of moves that are taken back
    2 + 4 i           of cell i, the turn among them: the number of its values, its unit, and a factor and a shift by
                      which a code is divided by the number of values; shift -1 stands for a plain division
    then              numbers in `self`, one entry each
    then              tables in `self`, two entries each: where the outermost list begins and ends
    then              the tables, level by level: the lists of a level by where they begin, and one end; then numbers

Every place is an index into the array itself, so that a list of a table is found by one look-up.

A code below N is divided by n with a factor of 2**shift / n, rounded up, where 2**shift is above N n: Granlund and
Montgomery, "Division by invariant integers using multiplication" (1994).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import Any, Final

import attrs
import numpy as np

from gamekit.errors import RulesError
from gamekit.layout.compiler.tables import LISTS, Table
from gamekit.layout.linear_codes import PositionalCode

MOST, MOST_BACK, CELLS = range(3)
LIMITS: Final = {"K_MOST": MOST, "K_MOST_BACK": MOST_BACK}
"""The indices of the limits in the parameters, by the names of their constants."""
VALUES, UNIT, FACTOR, SHIFT = range(4)
A_CELL: Final = 4
"""The number of entries for each cell."""


def entry(place: int | str) -> str:
    """Return the source that reads an entry of the parameters.

    >>> entry(3)
    'k_load64(k_p, 3)'
    """
    return f"k_load64(k_p, {place})"


def of_cell(cell: int | str, what: int) -> str:
    """Return the source that reads a number of a cell: `what` is `VALUES`, `UNIT`, `FACTOR` or `SHIFT`.

    >>> of_cell(1, UNIT), of_cell("i", UNIT)
    ('k_load64(k_p, 7)', 'k_load64(k_p, 3 + 4 * (i))')
    """
    first = CELLS + what
    return entry(first + A_CELL * cell if isinstance(cell, int) else f"{first} + {A_CELL} * ({cell})")


class MisfitError(Exception):
    """Raised if an instance's numbers and tables do not have the form for which the rules were compiled."""


@attrs.define
class Recipe:
    """The numbers and tables that make up the parameters of an instance.

    It is written while the rules of one instance are compiled, and then serves all others.

    Attributes:
        cells: the number of cells, the turn among them.
        numbers: the names of numbers in `self`.
        tables: the depth of each table in `self`, by name.
        widths: the number of entries of each list, by table and level, if the rules rely on it.
    """

    cells: int
    numbers: list[str] = attrs.field(factory=list)
    tables: dict[str, int] = attrs.field(factory=dict)
    widths: dict[tuple[str, int], int] = attrs.field(factory=dict)

    def definitions(self) -> Iterator[str]:
        """Yield the lines that say where the parameters have numbers and tables."""
        place = CELLS + A_CELL * self.cells
        for name in self.numbers:
            yield f"P_{name} = {place}"
            place += 1
        for name in self.tables:
            yield f"P_{name} = {place}  # and behind it where the table ends"
            place += 2

    def parameters(self, game: Any, code: PositionalCode) -> Any:
        """Return the parameters of an instance, int64, one-dimensional.

        Raises:
            MisfitError: a number of other instances is none in this one, or a table is nested differently.
            RulesError: a number has too many bits.
        """
        numbers = [getattr(game, name) for name in self.numbers]
        if not all(isinstance(number, int | np.integer) for number in numbers):
            raise MisfitError
        head = [game.most_moves, game.most_back, *chain.from_iterable(divisions(code)), *numbers]
        place = len(head) + 2 * len(self.tables)
        parts: list[Sequence[int]] = [head]
        for name, depth in self.tables.items():
            table = getattr(game, name)
            if not _consists_of([table], LISTS):
                raise MisfitError
            head += [place, place + len(table)]
            for part in self._levels(name, table, depth, place):
                parts.append(part)
                place += len(part)
        try:
            return np.fromiter(chain.from_iterable(parts), dtype=np.int64, count=place)
        except OverflowError:
            names = ", ".join([*self.numbers, *self.tables])
            why = f"in compiled rules, numbers must be from -2^63 to 2^63 - 1; one in {names} is not"
            raise RulesError(f"{type(game).__name__}: {why}") from None

    def _levels(self, name: str, table: Sequence[Any], depth: int, place: int) -> Iterator[Sequence[int]]:
        """Yield the levels of a table that begins at a place: where lists begin, and last the numbers."""
        for level in range(1, depth):
            if not _consists_of(table, LISTS):
                raise MisfitError
            lengths = list(map(len, table))
            width = self.widths.get((name, level))
            if width is not None and any(length != width for length in lengths):
                raise MisfitError
            place += len(lengths) + 1
            yield list(accumulate(lengths, initial=place))
            table = list(chain.from_iterable(table))
        if not _consists_of(table, int | np.integer):
            raise MisfitError
        yield table


class ParameterTable(Table):
    """A table in `self` that the rules find in the parameters.

    A list within it is known by the index of the parameter that has the index at which the list begins.
    """

    def __init__(self, name: str, value: Sequence[Any], recipe: Recipe) -> None:
        super().__init__(name, value)
        self.recipe = recipe
        recipe.tables[name] = self.depth

    def definitions(self) -> Iterator[str]:
        return iter(())

    def start(self, level: int, place: str) -> str:
        return entry(place if level else f"P_{self.name}")

    def end(self, level: int, place: str) -> str:
        return entry(f"({place}) + 1" if level else f"P_{self.name} + 1")

    def item(self, place: str) -> str:
        return entry(place)

    def holds(self, start: str, end: str, value: str) -> str:
        return f"k_lists(k_p, {start}, {end}, {value})"

    def width(self, level: int) -> int | None:
        width = super().width(level)
        if width is not None:
            self.recipe.widths[self.name, level] = width
        return width


def _consists_of(values: Iterable[Any], kinds: Any) -> bool:
    return all(issubclass(kind, kinds) for kind in set(map(type, values)))


def divisions(code: PositionalCode) -> Iterator[tuple[int, int, int, int]]:
    """Yield the entries of each cell: the number of its values, its unit, a factor and a shift."""
    below = 1  # this is what is left of a code once all later cells have been taken from it
    for unit, base in zip(code.units, code.bases, strict=True):
        below *= base
        if code.in_bits:
            yield base, unit, 1, base.bit_length() - 1
            continue
        shift = (below * base).bit_length()
        factor = -(-(1 << shift) // base)
        fits = (below - 1) * factor < 1 << 63
        yield base, unit, factor if fits else 0, shift if fits else -1
