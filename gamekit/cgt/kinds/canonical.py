"""Canonical forms of positions, facts about these forms, and claims about both."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import attrs

from gamekit.cgt.kinds.claim import ClaimedRules, NumberedPositions, PositionClaim, Sides
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.partizan.atomic_weight import atomic_weight, is_all_small
from gamekit.cgt.partizan.canonical import CanonicalWalker, outcome_of
from gamekit.cgt.partizan.canonical_proof import (
    CanonicalProof,
    as_games,
    check_canonical_proof,
    proof_with_facts,
)
from gamekit.cgt.partizan.form_facts import FormFacts
from gamekit.cgt.partizan.game_text import format_latex
from gamekit.cgt.partizan.notation import parse_game
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.reduced import reduced_canonical_form
from gamekit.cgt.partizan.short_games import ShortGame, integer
from gamekit.cgt.partizan.thermographs import Thermograph, birthday, thermographs
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Ruleset
from gamekit.cgt.tasks import within_limit
from gamekit.cgt.time_limit import TimeLimitError, no_time_limit
from gamekit.game.sentences import counted

Form: TypeAlias = Sides[int]
"""A form: the numbers of the forms that are Left's options, and of those that are Right's."""


@attrs.frozen(kw_only=True)
class CanonicalClaim(PositionClaim):
    """The canonical form of a position, the facts that follow, and the forms that prove it."""

    name = "canonical"
    proof_class = CanonicalProof

    value: str
    forms: tuple[Form, ...]
    table: NumberedPositions
    facts: FormFacts | None = None
    heated: tuple[str, ...] = ()
    winning: Sides[str] = ((), ())

    @classmethod
    def fields_of(cls, proof: CanonicalProof, rules: ClaimedRules) -> dict[str, Any]:
        return {
            "value": str(as_games(proof.forms)[proof.table[rules.canonical(proof.position)]]),
            "forms": proof.forms,
            "table": rules.rows(proof.table, proof.table.values()),
            "facts": None if proof.facts is None else attrs.asdict(proof.facts, value_serializer=_written),
            "heated": list(map(rules.text, proof.heated)),
            "winning": rules.texts(proof.winning),
        }

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        proof = CanonicalProof(
            rules.ruleset,
            position,
            self.forms,
            rules.by_position(self.table),
            self.facts,
            rules.positions(self.winning),
            tuple(map(rules.read, self.heated)),
        )
        report = check_canonical_proof(proof, most_divided=None)
        predicate = f"has the canonical form {self.value}"
        if report.ok:
            predicate += _form_clause(proof, rules)
            if as_games(self.forms)[proof.table[position]] is not parse_game(self.value):
                report = attrs.evolve(report, problem=f"the table proves another form than {self.value}")
        return predicate + winning_clause(proof.winning), report


def _written(_facts: Any, _field: Any, value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value


def _form_clause(proof: CanonicalProof, rules: ClaimedRules) -> str:
    facts, games = proof.facts, as_games(proof.forms)
    if facts is None:
        return ""
    facts_in_words = [f"stops {facts.left_stop} and {facts.right_stop}", f"birthday {facts.birthday}"]
    if facts.atomic_weight is not None:
        facts_in_words.append(f"atomic weight {games[facts.atomic_weight]}")
    if facts.reduced is not None:
        facts_in_words.append(f"reduced canonical form {games[facts.reduced]}")
    sentence = f", {', '.join(facts_in_words)} and outcome class {facts.outcome}"
    for position in proof.heated:
        mean, temperature = facts.heat_of(proof.table[position])
        of = "" if position == proof.position else f" of {rules.describe(position)}"
        sentence += f"; mean {mean} and temperature {temperature}{of}"
    return sentence


def winning_clause(winning: Sequence[Sequence[Any]]) -> str:
    """Return the end of a sentence that says how many winning options of each player a claim names."""
    moves_in_words = [
        f"{player} wins by {counted(len(set(options)), 'option')} named"
        for player, options in zip(PLAYERS, winning, strict=True)
        if options
    ]
    return f"; {' and '.join(moves_in_words)}" if moves_in_words else ""


class CanonicalForm(ValueKind):
    """The simplest game that a position equals, with its mean and temperature."""

    name = "canonical"
    called = "canonical form"
    is_game = True
    claims = (CanonicalClaim,)
    cheaper = CanonicalWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        walker = CanonicalWalker(ruleset, max_positions=max_positions)
        game = walker.value(position)
        zero = integer(0)
        with no_time_limit():
            outcome = outcome_of(game)
            options = [walker.rules.options(position, player) for player in (LEFT, RIGHT)]
        left, left_undecided = within_limit(options[LEFT], lambda option: at_most(zero, walker.value(option)))
        right, right_undecided = within_limit(
            options[RIGHT], lambda option: at_most(walker.value(option), zero)
        )
        graphs: dict[ShortGame, Thermograph] = {}
        weight, reduced = None, None
        about: dict[str, Any] = {}
        try:
            graphs = thermographs(game)
            about |= {"mean": str(graphs[game].mean), "temperature": str(graphs[game].temperature)}
            about |= zip(("left stop", "right stop"), map(str, game.stops), strict=True)
            about["birthday"] = birthday(game)
            if game != 0 and is_all_small(game):
                weight = atomic_weight(game)
                about["atomic weight"] = str(weight)
            near = reduced_canonical_form(game)
            about["reduced canonical form"] = str(near)
            reduced = None if near is game else near
            about["LaTeX"] = format_latex(game)
        except TimeLimitError:
            about["out of time"] = f"{'after' if about else 'before'} the thermograph"
        heated = {walker.rules.canonical(position): graphs} if graphs else {}
        with no_time_limit():
            proof = proof_with_facts(walker, position, (left, right), heated, weight, reduced)
            return self.valuation(
                game,
                outcome,
                (left, right),
                len(walker.values),
                proof,
                check_canonical_proof,
                about=about,
                undecided=left_undecided + right_undecided,
            )


KIND = CanonicalForm()
