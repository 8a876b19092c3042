"""The `instructions` of compiled rules in plain Python, so that generated modules run without being compiled.

A block of memory takes the place of its address. To read or write outside of it is an error.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from gamekit.layout.ranking import sets
from gamekit.layout.sets import count_bits

Memory = tuple[memoryview, memoryview, memoryview, memoryview]
"""Four views of the same bytes: as unsigned integers of 8, 16 and 32 bits, and as signed ones of 64."""

_VIEWS = {8: 0, 16: 1, 32: 2, 64: 3}


def njit(function: Any = None, **_: Any) -> Any:
    """Stand in for `numba.njit`: functions stay as they are."""
    return function or (lambda function: function)


entry = function = inline = njit
left, right = operator.lshift, operator.rshift
closed, opened, population = sets.closed, sets.opened, count_bits


def _views(memory: memoryview) -> Memory:
    return memory, memory.cast("H"), memory.cast("I"), memory.cast("q")


def block(size: int) -> Memory:
    return _views(memoryview(bytearray((size + 7) // 8 * 8)))


def data(array: Any) -> Memory:
    return _views(memoryview(array).cast("B"))


def clear(p: Memory, size: int) -> None:
    p[0][:size] = bytes(size)


def copy(to: Memory, of: Memory, size: int) -> None:
    to[0][:size] = of[0][:size]


def _below_zero(i: int) -> IndexError:
    return IndexError(f"index {i} is below 0")


def _loader(bits: int) -> Callable[[Memory, int], int]:
    view = _VIEWS[bits]

    def load(p: Memory, i: int) -> int:
        if i < 0:
            raise _below_zero(i)
        return p[view][i]

    return load


def _storer(bits: int) -> Callable[[Memory, int, int], None]:
    view = _VIEWS[bits]

    def store(p: Memory, i: int, value: int) -> None:
        if i < 0:
            raise _below_zero(i)
        try:
            p[view][i] = value
        except ValueError:  # only this many bits of it fit
            value &= (1 << bits) - 1
            p[view][i] = value - (value >> 63 << 64)

    return store


load8, load16, load32, load64 = (_loader(bits) for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (_storer(bits) for bits in (8, 16, 32, 64))


def item(array: Sequence[int], i: int) -> int:
    if i < 0:
        raise _below_zero(i)
    return array[i]


def integer(number: int) -> int:
    return number


def large(p: Memory, place: int) -> memoryview:
    return p[0][8 * place :].cast("i")


def _finder(bits: int) -> Callable[[Memory, int, int, int, int], int]:
    view = _VIEWS[bits]

    def members(p: Memory, start: int, number: int, low: int, high: int) -> int:
        found, bit = 0, 1
        for cell in p[view][start : start + number].tolist():
            if low <= cell <= high:
                found |= bit
            bit += bit
        return found

    return members


members8, members16, members32 = (_finder(bits) for bits in (8, 16, 32))


def lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1 if bits else 64
