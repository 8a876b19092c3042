"""Sums of many heaps of an octal game: the value, and all winning moves, from a table of Grundy values.

A large heap can be split in as many ways as it has counters, so the winning moves of a thousand heaps may be hundreds
of millions. They are found and listed in runs: if the values have a proved period, whether a split wins depends only
on the residues of its parts, once both are above the last exception.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.octal.code import LEAVE_NOTHING, LEAVE_ONE, LEAVE_TWO, OctalCode
from gamekit.cgt.octal.periods import Period, find_period
from gamekit.cgt.octal.sequences import grundy_sequence
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.errors import InputError, LimitError
from gamekit.game.parameters import as_integer

MOST_HEAP: Final = 1 << 62

MOST_RUNS: Final = 10_000_000

PERIOD_WITHIN: Final = 900
"""The size of the heaps among whose values a period is looked for first, which needs no compiled code."""

NO_PART: Final = -1
"""The value in place of the smaller part if a move leaves one heap or none."""


@attrs.frozen
class HeapMoves:
    """Winning moves that differ only in how a heap is split.

    Attributes:
        summand: the number of the heap, from 0 on.
        taken: the number of counters that are taken.
        rest: the number of counters that are left of the heap.
        parts: the sizes of the smaller part for which the move wins; None if the rest stays one heap, or none.
    """

    summand: int
    taken: int
    rest: int
    parts: range | None

    def in_words(self) -> str:
        """Return the moves as a sentence without a full stop."""
        taken = f"take {self.taken or 'nothing'} of the heap of {self.rest + self.taken:,}"
        if self.parts is None:
            return f"{taken} and leave {self.rest:,}" if self.rest else f"{taken}, which is all of it"
        small = self.parts[0]
        if len(self.parts) == 1:
            return f"{taken} and split the rest into {small:,} and {self.rest - small:,}"
        sizes = ", ".join(f"{size:,}" for size in self.parts[:3])
        return (
            f"{taken} and split the rest of {self.rest:,} into two, the smaller of them {sizes}, … or "
            f"{self.parts[-1]:,}: {len(self.parts):,} ways"
        )

    def __len__(self) -> int:
        return 1 if self.parts is None else len(self.parts)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Yield the heaps that each move leaves of the heap, the smaller part first."""
        if self.parts is None:
            yield (self.rest,) if self.rest else ()
        else:
            yield from ((small, self.rest - small) for small in self.parts)


@attrs.frozen
class HeapReport:
    """The value and the winning moves of a sum of heaps.

    Attributes:
        value: the Grundy value of the sum.
        values: the Grundy value of each heap; dtype int32.
        runs: the winning moves as an array of five columns: heap, counters taken, first smaller part, last one, step;
            the part is NO_PART where a move leaves one heap or none. Shape (runs, 5), dtype int64.
        heaps: the sizes of the heaps, in counters.
    """

    value: int
    values: NDArray[np.int32] = attrs.field(eq=False, repr=False)
    runs: NDArray[np.int64] = attrs.field(eq=False, repr=False)
    heaps: tuple[int, ...] = attrs.field(repr=False)

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome class of the sum."""
        return OutcomeClass.NEXT if self.value else OutcomeClass.PREVIOUS

    @property
    def count(self) -> int:
        """The number of winning moves; splits into the same parts are one."""
        return int(((self.runs[:, 3] - self.runs[:, 2]) // self.runs[:, 4] + 1).sum())

    @property
    def moves(self) -> Iterator[HeapMoves]:
        """The winning moves, with one `HeapMoves` for each run."""
        for heap, taken, first, last, step in self.runs.tolist():
            parts = None if first == NO_PART else range(first, last + 1, step)
            yield HeapMoves(heap, taken, self.heaps[heap] - taken, parts)


class HeapTable:
    """Grundy values of the heaps of an octal game, from which sums of heaps are decided at once.

    Attributes:
        code: the octal code.
        period: the proved period of the values, or None.
        values: the values of heaps from 0 on, as many as are needed; dtype int32.
    """

    def __init__(self, code: OctalCode | str, to: int) -> None:
        """Compute the table.

        Args:
            code: the octal code, or its text.
            to: the largest heap. If a period is proved, the table ends early, and heaps may be larger.

        Raises:
            InputError: `code` is not an octal code, or `to` is negative or too large.
        """
        self.code = OctalCode.parse(code) if isinstance(code, str) else code
        self.values: NDArray[np.int32]
        self.period: Period | None
        for size in (min(to, PERIOD_WITHIN), to):
            values = grundy_sequence(self.code, size)
            self.period = None if self.code.repeats else find_period(self.code, size, values=values)
            if self.period is not None or size == to:
                break
        if self.period is None:
            self.values = values.astype(np.int32)
        else:  # both parts of a split may be above the last exception, and one of them by a period
            heaps = range(2 * self.period.last_exception + 3 * self.period.period + 2)
            self.values = np.array([self.period.value(heap) for heap in heaps], dtype=np.int32)

    def analyse(self, heaps: Sequence[int]) -> HeapReport:
        """Return the value of a sum of heaps, who wins it, and all winning moves.

        Takes O(last exception + period) for each heap if there is a period, else O(n) for a heap of n counters.

        Raises:
            InputError: the size of a heap is not an integer, is negative, or is beyond the table.
            LimitError: there are too many winning moves, and no period to list them by.

        >>> report = HeapTable("0.77", 200).analyse([1_000_000, 999, 3])
        >>> report.value, report.count, next(report.moves)
        (10, 5, HeapMoves(summand=0, taken=1, rest=999999, parts=range(6, 7)))
        """
        heaps = list(map(as_integer, heaps))
        most = MOST_HEAP if self.period else len(self.values) - 1
        for heap in heaps:
            if type(heap) is not int or not 0 <= heap <= most:
                raise InputError(
                    f"a heap must be an integer from 0 to {most:,}, the largest in this table; it is {heap!r}"
                )
        sizes = np.array(heaps, dtype=np.int64)
        values = self.values[self._near(sizes)]
        total = reduce(xor, values.tolist(), 0)
        runs = [np.zeros((0, 5), dtype=np.int64)]
        if total:
            for taken in range(self.code.most_taken(max(heaps)) + 1):
                runs += self._winning(sizes, values ^ total, taken)
        moves = np.concatenate(runs)
        return HeapReport(total, values, moves[np.lexsort(moves.T[[2, 1, 0]])], tuple(heaps))

    def _near(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return a heap of the table for each heap: both have the same value, and the same splits begin their runs."""
        if self.period is None:
            return sizes
        period = self.period.period
        most = len(self.values) - period
        return np.where(sizes < most, sizes, most + (sizes - most) % period)

    def _winning(
        self, sizes: NDArray[np.int64], wanted: NDArray[np.int32], taken: int
    ) -> Iterator[NDArray[np.int64]]:
        digit, rest = self.code.digit(taken), sizes - taken
        whole = np.zeros(len(sizes), dtype=np.bool_)
        if digit & LEAVE_NOTHING:
            whole |= (rest == 0) & (wanted == 0)
        if digit & LEAVE_ONE:
            whole |= (rest > 0) & (self.values[self._near(np.maximum(rest, 0))] == wanted)
        at = np.flatnonzero(whole)
        none, one = np.full(len(at), NO_PART), np.ones(len(at), dtype=np.int64)
        yield np.stack([at, taken * one, none, none, one], axis=1)
        if not digit & LEAVE_TWO:
            return
        if self.period is None:
            yield from self._scanned(rest, wanted, taken)
        else:
            yield self._by_residues(rest, wanted, taken)

    def _by_residues(
        self, rest: NDArray[np.int64], wanted: NDArray[np.int32], taken: int
    ) -> NDArray[np.int64]:
        """Return runs of winning splits: one for each small part up to the last exception, one per residue above it."""
        assert self.period is not None
        first, period = self.period.last_exception + 1, self.period.period
        small = np.arange(1, first + period)
        large = self._near(rest)[:, None] - small
        wins = self.values[np.maximum(large, 0)] ^ self.values[small] == wanted[:, None]
        wins &= small <= large
        heap, part = np.nonzero(wins)
        begin = small[part]
        step = np.where(begin < first, 1, period)
        last = np.where(begin < first, begin, begin + (rest[heap] // 2 - begin) // period * period)
        return np.stack([heap, np.full(len(heap), taken), begin, last, step], axis=1)

    def _scanned(
        self, rest: NDArray[np.int64], wanted: NDArray[np.int32], taken: int
    ) -> Iterator[NDArray[np.int64]]:
        """Yield the winning splits, heap by heap, each as a run of its own."""
        runs = 0
        for heap, (left, value) in enumerate(zip(rest.tolist(), wanted.tolist(), strict=True)):
            half = left // 2
            if half < 1:
                continue
            sums = self.values[1 : half + 1] ^ self.values[left - 1 : left - half - 1 : -1]
            small = np.flatnonzero(sums == value) + 1
            runs += len(small)
            if runs > MOST_RUNS:
                raise LimitError(
                    f"there are more than {MOST_RUNS:,} winning moves, the most that are listed without a proved "
                    "period; ask for smaller heaps"
                )
            one = np.ones(len(small), dtype=np.int64)
            yield np.stack([heap * one, taken * one, small, small, one], axis=1)
