"""The sides of positions from which play can go on for ever, and claims about them."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.cgt.followers import RAISE, explore
from gamekit.cgt.kinds.claim import ClaimedRules, PositionClaim, Sides, unless_other
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.cgt.stoppers.components import sides_of
from gamekit.cgt.stoppers.graphs import LoopyGraph
from gamekit.cgt.stoppers.sides_proof import SidesProof, check_sides_proof


@attrs.frozen(kw_only=True)
class SidesClaim(PositionClaim):
    """The sides of a position, the canonical forms of all sides, and a table that gives each follower two of them."""

    name = "sides"
    proof_class = SidesProof

    value: str
    forms: tuple[Sides[int], ...]
    table: tuple[tuple[str, int, int], ...]

    @classmethod
    def fields_of(cls, proof: SidesProof, rules: ClaimedRules) -> dict[str, Any]:
        onsides, offsides = zip(*proof.table.values(), strict=True)
        return {
            "value": str(proof.value()),
            "forms": list(zip(proof.forms.left, proof.forms.right, strict=True)),
            "table": rules.rows(proof.table, onsides, offsides),
        }

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        rows = ((at, (onside, offside)) for at, onside, offside in self.table)
        table = rules.by_position(rows, self.position)
        left, right = (tuple(form[side] for form in self.forms) for side in (LEFT, RIGHT))
        proof = SidesProof(rules.ruleset, position, LoopyGraph(left, right), table)
        report = check_sides_proof(proof)
        return f"is worth {self.value}", (
            unless_other(report, proof.value(), self.value) if report.ok else report
        )


MOST_POSITIONS: Final = 50_000

OUT_OF_REACH: Final = "the most of which sides are found; ask for outcome classes (--kind outcome)"


class SidesKind(ValueKind):
    """The stoppers that a position is worth if endless play wins for Left, and if it wins for Right."""

    name = "sides"
    called = "sides"
    claims = (SidesClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
        start = rules.root(position)
        limit = RAISE if max_positions < MOST_POSITIONS else OUT_OF_REACH
        numbers, (left, right) = explore(rules, [start], min(max_positions, MOST_POSITIONS), limit)
        sided = sides_of(LoopyGraph(tuple(map(tuple, left)), tuple(map(tuple, right))))
        table = dict(zip(numbers, zip(sided.onsides, sided.offsides, strict=True), strict=True))
        proof = SidesProof(ruleset, start, sided.forms, table)
        winning = tuple(
            [
                option
                for option in rules.options(start, player)
                if proof.value_of(option).outcome.winners[1 - player] == player
            ]
            for player in (LEFT, RIGHT)
        )
        value = proof.value()
        valuation = self.valuation(
            value, value.outcome, (winning[LEFT], winning[RIGHT]), len(table), proof, check_sides_proof
        )
        return attrs.evolve(valuation, sentence=f"stopper {value}") if value.is_stopper else valuation


KIND = SidesKind()
