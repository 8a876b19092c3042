"""A box of sums: this many copies of each of some atoms, their misère outcomes, and which of them are alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.time_limit import require_time

Word = Mapping[int, int]
"""A sum: how many copies of each generator."""

MOST_SUMS: Final = 1 << 16


class TooLargeError(Exception):
    """A box would have more than MOST_SUMS sums."""


class Box:
    """All sums of up to `tops[g]` copies of each generator g.

    More copies are folded: one more than the top counts as one less. The fold is a guess, and so is all that follows.

    Attributes:
        generators: the atoms, by number, ascending; the options of each are sums of smaller ones.
        classes: for each sum a number; sums are alike if they have the same one.
        outcomes: for each sum, whether it is a P-position.
    """

    def __init__(self, tops: Mapping[int, int], options: Mapping[int, Sequence[Word]]) -> None:
        self.generators = sorted(tops)
        self.tops = [tops[g] for g in self.generators]
        self.weights = np.cumprod([1, *(top + 1 for top in self.tops)]).tolist()
        self.size = self.weights.pop()
        if self.size > MOST_SUMS:
            raise TooLargeError
        require_time()
        sums = np.arange(self.size)
        self.copies = [
            sums // weight % (top + 1) for weight, top in zip(self.weights, self.tops, strict=True)
        ]
        self.times = [
            np.where(copies < top, sums + weight, sums - weight)
            for copies, weight, top in zip(self.copies, self.weights, self.tops, strict=True)
        ]
        self.outcomes = self._outcomes([options[g] for g in self.generators])
        self.classes = self._classes()

    def weight(self, generator: int) -> int:
        """Return the place of a single generator, below which are the sums of smaller ones."""
        return int(self.weights[self.generators.index(generator)])

    def word(self, place: int) -> dict[int, int]:
        """Return the sum at a place."""
        counted = zip(self.generators, self.copies, strict=True)
        return {g: int(copies[place]) for g, copies in counted if copies[place]}

    def simplest(self, places: NDArray[Any]) -> int:
        """Return the place of the sum with the fewest summands; of these, the first."""
        summands = sum((copies[places] for copies in self.copies), np.zeros(len(places), dtype=np.int64))
        return int(places[np.lexsort((places, summands))[0]])

    def top_of(self, generator: int) -> int:
        """Return the least top that makes this generator's fold right in this box: powers recur from there on."""
        at = self.generators.index(generator)
        top, weight = self.tops[at], self.weights[at]
        powers = [self.classes[copies * weight] for copies in range(top + 1)]
        recurs = (copies for copies in range(top - 1) if powers[copies + 2] == powers[copies])
        return max(next(recurs, top - 1) + 1, 1)

    def _outcomes(self, options: Sequence[Sequence[Word]]) -> NDArray[np.uint8]:
        """Return which sums are P-positions. A move leads to a smaller place: options are of smaller generators."""
        leads = []
        for words in options:
            found = {}
            for word in words:
                places = np.arange(self.size)
                for g, copies in word.items():
                    for _ in range(copies):
                        places = self.times[self.generators.index(g)][places]
                found[places.tobytes()] = places.tolist()
            leads.append(list(found.values()))
        is_p = bytearray(self.size)
        copies_of = [copies.tolist() for copies in self.copies]
        moves = [
            (copies, weight, lists)
            for copies, weight, lists in zip(copies_of, self.weights, leads, strict=True)
            if lists
        ]
        for place in range(1, self.size):
            can_move = can_win = False
            for copies, weight, lists in moves:
                if copies[place]:
                    can_move = True
                    if any(is_p[listed[place - weight]] for listed in lists):
                        can_win = True
                        break
            is_p[place] = can_move and not can_win
        return np.frombuffer(bytes(is_p), dtype=np.uint8)

    def _classes(self) -> NDArray[np.int64]:
        """Return the coarsest classes that respect outcomes and sums, by refining them as Moore does for automata."""
        classes = self.outcomes.astype(np.int64)
        known = 0
        while known < (number := int(classes.max()) + 1):
            require_time()
            known, refined = number, classes
            for times in self.times:
                refined = np.unique(refined * number + classes[times], return_inverse=True)[1]
            classes = refined
        return classes
