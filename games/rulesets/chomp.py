"""Chomp: bite off a square of a chocolate bar, with all below it and to its right."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .signs import square_name

Bar = tuple[int, ...]
"""The lengths of the rows, from the top, none longer than the one above it and none empty."""


@attrs.frozen
class Chomp(ImpartialRuleset[Bar]):
    """A move takes a square and all squares that are neither above it nor to the left of it (Schuh 1952, Gale 1974).

    The square in the top left corner is poisoned and never taken, so whoever faces it alone has lost.

    >>> list(Chomp().options((2, 1)))
    [(1, 1), (2,)]
    """

    rows: int = parameter(3, "how many rows the bar has", 1, 100)
    columns: int = parameter(4, "how many columns the bar has", 1, 100)

    aim = "Bite off a square with all below it and to its right; the pink one is poison."
    example = {"rows": 3, "columns": 4}
    presets = {
        "4×3 bar": {"rows": 3, "columns": 4},
        "5×4 bar": {"rows": 4, "columns": 5},
        "7×5 bar": {"rows": 5, "columns": 7},
    }
    first_preset = "4×3 bar"

    def start(self) -> Bar:
        return (self.columns,) * self.rows

    def options(self, position: Bar) -> Iterator[Bar]:
        for row, length in enumerate(position):
            for column in range(0 if row else 1, length):
                below = (min(other, column) for other in position[row:])
                yield position[:row] + tuple(other for other in below if other)

    def canonical_position(self, position: Bar) -> Bar:
        if len(position) < position[0]:
            return position
        mirrored = tuple(sum(length > column for length in position) for column in range(position[0]))
        return max(position, mirrored)

    def ending(self, position: Bar) -> str:
        return "only the poisoned square is left"

    def format_position(self, position: Bar) -> str:
        return " ".join(map(str, position))

    def position_in_words(self, position: Bar) -> str:
        return f"a bar with {sizes_in_words(position, 'row')}; the top left square is poison"

    def parse_position(self, text: str) -> Bar:
        sizes = text.split()
        if not sizes or not all(size.isascii() and size.isdecimal() and len(size) < 4 for size in sizes):
            raise InputError(f"a bar is written as the lengths of its rows, such as 4 4 2; not {text!r}")
        bar = tuple(map(int, sizes))
        if 0 in bar or sorted(bar, reverse=True) != list(bar):
            raise InputError(
                f"no row of a bar is empty or longer than the row above it; this one is {text!r}"
            )
        return bar

    def render(self, position: Bar) -> str:
        return "\n".join(("#" if row else "x") + "#" * (length - 1) for row, length in enumerate(position))

    def gesture(self, position: Bar, option: Bar, player: Player) -> Gesture:
        return Gesture([self._bitten(position, option)])

    def format_option(self, position: Bar, option: Bar, player: Player) -> str:
        """Return the square that is bitten off."""
        return square_name(self._bitten(position, option), *self._size(position))

    def _size(self, position: Bar) -> tuple[int, int]:
        """Return the rows and columns of the board that a bar is drawn on."""
        return max(self.rows, len(position)), max(self.columns, position[0])

    def _bitten(self, position: Bar, option: Bar) -> int:
        left = (*option, *[0] * (len(position) - len(option)))
        row = next(row for row, length in enumerate(position) if left[row] < length)
        return row * self._size(position)[1] + left[row]

    def svg(self, position: Bar) -> str:
        from gamekit.drawing.surfaces import Squares

        rows, columns = self._size(position)
        bar = (
            (row * columns + column, row or column)
            for row, length in enumerate(position)
            for column in range(length)
        )
        looks = [(place, ["brown tile" if is_good else "pink tile '!'"]) for place, is_good in bar]
        return Squares(rows, columns).drawn(looks)
