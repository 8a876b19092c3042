"""Slow exact nim: take one counter from each of exactly k heaps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.game.gesture import Gesture, Place
from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter

from .heap_notation import HeapNotation, Heaps
from .heaps_drawing import draw_stones


@attrs.frozen
class SlowExactNim(HeapNotation, ImpartialRuleset[Heaps]):
    """A move takes one counter from each of exactly k heaps (V. Gurvich and N. Ho, "Slow k-Nim", 2015).

    >>> list(SlowExactNim(heaps=(1, 2, 2), k=2).options((1, 2, 2)))
    [(1, 2), (1, 1, 1)]
    """

    heaps: tuple[int, ...] = parameter((3, 4, 5), "how many counters each heap has", 0, items="numbers")
    k: int = parameter(2, "the number of heaps from which a move takes", 1)

    has_shelves = False
    example = {"heaps": [3, 4, 5], "k": 2}
    presets = {
        "Three heaps": example,
        "Four heaps": {"heaps": [2, 3, 3, 4], "k": 2},
        "3 of 4 heaps": {"heaps": [2, 3, 3, 4], "k": 3},
    }

    @property
    def prompts(self) -> list[str]:  # type: ignore[override]
        return ["", *(self.k - 1) * ["Now take one from another heap."]]

    @property
    def aim(self) -> str:  # type: ignore[override]
        return f"Take one counter from each of {in_words(self.k)} {'heap' if self.k == 1 else 'heaps'}."

    def parse_position(self, text: str) -> Heaps:
        return self.canonical_position(super().parse_position(text))

    def options(self, position: Heaps) -> Iterator[Heaps]:
        chosen = dict.fromkeys(combinations(position, self.k))
        return (self._left(position, heaps) for heaps in chosen)

    def _left(self, position: Heaps, chosen: Heaps) -> Heaps:
        """Return what is left if a counter is taken from each of some heaps."""
        left = list(position)
        for heap in chosen:
            left.remove(heap)
        return self.canonical_position((*left, *(heap - 1 for heap in chosen)))

    def _chosen(self, position: Heaps, option: Heaps) -> Heaps:
        """Return the heaps from which a move takes."""
        return next(
            heaps for heaps in combinations(position, self.k) if self._left(position, heaps) == option
        )

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        """Return the sizes of the heaps from which a move takes, the largest first, as the drawing has them."""
        return f"take 1 from {' and '.join(map(str, self._chosen(position, option)[::-1]))}"

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        """Return the last stone of each heap from which a move takes, and those of heaps that are alike."""
        chosen, steps = list(self._chosen(position, option)), list[str]()
        twins: dict[Place, Place] = {}
        for i, size in enumerate(position):
            last_stone = f"{len(position) - 1 - i}:{size - 1}"
            if size in chosen:
                chosen.remove(size)
                steps.append(last_stone)
            elif steps and position[i - 1] == size:
                twins[last_stone] = steps[-1]
        return Gesture(steps, twins=twins, unordered=1)

    def svg(self, position: Heaps) -> str | None:
        """Return the heaps, the largest first: so all stay in their rows if the last of equal heaps become smaller."""
        empty = [0] * (len(self.start()) - len(position))
        return draw_stones([*position[::-1], *empty], max(self.heaps, default=0))
