"""Octal games: codes, sequences against the definition, and periods against published ones."""

from __future__ import annotations

import re
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError, UnsupportedError
from gamekit.cgt import OctalCode, check_period, find_period, grundy_sequence, load_ruleset, mex
from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.octal import sequence_proof
from gamekit.cgt.octal.sequence_proof import _rare, fault_of_values
from gamekit.cgt.octal.sequences import rare_values

codes = st.builds(
    OctalCode,
    st.booleans(),
    st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda d: (*d, 1)),
    st.booleans(),
)


def plainly(code: OctalCode, to: int) -> list[int]:
    """Return the sequence by the definition."""
    values = [0]
    for heap in range(1, to + 1):
        options = []
        for taken in range(heap + 1):
            digit, rest = code.digit(taken), heap - taken
            options += [0] if digit & 1 and not rest else []
            options += [values[rest]] if digit & 2 and rest else []
            options += [values[i] ^ values[rest - i] for i in range(1, rest)] if digit & 4 else []
        values.append(mex(options))
    return values


@given(codes)
def test_the_sequence_is_that_of_the_definition(code: OctalCode) -> None:
    assert grundy_sequence(code, 150).tolist() == plainly(code, 150)


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.007", "0.6", "4.3", "0.3..."])
def test_the_sequence_is_that_of_the_ruleset(code: str) -> None:
    walker = GrundyWalker(load_ruleset("octal", {"heaps": [40], "code": code}))
    assert grundy_sequence(code, 40).tolist() == [walker.value((size,) if size else ()) for size in range(41)]


@pytest.mark.parametrize(
    "code", cases(slow=["0.77", "0.007", "0.6", "0.16", "4.3", "0.45", "0.777", "4.333..."])
)
def test_long_sequences_are_right_heap_by_heap(code: str) -> None:
    """Compiled, with and without the sparse method, beside a loop that looks at every option."""
    values = grundy_sequence(code, 3000)
    octal = OctalCode.parse(code)
    assert fault_of_values(octal, values) is None
    assert grundy_sequence(code, 300, compiled_from=10**9).tolist() == values[:301].tolist()
    wrong = values.copy()
    wrong[2000] ^= 1
    fault = fault_of_values(octal, wrong)
    assert fault is not None
    assert 0 < int(re.sub("[^0-9]", "", fault)) <= 2000


@given(codes, st.integers(1, 120), st.data())
def test_any_wrong_value_is_found(code: OctalCode, to: int, data: st.DataObject) -> None:
    """Sparse or not: the first wrong value is not the mex of what comes before it, which is right."""
    values = grundy_sequence(code, to)
    assert fault_of_values(code, values) is None
    heap = data.draw(st.integers(0, to))
    wrong = values.copy()
    wrong[heap] = data.draw(st.integers(0, 40).filter(lambda value: value != values[heap]))
    fault = fault_of_values(code, wrong)
    assert fault == (
        f"the value of a heap of {heap} is not the mex of its options"
        if heap
        else "a heap of 0 has the value 0"
    )


@pytest.mark.parametrize("sparse", [0, sequence_proof.SPARSE])
@pytest.mark.parametrize("code", ["0.77", "0.07", "0.3", "0.26", "4.7", "0.123"])
def test_any_wrong_value_of_the_last_heap_is_found(
    code: str, sparse: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether an option has it, one smaller value is lacking, or many are."""
    monkeypatch.setattr(sequence_proof, "SPARSE", sparse)
    octal = OctalCode.parse(code)
    for heap in range(1, 20):
        values = grundy_sequence(octal, heap)
        for value in range(10):
            tried = np.array([*values[:-1], value], dtype=np.uint16)
            fault = fault_of_values(octal, tried)
            assert fault == (
                None
                if value == values[heap]
                else f"the value of a heap of {heap} is not the mex of its options"
            )


@given(st.lists(st.integers(0, 255), min_size=1, max_size=60))
def test_rare_values_are_a_linear_space_and_few_heaps_have_them(values: list[int]) -> None:
    rare = rare_values(np.array(values, dtype=np.uint16), 8)
    numbers = np.arange(256)
    assert (rare[numbers[:, None] ^ numbers] == (rare[:, None] == rare)).all()
    assert rare.sum() == 128
    fewest = min(sum((value & mask).bit_count() % 2 == 0 for value in values) for mask in range(1, 256))
    assert sum(rare[values]) == fewest


def test_most_splits_are_left_out_where_most_values_have_an_odd_number_of_bits() -> None:
    values = np.array([0, *[1, 2, 4, 7] * 75], dtype=np.uint16)
    assert _rare(values).tolist() == [number.bit_count() % 2 == 0 for number in range(8)]


# --- periods ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "period", "last"),
    [
        ("0.77", 12, 70),  # Guy and Smith 1956
        ("0.07", 34, 52),
        ("0.137", 34, 51),
        ("0.4", 34, 53),
        ("0.17", 34, 32),
        ("0.54", 7, 2),
        ("0.71", 2, 2),
        ("0.3", 2, 0),
        ("0.1", 1, 1),
    ],
)
def test_published_periods(code: str, period: int, last: int) -> None:
    found = find_period(code, 400)
    assert found is not None
    assert (found.period, found.last_exception) == (period, last)
    assert check_period(found).ok
    values = grundy_sequence(code, 900)
    assert [found.value(heap) for heap in range(901)] == values.tolist()
    regular = {
        n: int(values[n])
        for n in range(1, last + 1)
        if values[n] != values[n + period * (last // period + 1)]
    }
    assert found.exceptions == regular


def test_the_exceptions_of_kayles() -> None:
    """Those of "Winning Ways", chapter 4, which counts the heap of 0 as well."""
    found = find_period("0.77", 200)
    assert found is not None
    assert sorted(found.exceptions) == [3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]
    assert str(found) == "0.77 has period 12; the last exception is 70"


@pytest.mark.parametrize("code", ["0.007", "0.6"])
def test_no_period_is_claimed_that_is_not_proved(code: str) -> None:
    assert find_period(code, 900) is None


def test_the_theorem_decides_how_many_heaps_are_needed() -> None:
    """Kayles: 2 · 71 + 2 · 12 + 2."""
    assert find_period("0.77", 167) is None
    assert find_period("0.77", 168) is not None


def test_wrong_claims_are_refused() -> None:
    found = find_period("0.77", 200)
    assert found is not None
    wrong = found.values.copy()
    wrong[100] ^= 1
    for claim, reason in [
        (attrs.evolve(found, period=6), "have different values"),
        (attrs.evolve(found, last_exception=69), "have different values"),
        (attrs.evolve(found, values=found.values[:-1]), "the theorem needs heaps up to 168; there are 167"),
        (attrs.evolve(found, values=wrong), "the value of a heap of 100 is not the mex of its options"),
        (attrs.evolve(found, exceptions={}), "the exceptions or the repeating values are not those"),
        (attrs.evolve(found, period=0), "no such period"),
    ]:
        assert reason in str(check_period(claim))


def test_codes_without_end_have_no_period() -> None:
    with pytest.raises(UnsupportedError, match=r"codes with finitely many digits, and 4.333... goes on"):
        find_period("4.333...", 100)


# --- codes --------------------------------------------------------------------------------------------------------


@given(codes)
def test_codes_are_read_as_they_are_written(code: OctalCode) -> None:
    assert OctalCode.parse(str(code)) == code


@pytest.mark.parametrize("text", ["", ".", "1.7", "0.8", "0.7..", "0.…", "77", "0.7 "])
def test_what_is_no_code(text: str) -> None:
    with pytest.raises(InputError, match="an octal code must be 0 or 4"):
        OctalCode.parse(text)


@pytest.mark.parametrize("to", [-1, True, 10**9, 1.5])
def test_what_is_no_largest_heap(to: Any) -> None:
    with pytest.raises(InputError, match="the largest heap must be an integer from 0 to 100,000,000"):
        grundy_sequence("0.77", to)


# --- the command line -----------------------------------------------------------------------------------------------


def test_the_command_shows_values_and_period() -> None:
    result = call("sequence", "0.77", "--to", "200")
    assert result.status == 0
    values, _, sentence, exceptions = result.out.splitlines()
    assert values.startswith("1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7")
    assert (
        sentence == "period 12, for ever: 13 exceptions, the last at 70 (proved by heaps up to 168, verified)"
    )
    found = call("sequence", "0.77", "--to", "200", "--json").json
    assert (found["period"], found["last_exception"], len(found["values"]), found["verified"]) == (
        12,
        70,
        200,
        True,
    )
    assert found["exceptions"]["70"] == 6
    assert exceptions == "exceptions: " + ", ".join(
        f"{heap} is worth {value}" for heap, value in found["exceptions"].items()
    )


def test_many_exceptions_are_counted_and_not_listed() -> None:
    many = call("sequence", "0.055", "--to", "820").out
    assert many.endswith("128 exceptions, the last at 258 (proved by heaps up to 817, verified)\n")
    none = call("sequence", "0.3", "--to", "20").out
    assert none.endswith("0 exceptions (proved by heaps up to 7, verified)\n")
    one = call("sequence", "0.71", "--to", "20").out
    assert one.endswith(
        " 1 exception, the last at 2 (proved by heaps up to 12, verified)\nexceptions: 2 is worth 2\n"
    )


def test_the_command_says_where_no_period_is_proved() -> None:
    assert call("sequence", "0.77", "--to", "150").out.endswith(
        "\nno period up to 150 (values verified); the values so far recur with period 12 after n = 70\n"
    )
    assert call("sequence", "4.3...", "--to", "8").out.startswith(
        "1 2 4 3 5 6 8 7\n\nno period: the periodicity"
    )
    assert call("sequence", "0.77", "--json").json["period"] is None
    assert_refused(call("sequence", "0.9"))


def test_a_move_that_only_a_smaller_heap_has_is_drawn() -> None:
    # two counters are taken only if no others are left
    rules = load_ruleset("octal", {"heaps": [3], "code": "0.71"})
    assert 'data-place="0:2:0"' in (rules.svg((2,)) or "")
