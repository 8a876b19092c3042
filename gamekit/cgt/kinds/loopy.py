"""Loopy values of positions, and claims about them."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.impartial.loopy import LoopyTable, LoopyValue, check_loopy_table, labelled_followers
from gamekit.cgt.kinds.claim import ClaimedRules, PositionClaim, malformed
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Ruleset
from gamekit.game.parameters import show


@attrs.frozen(kw_only=True)
class LoopyClaim(PositionClaim):
    """The loopy value of a position, and the labels and counters that prove it."""

    name = "loopy"
    proof_class = LoopyTable

    value: str
    table: tuple[tuple[str, int, int], ...]

    @classmethod
    def fields_of(cls, proof: LoopyTable, rules: ClaimedRules) -> dict[str, Any]:
        rows = rules.rows(proof.positions, proof.labels, proof.counters)
        return {"value": str(proof.value), "table": rows}

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        value = LoopyValue.parse(self.value)
        if value is None:
            raise malformed(
                f"value must be a nim heap, or ∞ and nim heaps, such as ∞(0, 2); it is {show(self.value)}"
            )
        table = rules.by_position((at, numbers) for at, *numbers in self.table)
        labels, counters = ([numbers[i] for numbers in table.values()] for i in (0, 1))
        proof = LoopyTable(rules.ruleset, position, value, tuple(table), labels, counters)
        return f"has the loopy value {value}", check_loopy_table(proof, most_divided=None)


class Loopy(ValueKind):
    """The nim heap, or ∞(K), that a position of an impartial game is worth if play can go on for ever."""

    name = "loopy"
    called = "loopy value"
    claims = (LoopyClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        followers = labelled_followers(ruleset, position, max_positions)
        options = followers.rules.options(position, LEFT)
        winning = [option for option in options if followers.value(option).outcome == OutcomeClass.PREVIOUS]
        table, winners = followers.table(), (winning, winning)
        outcome, positions = table.value.outcome, len(table.positions)
        return self.valuation(table.value, outcome, winners, positions, table, check_loopy_table)


KIND = Loopy()
