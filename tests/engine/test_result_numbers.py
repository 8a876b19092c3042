"""Numbers for results: whatever threads ask for, a number stands for one result for good."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.result_numbers import NEVER, NO_STATE, UNRESOLVED, ResultNumbers

results = st.tuples(st.integers(-128, 127), st.integers(NEVER, 400))


def arrays(pairs: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    value = np.array([value for value, _ in pairs], dtype=np.int8)
    return value, np.array([plies for _, plies in pairs], dtype=np.int32)


@given(st.lists(st.lists(results, max_size=20), max_size=8))
def test_a_number_stands_for_one_result(portions: list[list[tuple[int, int]]]) -> None:
    numbers, given_before = ResultNumbers(), dict[tuple[int, int], int]()
    assert (numbers.number(NO_STATE, 0), numbers.number(UNRESOLVED, 0)) == (0, 1)
    for pairs in portions:
        found = numbers.of(*arrays(pairs)).tolist()
        for pair, number in zip(pairs, found, strict=True):
            assert given_before.setdefault(pair, number) == number == numbers.number(*pair)
            assert (numbers.value[number], numbers.plies[number]) == pair
    assert len(numbers) == len({*given_before, (NO_STATE, 0), (UNRESOLVED, 0)})
    again = ResultNumbers.restored(numbers.value, numbers.plies)
    assert (again.value == numbers.value).all()
    assert (again.plies == numbers.plies).all()
    never = np.iinfo(numbers.remoteness.dtype).max
    assert [NEVER if plies == never else plies for plies in numbers.remoteness] == numbers.plies.tolist()


def test_a_result_that_is_unknown_has_no_number() -> None:
    numbers = ResultNumbers()
    assert numbers.number(1, 3) is None
    numbers.add(1, 3)
    assert numbers.number(1, 2) is None
    assert numbers.number(-1, 3) is None
    assert numbers.number(1, 1 << 20) is None


def test_columns_grow_while_threads_write() -> None:
    """From a byte to two for results, and to two for counters, in the midst of the writing."""
    size, pieces = 40_000, 200
    columns, rng = Columns.blank(size), np.random.default_rng(1)
    value = rng.integers(-2, 3, size).astype(np.int8)
    plies = np.minimum(np.arange(size) // 100, 300).astype(np.int32)
    unresolved = np.where(np.arange(size) < size - 100, 7, 70_000)

    def write(piece: int) -> None:
        places = np.arange(piece, size, pieces)
        columns.write(places, value[places], plies[places], unresolved[places])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(write, range(pieces)))
    everything = slice(0, size)
    assert columns.result.dtype == np.uint16
    assert columns.unresolved.dtype == np.uint32
    assert (columns.values(everything) == value).all()
    assert (columns.remoteness(everything) == plies).all()
    assert (columns.unresolved == unresolved).all()
    waiting = np.flatnonzero((value == 1) & (plies == 30))
    assert columns.places_with(everything, 1, 30, left=True).tolist() == waiting.tolist()
    columns.unresolved[waiting[1:]] = 0
    assert columns.places_with(everything, 1, 30, left=True).tolist() == waiting[:1].tolist()
    assert columns.places_with(slice(int(waiting[2]), size), 1, 30).tolist() == waiting[2:].tolist()
    assert columns.places_with(everything, 99, 30).size == 0
