"""Periods of values of any kind, of heaps from which counters are taken, beside more heaps than prove them."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import call

from gamekit.cgt import load_ruleset
from gamekit.cgt.octal.taking import value_period
from gamekit.cgt.valuation import valuate

NUMBERS = st.sets(st.integers(1, 4), max_size=3)


def code(numbers: set[int]) -> str:
    return "0." + "".join("3" if number in numbers else "0" for number in range(1, 5))


def values_of(ruleset: Any, kind: str, to: int) -> list[str]:
    return [str(valuate(ruleset, ruleset.parse_position(str(heap)), kind).value) for heap in range(to + 1)]


def outcomes_by_the_definition(left: set[int], right: set[int], to: int) -> list[str]:
    wins: list[tuple[bool, bool]] = []
    for heap in range(to + 1):
        wins.append(
            (
                any(number <= heap and not wins[heap - number][1] for number in left),
                any(number <= heap and not wins[heap - number][0] for number in right),
            )
        )
    return [
        {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[won] for won in wins
    ]


@given(NUMBERS, NUMBERS)
def test_outcome_classes_of_partizan_subtraction_have_periods_that_go_on(
    left: set[int], right: set[int]
) -> None:
    """A. Fraenkel and A. Kotzig, "Partizan octal games", 1987: the classes of all such games are periodic."""
    classes = outcomes_by_the_definition(left, right, 400)
    ruleset: Any = load_ruleset(
        "partizan-take-and-break", {"heaps": [1], "left": code(left), "right": code(right)}
    )
    assert values_of(ruleset, "outcome", 12) == classes[:13]
    found = value_period(ruleset, classes[:120])
    assert found is not None
    period, first = found
    assert all(classes[heap] == classes[heap + period] for heap in range(first, 400 - period))
    assert not first or classes[first - 1] != classes[first - 1 + period]
    assert not any(
        all(classes[heap] == classes[heap + less] for heap in range(first, 400 - less))
        for less in range(1, period)
    )


@pytest.mark.parametrize(
    ("left", "right", "period"), [({1}, {2}, 3), ({1}, {1}, 2), ({2}, {3}, 5), ({1, 2}, {1, 2}, 3)]
)
def test_canonical_forms_of_partizan_subtraction(left: set[int], right: set[int], period: int) -> None:
    """Taking a or b alone is periodic in a + b; taking the same numbers is a subtraction game."""
    ruleset: Any = load_ruleset(
        "partizan-take-and-break", {"heaps": [1], "left": code(left), "right": code(right)}
    )
    forms = values_of(ruleset, "canonical", 40)
    assert value_period(ruleset, forms[:20]) == (period, 0)
    assert all(forms[heap] == forms[heap + period] for heap in range(40 - period))


def test_nothing_is_claimed_where_the_promise_is_broken_or_heaps_split() -> None:
    alike = ["0"] * 30
    splits = load_ruleset("partizan-take-and-break", {"heaps": [1], "left": "0.7", "right": "0.03"})
    assert value_period(splits, alike) is None
    assert value_period(load_ruleset("kayles"), alike) is None

    @attrs.frozen
    class Liar(type(load_ruleset("subtraction"))):  # type: ignore[misc]
        def taking(self) -> tuple[int, ...]:
            return (1,)

    assert value_period(Liar(heaps=(1,), numbers=(1, 2)), alike) is None


@pytest.mark.parametrize(
    ("arguments", "values", "period"),
    [
        (("partizan-take-and-break", "-p", "left=0.3", "-p", "right=0.03"), ["1", "{1|0}", "0"] * 3, 3),
        (("subtraction", "-p", "numbers=1,2", "--kind", "misere"), ["P", "N", "N"] * 3, 3),
        (("top-entails",), ["loony", "0", "loony", "1", "0", "2", "1", "3", "0"], None),
    ],
)
def test_the_verb_shows_values_of_any_kind(
    arguments: tuple[str, ...], values: list[str], period: int | None
) -> None:
    found = call("sequence", *arguments, "--to", "9", "--json").json
    assert (found["values"], found["period"], found["verified"]) == (values, period, True)
