"""`LeafBatch`: compiled rules of a game that ends where the value of a state is known already."""

from __future__ import annotations

from functools import cached_property
from typing import Any

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
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.game.compiled import NOT_OVER


@attrs.frozen(eq=False)
class LeafBatch(Batch):
    """Rules whose `outcome` also says what a state pays that is in an index.

    Attributes:
        index: the states.
        payoffs: int8, what each pays, as compiled rules say it: to the mover in codes from the mover's view.
    """

    index: SortedIndex
    payoffs: NDArray[np.int8]

    def __reduce__(self) -> tuple[Any, ...]:
        """Refuse to be pickled: the functions read from the memory of this process."""
        raise TypeError("rules that end at leaves belong to their process")

    @cached_property
    def functions(self) -> Any:
        """The rules' functions, compiled; `outcome` is compiled for these leaves and kept on no disk."""
        index = self.index
        if not len(index):
            return functions_with(self.rules)
        outcome: Any = compiled(self.rules.outcome, writes=False)
        keys, starts, payoffs = _address(index.keys), _address(index.starts), _address(self.payoffs)
        count, size, bits, shift = len(index), len(index.starts), index.bits, index.shift

        @numba.njit(STATE_FUNCTION, **OPTIONS)
        def outcome_or_leaf(code, parameters):  # type: ignore[no-untyped-def]
            payoff = outcome(code, parameters)
            if payoff != NOT_OVER:
                return payoff
            keys_ = _array(_pointer(keys), (count,), np.int64)
            starts_ = _array(_pointer(starts), (size,), np.uint32)
            key = hashed(code, bits)
            place = np.int64(starts_[key >> shift])
            while place < count and keys_[place] < key:
                place += 1
            if place == count or keys_[place] != key:
                return NOT_OVER
            return np.int64(_array(_pointer(payoffs), (count,), np.int8)[place])

        return functions_with(self.rules, outcome=outcome_or_leaf)


def _address(array: NDArray[Any]) -> int:
    """Return where an array begins, which must stay in memory as long as somebody reads there."""
    assert array.flags.c_contiguous
    address: int = array.ctypes.data
    return address


_array: Any = carray


@intrinsic
def _read_at(_context, address):  # type: ignore[no-untyped-def]
    """Return the pointer with an address."""

    def generate(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.inttoptr(arguments[0], cgutils.voidptr_t)

    return types.voidptr(address), generate


_pointer: Any = _read_at
