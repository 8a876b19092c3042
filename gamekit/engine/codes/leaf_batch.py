"""`LeafBatch`: compiled rules of a game that ends at states whose values are known already."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import attrs
import numba
import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import OPTIONS, STATE_FUNCTION, compiled, functions_with
from gamekit.engine.codes.joined_ranges import range_of
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.game.compiled import NOT_OVER

NO_LEAF: Final = -128
"""The mark in place of a payoff, at places of dense codes that are no leaves."""


@attrs.frozen(eq=False)
class Payoffs:
    """The payoffs of the states at the places of an index.

    Attributes:
        index: the index of the states, by their keys or by ranges of dense codes.
        of_place: int8, the payoff at each place, in the perspective of the compiled rules: to the mover in codes from
            the mover's view. It may be `NO_LEAF` in ranges.
    """

    index: SortedIndex | RangesIndex
    of_place: NDArray[np.int8]

    def of(self, code: int) -> int | None:
        """Return the payoff of a state, or None if it is not a leaf."""
        if not len(self.of_place):
            return None
        place = int(self.index.locate(np.array([code], dtype=np.int64))[0])
        payoff = NO_LEAF if place < 0 else int(self.of_place[place])
        return None if payoff == NO_LEAF else payoff


@attrs.frozen(eq=False)
class LeafBatch(Batch):
    """Rules whose `outcome` also returns the payoffs of leaves.

    Attributes:
        keyed: the leaves that are found by the keys of their codes.
        ranged: the leaves that are found in ranges of dense codes.
    """

    keyed: Payoffs
    ranged: Payoffs

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse to be pickled, because the functions read from the memory of this process."""
        raise TypeError("rules that end at leaves cannot be sent to another process")

    @cached_property
    def functions(self) -> Any:
        """The rules' functions, compiled; `outcome` is compiled for these leaves and not cached on disk."""
        outcome: Any = compiled(self.rules.outcome, writes=False)
        for payoffs, finder in ((self.keyed, _found_by_key), (self.ranged, _found_in_ranges)):
            if len(payoffs.of_place):
                outcome = _or_leaf(outcome, finder(payoffs.index), payoffs.of_place)
        return functions_with(self.rules, outcome=outcome)


def _or_leaf(outcome: Any, place_of: Any, of_place: NDArray[np.int8]) -> Any:
    """Return a function that calls `outcome` and, if the game is not over there, looks for a leaf."""
    payoffs, count = _address(of_place), len(of_place)

    @numba.njit(STATE_FUNCTION, **OPTIONS)
    def outcome_or_leaf(code, parameters):  # type: ignore[no-untyped-def]
        payoff = outcome(code, parameters)
        if payoff != NOT_OVER:
            return payoff
        place = place_of(code)
        if place < 0:
            return NOT_OVER
        leaf = np.int64(_array(_pointer(payoffs), (count,), np.int8)[place])
        return NOT_OVER if leaf == NO_LEAF else leaf

    return outcome_or_leaf


def _found_by_key(index: Any) -> Any:
    """Return a function that returns the place of a code in a `SortedIndex`, -1 if the code has none."""
    keys, starts = _address(index.keys), _address(index.starts)
    count, size, bits, shift = len(index), len(index.starts), index.bits, index.shift

    @numba.njit(types.int64(types.int64), **OPTIONS)
    def place_of(code):  # type: ignore[no-untyped-def]
        keys_ = _array(_pointer(keys), (count,), np.int64)
        key = hashed(code, bits)
        place = np.int64(_array(_pointer(starts), (size,), np.uint32)[key >> shift])
        while place < count and keys_[place] < key:
            place += 1
        return place if place < count and keys_[place] == key else -1

    return place_of


def _found_in_ranges(index: Any) -> Any:
    """Return a function that returns the place of a code in a `RangesIndex`, -1 if the code has none."""
    begins, ends, starts = map(_address, (index.begins, index.ends, index.starts))
    count = len(index.begins)

    @numba.njit(types.int64(types.int64), **OPTIONS)
    def place_of(code):  # type: ignore[no-untyped-def]
        begins_ = _array(_pointer(begins), (count,), np.int64)
        at = range_of(code, begins_)
        if code < begins_[at] or code >= _array(_pointer(ends), (count,), np.int64)[at]:
            return -1
        return _array(_pointer(starts), (count,), np.int64)[at] + code - begins_[at]

    return place_of


def _address(array: NDArray[Any]) -> int:
    """Return the address of an array, which must stay in memory as long as the address is used."""
    assert array.flags.c_contiguous
    address: int = array.ctypes.data
    return address


_array: Any = carray


@intrinsic
def _read_at(_context, address):  # type: ignore[no-untyped-def]
    """Return an address as a pointer."""

    def generate(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


_pointer: Any = _read_at
