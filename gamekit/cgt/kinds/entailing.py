"""Values of positions of games with entailing moves, and claims about them."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.impartial.entailing import (
    LOONY,
    EntailingProof,
    EntailingRules,
    check_entailing_proof,
    prove_entailing_value,
)
from gamekit.cgt.kinds.claim import ClaimedRules, NumberedPositions, PositionClaim, malformed, unless_other
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Ruleset


def _in_words(value: int, is_entailed: bool) -> str:
    if not is_entailed:
        return "loony" if value == LOONY else str(value.bit_length() - 1)
    is_lost, listed = value >= 0, [n for n in range(value.bit_length()) if (value >> n & 1) == (value >= 0)]
    heaps = ", ".join(map(str, listed))
    return f"to be answered, {'lost' if is_lost == bool(heaps) else 'won'} beside {heaps or 'all heaps'}"


@attrs.frozen(kw_only=True)
class EntailingClaim(PositionClaim):
    """The value of a position, and a table that proves it."""

    name = "entailing"
    proof_class = EntailingProof

    value: str
    table: NumberedPositions

    @classmethod
    def fields_of(cls, proof: EntailingProof, rules: ClaimedRules) -> dict[str, Any]:
        value = _in_words(proof.value, rules.is_entailed(proof.position))
        return {"value": value, "table": rules.rows(proof.table, proof.table.values())}

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        table = rules.by_position(self.table)
        if position not in table:
            raise malformed(f"the table must have an entry for {self.position}, and has none")
        proof = EntailingProof(rules.ruleset, position, table[position], table)
        proved = _in_words(proof.value, rules.is_entailed(position))
        report = unless_other(check_entailing_proof(proof, most_divided=None), proved, self.value)
        return f"has the entailing value {self.value}", report


class EntailingKind(ValueKind):
    """The nim heap that a position is worth if moves may have to be answered, or that it is loony."""

    name = "entailing"
    called = "entailing value"
    bears_entailing = True
    claims = (EntailingClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        rules, proof = EntailingRules(ruleset), prove_entailing_value(ruleset, position, max_positions)
        options = rules.options(proof.position, LEFT)
        outcome = OutcomeClass.PREVIOUS if proof.value & 1 else OutcomeClass.NEXT
        winning = [option for option in options if proof.table[option] & 1]
        value = _in_words(proof.value, rules.is_entailed(proof.position))
        positions = len(proof.table)
        return self.valuation(value, outcome, (winning, winning), positions, proof, check_entailing_proof)


KIND = EntailingKind()
