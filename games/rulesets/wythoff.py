"""Wythoff's game: a queen moves towards the corner."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.parameters import parameter

from ..notations.heaps import TwoHeaps

Pair = tuple[int, int]
"""Two heaps, or the row and the column of a queen; the smaller one first."""


@attrs.frozen
class Wythoff(ImpartialRuleset[Pair]):
    """A move takes any number of counters from one of two heaps, or the same number from both (Wythoff 1907).

    >>> sorted(Wythoff().options((1, 2)))
    [(0, 1), (0, 2), (1, 0), (1, 1)]
    """

    heaps: tuple[int, ...] = parameter((3, 5), "how many counters the two heaps have", 0, items="numbers")

    notations = (TwoHeaps(),)
    example = {"heaps": [3, 5]}

    def __attrs_post_init__(self) -> None:
        if len(self.heaps) != 2:
            raise InputError(f"heaps must be two numbers; there are {len(self.heaps)}")

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
        """Return the text of a move: the number of counters that are taken, and the heap."""
        taken = [before - after for before, after in zip(position, option, strict=True)]
        if all(taken):
            return f"take {taken[0]} from both"
        return f"take {max(taken)} from a heap of {position[taken.index(max(taken))]}"

    def format_position(self, position: Pair) -> str:
        return f"{position[0]} {position[1]}"

    def parse_position(self, text: str) -> Pair:
        sizes = text.replace(",", " ").split()
        if len(sizes) != 2 or not all(
            size.isascii() and size.isdecimal() and len(size) < 10 for size in sizes
        ):
            raise InputError(f"a position is two numbers, such as 3 5; not {text!r}")
        return int(sizes[0]), int(sizes[1])
