"""The checker of Grundy values: it accepts what is true, and no table with a mistake in it."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.rulesets import AnyImpartial, impartial_rulesets

from gamekit.cgt import check_grundy_proof, load_ruleset, prove_grundy_value
from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.game.sentences import all_of
from games.rulesets.heap_notation import Heaps
from games.rulesets.kayles import Kayles


@given(impartial_rulesets())
def test_what_is_true_is_verified(game: AnyImpartial) -> None:
    proof = prove_grundy_value(game)
    report = check_grundy_proof(proof)
    assert report.ok
    assert report.checked == len(proof.table)
    assert str(report) == f"verified: {all_of(len(proof.table), 'position')}"


@given(impartial_rulesets(), st.data())
def test_no_value_can_be_changed(game: AnyImpartial, data: st.DataObject) -> None:
    proof = prove_grundy_value(game)
    position = data.draw(st.sampled_from(sorted(proof.table)))
    wrong = data.draw(st.integers(0, 9))
    assume(wrong != proof.table[position])
    assert not check_grundy_proof(attrs.evolve(proof, table={**proof.table, position: wrong})).ok


@given(impartial_rulesets(), st.data())
def test_entries_that_are_left_out_make_nothing_else_true(game: AnyImpartial, data: st.DataObject) -> None:
    """What is left may still prove the value, by replies to the options without an entry, but never another one."""
    proof = prove_grundy_value(game)
    left_out = data.draw(st.sets(st.sampled_from(sorted(proof.table))))
    wrong = data.draw(st.integers(0, 9))
    assume(wrong != proof.value)
    table = {position: value for position, value in proof.table.items() if position not in left_out}
    assert not check_grundy_proof(attrs.evolve(proof, value=wrong, table=table)).ok
    changed = {**table, proof.position: wrong}
    assert not check_grundy_proof(attrs.evolve(proof, value=wrong, table=changed)).ok
    if proof.position in left_out:
        assert not check_grundy_proof(attrs.evolve(proof, table=table)).ok


def test_an_option_without_an_entry_needs_a_reply() -> None:
    """3 has the options 1 and 2, and 2 has only 1: without an entry for 1, nothing refutes 2."""
    game = AnyImpartial(((), (0,), (1,), (1, 2)))
    assert check_grundy_proof(GrundyProof(game, 3, 2, {0: 0, 1: 1, 2: 0, 3: 2})).ok
    report = check_grundy_proof(GrundyProof(game, 3, 0, {0: 0, 3: 0}))
    assert str(report) == "NOT VERIFIED: 3 = 0: 2 is not among the entries before it, nor refuted by them"


def test_the_claim_is_compared_with_the_table() -> None:
    proof = prove_grundy_value(load_ruleset("kayles", [6]))
    report = check_grundy_proof(attrs.evolve(proof, value=4))
    assert str(report) == "NOT VERIFIED: the table has 3 for 6, and the claim is 4"


def test_labels_that_fit_round_a_loop_prove_nothing() -> None:
    """Two positions that lead to each other: 0 and 1 would fit, but play does not end."""
    game = AnyImpartial(((1,), (0,)))
    report = check_grundy_proof(GrundyProof(game, 1, 1, {0: 0, 1: 1}))
    assert "1 is not among the entries before it" in str(report)


@attrs.frozen
class Careless(Kayles):
    """Kayles, but a row of four is taken for two rows of two."""

    def parts(self, position: Heaps) -> Any:
        return [(2,), (2,)] if position == (4,) else super().parts(position)


def test_parts_are_not_trusted() -> None:
    report = check_grundy_proof(prove_grundy_value(Careless((6,))))
    problem = "the options of 4 are not those of the sum of its parts: a move to 3 is in no part"
    assert str(report) == f"NOT VERIFIED: 4 = 0: {problem}"


@pytest.mark.parametrize(
    "name", ["chomp", "cram", "grundys-game", "kayles", "octal", "subtraction", "wythoff"]
)
def test_the_rulesets_keep_their_promises(name: str) -> None:
    assert check_grundy_proof(prove_grundy_value(load_ruleset(name))).ok
