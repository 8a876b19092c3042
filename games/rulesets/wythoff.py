"""Wythoff's game: a queen moves towards the corner."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture, Place
from gamekit.game.parameters import parameter, refusal

from ..notations.heaps import TwoHeaps

Pair = tuple[int, int]
"""Two heaps, or the row and the column of a queen."""

MOST_SQUARES = 400
"""The largest number of squares of a board that is drawn."""


@attrs.frozen
class Wythoff(ImpartialRuleset[Pair]):
    """A move takes any number of counters from one of two heaps, or the same number from both (Wythoff 1907).

    It is drawn as a queen on a board, whose row and column are the heaps: she moves down, to the left, or both alike.

    >>> sorted(Wythoff().options((1, 2)))
    [(0, 1), (0, 2), (1, 0), (1, 1)]
    """

    heaps: tuple[int, ...] = parameter((3, 5), "how many counters the two heaps have", 0, items="numbers")

    notations = (TwoHeaps(),)
    aim = "Move the queen towards the ring in the corner: down, to the left, or along the diagonal."
    example = {"heaps": [3, 5]}
    presets = {
        "3 and 5": {"heaps": [3, 5]},
        "5 and 8": {"heaps": [5, 8]},
        "8 and 8": {"heaps": [8, 8]},
    }
    first_preset = "5 and 8"

    def __attrs_post_init__(self) -> None:
        if len(self.heaps) != 2:
            raise refusal("heaps", f"must be two numbers; there are {len(self.heaps)}")

    def start(self) -> Pair:
        return self.heaps[0], self.heaps[1]

    def options(self, position: Pair) -> Iterator[Pair]:
        row, column = position
        yield from ((left, column) for left in range(row))
        if row != column:
            yield from ((row, left) for left in range(column))
        yield from ((row - taken, column - taken) for taken in range(1, min(position) + 1))

    def canonical_position(self, position: Pair) -> Pair:
        return min(position), max(position)

    def format_option(self, position: Pair, option: Pair, player: Player) -> str:
        """Return the text of a move: how far the queen goes, and where."""
        down, left = self._taken(position, option)
        return f"{max(down, left)} {'along the diagonal' if down and left else 'down' if down else 'to the left'}"

    def other_names(self, position: Pair, option: Pair, player: Player) -> Iterator[str]:
        """Yield the text of a move in heaps: the number of counters that are taken, and the heap."""
        taken = self._taken(position, option)
        heap = position[taken.index(max(taken))]
        yield f"take {max(taken)} from {'both' if all(taken) else f'a heap of {heap}'}"

    def _taken(self, position: Pair, option: Pair) -> list[int]:
        return [before - after for before, after in zip(position, option, strict=True)]

    def gesture(self, position: Pair, option: Pair, player: Player) -> Gesture:
        """Return the square of the queen, and the one that it goes to; from the diagonal, left is as good as down."""
        goes, mirrored = (self._square(square, position) for square in (option, option[::-1]))
        is_mirrored = position[0] == position[1] and goes != mirrored
        twins: dict[Place, Place] = {mirrored: goes} if is_mirrored else {}
        return Gesture([self._square(position, position), goes], twins=twins)

    def beginning_in(self, position: Pair) -> Wythoff:
        return attrs.evolve(self, heaps=position)

    def svg(self, position: Pair) -> str | None:
        """Return a board on which a queen moves left, down or both, towards the corner; None if it is large."""
        from gamekit.drawing.surfaces import Squares

        rows, columns = self._size(position)
        if rows * columns > MOST_SQUARES:
            return None
        drawn = {self._square((0, 0), position): ["grey ring"], self._square(position, position): ["white ♕"]}
        return Squares(rows, columns, names="none").drawn(drawn.items())

    def _square(self, square: Pair, position: Pair) -> int:
        """Return the number of a square on the board of a position: rows are counted from below."""
        rows, columns = self._size(position)
        return (rows - 1 - square[0]) * columns + square[1]

    def _size(self, position: Pair) -> Pair:
        """Return the number of rows and of columns of the board of a position."""
        return max(self.heaps[0], position[0]) + 1, max(self.heaps[1], position[1]) + 1

    def format_position(self, position: Pair) -> str:
        return f"{position[0]} {position[1]}"

    def position_in_words(self, position: Pair) -> str:
        return sizes_in_words(position, "heap")

    def parse_position(self, text: str) -> Pair:
        sizes = text.replace(",", " ").split()
        if len(sizes) != 2 or not all(
            size.isascii() and size.isdecimal() and len(size) < 10 for size in sizes
        ):
            raise InputError(f"a position is two numbers, such as 3 5; not {text!r}")
        return int(sizes[0]), int(sizes[1])
