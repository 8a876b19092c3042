"""Who wins partizan positions by search: those of canonical forms, and known results for larger ones, with proofs."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from support.command import call
from support.marks import cases
from support.rulesets import AnyPartizan, mcgs_cases_of, partizan_rulesets

from gamekit import LimitError
from gamekit.cgt import LEFT, RIGHT, OutcomeClass, analyse_sum, canonical_form, load_ruleset, position_of
from gamekit.cgt.partizan.canonical import outcome_of
from gamekit.cgt.partizan.search_proof import SearchProof, check_search_proof, proof_of_search
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.valuation import valuate
from gamekit.cgt.walker import LoopError

with_little_and_much_that_is_large = pytest.mark.parametrize("most_options", cases(quick=[2], slow=[0, 8]))


@with_little_and_much_that_is_large
@given(game=partizan_rulesets())
def test_winners_are_those_of_canonical_forms_and_proved(game: AnyPartizan, most_options: int) -> None:
    search = SumSearch(game, most_options=most_options)
    for position in range(len(game.listed)):
        expected = outcome_of(canonical_form(game, position))
        proof = proof_of_search(search, position)
        assert proof.outcome == expected
        assert check_search_proof(proof).ok
        for wrong in {*OutcomeClass} - {expected}:
            assert not check_search_proof(attrs.evolve(proof, outcome=wrong)).ok
        for player in (LEFT, RIGHT):
            assert search.winning_options(position, player) == (
                [
                    option
                    for option in game.options(position, player)
                    if outcome_of(canonical_form(game, option)).winners[1 - player] == player
                ],
                0,
            )


@with_little_and_much_that_is_large
@given(game=partizan_rulesets())
def test_winning_options_are_proved_and_no_others(game: AnyPartizan, most_options: int) -> None:
    search = SumSearch(game, most_options=most_options)
    start = game.start()
    winning = tuple(search.winning_options(start, player)[0] for player in (LEFT, RIGHT))
    proof = proof_of_search(search, start, winning)
    assert check_search_proof(proof).ok
    for player in (LEFT, RIGHT):
        for wrong in {*range(len(game.listed))} - {*winning[player]}:
            claimed = tuple((wrong,) if claimant == player else () for claimant in (LEFT, RIGHT))
            assert not check_search_proof(attrs.evolve(proof, winning=claimed)).ok


@given(partizan_rulesets(7), partizan_rulesets(7))
def test_winners_of_sums(first: AnyPartizan, second: AnyPartizan) -> None:
    total = position_of(first) + position_of(second)
    expected = outcome_of(canonical_form(first) + canonical_form(second))
    assert SumSearch(total).outcome(total.start()) == expected


@with_little_and_much_that_is_large
@given(game=partizan_rulesets())
def test_a_forged_table_is_refused(game: AnyPartizan, most_options: int) -> None:
    proof = proof_of_search(SumSearch(game, most_options=most_options), game.start())
    for entry, wins in proof.entries.items():
        assert not check_search_proof(attrs.evolve(proof, entries={**proof.entries, entry: not wins})).ok


def test_an_option_without_an_entry_is_not_lost() -> None:
    """Left alone can move from 2, and Right alone from there, so Left loses by moving first."""
    game = AnyPartizan((((), ()), ((), (0,)), ((1,), ())))
    entries = {((2,), 0, RIGHT): False, ((2,), 0, LEFT): True}
    proof = SearchProof(game, 2, OutcomeClass.LEFT, (((), ()),), {}, entries)
    assert "no option is known to be lost" in str(check_search_proof(proof))


@pytest.mark.parametrize(
    ("name", "least", "most", "every", "is_row"),
    cases(
        quick=[("clobber", 20, 32, 8, True)],
        slow=[("clobber", 13, 42, 9, True), ("clobber", 13, 17, 12, False), ("amazons", 19, 19, 12, False)],
        release=[
            ("clobber", 13, 42, 3, True),
            ("clobber", 13, 17, 4, False),
            ("amazons", 14, 19, 4, False),
        ],
    ),
)
def test_cases_of_mcgs(name: str, least: int, most: int, every: int, is_row: bool) -> None:
    """In MCGS, B is Left. Of larger boards of Clobber, some take minutes."""
    ruleset = load_ruleset(name)
    cases = [
        case for case in mcgs_cases_of(name, most) if len(case[0]) >= least and ("|" not in case[0]) == is_row
    ]
    checked = 0
    for position, results in cases[::every]:
        search = SumSearch(ruleset)
        at = search.rules.read(position.lower())
        for player, result in results.items():
            assert result == ("win" if search.wins(at, LEFT if player == "B" else RIGHT) else "loss"), (
                position
            )
            checked += 1
        assert check_search_proof(proof_of_search(search, at)).ok, position
    assert checked > 2


@pytest.mark.release
def test_a_proof_names_no_sum_that_was_found_later() -> None:
    """In this search, sums are won by one option, and another of their options, found later, is lost, too."""
    search = SumSearch(load_ruleset("clobber"))
    position = search.rules.read("xxxoo|xxoxo|oxxoo|ooxoo")
    proof = proof_of_search(search, position)
    assert proof.outcome.left_wins_first  # MCGS
    assert check_search_proof(proof).ok


@pytest.mark.slow
def test_where_a_table_is_too_large_outcomes_are_searched() -> None:
    clobber = load_ruleset("clobber", {"board": "xoxox|oxoxo"})
    searched = valuate(clobber, clobber.start(), "outcome", max_positions=1000)
    walked = valuate(clobber, clobber.start(), "outcome")
    assert (searched.kind, searched.by, walked.by) == ("outcome", "search", "walk")
    assert searched.value == walked.value
    every = valuate(clobber, clobber.start(), by="search")
    assert (every.undecided, list(map(set, every.winning))) == (0, list(map(set, walked.winning)))
    for some, known in zip(searched.winning, every.winning, strict=True):
        assert some
        assert set(some) <= set(known)
    assert searched.undecided >= sum(map(len, every.winning)) - sum(map(len, searched.winning)) > 0
    assert searched.check().ok
    with pytest.raises(LimitError, match="more than 10 positions of Clobber"):
        valuate(clobber, clobber.start(), by="search", max_positions=10)
    with pytest.raises(LimitError, match="more than 1,000 followers"):
        valuate(clobber, clobber.start(), "outcome", by="walk", max_positions=1000)


@pytest.mark.slow
def test_a_sum_too_large_for_forms_is_searched() -> None:
    clobber = load_ruleset("clobber")
    total = position_of(clobber, "xoxox|oxoxo") + position_of(load_ruleset("nim"), "1")
    walked, searched = analyse_sum(total), analyse_sum(total, max_positions=1700)
    assert (searched.value, searched.values) == (None, (None, None))
    assert searched.outcome == walked.outcome
    found = {(move.player, move.summand, move.option) for move in walked.moves}
    assert {(move.player, move.summand, move.option) for move in searched.moves} == found
    assert searched.undecided == 0
    assert searched.check().ok
    assert (
        not attrs.evolve(searched, proof=attrs.evolve(searched.proof, outcome=OutcomeClass.PREVIOUS))
        .check()
        .ok
    )


def test_loops_are_refused() -> None:
    with pytest.raises(LoopError):
        SumSearch(AnyPartizan((((1,), (1,)), ((0,), (0,))))).wins(0, LEFT)


@pytest.mark.slow
def test_a_claim_is_malformed(tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    assert call("value", "clobber", "xoxo|oxox", "--by", "search", "--save", str(file)).status == 0
    text = file.read_text()
    assert call("verify", str(file)).status == 0
    for wrong in (text.replace("true]", "1]"), text.replace("0, true]", "2, true]")):
        file.write_text(wrong)
        assert call("verify", str(file)).status == 2
    claim = json.loads(text)
    (parts, *_), *_ = claim["sums"]
    file.write_text(json.dumps({**claim, "sums": [claim["sums"][0], *claim["sums"]]}))
    assert f"{' + '.join(parts)} occurs twice" in call("verify", str(file)).err
    assert len(claim["winning"][0]) == 4
    file.write_text(json.dumps({**claim, "winning": [["oxox|xoxo"], []]}))
    refused = call("verify", str(file))
    assert refused.status == 1
    assert "oxox|xoxo is not an option of Left" in refused.out
    file.write_text(json.dumps({key: value for key, value in claim.items() if key != "winning"}))
    assert call("verify", str(file)).status == 0
