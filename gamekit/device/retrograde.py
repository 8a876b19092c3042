"""Retrograde analysis on a device: sweeps over payoffs, in layers of equal remoteness.

The results are those of `engine.retrograde`, and so are the order of the payoffs and the meaning of an entry. What
differs is that no numbers of unresolved successors are kept: what a layer may resolve is looked at again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.device import retrograde_kernels as k
from gamekit.device.frame import PAYOFFS, Workspace
from gamekit.device.words import Count, Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.propagation import sweeps
from gamekit.engine.retrograde.result_numbers import NEVER, NO_STATE, ResultNumbers, narrowest
from gamekit.engine.retrograde.sharded_state import StateCounts, Update
from gamekit.game.progress import ProgressCallback

WHOLE_GAME: Final = -1
"""In place of a tier's number, for a game that is solved as a whole."""

PIECE: Final = 1 << 24
"""The largest number of places that are looked at for a list, which takes 8 bytes for each of them."""

KERNELS: Final = (
    "begin", "collect", "tell", "enter", "judge", "use", "number",
    "insert", "explore", "sort", "count", "gather", "index",
)  # fmt: skip
"""The kernels of exploration and of retrograde analysis."""

FILES: Final = ("index_kernels.py", "rules_kernels.py", "exploration_kernels.py", "retrograde_kernels.py")
"""The files of this folder that have these kernels and what they call."""


def byte(payoff: int) -> int:
    """Return a payoff as a byte."""
    return payoff & 0xFF


def signed(number: int) -> int:
    """Return the payoff that a byte stands for."""
    return number - 256 if number > 127 else number


def cell(payoff: int, plies: int) -> int:
    """Return the cell of a result, as `retrograde_kernels` describes it.

    >>> cell(-1, 0), cell(1, 5)
    (511, 1537)
    """
    return (plies + 1) << 8 | byte(payoff)


class Sweeps:
    """The sweeps over the states of a workspace, after each of them was looked at once.

    Args:
        space: the workspace, with cells and perhaps entries.
        batch: the rules.
        places: the number of places.
        piece: the largest number of places that are looked at for a list.
        check: a function that raises an error if rules broke a promise; it takes the counts.
        progress: a function that is told about the work.
    """

    def __init__(
        self,
        space: Workspace,
        batch: Batch,
        places: int,
        check: Callable[[list[int]], None],
        progress: ProgressCallback,
        piece: int = PIECE,
    ) -> None:
        self.space, self.batch, self.places = space, batch, places
        self.check, self.progress = check, progress
        self.piece = min(piece, places)
        self.swept = np.zeros(256, dtype=np.int64)
        self.most_plies = 0
        self._device_swept = space.copy(self.swept)
        space.set(Word.SWEPT, self._device_swept)

    def run(self) -> int:
        """Resolve every state from which play ends under best play, and return the most plies that any result takes.

        The memory that only this needs is given back.
        """
        flags = self.space.read(self.space.flags, PAYOFFS)
        most = {signed(i): int(plies) - 1 for i, plies in enumerate(flags) if plies}
        self.most_plies = max(most.values(), default=0)
        if not self.space.count()[Count.OPEN_STATES]:
            return self.most_plies
        room = self.space.device.free_bytes() // (
            2 * 8
        )  # half of what is free is enough for a list on a small device
        self.piece = max(min(self.piece, room), k.CHUNK)
        listed = self.space.allocate(8 * self.piece)
        self.space.set(Word.LIST, listed)
        how = int(self.batch.game.infinite_play), self.batch.from_movers_view
        for updates in sweeps(most, how[0], from_movers_view=how[1]):
            self._mark(updates, k.NOW)
            last = max(most.get(update.value, 0) for update in updates)
            last = max(last, *(most.get(update.parent_value, 0) for update in updates))
            layer, is_resolved = 0, True
            while is_resolved or layer <= last:
                is_resolved = self._layer(updates, layer)
                layer += 1
                self.most_plies = max(self.most_plies, layer)
                self.progress("solving backwards", layer, None)
            self._mark(updates, k.BEFORE)
        self.space.free(listed)
        return self.most_plies

    def _mark(self, updates: list[Update], when: int) -> None:
        for update in updates:
            self.swept[byte(update.value)] = when
        self.space.device.write(self._device_swept, self.swept)

    def _layer(self, updates: list[Update], layer: int) -> bool:
        """Resolve what states of this remoteness resolve; return whether there was anything."""
        space = self.space
        space.set_count(Count.RESOLVED)
        space.set(Word.LAYER, layer)
        if self.batch.rules.predecessors is not None:
            for update in updates:
                parents = cell(update.parent_value, layer + 1)
                words = {Word.MINIMIZER: update.minimizer, Word.HURRIED_PARENT: parents}
                self._each(cell(update.value, layer), k.EVERY_BIT, "tell", words)
            if space.words[Word.OWN_TIER] >= 0:
                for update in updates:
                    self._each(k.OPEN + cell(update.parent_value, layer + 1), k.EVERY_BIT, "enter", {})
        first, last = updates[0], updates[-1]
        words = {
            Word.MINIMIZER: first.minimizer,
            Word.HURRIED: byte(first.value),
            Word.HURRIED_PARENT: cell(first.parent_value, layer + 1),
            Word.DELAYED_PARENT: cell(last.parent_value, layer + 1),
        }
        bits = k.OPEN if self.batch.rules.predecessors is None else k.OPEN | k.LISTED
        self._each(bits, bits, "judge", words)
        counts = space.count()
        self.check(counts)
        return bool(counts[Count.RESOLVED])

    def _each(self, wanted: int, bits: int, kernel: str, words: dict[Word, int]) -> None:
        """Run a kernel over all places that have a wanted cell, in the bits that matter."""
        space = self.space
        space.set_all({Word.WANTED: wanted, Word.WANTED_BITS: bits, **words})
        for first in range(0, self.places, self.piece):
            last = min(first + self.piece, self.places)
            space.set_count(Count.LENGTH)
            space.run("collect", last, first)
            space.run(kernel, self.piece)


def state_counts(space: Workspace) -> StateCounts:
    """Return the totals that the first look at all states has counted."""
    counts = space.count()
    ends = sorted(map(signed, np.flatnonzero(space.read(space.endings, PAYOFFS)).tolist()))
    return StateCounts(counts[Count.STATES], counts[Count.EDGES], tuple(ends), counts[Count.LEAVING])


def columns_of(space: Workspace, places: int, most_plies: int, infinite_play: int) -> Columns:
    """Return the results of all places; what is open is play without end."""
    number_of_cells = (most_plies + 3) << 8
    used = space.allocate(number_of_cells)
    space.set(Word.USED, used)
    space.run("use", places)
    occur = np.flatnonzero(space.read(used, number_of_cells, np.uint8))
    numbers, table = ResultNumbers(), np.zeros(number_of_cells, dtype=np.uint32)
    for number_of_cell in occur.tolist():
        if number_of_cell >= k.LEAST_RESULT:
            result = signed(number_of_cell & 0xFF), (number_of_cell >> 8) - 1
        else:
            result = (NO_STATE, 0) if number_of_cell == k.NO_STATE else (infinite_play, NEVER)
        table[number_of_cell] = numbers.add(*result)
    width = np.dtype(narrowest(len(numbers) - 1)).itemsize
    numbered = space.allocate(width * places)
    space.set_all({Word.TABLE: space.copy(table), Word.NUMBERED: numbered, Word.NUMBERED_BYTES: width})
    space.run("number", places)
    result_column: NDArray[Any] = space.read(numbered, places, f"u{width}")
    return Columns(result_column, np.empty(0, dtype=np.uint8), numbers)


def put_cells(space: Workspace, batch: Batch, places: int, tier: int = WHOLE_GAME) -> None:
    """Put a cell for each place of a tier into the workspace."""
    space.set_all(
        {
            Word.CELLS: space.allocate(4 * places),
            Word.WITHOUT_END: int(batch.game.infinite_play),
            Word.MOVERS_VIEW: int(batch.from_movers_view),
            Word.OWN_TIER: tier,
            Word.IS_FIRST: 1,
            Word.IS_LAST: 1,
        }
    )
