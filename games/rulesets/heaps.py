"""The rules that impartial games of independent heaps share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.game.gesture import Gesture

from .heap_notation import (
    HeapNotation,
    Heaps,
    breaking,
    change,
    cut_at,
    first_taken,
    left_over,
    moved,
    taken,
    taking,
    taking_from_row,
)
from .heaps_drawing import BRACKET, TO_THE_RIGHT, Cut, cuts, draw_counters, draw_rows, draw_stone


class HeapRuleset(HeapNotation, ImpartialRuleset[Heaps]):
    """A player chooses a heap and puts what `moves_of` says in its place."""

    only_takes: ClassVar[bool] = False
    """Whether a move leaves one heap at most, so that heaps are drawn as rows of stones, in which they stay."""

    @abstractmethod
    def moves_of(self, heap: int) -> Iterable[Heaps]:
        """Return the heaps that one move in a heap may leave of it: none, one or several."""

    def note(self) -> str:
        """Return what the parameters say about moves, to be read after "From one heap,"; by default none."""
        return ""

    @property
    def aim(self) -> str:  # type: ignore[override]
        """The note as a sentence, and what is to be touched on the board."""
        return (
            f"From one heap, {self.note()}.{'' if self.only_takes else f' {BRACKET}'}" if self.note() else ""
        )

    @property
    def prompts(self) -> Sequence[str]:  # type: ignore[override]
        return [TO_THE_RIGHT] if self.only_takes else []

    def options(self, position: Heaps) -> Iterator[Heaps]:
        if self.only_takes:
            return taken(position, lambda heap: map(sum, self.moves_of(heap)))
        options = moved(position, self.moves_of)
        return options if self.has_shelves else map(self.canonical_position, options)

    def parts(self, position: Heaps) -> Iterator[Heaps]:
        return ((heap,) for heap in position)

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        """Return how many counters a move takes, and what it leaves; 7 → 2 + 3 is read, too."""
        return taking_from_row(position, option) if self.only_takes else breaking(position, option)

    def other_names(self, position: Heaps, option: Heaps, player: Player) -> Iterator[str]:
        if self.only_takes:
            yield taking(position, option)
        yield left_over(position, option)

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        """Return the place to click: the first stone that is taken, or else where the heap is cut."""
        if self.only_takes:
            return first_taken(position, option)
        return cut_at(position, option, others=self._cuts(change(position, option)[0]))

    def svg(self, position: Heaps) -> str | None:
        if self.only_takes:
            return draw_rows(position, self.start())
        return draw_counters(position, self._cuts, self.start(), self.draw_counter)

    def draw_counter(self, x: float, y: float, name: str) -> list[str]:
        """Return the SVG elements of a counter around (x, y), one of which has the attribute `name`."""
        return draw_stone(x, y, name)

    def _cuts(self, heap: int) -> set[Cut]:
        return cuts(heap, self.moves_of(heap))
