"""Values of positions of games with entailing moves, and claims about them."""

from __future__ import annotations

from functools import reduce
from graphlib import CycleError, TopologicalSorter
from operator import or_
from typing import Any

import attrs

from gamekit.cgt.followers import explore
from gamekit.cgt.impartial.entailing import LOONY, EntailingProof, EntailingRules, check_entailing_proof
from gamekit.cgt.kinds.claim import ClaimedRules, NumberedPositions, PositionClaim, unless_other
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Player, Ruleset
from gamekit.cgt.walker import LoopError


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
        table = rules.by_position(self.table, self.position)
        proof = EntailingProof(rules.ruleset, position, table[position], table)
        proved = _in_words(proof.value, rules.is_entailed(position))
        report = unless_other(check_entailing_proof(proof, most_divided=None), proved, self.value)
        return f"has the entailing value {self.value}", report


class _Needed(EntailingRules):
    """Rules in which a position leads to those from whose values its own follows: its parts, or its options."""

    def options(self, position: Any, player: Player) -> list[Any]:
        parts = self.parts(position)
        return super().options(position, player) if parts == [position] else parts


class EntailingKind(ValueKind):
    """The nim heap that a position is worth if moves may have to be answered, or that it is loony."""

    name = "entailing"
    called = "entailing value"
    bears_entailing = True
    claims = (EntailingClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        rules = EntailingRules(ruleset)
        rules.require_impartial("entailing values")
        start = rules.canonical(position)
        options = rules.options(start, LEFT)
        numbers, (needed, _) = explore(_Needed(ruleset), [start, *options], max_positions)
        positions, table = list(numbers), dict[Any, int]()
        try:
            order = list(TopologicalSorter(dict(enumerate(needed))).static_order())
        except CycleError:
            raise LoopError(f"{self.called}s are for games without loops; ask for --kind outcome") from None
        for number in order:
            if (parts := rules.parts(at := positions[number])) != [at]:
                table[at] = rules.sum_of(parts, table)
            else:
                won = reduce(or_, (table[positions[option]] for option in needed[number]), 0)
                table[at] = ~won if rules.is_entailed(at) else ~won & won + 1
        proof = EntailingProof(ruleset, start, table[start], table)
        outcome = OutcomeClass.PREVIOUS if proof.value & 1 else OutcomeClass.NEXT
        winning = [option for option in options if table[option] & 1]
        value, winners = _in_words(proof.value, rules.is_entailed(start)), (winning, winning)
        return self.valuation(value, outcome, winners, len(table), proof, check_entailing_proof)


KIND = EntailingKind()
