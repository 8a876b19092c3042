"""Saved claims: each is verified as it was written, and refused once anything in it is changed."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from support.command import assert_refused, call
from support.forging import is_slack, numbers_in
from support.marks import cases
from support.rulesets import partizan_rulesets

from gamekit import InputError
from gamekit.cgt import (
    LEFT,
    RIGHT,
    canonical_form,
    check_canonical_proof,
    dropped_options,
    load_ruleset,
    parse_game,
    prove_canonical_form,
)
from gamekit.cgt.claims import check_claim, claim_of
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import find_period
from gamekit.cgt.octal.sequence_proof import SequenceProof
from gamekit.cgt.partizan.canonical_proof import as_games
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate

QUICK = [
    ("value", "nim", "3 4 5"),
    ("value", "domineering", "...|..."),
    ("value", "digraph"),
    ("sum", "nim:1 2", "kayles:3"),
    ("value", "kayles", "5", "--kind", "genus"),
    ("sequence", "0.77", "--to", "40"),
]
SLOW = [
    ("value", "hackenbush"),
    ("sum", "domineering:..|..", "nim:1"),
    ("sum", "digraph:1", "nim:2"),
    ("value", "clobber", "xoxo|oxox", "--by", "search"),
    ("value", "nim", "2 2", "--kind", "misere"),
    ("value", "partizan-digraph"),
    ("value", "kayles", "9 5", "--kind", "quotient"),
    ("value", "umul-gonu"),
    ("sequence", "0.77", "--to", "200"),
    ("sequence", "0.123", "--to", "24", "--misere"),
    ("sequence", "0.1", "--to", "24", "--misere"),
]

each_claim = pytest.mark.parametrize(
    "arguments", cases(quick=[(each,) for each in QUICK], slow=[(each,) for each in SLOW]), ids=" ".join
)

ONE_HEAP = (
    '{"gamekit_claim": "grundy", "ruleset": "nim", "position": "1", "parameters": {}, "value": 1, '
    '"table": [TABLE]}'
)


@each_claim
def test_a_claim_is_saved_and_verified(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = str(tmp_path / "claim.json")
    assert call(*arguments, "--save", file).status == 0
    result = call("verify", file)
    assert (result.status, result.err) == (0, "")
    assert ": verified: all " in result.out
    assert call("verify", file, "--json").json["ok"] is True


@each_claim
def test_a_changed_claim_is_refused(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Any number, changed by one, makes a claim false, or is a malformed claim; some only describe it."""
    file = tmp_path / "claim.json"
    call(*arguments, "--save", str(file))
    claim = json.loads(file.read_text())
    chosen = random.Random(5)
    places = [place for place in numbers_in(claim) if place[0] != "parameters" and not is_slack(claim, place)]
    for place in chosen.sample(places, min(len(places), 12)):
        changed = json.loads(file.read_text())
        entry = changed
        for key in place[:-1]:
            entry = entry[key]
        entry[place[-1]] += 1
        try:
            assert not check_claim(changed).report.ok, place
        except InputError:
            continue


@given(partizan_rulesets())
def test_canonical_forms_of_random_games_are_proved(ruleset: Any) -> None:
    proof = prove_canonical_form(ruleset)
    assert check_canonical_proof(proof).ok
    assert as_games(proof.forms)[proof.table[proof.position]] is canonical_form(ruleset)
    kept = len(proof.forms[proof.table[proof.position]][0]) + len(proof.forms[proof.table[proof.position]][1])
    every = {(side, o) for side in (0, 1) for o in ruleset.options(ruleset.start(), side)}
    forms = {(side, proof.table[o]) for side, o in every}
    if len(dropped_options(proof)) < len(forms):
        assert kept
    for number, (left, right) in enumerate(proof.forms):
        if left or right:
            wrong = attrs.evolve(
                proof, table={**proof.table, proof.position: (number + 1) % len(proof.forms)}
            )
            assert check_canonical_proof(wrong).ok == (wrong.table == proof.table)
            beyond = attrs.evolve(proof, table={**proof.table, proof.position: len(proof.forms)})
            assert "there is no such form" in str(check_canonical_proof(beyond))


@pytest.mark.parametrize(
    ("name", "text"),
    cases(
        quick=[("hackenbush", "lrrl e(l)r"), ("clobber", "xoxo.xoo")],
        slow=[
            ("domineering", "....|...."),
            ("kayles", "9 4"),
            ("clobber", "xoxo|oxox"),
            ("amazons", "x..o|.#.."),
        ],
    ),
)
def test_options_are_dropped_for_a_reason_that_holds(name: str, text: str) -> None:
    ruleset = load_ruleset(name)
    position = ruleset.parse_position(text)
    proof = prove_canonical_form(ruleset, position)
    form, why = canonical_form(ruleset, position), {entry[:2]: entry[2] for entry in dropped_options(proof)}
    for player, kept in (LEFT, form.left), (RIGHT, form.right):
        for option in CheckedRuleset(ruleset).options(proof.position, player):
            game, reason = canonical_form(ruleset, option), why.pop((player, option), "")
            assert (game in kept) == (not reason)
            first, _, cause = reason.partition(" is ")
            other = parse_game(cause.split()[-1]) if reason else game
            assert not reason or parse_game(first) is game
            if cause.startswith("dominated"):
                assert other in kept
                assert other >= game if player == LEFT else other <= game
            elif cause:
                assert other in (game.right if player == LEFT else game.left)
                assert other <= form if player == LEFT else other >= form
    assert not why


def test_forms_that_are_not_canonical_are_refused() -> None:
    proof = prove_canonical_form(load_ruleset("domineering"))
    empty: tuple[int, ...] = ()
    # 1 = {0, -1|} has an option that is dominated, and {*|} = 0 one that is reversible
    for forms, problem in (
        (((empty, empty), (empty, (0,)), ((0, 1), empty)), "its option 0 dominates 1"),
        (((empty, empty), ((0,), (0,)), ((1,), empty)), "its option 1 is reversible through 0"),
        (((empty, (1,)),), "form 0 has an option that does not come before it"),
    ):
        report = check_canonical_proof(attrs.evolve(proof, forms=forms))
        assert (report.ok, report.checked) == (False, 0)
        assert problem in str(report)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("[]", "a claim must be a JSON object whose 'gamekit_claim' is one of"),
        ('{"gamekit_claim": "guess"}', "a claim must be a JSON object whose 'gamekit_claim' is one of"),
        ('{"gamekit_claim": 3}', "a claim must be a JSON object whose 'gamekit_claim' is one of"),
        ('{"gamekit_claim": "grundy"}', "the claim is malformed: it needs the parameter 'ruleset'"),
        (
            ONE_HEAP.replace('"nim"', "3").replace("TABLE", ""),
            "the claim is malformed: ruleset must be text; it is 3",
        ),
        (ONE_HEAP.replace("nim", "nym").replace("TABLE", ""), "no ruleset is called 'nym'"),
        (ONE_HEAP.replace("TABLE", '["x", 0]'), "not a position of Nim: heaps are written"),
        (
            ONE_HEAP.replace("TABLE", '["1", 1.5]'),
            "the claim is malformed: table[0][1] must be an integer; it is 1.5",
        ),
        (
            ONE_HEAP.replace("TABLE", '["0", 0], ["1", true]'),
            "the claim is malformed: table[1][1] must be an integer; it is true",
        ),
        (ONE_HEAP.replace("[TABLE]", "3"), "the claim is malformed: table must be a list; it is 3"),
        (
            ONE_HEAP.replace("TABLE", '["1", 5], ["0", 0], ["1", 1]'),
            "the claim is malformed: each key must occur once; 1 occurs twice",
        ),
        (
            ONE_HEAP.replace("TABLE", '["0", 0, 7]'),
            "the claim is malformed: table[0] must have 2 entries; it has 3",
        ),
        *(
            (
                ONE_HEAP.replace('"position": "1"', f'"position": "1{letter}"').replace("TABLE", ""),
                "the claim is malformed: position must be text without line breaks and control characters",
            )
            for letter in (r"\n", r"\u001b[8m", r"\u2028", r"\ud800")
        ),
        (
            ONE_HEAP.replace('"table": [TABLE]', '"outcome": "P", "table": []'),
            "the claim is malformed: it has no parameter 'outcome'",
        ),
    ],
)
def test_what_is_no_claim_gets_a_sentence(claim: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    file.write_text(claim)
    result = call("verify", str(file))
    assert_refused(result)
    assert message in result.err


def test_what_cannot_be_saved() -> None:
    for arguments, message in ((("value", "nim"), "cannot write /nowhere/claim.json"),):
        result = call(*arguments, "--save", "/nowhere/claim.json")
        assert_refused(result)
        assert message in result.err


def test_a_proof_of_another_position_proves_nothing() -> None:
    ruleset = load_ruleset("nim", [1, 2])
    claim = claim_of(valuate(ruleset, (1, 2)).proof, "nim")  # type: ignore[arg-type]
    assert check_claim(claim).report.ok
    assert not check_claim({**claim, "position": "5"}).report.ok


@pytest.mark.parametrize("value", [65536, 65537, -1, 1 - 65536])
def test_a_value_that_no_heap_can_have_is_refused(value: int) -> None:
    values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    claim = claim_of(SequenceProof(OctalCode.parse("0.77"), np.array(values, np.uint16)), "0.77")
    assert check_claim(claim).report.ok
    with pytest.raises(InputError, match=f"values must be from 0 to 65,535; one is {value}$"):
        check_claim({**claim, "values": [*values[:-1], value]})


@pytest.mark.parametrize("code", ["0.0", "4.0"])
def test_a_code_without_moves_is_read_as_it_is_written(code: str) -> None:
    assert OctalCode.parse(str(OctalCode.parse(code))) == OctalCode.parse(code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("0.1", "0.1 has period 1 for ever; the only exception is 1"),
        ("0.3", "0.3 has period 2 for ever"),
        ("0.137", "0.137 has period 34 for ever; the last of 6 exceptions is 51"),
    ],
)
def test_a_period_is_claimed_with_its_exceptions(code: str, said: str) -> None:
    found = find_period(code, 200)
    assert found is not None
    checked = check_claim(json.loads(json.dumps(claim_of(found, code))))
    assert (checked.sentence, checked.report.ok) == (said, True)
