"""The notation and rules that impartial games of heaps share: heaps are independent, in any order."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import ClassVar

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError

from ..notations.heaps import Heaps as HeapSizes

Heaps = tuple[int, ...]
"""The sizes of the heaps, in ascending order and without those of 0."""

MOST_DIGITS = 9
"""A heap of more digits has more options than can be listed."""


class HeapRuleset(ImpartialRuleset[Heaps]):
    """A player chooses a heap and puts what `moves_of` says in its place."""

    heaps: tuple[int, ...]

    notations = (HeapSizes(),)
    only_takes: ClassVar[bool] = False
    """Whether a move leaves one heap at most, and is named by the counters that it takes."""

    @abstractmethod
    def moves_of(self, heap: int) -> Iterable[Heaps]:
        """Return the heaps that one move in a heap may leave of it: none, one or several."""

    def start(self) -> Heaps:
        return self.canonical_position(self.heaps)

    def options(self, position: Heaps) -> Iterator[Heaps]:
        for i, heap in enumerate(position):
            if heap not in position[:i]:
                others = position[:i] + position[i + 1 :]
                for left in self.moves_of(heap):
                    yield self.canonical_position(others + left)

    def parts(self, position: Heaps) -> Iterator[Heaps]:
        return ((heap,) for heap in position)

    def canonical_position(self, position: Heaps) -> Heaps:
        return tuple(sorted(heap for heap in position if heap))

    def format_position(self, position: Heaps) -> str:
        return " ".join(map(str, position)) or "0"

    def parse_position(self, text: str) -> Heaps:
        sizes = text.replace(",", " ").split()
        if not sizes or not all(
            size.isascii() and size.isdecimal() and len(size) <= MOST_DIGITS for size in sizes
        ):
            raise InputError(
                f"heaps are written as numbers of at most {MOST_DIGITS} digits, such as 3 4 5; not {text!r}"
            )
        return self.canonical_position(tuple(map(int, sizes)))

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        """Return the heap of a move and the heaps that are left, such as 7 → 2 + 3, or take 2 from a heap of 7."""
        before, after = Counter(self.canonical_position(position)), Counter(option)
        (heap,), left = (before - after).elements(), sorted((after - before).elements())
        if self.only_takes:
            return f"take {heap - sum(left)} from a heap of {heap}"
        return f"{heap} → {' + '.join(map(str, left)) or '0'}"

    def render(self, position: Heaps) -> str:
        width = len(str(max(position, default=0)))
        return "\n".join(f"{size:>{width}} {'o' * min(size, 60)}" for size in position) or "no heaps"
