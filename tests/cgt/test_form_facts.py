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
from gamekit.cgt import (
    CanonicalProof,
    PartizanRuleset,
    ShortGame,
    check_canonical_proof,
    parse_game,
    thermograph,
)
from gamekit.cgt.claims import check_claim
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.comparison import FormComparison
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.cgt.valuation import valuate


@attrs.frozen
class Played(PartizanRuleset[ShortGame]):
    """A short game as a ruleset, whose positions are it and its followers."""

    game: ShortGame

    def start(self) -> ShortGame:
        return self.game

    def options(self, position: ShortGame, player: Player) -> tuple[ShortGame, ...]:
        return position.left if player == LEFT else position.right


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
    proof: CanonicalProof = valuate(Played(game), game, "canonical").proof
    facts, number = proof.facts, proof.table[game]
    assert facts is not None
    assert check_canonical_proof(proof).ok
    graph = thermograph(game)
    assert facts.heat_of(number) == (graph.mean, graph.temperature)
    wrong: list[dict[str, Any]] = [
        {"left_stop": facts.left_stop + 1},
        {"right_stop": facts.right_stop - Fraction(1, 2)},
        {"birthday": facts.birthday + 1},
        {"heats": (*facts.heats, (len(proof.forms), Fraction(0), Fraction(0)))},
        {"heats": (*facts.heats, facts.heats[0])},
        {"atomic_weight": len(proof.forms)},
        {"reduced": -1},
    ]
    for i, (follower, mean, heat) in enumerate(facts.heats):
        before, after = facts.heats[:i], facts.heats[i + 1 :]
        for change in (Fraction(1), Fraction(-1, 1024)):
            wrong.append({"heats": (*before, (follower, mean + change, heat), *after)})
            wrong.append({"heats": (*before, (follower, mean, heat + change), *after)})
        wrong.append({"heats": (*before, *after)})
    for changed in wrong:
        assert not check_canonical_proof(attrs.evolve(proof, facts=attrs.evolve(facts, **changed))).ok, (
            changed
        )


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
    assert shown["about"]["atomic weight"] == "0"
    said = (
        "stops 0 and 0, birthday 3, atomic weight 0, reduced canonical form 0 and outcome class N; "
        "mean 0 and temperature 0"
    )
    assert f"{said}; Left wins by 2 options named and Right wins by 2" in call("verify", str(file)).out
    claim = json.loads(file.read_text())
    for key, value, said in (
        ("left_stop", "1", "NOT VERIFIED: the stops of the form are 0 and 0"),
        ("outcome", "L", "NOT VERIFIED: the outcome class of the form is N"),
        ("atomic_weight", 1, "NOT VERIFIED: form 1 is not the atomic weight of form 4"),
        ("reduced", 1, "NOT VERIFIED: form 1 is not reduced: it is near 0"),
        ("atomic_weight", "0", "the claim is malformed"),
        ("heats", [], "NOT VERIFIED: the table of temperatures is not that of the form's followers"),
        ("right_stop", "1/0", "the claim is malformed"),
    ):
        file.write_text(json.dumps({**claim, "facts": {**claim["facts"], key: value}}))
        refused = call("verify", str(file))
        assert refused.status in (1, 2)
        assert said in refused.out + refused.err
    left, right = claim["winning"]
    for winning, said in (([right, left], "is not an option of Left that has a form"), ([["xo.o"], []], "")):
        file.write_text(json.dumps({**claim, "winning": winning}))
        refused = call("verify", str(file))
        assert refused.status in (1, 2)
        assert said in refused.out + refused.err
    del claim["facts"], claim["heated"], claim["winning"]
    file.write_text(json.dumps(claim))
    assert call("verify", str(file)).out.endswith(
        "has the canonical form ±{*,^}: verified: all 16 positions; the symmetry was tried in 11 positions\n"
    )


@given(partizan_rulesets())
def test_every_option_wins_as_its_form_says_and_no_other_is_claimed_to(ruleset: Any) -> None:
    found = valuate(ruleset, ruleset.start(), "canonical")
    for player in (LEFT, RIGHT):
        for option in CheckedRuleset(ruleset).options(ruleset.start(), player):
            claimed: list[tuple[Any, ...]] = [(), ()]
            claimed[player] = (option,)
            proof = attrs.evolve(found.proof, winning=tuple(claimed))
            assert check_canonical_proof(proof).ok == (option in found.winning[player])


@pytest.mark.parametrize("half", [((0, 0), (1,)), ((0,), (1, 1))])
def test_a_form_that_names_an_option_twice_is_refused(half: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    """Otherwise it would pass for one that is no number, whose stops are those of its options."""
    forms = (((), ()), ((0,), ()), half)
    assert FormComparison(forms).fault_of_form(2) == "it names an option twice"


@pytest.mark.parametrize("stop", ["1e99999999", "1/0", "0.5", 1, None, "½"])
def test_what_is_no_fraction_is_refused(stop: Any, tmp_path: Path) -> None:
    saved = tmp_path / "half.json"
    call("value", "clobber", "xoxo", "--save", str(saved))
    claim = json.loads(saved.read_text())
    claim["facts"]["left_stop"] = stop
    with pytest.raises(InputError, match="the claim is malformed: "):
        check_claim(claim)
