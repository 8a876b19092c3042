"""Sequences of any positions, arithmetic periods with their proofs, and b-files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError, UnsupportedError
from gamekit.cgt import (
    ImpartialRuleset,
    OctalCode,
    Taking,
    check_arithmetic_period,
    check_position_sequence,
    find_arithmetic_period,
    grundy_sequence,
    load_ruleset,
    mex,
    position_sequence,
)
from gamekit.cgt.claims import check_claim, claim_of
from gamekit.cgt.position_sequences import recurrence
from gamekit.cgt.templates import Template

TAKINGS = st.builds(Taking, st.sets(st.integers(1, 7), max_size=4).map(sorted).map(tuple), st.booleans())


def plainly(taking: Taking, to: int) -> list[int]:
    """Return the values of heaps by the definition."""
    values: list[int] = []
    for heap in range(to + 1):
        values.append(mex(values[heap - taken] for taken in range(1, heap + 1) if taking.allows(taken)))
    return values


# --- templates ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "numbers", "filled"),
    [
        ("{n}", {"n": 7}, "7"),
        ("2 {n} {2n+1}", {"n": 3}, "2 3 7"),
        ("{n-1*t}.{n*f}", {"n": 2}, "t.ff"),
        ("{m*n*.}", {"m": 2, "n": 3}, "...|..."),
        ("{2n*n+1*xo}", {"n": 1}, "xoxo|xoxo"),
        ("{n*.}", {"n": 0}, ""),
        ("{2*n*.} {3*x}", {"n": 3}, "...|... xxx"),
    ],
)
def test_templates(text: str, numbers: dict[str, int], filled: str) -> None:
    assert Template(text).filled(numbers) == filled
    assert set(Template(text).letters) == set(numbers)


@pytest.mark.parametrize("text", ["{}", "{nn}", "{n*}", "{n++1}", "{n*m*}", "{N}", "{*n*.}", "{+1}", "{2+1}"])
def test_fields_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="a field of a position must be"):
        Template(text)


def test_templates_have_limits() -> None:
    with pytest.raises(InputError, match="must be at least 0; it is -1 for n = 1"):
        Template("{n-2}").filled({"n": 1})
    with pytest.raises(InputError, match="at most 100,000 letters"):
        Template("{n*n*.}").filled({"n": 1000})


# --- arithmetic periods -------------------------------------------------------------------------------------------


@given(TAKINGS)
def test_periods_of_taking_games_are_proved_and_right(taking: Taking) -> None:
    found = find_arithmetic_period(taking, 3_000)
    assert found is not None
    assert check_arithmetic_period(found).ok
    values = plainly(taking, 150)
    assert [found.value(heap) for heap in range(151)] == values
    assert (found.saltus > 0) == taking.all_but
    for n in range(found.first, 150 - found.period):
        assert values[n + found.period] == values[n] + found.saltus


@pytest.mark.parametrize(
    ("code", "period", "saltus"),
    [
        ("0.3...", 1, 1),
        ("0.03...", 2, 1),
        ("0.3033...", 4, 2),
        ("0.303303...", None, None),
        ("0.3303...", 6, 3),
    ],
)
def test_codes_in_which_anything_may_be_taken_but_some(
    code: str, period: int | None, saltus: int | None
) -> None:
    """Nim is 0.3...; taking at least two gives floor(n/2)."""
    taking = Taking.of_code(OctalCode.parse(code))
    if period is None:
        assert taking is None or taking.numbers
        return
    assert taking is not None
    found = find_arithmetic_period(taking, 200)
    assert found is not None
    assert (found.period, found.saltus) == (period, saltus)
    assert [found.value(heap) for heap in range(100)] == grundy_sequence(code, 99).tolist()


def test_codes_that_split_or_leave_nothing_alone_are_no_taking_games() -> None:
    for code in ("0.77", "4.3...", "0.1...", "0.32"):
        assert Taking.of_code(OctalCode.parse(code)) is None
    assert Taking.of_code(OctalCode.parse("0.3033")) == Taking((1, 3, 4))


def test_published_periods_of_subtraction_games() -> None:
    """Winning Ways, chapter 4, table 2: {1, 3, 4} has period 7, {2, 5, 7} 22, and {1, 2, 3} 4."""
    for numbers, period in (((1, 2, 3), 4), ((1, 3, 4), 7), ((2, 5, 7), 22)):
        found = find_arithmetic_period(Taking(numbers), 100)
        assert found is not None
        assert (found.period, found.saltus, found.first) == (period, 0, 0)


def forged(proof: Any, random: Random) -> Any:
    """Return a proof that claims something else."""
    change = random.choice(("period", "saltus", "first", "recurs", "values", "values", "taking"))
    if change == "values":
        values = list(proof.values)
        place = random.randrange(len(values))
        values[place] += random.choice((-1, 1, 2, 5))
        return attrs.evolve(proof, values=tuple(values))
    if change == "taking":
        numbers = {*proof.taking.numbers} ^ {random.randint(1, 7)}
        return attrs.evolve(proof, taking=Taking(tuple(sorted(numbers)), proof.taking.all_but))
    return attrs.evolve(proof, **{change: getattr(proof, change) + random.choice((-2, -1, 1, 2, 7))})


@pytest.mark.parametrize("count", cases(quick=[200], slow=[2_000], release=[10_000]))
def test_forged_arithmetic_periods_are_refused(count: int) -> None:
    """A forged claim may be true by chance only if it says what is found, for the numbers that it is about."""
    random = Random(count)
    for _ in range(count):
        numbers = tuple(sorted(random.sample(range(1, 8), random.randint(0, 4))))
        proof = find_arithmetic_period(Taking(numbers, random.random() < 0.5), 3_000)
        assert proof is not None
        other = forged(proof, random)
        if check_arithmetic_period(other).ok:
            true = find_arithmetic_period(other.taking, 3_000)
            assert true is not None
            assert (other.period, other.saltus, other.first) == (true.period, true.saltus, true.first)
            assert list(other.values) == plainly(other.taking, len(other.values) - 1)


# --- sequences ----------------------------------------------------------------------------------------------------


def test_grundys_game() -> None:
    """The values of OEIS A002188 from n = 1 on."""
    found = position_sequence(load_ruleset("grundys-game"), 33)
    known = "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4"
    assert found.values == tuple(map(int, known.split()))
    assert found.period is None
    assert check_position_sequence(found).ok


def test_a_ruleset_that_says_what_is_taken_has_a_proved_period() -> None:
    found = position_sequence(load_ruleset("subtraction", {"heaps": [1], "numbers": [7, 2, 5]}), 40)
    assert found.period is not None
    assert (found.period.period, found.period.saltus) == (22, 0)
    assert check_position_sequence(found).ok


def test_rows_and_boards_are_sequences_too() -> None:
    """Cram on 2×n is worth 0 if n is even, and else 1."""
    assert position_sequence(load_ruleset("cram"), 4, "{n*.}|{n*.}").values == (1, 0, 1, 0)
    assert position_sequence(load_ruleset("nim"), 5, "2 {n}").values == (3, 0, 1, 6, 7)


class Row(ImpartialRuleset[int]):
    """Take one or two of n, but say that one or three may be taken."""

    def start(self) -> int:
        return 5

    def options(self, position: int) -> Iterator[int]:
        return (position - taken for taken in (1, 2) if taken <= position)

    def taking(self) -> tuple[int, ...]:
        return 1, 3


def test_what_a_ruleset_says_of_its_moves_is_compared_with_them() -> None:
    found = position_sequence(Row(), 30)
    assert found.values[:6] == (1, 2, 0, 1, 2, 0)
    assert not check_position_sequence(found).ok
    alone = attrs.evolve(found, period=None)
    assert check_position_sequence(alone).ok


@pytest.mark.parametrize("count", cases(quick=[60], release=[10_000]))
def test_forged_sequences_are_refused(count: int) -> None:
    random = Random(count)
    ruleset = load_ruleset("subtraction", {"heaps": [1], "numbers": [2, 5, 7]})
    claim = json.loads(json.dumps(claim_of(position_sequence(ruleset, 40), "subtraction")))
    assert check_claim(claim).report.ok
    for _ in range(count):
        other = json.loads(json.dumps(claim))
        change = random.choice(("values", "table", "period", "parameters"))
        if change == "values":
            other["values"][random.randrange(40)] += random.choice((-1, 1, 3))
        elif change == "table":
            other["table"][random.randrange(len(other["table"]))][1] += random.choice((-1, 1, 3))
        elif change == "period":
            other["period"][random.randrange(3)] += random.choice((-1, 1, 22))
        else:
            other["parameters"]["numbers"] = [2, random.choice((3, 4, 6)), 7]
        assert not check_claim(other).report.ok


@given(
    st.lists(st.integers(0, 3), max_size=5),
    st.lists(st.integers(0, 3), min_size=1, max_size=4),
    st.integers(0, 2),
)
def test_what_recurs_is_seen(before: list[int], repeating: list[int], saltus: int) -> None:
    values = before + [value + saltus * turn for turn in range(8) for value in repeating]
    found = recurrence(values)
    assert found is not None
    for n in range(found.last_exception + 1, len(values) - found.period + 1):
        assert values[n - 1 + found.period] == values[n - 1] + found.saltus
    assert found.period <= len(repeating)
    assert recurrence([1, 2, 4, 8, 16, 32, 65]) is None


# --- the command --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_verb_takes_rulesets(tmp_path: Path) -> None:
    file, plot = tmp_path / "claim.json", tmp_path / "plot.svg"
    arguments = ("subtraction", "-p", "numbers=2,5,7", "--to", "40")
    found = call("sequence", *arguments, "--json", "--save", str(file)).json
    assert (found["period"], found["saltus"], found["last_exception"], found["verified"]) == (22, 0, 0, True)
    assert "with period 22 and saltus 0 for ever: verified: all 40 positions" in call("verify", str(file)).out
    pytest.importorskip("matplotlib")
    assert (
        "period 22, for ever (proved by heaps up to 29, verified)"
        in call("sequence", *arguments, "--plot", str(plot)).out
    )
    assert plot.read_text().startswith("<?xml")


def test_the_verb_shows_a_saltus(tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    result = call("sequence", "0.3033...", "--to", "12", "--save", str(file))
    assert result.out.startswith(
        "1 0 1 2 3 2 3 4 5 4 5 6\n\nperiod 4 and saltus 2, for ever (proved by heaps up to 6"
    )
    assert (
        "heaps, taking any number but 2, have period 4 and saltus 2 for ever" in call("verify", str(file)).out
    )


def test_a_b_file_is_compared(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    file.write_text("# A002188\n0 0\n1 0\n2 0\n3 1\n\n50 9\n")
    result = call("sequence", "grundys-game", "--to", "10", "--compare", str(file))
    assert (result.status, "in all 3 terms from 1 to 3" in result.out) == (0, True)
    file.write_text("3 7\n")
    result = call("sequence", "0.77", "--to", "10", "--compare", str(file))
    assert (result.status, "has 7 for n = 3, and the value is 3" in result.out) == (1, True)
    for text, part in (("1 2 3\n", "line 1 of"), ("x y\n", "line 1 of"), ("99 1\n", "nothing to compare")):
        file.write_text(text)
        refused = call("sequence", "0.77", "--to", "10", "--compare", str(file))
        assert_refused(refused)
        assert part in refused.err


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("domineering", "--kind", "grundy"), "Domineering is partizan"),
        (
            ("domineering", "{n*.}", "--save", "x"),
            "`gamekit tabulate domineering '{n*.}' -r n=1-100 --save FILE` keeps",
        ),
        (("domineering", "{n*.}", "--no-verify"), "exclude each other"),
        (("0.77", "{n}", "--kind", "grundy"), "exclude each other"),
        (("nosuch",), "no ruleset is called 'nosuch'"),
        (("nim", "3"), "depends on {n} alone"),
        (("nim", "{m} {n}"), "depends on {n} alone"),
        (("0.77", "{n}"), "exclude each other"),
        (("0.77", "--misere", "--compare", "x"), "exclude each other"),
    ],
)
def test_sequences_that_are_refused(arguments: tuple[str, ...], part: str) -> None:
    result = call("sequence", *arguments)
    assert_refused(result)
    assert part in result.err


def test_a_sequence_has_a_value() -> None:
    with pytest.raises(InputError, match="must be at least 1; it is 0"):
        position_sequence(load_ruleset("nim"), 0)


def test_only_impartial_rulesets_have_such_sequences() -> None:
    with pytest.raises(UnsupportedError, match="Domineering is partizan"):
        position_sequence(load_ruleset("domineering"), 3, "{n*.}")
