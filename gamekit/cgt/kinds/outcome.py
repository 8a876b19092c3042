"""Outcome classes in normal play, by a walk or a search, and claims about them."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from gamekit.cgt.kinds import grundy
from gamekit.cgt.kinds.canonical import Form, winning_clause
from gamekit.cgt.kinds.claim import (
    Claim,
    ClaimedRules,
    NumberedPositions,
    PositionClaim,
    Sides,
    keyed,
    unless_other,
)
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.outcome_tables import OutcomeTable, check_outcome_table, outcome_table
from gamekit.cgt.outcomes import OutcomeClass, Play
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.partizan.search_proof import SearchProof, check_search_proof, proof_of_search
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Ruleset
from gamekit.cgt.time_limit import no_time_limit


@attrs.frozen(kw_only=True)
class OutcomeClaim(PositionClaim):
    """The outcome class of a position, and a table of classes, with the plies of each win, that proves it."""

    name = "outcome"
    proof_class = OutcomeTable

    play: Play
    value: str
    table: tuple[tuple[str, str, int, int], ...]

    @classmethod
    def fields_of(cls, proof: OutcomeTable, rules: ClaimedRules) -> dict[str, Any]:
        left, right = zip(*proof.plies, strict=True)
        return {
            "play": proof.play,
            "value": str(proof.classes[proof.position]),
            "table": rules.rows(proof.classes, map(str, proof.classes.values()), left, right),
        }

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        classes = rules.by_position(((at, OutcomeClass(outcome)) for at, outcome, _, _ in self.table))
        plies = [(left, right) for _, _, left, right in self.table]
        report = check_outcome_table(OutcomeTable(rules.ruleset, position, self.play, classes, plies))
        convention = "" if self.play == "normal" else "misère "
        return (
            f"has the {convention}outcome class {self.value}",
            unless_other(report, classes.get(position), self.value),
        )


@attrs.frozen(kw_only=True)
class SearchClaim(PositionClaim):
    """The outcome class of a partizan position, and the won and lost sums of a search that prove it.

    An entry for a sum has the texts of its large parts, the number of the form of its other parts, the player to move
    (0 is Left), and whether this player wins.
    """

    name = "search"
    proof_class = SearchProof

    value: OutcomeClass = attrs.field(converter=OutcomeClass)
    forms: tuple[Form, ...]
    table: NumberedPositions
    sums: tuple[tuple[tuple[str, ...], int, Player, bool], ...]
    winning: Sides[str] = ((), ())

    @classmethod
    def fields_of(cls, proof: SearchProof, rules: ClaimedRules) -> dict[str, Any]:
        return {
            "value": str(proof.outcome),
            "forms": proof.forms,
            "table": rules.rows(proof.table, proof.table.values()),
            "sums": [
                [list(map(rules.text, parts)), form, player, wins]
                for (parts, form, player), wins in proof.entries.items()
            ],
            "winning": rules.texts(proof.winning),
        }

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        entries: dict[Any, bool] = keyed(
            (
                ((tuple(map(rules.read, parts)), form, player), wins)
                for parts, form, player, wins in self.sums
            ),
            lambda key: " + ".join(map(rules.describe, key[0])) or "an empty sum",
        )
        table, winning = rules.by_position(self.table), rules.positions(self.winning)
        proof = SearchProof(rules.ruleset, position, self.value, self.forms, table, entries, winning)
        report = check_search_proof(proof, most_divided=None)
        return f"has the outcome class {self.value}{winning_clause(winning)}", report


class Outcome(ValueKind):
    """The outcome class of a position, whether or not play can go on for ever."""

    name = "outcome"
    claims: ClassVar[tuple[type[Claim], ...]] = (OutcomeClaim, SearchClaim)
    cheaper = CanonicalWalker.cheaper
    play: ClassVar[Play] = "normal"
    called = "outcome class"
    bears_entailing = True

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        table = outcome_table(ruleset, position, play=self.play, max_positions=max_positions)
        outcome = table.classes[table.position]
        with no_time_limit():
            winning = table.winning()
        return self.valuation(outcome, outcome, winning, len(table.classes), table, check_outcome_table)

    def search(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        if ruleset.is_impartial:
            value = grundy.KIND.search(ruleset, position, max_positions)
            sentence = f"{self.called} {value.outcome}"
            about = {"Grundy value": value.value}
            return attrs.evolve(
                value, kind=self.name, value=str(value.outcome), sentence=sentence, about=about
            )
        search: SumSearch[Any] = SumSearch(ruleset, max_positions=max_positions)
        search.outcome(position)
        (left, left_undecided), (right, right_undecided) = (
            search.winning_options(position, player) for player in (LEFT, RIGHT)
        )
        with no_time_limit():
            proof = proof_of_search(search, position, (left, right))
        return self.valuation(
            proof.outcome,
            proof.outcome,
            (left, right),
            search.positions,
            proof,
            check_search_proof,
            by="search",
            undecided=left_undecided + right_undecided,
        )


KIND = Outcome()
