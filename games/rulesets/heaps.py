"""The notation and rules that impartial games of heaps share: heaps are independent, in any order."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, cast

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture

from ..notations.heaps import Heaps as HeapSizes
from .heaps_drawing import Cut, cut_name, draw_counters, draw_stone, draw_stones

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
        heap, left = _change(position, option)
        if self.only_takes:
            return f"take {heap - sum(left)} from a heap of {heap}"
        return f"{heap} → {' + '.join(map(str, left)) or '0'}"

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        """Return the place to click: the first stone that is taken, or else where the heap is cut."""
        heap, left = _change(position, option)
        if self.only_takes:
            first, *alike = (f"{i}:{sum(left)}" for i, size in enumerate(position) if size == heap)
            return Gesture([first], twins=dict.fromkeys(alike, first))
        taken = heap - sum(left)
        ends = {left[0] if len(left) > 1 else 0, left[-1] if left else 0}
        heaps = [i for i, size in enumerate(position) if size == heap]
        first, *alike = (cut_name(i, (taken, end)) for i in heaps for end in sorted(ends))
        counters = range(min(ends), min(ends) + taken)
        touched = [cut_name(heaps[0], (1, counter)) for counter in counters]
        return Gesture([first], touched=touched, twins=dict.fromkeys(alike, first))

    def beginning_in(self, position: Heaps) -> HeapRuleset:
        return attrs.evolve(cast(Any, self), heaps=position)  # type: ignore[no-any-return]

    def svg(self, position: Heaps) -> str | None:
        if self.only_takes:
            return draw_stones(position, len(self.heaps), max(self.heaps, default=0))
        return draw_counters(position, self._cuts, self.start(), self.draw_counter)

    def draw_counter(self, x: float, y: float, name: str) -> list[str]:
        """Return the SVG elements of a counter around (x, y), one of which has the attribute `name`."""
        return draw_stone(x, y, name)

    def _cuts(self, heap: int) -> Iterator[Cut]:
        """Yield where the moves in a heap cut it, from either side."""
        for left in self.moves_of(heap):
            sizes = sorted(filter(None, left))
            taken = heap - sum(sizes)
            yield from {(taken, sizes[0] if len(sizes) > 1 else 0), (taken, sizes[-1] if sizes else 0)}

    def render(self, position: Heaps) -> str:
        width = len(str(max(position, default=0)))
        return "\n".join(f"{size:>{width}} {'o' * min(size, 60)}" for size in position) or "no heaps"


def _change(position: Heaps, option: Heaps) -> tuple[int, list[int]]:
    """Return the heap that a move changes, and what it leaves of it, the smaller heap first."""
    before, after = Counter(filter(None, position)), Counter(option)
    (heap,), left = (before - after).elements(), sorted((after - before).elements())
    return heap, left
