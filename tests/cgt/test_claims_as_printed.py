"""A claim holds what was printed, and is refused if it says anything else, however true the rest of it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import grundy_sequence
from gamekit.cgt.claims import check_claim

Claim = dict[str, Any]

QUOTIENT = ("value", "kayles", "5 6", "--kind", "quotient")
HEAPS = ("sequence", "0.123", "--to", "30", "--misere")


def saved(tmp_path: Path, *arguments: str) -> Claim:
    file = tmp_path / "claim.json"
    assert call(*arguments, "--save", str(file)).status == 0
    claim: Claim = json.loads(file.read_text())
    assert check_claim(claim).report.ok
    return claim


def problem_of(claim: Claim) -> str:
    """Return why a claim is refused."""
    try:
        report = check_claim(claim).report
    except InputError as error:
        return str(error)
    assert not report.ok
    return str(report)


# --- periods ------------------------------------------------------------------------------------------------------


def periodic(tmp_path: Path, code: str) -> Claim:
    """Return a claim with more values than the theorem needs, so that larger periods and exceptions seem proved."""
    claim = saved(tmp_path, "sequence", code, "--to", "300")
    return {**claim, "values": grundy_sequence(code, 800).tolist()}


def test_the_last_exception_is_one(tmp_path: Path) -> None:
    claim = periodic(tmp_path, "0.77")
    assert check_claim(claim).sentence == "0.77 has period 12 for ever; the last of 13 exceptions is 70"
    problem = "a heap of 71 is not an exception: it has the value of one of 12 more"
    assert problem in problem_of({**claim, "last_exception": 71})
    assert problem in problem_of(
        {**claim, "last_exception": 71, "exceptions": [*claim["exceptions"], [71, 2]]}
    )


def test_a_period_is_the_least(tmp_path: Path) -> None:
    claim = periodic(tmp_path, "0.77")
    assert "24 is not the least period: the values have period 12" in problem_of({**claim, "period": 24})
    assert "36 is not the least period: the values have period 12" in problem_of({**claim, "period": 36})


def test_exceptions_are_all_there_are(tmp_path: Path) -> None:
    claim = saved(tmp_path, "sequence", "0.77", "--to", "200")
    exceptions = claim["exceptions"]
    for changed in ([], exceptions[1:], [*exceptions, [1, 1]], [*exceptions[:-1], [70, 5]]):
        problem = problem_of({**claim, "exceptions": changed})
        assert "the exceptions or the repeating values are not those of the sequence" in problem


@pytest.mark.parametrize("code", cases(slow=["0.3", "0.77", "0.123"], release=["0.07", "0.17", "0.137"]))
def test_one_statement_of_a_period_is_right(code: str, tmp_path: Path) -> None:
    """Of all periods and last exceptions about the right ones."""
    claim = saved(tmp_path, "sequence", code, "--to", "300")
    period, last = claim["period"], claim["last_exception"]
    claim["values"] = grundy_sequence(code, 600).tolist()
    for other in {*range(1, 5), period - 1, period, period + 1, 2 * period, 3 * period} - {0}:
        for exception in range(max(0, last - 1), last + 3):
            changed = {**claim, "period": other, "last_exception": exception}
            assert check_claim(changed).report.ok == ((other, exception) == (period, last))


# --- misère quotients ---------------------------------------------------------------------------------------------


def test_a_quotient_is_claimed_with_the_element_of_the_position(tmp_path: Path) -> None:
    claim = saved(tmp_path, *QUOTIENT)
    printed = call(*QUOTIENT, "--json").json
    assert (claim["position"], claim["value"], claim["outcome"]) == (
        "5 6",
        printed["value"],
        printed["outcome"],
    )
    assert check_claim(claim).sentence == (
        f"5 6 of kayles is the element {printed['value']} of a misère quotient of order {claim['order']}, with "
        f"{len(claim['portion'])} in the P-portion; its misère outcome class is {printed['outcome']}"
    )


def test_another_position_element_or_outcome_is_refused(tmp_path: Path) -> None:
    claim = saved(tmp_path, *QUOTIENT)
    other = next(name for name in claim["names"] if name != claim["value"])
    assert "not a position of" in problem_of({**claim, "position": "x"})
    assert "there is no element for 20" in problem_of({**claim, "position": "20"})
    assert "5 5 is the element 1" in problem_of({**claim, "position": "5 5"})
    assert f"5 6 is the element {claim['value']}" in problem_of({**claim, "value": other})
    assert "value must be one of" in problem_of({**claim, "value": "zz"})
    wrong = "P" if claim["outcome"] == "N" else "N"
    assert f"the outcome class of 5 6 is {claim['outcome']}" in problem_of({**claim, "outcome": wrong})


def swapped(claim: Claim) -> None:
    names = claim["names"]
    names[2], names[3] = names[3], names[2]


def numbered(claim: Claim) -> None:
    claim["names"] = ["42"] * claim["order"]


def unknown_letter(claim: Claim) -> None:
    claim["names"][-1] = "z"


def too_long(claim: Claim) -> None:
    claim["names"][-1] += "a⁹⁹⁹⁹⁹⁹⁹⁹⁹"


def too_few(claim: Claim) -> None:
    claim["names"].pop()


def exchanged_generators(claim: Claim) -> None:
    generators = claim["generators"]
    generators[0][1], generators[1][1] = generators[1][1], generators[0][1]


def twice_a_letter(claim: Claim) -> None:
    claim["generators"].append(claim["generators"][0])


def generator_without_letter(claim: Claim) -> None:
    claim["generators"].append(["1", claim["generators"][0][1]])


def larger_portion(claim: Claim) -> None:
    claim["portion"].append(claim["order"])


def other_order(claim: Claim) -> None:
    claim["order"] += 1


@pytest.mark.parametrize("arguments", cases(quick=[(QUOTIENT,)], slow=[(HEAPS,)]), ids=" ".join)
@pytest.mark.parametrize(
    "change",
    [
        swapped,
        numbered,
        unknown_letter,
        too_long,
        too_few,
        exchanged_generators,
        twice_a_letter,
        generator_without_letter,
        larger_portion,
        other_order,
    ],
)
def test_names_are_products_of_generators(
    arguments: tuple[str, ...], change: Callable[[Claim], None], tmp_path: Path
) -> None:
    claim = saved(tmp_path, *arguments)
    change(claim)
    assert problem_of(claim)


def test_the_period_of_a_quotient_is_the_least_with_the_last_exception(tmp_path: Path) -> None:
    claim = saved(tmp_path, "sequence", "0.123", "--to", "40", "--misere")
    assert claim["period"] == [5, 4]
    assert "10 is not the least period: the elements have period 5" in problem_of(
        {**claim, "period": [10, 4]}
    )
    assert "a heap of 5 is not an exception: it has the element" in problem_of({**claim, "period": [5, 5]})


# --- loopy values -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [("value", "digraph", "1 2"), ("sum", "digraph:1", "nim:2")], ids=" ".join
)
def test_a_loopy_value_is_claimed_and_said(arguments: tuple[str, ...], tmp_path: Path) -> None:
    claim = saved(tmp_path, *arguments)
    value = call(*arguments, "--json").json["value"]
    assert claim["value"] == value
    assert f" has the loopy value {value}" in check_claim(claim).sentence
    for other in ("7", "∞(0, 7)", "∞(3)"):
        assert f"the table proves {value}, not {other}" in problem_of({**claim, "value": other})
    for text in ("∞", "x", "∞(2, 0)", "∞(0,2)", "07"):
        assert "value must be a nim heap, or ∞ and nim heaps" in problem_of({**claim, "value": text})
    del claim["value"]
    assert "it needs the parameter 'value'" in problem_of(claim)


# --- fields -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [QUOTIENT, HEAPS, ("value", "digraph"), ("value", "hackenbush")], ids=" ".join
)
def test_fields_that_a_claim_has_not_are_refused(arguments: tuple[str, ...], tmp_path: Path) -> None:
    claim = saved(tmp_path, *arguments)
    file = tmp_path / "claim.json"
    file.write_text(json.dumps({**claim, "mean": "7"}))
    result = call("verify", str(file))
    assert_refused(result)
    assert result.err.startswith("gamekit: the claim is malformed: it has no parameter 'mean'")


# --- values below 0 -----------------------------------------------------------------------------------------------


def test_no_position_has_a_grundy_value_below_0() -> None:
    claim = {"gamekit_claim": "grundy", "ruleset": "nim", "parameters": {}, "position": "1", "value": -1}
    assert "below 0" in problem_of({**claim, "table": [["0", 0], ["1", -1]]})


@pytest.mark.parametrize("column", [1, 2])
def test_no_genus_has_values_below_0(column: int, tmp_path: Path) -> None:
    claim = saved(tmp_path, "value", "kayles", "5", "--kind", "genus")
    row = next(row for row in claim["table"] if row[0] == "1 1 1")
    if column == 1:
        row[1] = -1
    else:
        row[2][1] = -1
    assert "below 0" in problem_of(claim)


def test_no_nim_heap_has_a_size_below_0(tmp_path: Path) -> None:
    """A label below that of a lost position would let positions before it pass for lost ones."""
    graph = json.dumps({"graph": [[], [0]], "tokens": [1]})
    claim = saved(tmp_path, "value", "digraph", "--kind", "loopy", "--input", graph)
    lost, won = sorted(claim["table"], key=lambda row: row[1])
    lost[1], won[1] = -2, 0
    assert "label -2" in problem_of({**claim, "value": "0"})
