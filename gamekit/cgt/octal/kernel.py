"""The loops over heaps of an octal game, which run as plain Python or compiled by Numba.

Legend of both kernels:

    values[n]     the Grundy value of a heap of n counters
    digits[k]     what may be left where k counters are taken, as an octal digit; for k = 0 only 4
    marks[v]      the last heap with an option of value v; all below `start`
    rare[v]       whether a value is rare
    rare_heaps[:] the heaps with rare values, ascending
    start, stop   the first heap, and one more than the last
"""

from __future__ import annotations

from typing import Any


def extend(
    values: Any,
    digits: Any,
    marks: Any,
    rare: Any,
    rare_heaps: Any,
    rare_count: int,
    start: int,
    stop: int,
    sparse: bool,
) -> tuple[int, int]:
    """Fill in `values[start:stop]`, and return the heap that was reached and the number of heaps with rare values.

    If `sparse` is false, all splits are examined. Otherwise rare values are a linear space, and common ones its other
    coset: a rare and a common value have a common sum, and two common values a rare one. A common value is therefore
    excluded only by splits with a rare heap, of which there are few. Other splits are examined only until every
    rare value below the answer is found excluded, which happens early. This is exact whatever space is chosen; the
    choice decides how long it takes.

    Source: E. Berlekamp, J. Conway, R. Guy, "Winning Ways for your Mathematical Plays", chapter 4, on sparse spaces.

    Args:
        values: the values; those below `start` are known.
        rare: values beyond its end stop the loop.
        rare_heaps: the heaps with rare values below `start`, and room for more.
        rare_count: the number of these heaps.
        sparse: whether so few heaps are rare that it pays.
    """
    for heap in range(start, stop):
        most = min(len(digits) - 1, heap)
        for taken in range(most + 1):
            digit, rest = digits[taken], heap - taken
            if digit & 1 and rest == 0:
                marks[0] = heap
            if digit & 2 and rest > 0:
                marks[values[rest]] = heap
            if digit & 4:
                if not sparse:
                    for small in range(1, rest // 2 + 1):
                        marks[values[small] ^ values[rest - small]] = heap
                else:
                    for i in range(rare_count):
                        small = rare_heaps[i]
                        if small >= rest:
                            break
                        marks[values[small] ^ values[rest - small]] = heap
        least = 0  # the least common value that is not excluded; if not sparse, of all values
        while least < len(rare) and ((sparse and rare[least]) or marks[least] == heap):
            least += 1
        if least == len(rare):
            return heap, rare_count
        missing = 0  # rare values below it that are not excluded yet
        for value in range(least):  # if not sparse, there are none
            if marks[value] != heap:
                missing += 1
        step = 0
        while missing > 0 and step <= heap // 2:  # from both ends: halves exclude 0, small heaps most others
            for taken in range(most + 1):
                half = (heap - taken) // 2
                if digits[taken] & 4 and step < half:
                    small = half - step // 2 if step & 1 == 0 else 1 + step // 2
                    value = values[small] ^ values[heap - taken - small]
                    if value < least and marks[value] != heap:
                        marks[value] = heap
                        missing -= 1
            step += 1
        if missing > 0:
            least = 0
            while marks[least] == heap:
                least += 1
        values[heap] = least
        if rare[least]:
            rare_heaps[rare_count] = heap
            rare_count += 1
    return stop, rare_count


def first_wrong(
    values: Any, digits: Any, marks: Any, rare: Any, rare_heaps: Any, start: int, stop: int
) -> int:
    """Return the first heap from `start` to before `stop` whose value is not the mex of its options; 0 if none is.

    This shares nothing with `extend`. Two common values never have a common sum, so splits that could have a common
    value are those with a rare heap. All splits are looked at for a rare value, and for the smaller values until each
    is found.
    """
    for heap in range(start, stop):
        claimed = values[heap]
        most = min(len(digits) - 1, heap)
        for taken in range(most + 1):
            digit, rest = digits[taken], heap - taken
            if digit & 1 and rest == 0:
                marks[0] = heap
            if digit & 2 and rest > 0:
                marks[values[rest]] = heap
            if digit & 4:
                if rare[claimed]:
                    for small in range(1, rest // 2 + 1):
                        marks[values[small] ^ values[rest - small]] = heap
                else:
                    for small in rare_heaps:
                        if small >= rest:
                            break
                        marks[values[small] ^ values[rest - small]] = heap
        if marks[claimed] == heap:
            return heap
        missing = 0  # smaller values that no option is known to have
        for value in range(claimed):
            if marks[value] != heap:
                missing += 1
        step = 0
        while (
            missing > 0 and 2 * step < heap
        ):  # in pairs: the halves add up to 0, small heaps to most other values
            for taken in range(most + 1):
                half = (heap - taken) // 2
                if digits[taken] & 4 and step < half:
                    for small in (half - step, step + 1):
                        value = values[small] ^ values[heap - taken - small]
                        if value < claimed and marks[value] != heap:
                            marks[value] = heap
                            missing -= 1
            step += 1
        if missing > 0:
            return heap
    return 0
