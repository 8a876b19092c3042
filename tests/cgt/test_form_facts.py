"""What follows from canonical forms: claimed facts are proved, and changed ones are refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import call
from support.rulesets import partizan_rulesets

from gamekit import InputError
from gamekit.cgt import CanonicalProof, check_canonical_proof, parse_game, thermograph
from gamekit.cgt.claims import check_claim
from gamekit.cgt.kinds import valuate
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical_proof import Comparison, _fault_of_form, as_forms
from gamekit.cgt.partizan.form_facts import facts_of, fault_of_facts
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-3",
        "1/2",
        "5/8",
        "*",
        "*3",
        "^2*",
        "{2|-1/2}",
        "±1",
        "{3|{1|-2}}",
        "{{4|1}|{0|-7}}",
        "Tiny(2)",
        "{5|0,{1|-9}}",
    ],
)
def test_facts_of_a_form_are_proved_and_no_others(text: str) -> None:
    game = parse_game(text)
    forms, numbers = as_forms({0: game})
    outcome = OutcomeClass.NEXT  # is not checked here
    facts = facts_of(game, outcome, numbers[0], forms)
    assert fault_of_facts(facts, numbers[0], forms) is None
    graph = thermograph(game)
    assert facts.heat(numbers[0]) == (graph.mean, graph.temperature)
    wrong: list[Any] = [
        {"left_stop": facts.left_stop + 1},
        {"right_stop": facts.right_stop - Fraction(1, 2)},
        {"birthday": facts.birthday + 1},
        {"heats": {**facts.heats, len(forms): (Fraction(0), Fraction(0))}},
    ]
    for number, (mean, heat) in facts.heats.items():
        for change in (Fraction(1), Fraction(-1, 1024)):
            wrong.append({"heats": {**facts.heats, number: (mean + change, heat)}})
            wrong.append({"heats": {**facts.heats, number: (mean, heat + change)}})
        wrong.append({"heats": {key: value for key, value in facts.heats.items() if key != number}})
    for changed in wrong:
        assert fault_of_facts(attrs.evolve(facts, **changed), numbers[0], forms) is not None, changed


@given(partizan_rulesets(), st.sampled_from(list(OutcomeClass)))
def test_facts_of_random_games_are_proved(ruleset: Any, outcome: OutcomeClass) -> None:
    proof: CanonicalProof = valuate(ruleset, ruleset.start(), "canonical").proof
    assert proof.facts is not None
    assert check_canonical_proof(proof).ok
    other = attrs.evolve(proof, facts=attrs.evolve(proof.facts, outcome=outcome))
    assert check_canonical_proof(other).ok == (outcome == proof.facts.outcome)


def test_a_claim_says_its_facts_and_a_changed_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    shown = call("value", "clobber", "xoxo", "--save", str(file), "--json").json
    assert shown["unchecked"] == ["atomic weight", "reduced canonical form"]
    said = "mean 0, temperature 0, stops 0 and 0, birthday 3 and outcome class N"
    assert f"{said}; Left wins by 2 options named and Right wins by 2" in call("verify", str(file)).out
    claim = json.loads(file.read_text())
    for key, value, said in (
        ("left_stop", "1", "NOT VERIFIED: the stops of the form are 0 and 0"),
        ("outcome", "L", "NOT VERIFIED: the outcome class of the form is N"),
        ("heats", [], "NOT VERIFIED: the table of temperatures is not that of the form's followers"),
        ("right_stop", "1/0", "the claim is malformed"),
    ):
        file.write_text(json.dumps({**claim, "facts": {**claim["facts"], key: value}}))
        refused = call("verify", str(file))
        assert refused.status in (1, 2)
        assert said in refused.out + refused.err
    left, right = claim["winning"]
    for winning, said in (([right, left], "is no option of Left that has a form"), ([["xo.o"], []], "")):
        file.write_text(json.dumps({**claim, "winning": winning}))
        refused = call("verify", str(file))
        assert refused.status in (1, 2)
        assert said in refused.out + refused.err
    del claim["facts"], claim["winning"]
    file.write_text(json.dumps(claim))
    assert call("verify", str(file)).out.endswith(
        "has the canonical form ±{*,^}: verified: all 16 positions\n"
    )


@given(partizan_rulesets())
def test_every_option_wins_as_its_form_says_and_no_other_is_claimed_to(ruleset: Any) -> None:
    found = valuate(ruleset, ruleset.start(), "canonical")
    for player in (LEFT, RIGHT):
        for option in Rules(ruleset).options(ruleset.start(), player):
            claimed: list[tuple[Any, ...]] = [(), ()]
            claimed[player] = (option,)
            proof = attrs.evolve(found.proof, winning=tuple(claimed))
            assert check_canonical_proof(proof).ok == (option in found.winning[player])


@pytest.mark.parametrize("half", [((0, 0), (1,)), ((0,), (1, 1))])
def test_a_form_that_names_an_option_twice_is_refused(half: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Otherwise it would pass for one that is no number, whose stops are those of its options."""
    forms = (((), ()), ((0,), ()), half)
    assert _fault_of_form(Comparison(forms), 2) == "it names an option twice"


@pytest.mark.parametrize("stop", ["1e99999999", "1/0", "0.5", 1, None, "½"])
def test_what_is_no_fraction_is_refused(stop: Any, tmp_path: Path) -> None:
    saved = tmp_path / "half.json"
    call("value", "clobber", "xoxo", "--save", str(saved))
    claim = json.loads(saved.read_text())
    claim["facts"]["left_stop"] = stop
    with pytest.raises(InputError, match="the claim is malformed: "):
        check_claim(claim)
