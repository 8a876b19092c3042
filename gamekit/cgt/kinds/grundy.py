"""Grundy values of positions, by a walk or a search, and claims about them."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.kinds.claim import ClaimedRules, NumberedPositions, PositionClaim
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Ruleset


@attrs.frozen(kw_only=True)
class GrundyClaim(PositionClaim):
    """The Grundy value of a position, and a table of values that proves it."""

    name = "grundy"
    proof_class = GrundyProof

    value: int
    table: NumberedPositions

    @classmethod
    def fields_of(cls, proof: GrundyProof, rules: ClaimedRules) -> dict[str, Any]:
        return {"value": proof.value, "table": rules.rows(proof.table, proof.table.values())}

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        proof = GrundyProof(rules.ruleset, position, self.value, rules.by_position(self.table))
        return f"has the Grundy value {self.value}", check_grundy_proof(proof, most_divided=None)


class GrundyValue(ValueKind):
    """The nim heap that a position of an impartial game is worth."""

    name = "grundy"
    called = "Grundy value"
    is_game = True
    claims = (GrundyClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        walker = GrundyWalker(ruleset, max_positions=max_positions)
        value = walker.value(position)
        winning = [option for option in walker.rules.options(position, LEFT) if not walker.value(option)]
        proof = GrundyProof(ruleset, walker.rules.canonical(position), value, walker.values)
        return self._proved(proof, winning, len(walker.values))

    def search(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        from gamekit.cgt.impartial.pair_search import search_grundy_value  # which takes NumPy

        search = search_grundy_value(ruleset, position, max_positions=max_positions)
        value = search.value(position)
        proof = GrundyProof(ruleset, search.rules.canonical(position), value, search.table(position))
        winning, undecided = search.winning_options(position)
        return self._proved(proof, winning, search.positions, by="search", undecided=undecided)

    def _proved(self, proof: GrundyProof, winning: list[Any], positions: int, **more: Any) -> Valuation:
        outcome = OutcomeClass.NEXT if proof.value else OutcomeClass.PREVIOUS
        winners = winning, winning
        return self.valuation(proof.value, outcome, winners, positions, proof, check_grundy_proof, **more)


KIND = GrundyValue()
