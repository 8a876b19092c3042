"""How claims about values are read from JSON, each with its proof, and checked: a function for each kind of claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.claim_fields import (
    Fields,
    fraction,
    keyed,
    list_of,
    malformed,
    number,
    one_of,
    optional,
    row_of,
    text,
    truth,
)
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.impartial.loopy import LoopyValue
from gamekit.cgt.impartial.loopy_table import LoopyTable, check_loopy_table
from gamekit.cgt.misere.genus import Genus
from gamekit.cgt.misere.genus_proof import GenusProof, check_genus_proof
from gamekit.cgt.misere.proof import ElementProof, check_element, check_quotient
from gamekit.cgt.misere.quotient import MisereQuotient
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import Period, check_period
from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
from gamekit.cgt.outcome_tables import OutcomeTable, check_outcome_table
from gamekit.cgt.outcomes import OutcomeClass, Play
from gamekit.cgt.partizan.canonical_proof import CanonicalProof, as_games, check_canonical_proof
from gamekit.cgt.partizan.comparison import Forms
from gamekit.cgt.partizan.form_facts import FormFacts
from gamekit.cgt.partizan.notation import parse_game
from gamekit.cgt.partizan.search_proof import SearchProof, check_search_proof
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.registry import load_ruleset, name_of
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Ruleset
from gamekit.cgt.tried_rules import TriedRules
from gamekit.game.parameters import show
from gamekit.game.rules_files import placed_class
from gamekit.game.sentences import counted


@attrs.frozen
class CheckedClaim:
    """A claim that was read from a file, and what a checker says of it.

    Attributes:
        sentence: the claim in words.
        report: the verdict.
    """

    sentence: str
    report: ProofReport


_SIDES: Final = row_of(list_of(number), list_of(number))
_WINNING: Final = row_of(list_of(text), list_of(text))


def _ruleset(claim: Fields) -> tuple[TriedRules[Any], str]:
    name = claim.read("ruleset", text)
    ruleset = load_ruleset(name, claim.data["parameters"])
    return TriedRules(ruleset), name_of(ruleset) if placed_class(name) else name


def _position(claim: Fields, rules: TriedRules[Any]) -> tuple[str, Any]:
    """Return the position that a claim is about, as it is written and as it is read."""
    written = claim.read("position", text)
    position = rules.read(written)
    rules.compare(rules.as_named(written), position)
    return written, position


def _table(claim: Fields, rules: Rules[Any], *forms: Any) -> dict[Any, tuple[Any, ...]]:
    """Return what a table has for each position."""
    rows = claim.read("table", list_of(row_of(text, *forms)))
    return keyed(((rules.read(written), rest) for written, *rest in rows), rules.describe)  # type: ignore[misc]


def _firsts(table: dict[Any, tuple[Any, ...]]) -> dict[Any, Any]:
    return {key: first for key, (first, *_) in table.items()}


def _forms(claim: Fields) -> Forms:
    return tuple((tuple(left), tuple(right)) for left, right in claim.read("forms", list_of(_SIDES)))


def _unless_other(report: ProofReport, proved: Any, claimed: Any) -> ProofReport:
    """Return a report with a problem if what is proved is not what is claimed."""
    if not report.ok or str(proved) == str(claimed):
        return report
    return attrs.evolve(report, problem=f"the table proves {proved}, not {claimed}")


def _read_grundy(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    value = claim.read("value", number)
    proof = GrundyProof(rules.ruleset, position, value, _firsts(_table(claim, rules, number)))
    return CheckedClaim(
        f"{written} of {name} has the Grundy value {value}", check_grundy_proof(proof, most_divided=None)
    )


def _read_canonical(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    value, forms = claim.read("value", text), _forms(claim)
    table = _firsts(_table(claim, rules, number))
    facts = _facts(claim) if "facts" in claim else None  # an older claim names none
    heated = tuple(map(rules.read, claim.read("heated", list_of(text)) if "heated" in claim else ()))
    proof = CanonicalProof(rules.ruleset, position, forms, table, facts, _winning(rules, claim), heated)
    report = check_canonical_proof(proof, most_divided=None)
    sentence = f"{written} of {name} has the canonical form {value}"
    if report.ok:
        sentence += _said_of_form(proof, rules)
    sentence += _said_to_win(proof.winning)
    if report.ok and as_games(forms)[table[position]] is not parse_game(value):
        report = attrs.evolve(report, problem=f"the table proves another form than {value}")
    return CheckedClaim(sentence, report)


def _said_of_form(proof: CanonicalProof, rules: Rules[Any]) -> str:
    """Return what a claim says that follows from a form."""
    facts, games = proof.facts, as_games(proof.forms)
    if facts is None:
        return ""
    said = [f"stops {facts.left_stop} and {facts.right_stop}", f"birthday {facts.birthday}"]
    if facts.atomic_weight is not None:
        said.append(f"atomic weight {games[facts.atomic_weight]}")
    if facts.reduced is not None:
        said.append(f"reduced canonical form {games[facts.reduced]}")
    sentence = f", {', '.join(said)} and outcome class {facts.outcome}"
    for position in proof.heated:
        mean, temperature = facts.heats[proof.table[position]]
        of = "" if position == proof.position else f" of {rules.describe(position)}"
        sentence += f"; mean {mean} and temperature {temperature}{of}"
    return sentence


def _winning(rules: Rules[Any], claim: Fields) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    left, right = (
        claim.read("winning", _WINNING) if "winning" in claim else ((), ())
    )  # an older claim names none
    return tuple(map(rules.read, left)), tuple(map(rules.read, right))


def _facts(claim: Fields) -> FormFacts:
    facts = Fields(
        claim.data["facts"],
        ("left_stop", "right_stop", "birthday", "outcome", "heats"),
        ("atomic_weight", "reduced"),
    )
    heats = facts.read("heats", list_of(row_of(number, fraction, fraction)))
    return FormFacts(
        facts.read("left_stop", fraction),
        facts.read("right_stop", fraction),
        facts.read("birthday", number),
        facts.read("outcome", one_of(OutcomeClass)),
        keyed(((form, (mean, heat)) for form, mean, heat in heats), "the form {}".format),
        *(
            facts.read(name, optional(number)) if name in facts else None
            for name in ("atomic_weight", "reduced")
        ),
    )


def _read_genus(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    value = claim.read("value", text)
    rows = _table(claim, rules, number, list_of(number))
    table = {at: Genus(grundy, tuple(misere)) for at, (grundy, misere) in rows.items()}
    if position not in table:
        raise malformed(f"the table has no entry for {written}")
    report = check_genus_proof(GenusProof(rules.ruleset, position, table[position], table))
    sentence = f"{written} of {name} has the genus {value}"
    return CheckedClaim(sentence, _unless_other(report, table[position], value))


def _read_loopy(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    shown = claim.read("value", text)
    value = LoopyValue.parse(shown)
    if value is None:
        raise malformed(f"value must be a nim heap, or ∞ and nim heaps, as ∞(0, 2); it is {show(shown)}")
    table = _table(claim, rules, number, number)
    labels, counters = [label for label, _ in table.values()], [counter for _, counter in table.values()]
    proof = LoopyTable(rules.ruleset, position, value, tuple(table), labels, counters)
    return CheckedClaim(
        f"{written} of {name} has the loopy value {value}", check_loopy_table(proof, most_divided=None)
    )


def _read_outcome(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    play, value = claim.read("play", one_of(get_args(Play))), claim.read("value", text)
    rows = _table(claim, rules, one_of(OutcomeClass), number, number)
    table, plies = _firsts(rows), [(left, right) for _, left, right in rows.values()]
    report = check_outcome_table(OutcomeTable(rules.ruleset, position, play, table, plies))
    said = "" if play == "normal" else "misère "
    sentence = f"{written} of {name} has the {said}outcome class {value}"
    return CheckedClaim(sentence, _unless_other(report, table.get(position), value))


def _read_search(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    sums = claim.read("sums", list_of(row_of(list_of(text), number, number, truth)))
    if strays := {player for _, _, player, _ in sums} - {LEFT, RIGHT}:
        raise malformed(f"a sum names 0 or 1 for who moves; one has {min(strays)}")
    proof = SearchProof(
        rules.ruleset,
        position,
        claim.read("value", one_of(OutcomeClass)),
        _forms(claim),
        _firsts(_table(claim, rules, number)),
        keyed(
            (((tuple(map(rules.read, parts)), form, player), wins) for parts, form, player, wins in sums),
            lambda key: " + ".join(map(rules.describe, key[0])) or "an empty sum",
        ),
        _winning(rules, claim),
    )
    sentence = f"{written} of {name} has the outcome class {proof.outcome}{_said_to_win(proof.winning)}"
    return CheckedClaim(sentence, check_search_proof(proof, most_divided=None))


def _said_to_win(winning: Sequence[Sequence[Any]]) -> str:
    """Return how many options of each player a claim says to win, at the end of a sentence."""
    said = [
        f"{player} wins by {counted(len(set(options)), 'option')} named"
        for player, options in zip(PLAYERS, winning, strict=True)
        if options
    ]
    return f"; {' and '.join(said)}" if said else ""


def _sequence(claim: Fields) -> tuple[OctalCode, NDArray[np.uint16]]:
    values = claim.read("values", list_of(number))
    if not all(0 <= value < 1 << 16 for value in values):
        raise malformed("a value is below 0 or above 65,535")
    return OctalCode.parse(claim.read("code", text)), np.array(values, dtype=np.uint16)


def _read_period(claim: Fields) -> CheckedClaim:
    code, values = _sequence(claim)
    period, last = claim.read("period", number), claim.read("last_exception", number)
    exceptions: dict[int, int] = keyed(
        claim.read("exceptions", list_of(row_of(number, number))), "a heap of {:,}".format
    )
    proof = Period.claimed(code, period, last, exceptions, values)
    report = ProofReport(0, problem="no such period", of="heap") if proof is None else check_period(proof)
    which = f"last of {len(exceptions):,} exceptions" if len(exceptions) > 1 else "only exception"
    but = f"; the {which} is {last:,}" if exceptions else ""
    return CheckedClaim(f"{code} has period {period:,} for ever{but}", report)


def _read_sequence(claim: Fields) -> CheckedClaim:
    proof = SequenceProof(*_sequence(claim))
    sentence = f"Grundy values of {proof.code} for heaps of 1 to {len(proof.values) - 1:,}"
    return CheckedClaim(sentence, check_sequence(proof))


def _quotient(
    claim: Fields,
    source: Ruleset[Any] | OctalCode,
    pretending: dict[Any, int],
    generators: dict[str, Any],
    period: tuple[int, int] | None = None,
) -> MisereQuotient:
    quotient = MisereQuotient(
        source,
        pretending,
        tuple(map(tuple, claim.read("products", list_of(list_of(number))))),
        frozenset(claim.read("portion", list_of(number))),
        tuple(claim.read("names", list_of(text))),
        generators,
        period,
    )
    if (order := claim.read("order", number)) != quotient.order:
        raise malformed(f"order is {order:,}, and the table of products has {quotient.order:,} rows")
    return quotient


def _size(quotient: MisereQuotient) -> str:
    return f"order {quotient.order:,}, with {len(quotient.portion):,} in the P-portion"


def _read_quotient(claim: Fields) -> CheckedClaim:
    code = OctalCode.parse(claim.read("code", text))
    heaps: dict[int, int] = keyed(
        claim.read("table", list_of(row_of(number, number))), "a heap of {:,}".format
    )
    generators: dict[str, int] = keyed(claim.read("generators", list_of(row_of(text, number))), str)
    period = claim.read("period", optional(row_of(number, number)))
    quotient = _quotient(claim, code, heaps, generators, period)
    of = f"{code}" if period else f"heaps of 1 to {len(heaps):,} of {code}"
    but = f"; the elements have period {period[0]:,} after a heap of {period[1]:,}" if period else ""
    sentence = f"the misère quotient of {of} has {_size(quotient)}{but}"
    return CheckedClaim(sentence, check_quotient(quotient))


def _read_element(claim: Fields) -> CheckedClaim:
    rules, name = _ruleset(claim)
    written, position = _position(claim, rules)
    rows = claim.read("generators", list_of(row_of(text, text)))
    generators = keyed(((letter, rules.read(atom)) for letter, atom in rows), str)
    quotient = _quotient(claim, rules.ruleset, _firsts(_table(claim, rules, number)), generators)
    if len({*quotient.names}) != len(quotient.names):
        raise malformed("two elements have the same name")
    value = claim.read("value", one_of(quotient.names))
    outcome = claim.read("outcome", one_of(OutcomeClass))
    proof = ElementProof(quotient, position, quotient.names.index(value), outcome)
    sentence = (
        f"{written} of {name} is the element {value} of a misère quotient of {_size(quotient)}; its misère outcome "
        f"class is {outcome}"
    )
    return CheckedClaim(sentence, check_element(proof, most_divided=None))


_ABOUT: Final = "ruleset parameters position value"
_MONOID: Final = "order products portion names generators table"

READERS: Final[dict[str, tuple[Any, ...]]] = {
    "canonical": (_read_canonical, f"{_ABOUT} forms table", "facts heated winning"),
    "element": (_read_element, f"{_ABOUT} outcome {_MONOID}"),
    "genus": (_read_genus, f"{_ABOUT} table"),
    "grundy": (_read_grundy, f"{_ABOUT} table"),
    "loopy": (_read_loopy, f"{_ABOUT} table"),
    "outcome": (_read_outcome, f"{_ABOUT} play table"),
    "period": (_read_period, "code period last_exception exceptions values"),
    "quotient": (_read_quotient, f"code period {_MONOID}"),
    "search": (_read_search, f"{_ABOUT} forms table sums", "winning"),
    "sequence": (_read_sequence, "code values"),
}
"""What reads and checks a claim of each kind, which fields it must have, and which it may have."""
