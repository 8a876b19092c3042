"""Grundy sequences of octal games: the values of all heaps up to some size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.kernel import extend
from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit
from gamekit.errors import InputError, LimitError
from gamekit.game.kernel_compiler import compiled
from gamekit.game.parameters import as_integer
from gamekit.game.progress import ProgressCallback

COMPILED_FROM_HEAPS: Final = 1_000
"""The least `to` for which the loop is compiled; for smaller ones, loading Numba takes longer than the loop."""

MOST_HEAP: Final = 100_000_000
MOST_VALUE_BITS: Final = 16

FIRST_STEP: Final = 64
SPARSE: Final = 8
"""Among this many heaps at most one may be rare for the sparse method to pay."""

HEAPS_A_CALL: Final = 4_096
"""The number of heaps that a kernel computes in one call, so that an interruption need not wait long."""


class UnfinishedSequenceError(TimeLimitError):
    """The time within which Grundy values had to be computed is over.

    Attributes:
        values: the values that were computed, of heaps from 0 on; dtype uint16.
    """

    def __init__(self, values: NDArray[np.uint16], seconds: float | None) -> None:
        """Make an error that names the largest heap with a value, and the time limit in seconds unless it is None."""
        self.values = values
        after = "" if seconds is None else f" after {seconds:g} seconds, the limit that was set"
        super().__init__(
            f"only heaps of 1 to {len(values) - 1:,} have values{after}; raise --seconds, or lower --to (seconds and "
            "to in Python)"
        )


def grundy_sequence(
    code: OctalCode | str,
    to: int,
    *,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
    compiled_from: int = COMPILED_FROM_HEAPS,
) -> NDArray[np.uint16]:
    """Return the Grundy values of heaps of 0 to `to` counters.

    Takes O(`to`²) simple operations, or far fewer where the values have a sparse space, as in most games that split
    heaps (E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 4).

    Args:
        code: the octal code, or its text.
        to: the largest heap.
        seconds: the time that the computation may take; by default, there is no limit.
        progress: called with a description, the heaps done and all heaps.
        compiled_from: the least `to` for which the loop is compiled.

    Returns:
        An array of `to` + 1 values, dtype uint16; its `tolist` returns Python's integers.

    Raises:
        InputError: `code` is not an octal code, or `to` is negative or too large.
        UnfinishedSequenceError: `seconds` are over; its `values` are those of smaller heaps.
        LimitError: a value is above 65,535.

    >>> grundy_sequence("0.77", 12).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    """
    code = OctalCode.parse(code) if isinstance(code, str) else code
    to = as_integer(to)
    if type(to) is not int or not 0 <= to <= MOST_HEAP:
        raise InputError(f"the largest heap must be an integer from 0 to {MOST_HEAP:,}; it is {to!r}")
    values = np.zeros(to + 1, dtype=np.uint16)
    start = 1
    with time_limit(seconds):
        try:
            for start in _extended(code, values, compiled_from):
                if progress:
                    progress("computing Grundy values", start, to + 1)
                if start <= to:
                    require_time()
        except TimeLimitError:
            raise UnfinishedSequenceError(values[:start].copy(), seconds) from None
    return values


def _extended(code: OctalCode, values: NDArray[np.uint16], compiled_from: int) -> Iterator[int]:
    """Fill in the values of heaps in steps, and yield the first heap without a value after each step."""
    to = len(values) - 1
    digits = digits_of(code, to)
    rare_heaps = np.zeros(to + 1, dtype=np.int32)
    run: Any = compiled(extend) if to >= compiled_from else extend
    bits, start, chosen_at, rare, rare_count = 8, 1, 0, np.zeros(0, dtype=np.bool_), 0
    while start <= to:
        if start >= 2 * chosen_at or len(rare) != 1 << bits:
            chosen_at = start
            rare = rare_values(values[1:start], bits)
            heaps = np.flatnonzero(rare[values[1:start]]) + 1
            rare_count = len(heaps)
            rare_heaps[:rare_count] = heaps
        marks = np.zeros(1 << bits, dtype=np.int32)
        stop = min(start + (FIRST_STEP if start < HEAPS_A_CALL else HEAPS_A_CALL), to + 1)
        is_sparse = rare_count * SPARSE < start
        came, rare_count = run(values, digits, marks, rare, rare_heaps, rare_count, start, stop, is_sparse)
        if came < stop:
            if bits == MOST_VALUE_BITS:
                raise LimitError(
                    f"the Grundy value of a heap of {came:,} of {code} is above {len(rare) - 1:,}, the limit; lower "
                    f"--to (to in Python) to {came - 1:,}"
                )
            bits += 1
        start = came
        yield start


def digits_of(code: OctalCode, to: int) -> NDArray[np.int64]:
    """Return digits 0 to k of a code, where k is the last that matters for heaps up to `to`."""
    return np.array([code.digit(taken) for taken in range(code.most_taken(to) + 1)], dtype=np.int64)


def rare_values(values: NDArray[np.uint16], bits: int) -> NDArray[np.bool_]:
    """Return which values are rare: they share an even number of bits with the mask for which fewest heaps do so.

    For each mask, the Walsh-Hadamard transform of the histogram gives the number of such heaps less that of the others.
    """
    even_less_odd = np.bincount(values, minlength=1 << bits).astype(np.int64)
    for bit in range(bits):
        pairs = even_less_odd.reshape(-1, 2, 1 << bit)
        even_less_odd = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).reshape(-1)
    mask = 1 + int(even_less_odd[1:].argmin())
    common = np.arange(1 << bits) & mask
    odd = np.zeros(1 << bits, dtype=np.int64)
    for bit in range(bits):
        odd ^= common >> bit & 1
    return np.asarray(odd == 0, dtype=np.bool_)
