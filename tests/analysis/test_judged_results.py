"""Results that are claimed of states, judged by what is claimed of their successors, number by number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamekit.analysis.verification import kernel
from gamekit.analysis.verification.kernel import (
    MAX_PROBLEMS,
    Claims,
    Judgement,
    expected_results,
    judge,
    pack,
    unpack,
)
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.solution.conversions import Conversions
from gamekit.solution.expander import RangeExpansion

NONE, UNSOLVED, NEVER, BOUND = -(1 << 62), 1 << 62, (1 << 62) - 1, 40
"""How the claims below say that there is no state, no value and no end, and a number above every remoteness."""


def judged(
    own: list[tuple[int, int]],
    child: tuple[int, int],
    place: int = 0,
    infinite_play: int = 0,
    outcomes: type[np.signedinteger[Any]] = np.int64,
) -> Judgement:
    """Return what is found about states in a row, each of which leads to a child with this payoff and remoteness."""
    said = RangeExpansion(
        np.arange(len(own)) + place,
        np.zeros(len(own), dtype=np.int8),
        np.zeros(len(own), dtype=outcomes),
        np.ones(len(own), dtype=np.int32),
        np.zeros(len(own), dtype=np.int64),
    )
    results = ResultArrays(*np.array([[part] for part in child], dtype=np.int64))
    claims = Claims(BOUND, infinite_play, False, NONE, UNSOLVED, NEVER, compiled=False)
    columns = np.array(own, dtype=np.int64).T
    return judge(said, results, slice(place, place + len(own)), (columns[0], columns[1]), claims)


def test_results_at_places_without_a_state_count_as_states() -> None:
    """So that their number differs from that of the states which the rules have."""
    said = RangeExpansion(
        np.array([0]),
        *(np.zeros(1, dtype=kind) for kind in (np.int8, np.int64)),
        np.ones(1, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
    )
    results = ResultArrays(np.array([1, 1, NONE]), np.array([5, 3, 0]))
    claims = Claims(BOUND, 0, False, NONE, UNSOLVED, NEVER, compiled=False)
    assert judge(said, results, slice(0, 3), (results.value, results.remoteness), claims).states == 2


@pytest.mark.parametrize(
    ("child", "own", "is_right"),
    [
        ((1, 4), (1, 5), True),
        ((1, 4), (1, 4), False),
        ((1, 4), (2, 5), False),
        ((1, 38), (1, 39), True),
        ((1, 39), (1, 40), False),
        ((1, 4), (1 + (1 << 32), 5), False),
        ((1, 4), (1 - (1 << 32), 5), False),
        ((1, 4), (0, (1 << 32) + 5), False),
        ((1, 4), (2, 5 - (1 << 32)), False),
        ((-1, 4), (-1, 5), True),
        ((1, 0), (1, 0), False),
        ((2**31 - 1, 4), (2**31 - 1, 5), True),
        ((2**31, 4), (2**31, 5), True),
        ((2**31, 4), (2**31 + 1, 5), False),
        ((2**31, 4), (-(2**31), 5), False),
        ((-(2**31), 4), (-(2**31), 5), True),
        ((2**62 - 2, 4), (2**62 - 2, 5), True),
        ((0, NEVER), (0, NEVER), True),
        ((0, NEVER), (0, 5), False),
        ((1, NEVER), (1, NEVER), False),
        ((UNSOLVED, 4), (1, 5), True),
        ((UNSOLVED, 4), (1, BOUND), False),
        ((UNSOLVED, 4), (1, -1), False),
        ((UNSOLVED, 4), (1, NEVER), False),
        ((UNSOLVED, 4), (0, NEVER), True),
        ((UNSOLVED, 4), (2**31, 5), True),
        ((UNSOLVED, 4), (NONE, 5), False),
        ((NONE, 4), (1, 5), False),
    ],
)
def test_a_claim_is_what_follows_and_within_all_bounds(
    child: tuple[int, int], own: tuple[int, int], is_right: bool
) -> None:
    """Results are compared as packed numbers, into which far larger ones would overflow."""
    found = judged([own], child)
    assert (found.wrong, found.unsolved, found.edges) == (int(not is_right), 0, 1)
    assert found.places == (() if is_right else (0,))


def test_large_payoffs_are_told_apart_however_narrow_the_column_of_ends_is() -> None:
    """They are 2**32 apart, which the packed numbers of small payoffs cannot tell."""
    found = judged([(1 + (1 << 32), 5)], (1, 4), outcomes=np.int8)
    assert found.wrong == 1


def test_play_without_end_that_pays_otherwise_is_said_to_pay_what_the_rules_say() -> None:
    for child, expected in (((1, NEVER), pack(3, (1 << 32) - 1)), ((NONE, 0), None)):
        assert judged([(1, NEVER)], child, infinite_play=3).expected == (expected,)


def test_states_without_a_value_are_counted_and_not_judged() -> None:
    found = judged([(UNSOLVED, NEVER), (UNSOLVED, 3), (1, 5)], (1, 4))
    assert (found.states, found.unsolved, found.wrong) == (3, 2, 0)


def test_what_is_wrong_is_named_by_its_place_and_all_of_it_is_counted() -> None:
    found = judged([(1, 5), (1, 6), *[(2, 5)] * MAX_PROBLEMS], (1, 4), place=100)
    assert found.wrong == 1 + MAX_PROBLEMS
    assert found.places == tuple(range(101, 101 + MAX_PROBLEMS))
    assert found.expected == (pack(1, 5),) * MAX_PROBLEMS


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("children", "are", "own"),
    [
        ([(1, 4)], [True], (1, 1)),
        ([(1, 4)], [False], (1, 5)),
        ([(1, 4), (1, 2)], [True, False], (1, 1)),  # who wins hurries
        ([(1, 4), (1, 2)], [False, True], (1, 1)),
        ([(-1, 4), (-1, 2)], [True, False], (-1, 3)),  # who loses delays
        ([(-1, 4), (-1, 2)], [True, True], (-1, 1)),
        ([(0, NEVER), (-1, 3)], [True, True], (0, None)),  # play without end stays what it is
    ],
)
def test_behind_a_conversion_plies_count_anew(
    children: list[tuple[int, int]],
    are: list[bool],
    own: tuple[int, int],
    compiled: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "compiled", lambda function: function)  # the kernel as Python
    said = RangeExpansion(
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int8),
        np.zeros(1, dtype=np.int64),
        np.array([len(children)], dtype=np.int32),
        np.arange(len(children)),
        Conversions(np.array(are), ()),
    )
    results = ResultArrays(*np.array(children, dtype=np.int64).T)
    claims = Claims(BOUND, 0, False, NONE, UNSOLVED, NEVER, compiled=compiled)
    assert unpack(int(expected_results(said, results, claims)[0])) == own
