"""Genera of positions, and claims about them."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.kinds.claim import ClaimedRules, PositionClaim, unless_other
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.misere.genus import Genus, GenusWalker
from gamekit.cgt.misere.genus_proof import GenusProof, check_genus_proof, prove_genus
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Ruleset


@attrs.frozen(kw_only=True)
class GenusClaim(PositionClaim):
    """The genus of a position, and a table of genera that proves it."""

    name = "genus"
    proof_class = GenusProof

    value: str
    table: tuple[tuple[str, int, tuple[int, ...]], ...]

    @classmethod
    def fields_of(cls, proof: GenusProof, rules: ClaimedRules) -> dict[str, Any]:
        genera = proof.table.values()
        rows = rules.rows(proof.table, (genus.grundy for genus in genera), (genus.misere for genus in genera))
        return {"value": str(proof.value), "table": rows}

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        rows = ((at, Genus(grundy, misere)) for at, grundy, misere in self.table)
        table = rules.by_position(rows, self.position)
        report = check_genus_proof(GenusProof(rules.ruleset, position, table[position], table))
        return f"has the genus {self.value}", unless_other(report, table[position], self.value)


class GenusKind(ValueKind):
    """The misère Grundy values of a position of an impartial game beside heaps of two."""

    name = called = "genus"
    claims = (GenusClaim,)
    cheaper = GenusWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
        proof = prove_genus(ruleset, position, max_positions=max_positions)
        winning = [
            option for option in rules.options(proof.position, LEFT) if not proof.table[option].beside(0)
        ]
        outcome = OutcomeClass.NEXT if proof.value.beside(0) else OutcomeClass.PREVIOUS
        winners = winning, winning
        return self.valuation(proof.value, outcome, winners, len(proof.table), proof, check_genus_proof)


KIND = GenusKind()
