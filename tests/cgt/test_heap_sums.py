"""Sums of many heaps, beside the walk over positions and beside every move looked at."""

from __future__ import annotations

import random
import time
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import HeapTable, OctalCode, grundy_sequence

CODES = ["0.77", "0.07", "0.137", "0.4", "0.54", "0.007", "4.3", "4.333...", "0.3", "0.15", "0.6"]


def winning_moves(code: str, heaps: list[int]) -> set[tuple[int, tuple[int, ...]]]:
    """Return heap and what is left of it, for each move after which the values of all heaps add up to 0."""
    values = grundy_sequence(code, max(heaps)).tolist()

    def value(sizes: list[int]) -> int:
        total = 0
        for size in sizes:
            total ^= values[size]
        return total

    return {
        (i, left)
        for i, heap in enumerate(heaps)
        for left in OctalCode.parse(code).options(heap)
        if value([*heaps[:i], *left, *heaps[i + 1 :]]) == 0
    }


@given(st.sampled_from(CODES), st.lists(st.integers(0, 60), min_size=1, max_size=6))
def test_all_winning_moves_are_found(code: str, heaps: list[int]) -> None:
    found = HeapTable(code, 250).analyse(heaps)
    listed = [(run.summand, left) for run in found.moves for left in run]
    assert set(listed) == winning_moves(code, heaps)
    assert len(listed) == len(set(listed)) == found.count == sum(map(len, found.moves))
    assert bool(listed) == (found.value > 0) == (found.outcome == "N")


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.54"])
def test_runs_go_by_the_period(code: str) -> None:
    """Heaps so large that most winning splits have both parts above the last exception."""
    heaps = [700, 655, 321]
    table = HeapTable(code, 400)
    assert table.period is not None
    found = table.analyse(heaps)
    assert {(run.summand, left) for run in found.moves for left in run} == winning_moves(code, heaps)
    assert any(run.parts is not None and run.parts.step > 1 for run in found.moves)


@pytest.mark.parametrize(("number", "moves"), cases(quick=[(1000, 3_478)], slow=[(1001, 57_259_752)]))
def test_a_thousand_heaps_of_kayles_up_to_a_million(number: int, moves: int) -> None:
    """At most 10 ms after the table; four times that is allowed here, where other things run beside it."""
    table = HeapTable("0.77", 1_000_000)
    chosen = random.Random(1)
    heaps = [chosen.randint(1, 1_000_000) for _ in range(number)]
    seconds = []
    for _ in range(5):
        began = time.process_time()
        found = table.analyse(heaps)
        seconds.append(time.process_time() - began)
    assert min(seconds) < 0.04
    assert found.count == moves
    values = {heap: int(value) for heap, value in zip(heaps, found.values.tolist(), strict=True)}
    for run in chosen.sample(list(found.moves), 50):
        left = next(iter(run))
        after = table.analyse([*heaps[: run.summand], *left, *heaps[run.summand + 1 :]])
        assert after.value == 0
        assert values[heaps[run.summand]] ^ found.value == table.analyse(left).value


def test_heaps_may_be_of_any_size_once_there_is_a_period() -> None:
    table = HeapTable("0.77", 200)
    assert len(table.values) < 200
    assert table.analyse([10**18]).value == table.analyse([10**18 % 12 + 120]).value


@pytest.mark.parametrize("heaps", [[-1], [True], [1.5], [301], ["3"]])
def test_what_is_no_heap(heaps: Any) -> None:
    with pytest.raises(
        InputError, match="a heap must be an integer from 0 to 300, the largest in this table; it is"
    ):
        HeapTable("0.007", 300).analyse(heaps)


def test_no_heaps_are_lost() -> None:
    found = HeapTable("0.77", 200).analyse([])
    assert (found.value, found.count, list(chain.from_iterable(found.moves))) == (0, 0, [])


# --- the command line ---------------------------------------------------------------------------------------------


def test_the_command_takes_octal_codes() -> None:
    result = call("sum", "0.77:1000000 999", "0.77:3")
    assert (result.status, result.err) == (0, "")
    assert result.out.splitlines() == [
        "N: whoever moves first wins",
        "The nim-sum of 3 heaps of 0.77 is 10; 5 moves win, which make it 0.",
        "  take 1 of the heap of 999 and leave 998",
        "  take 1 of the heap of 999 and split the rest into 6 and 992",
        "  take 1 of the heap of 999 and split the rest into 18 and 980",
        "  take 1 of the heap of 1,000,000 and split the rest into 6 and 999,993",
        "  take 1 of the heap of 1,000,000 and split the rest into 18 and 999,981",
    ]
    found = call("sum", "0.77:700 655 321", "--json").json
    assert (found["value"], found["outcome"], found["heaps"]) == (11, "N", [321, 655, 700])
    assert sum(run["moves"] for run in found["runs"]) == found["moves"]
    assert call("sum", "0.77:5 5").out.endswith(
        "The nim-sum of 2 heaps of 0.77 is 0, so the next player loses.\n"
    )


def test_octal_codes_are_added_to_other_rulesets() -> None:
    found = call("sum", "0.07:6", "nim:3", "--json").json
    assert (found["values"], found["value"]) == ([3, 3], 0)
    assert "heaps are written as numbers" in call("sum", "0.77:x").err
    assert_refused(call("sum", "0.77:x"))
    assert_refused(call("sum", "0.78:3"))
