"""Claims about values as JSON, with their proofs, and their verification, which repeats no walk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, get_args

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.claim_writers import WRITERS, Proof
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.impartial.loopy_table import LoopyTable, check_loopy_table
from gamekit.cgt.misere.genus import Genus
from gamekit.cgt.misere.genus_proof import GenusProof, check_genus_proof
from gamekit.cgt.misere.proof import check_quotient
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
from gamekit.cgt.registry import load_ruleset
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Ruleset
from gamekit.cgt.time_limit import time_to_check
from gamekit.errors import GamekitError, InputError
from gamekit.game.parameters import show
from gamekit.game.sentences import counted

KEY: Final = "gamekit_claim"


@attrs.frozen
class CheckedClaim:
    """A claim that was read from a file, and what a checker says of it.

    Attributes:
        sentence: the claim in words.
        report: the verdict.
    """

    sentence: str
    report: ProofReport


def claim_of(proof: Proof, name: str = "") -> dict[str, Any]:
    """Return a claim ready for JSON.

    Args:
        proof: the claim and what proves it.
        name: the name of the ruleset, unless the claim is about an octal code.

    Raises:
        LimitError: it has more than MOST_ENTRIES entries.
    """
    kind, write = WRITERS[type(proof)]
    return {KEY: kind, **write(proof, name)}


def check_claim(data: Any, seconds: float | None = None) -> CheckedClaim:
    """Return what a claim says, and whether it is proved.

    Args:
        data: the claim, as JSON gives it.
        seconds: how long it may take; by default, as long as it needs.

    Raises:
        InputError: the data are no claim.
        LimitError: `seconds` are over.

    >>> from gamekit.cgt import load_ruleset, prove_grundy_value
    >>> claim = claim_of(prove_grundy_value(load_ruleset("nim", [1, 2])), "nim")
    >>> checked = check_claim(claim)
    >>> print(checked.sentence, checked.report, sep="; ")
    1 2 of nim has the Grundy value 3; verified: all 4 positions
    """
    if not isinstance(data, dict) or data.get(KEY) not in _READERS:
        kinds = ", ".join(_READERS)
        raise InputError(f"a claim is a JSON object whose {KEY!r} is one of {kinds}; this is not one")
    try:
        with time_to_check("the claim", seconds):
            return _READERS[data[KEY]](data)
    except GamekitError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise InputError(f"the claim is malformed: {what}") from error


# --- reading --------------------------------------------------------------------------------------------------------


def _ruleset(data: dict[str, Any]) -> tuple[Rules[Any], str]:
    name = data["ruleset"]
    if not isinstance(name, str) or not isinstance(data["position"], str):
        raise InputError("the claim is malformed: `ruleset` and `position` must be text")
    return Rules(load_ruleset(name, data["parameters"])), name


def _numbers(values: Any, what: str) -> list[int]:
    listed = list(values)
    for value in listed:
        if type(value) is not int:
            raise InputError(f"the claim is malformed: {what} must be integers; one is {show(value)}")
    return listed


def _positions(rules: Rules[Any], entries: Any) -> list[Any]:
    return [rules.read(text) for text, *_ in entries]


def _forms(data: dict[str, Any]) -> Forms:
    return tuple(
        (tuple(_numbers(left, "options")), tuple(_numbers(right, "options"))) for left, right in data["forms"]
    )


def _read_grundy(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    values = _numbers((value for _, value in data["table"]), "values")
    (claimed,) = _numbers([data["value"]], "the value")
    table = dict(zip(_positions(rules, data["table"]), values, strict=True))
    proof = GrundyProof(rules.ruleset, rules.read(data["position"]), claimed, table)
    sentence = f"{data['position']} of {name} has the Grundy value {claimed}"
    return CheckedClaim(sentence, check_grundy_proof(proof, most_divided=None))


def _read_canonical(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    forms = _forms(data)
    numbers = _numbers((number for _, number in data["table"]), "forms")
    table = dict(zip(_positions(rules, data["table"]), numbers, strict=True))
    facts = _facts(data["facts"]) if "facts" in data else None  # an older claim names none
    heated = tuple(map(rules.read, data.get("heated", ())))
    position = rules.read(data["position"])
    proof = CanonicalProof(rules.ruleset, position, forms, table, facts, _winning(rules, data), heated)
    report = check_canonical_proof(proof, most_divided=None)
    sentence = f"{data['position']} of {name} has the canonical form {data['value']}"
    if report.ok:
        sentence += _said_of_form(proof, rules)
    sentence += _said_to_win(proof.winning)
    if report.ok and as_games(forms)[table[position]] is not parse_game(data["value"]):
        report = attrs.evolve(report, problem=f"the table proves another form than {data['value']}")
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


def _winning(rules: Rules[Any], data: dict[str, Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    left, right = data.get("winning", ((), ()))  # an older claim names none
    return tuple(map(rules.read, left)), tuple(map(rules.read, right))


def _fraction(text: Any) -> Fraction:
    if not (isinstance(text, str) and re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text)):
        raise InputError(f"the claim is malformed: {show(text)} is not a fraction, as '-7/2' is")
    return Fraction(text)


def _facts(data: dict[str, Any]) -> FormFacts:
    (birthday,) = _numbers([data["birthday"]], "the birthday")
    numbers = _numbers((number for number, _, _ in data["heats"]), "forms")
    heats = ((_fraction(mean), _fraction(heat)) for _, mean, heat in data["heats"])
    return FormFacts(
        _fraction(data["left_stop"]),
        _fraction(data["right_stop"]),
        birthday,
        OutcomeClass(data["outcome"]),
        dict(zip(numbers, heats, strict=True)),
        *(
            None if data.get(key) is None else _numbers([data[key]], "forms")[0]
            for key in ("atomic_weight", "reduced")
        ),
    )


def _read_genus(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    grundy = _numbers((value for _, value, _ in data["table"]), "values")
    misere = (tuple(_numbers(values, "values")) for _, _, values in data["table"])
    table = dict(zip(_positions(rules, data["table"]), map(Genus, grundy, misere), strict=True))
    position = rules.read(data["position"])
    if position not in table:
        raise InputError(f"the claim is malformed: the table has no entry for {show(data['position'])}")
    report = check_genus_proof(GenusProof(rules.ruleset, position, table[position], table))
    if report.ok and str(table[position]) != data["value"]:
        report = attrs.evolve(report, problem=f"the table proves {table[position]}, not {data['value']}")
    return CheckedClaim(f"{data['position']} of {name} has the genus {data['value']}", report)


def _read_loopy(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    labels = _numbers((label for _, label, _ in data["table"]), "labels")
    counters = _numbers((counter for _, _, counter in data["table"]), "counters")
    positions = tuple(_positions(rules, data["table"]))
    table = LoopyTable(rules.ruleset, rules.read(data["position"]), positions, labels, counters)
    return CheckedClaim(
        f"loopy values of {data['position']} of {name}", check_loopy_table(table, most_divided=None)
    )


def _read_outcome(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    if data["play"] not in get_args(Play):
        raise InputError(f"the claim is malformed: play must be normal or misere; it is {show(data['play'])}")
    classes = [OutcomeClass(found) for _, found, _, _ in data["table"]]
    left = _numbers((plies for _, _, plies, _ in data["table"]), "plies")
    right = _numbers((plies for _, _, _, plies in data["table"]), "plies")
    position = rules.read(data["position"])
    table = dict(zip(_positions(rules, data["table"]), classes, strict=True))
    proof = OutcomeTable(rules.ruleset, position, data["play"], table, list(zip(left, right, strict=True)))
    report = check_outcome_table(proof)
    if report.ok and str(table[position]) != data["value"]:
        report = attrs.evolve(report, problem=f"the table proves {table[position]}, not {data['value']}")
    play = "" if data["play"] == "normal" else "misère "
    return CheckedClaim(f"{data['position']} of {name} has the {play}outcome class {data['value']}", report)


def _read_search(data: dict[str, Any]) -> CheckedClaim:
    rules, name = _ruleset(data)
    numbers = _numbers((number for _, number in data["table"]), "forms")
    entries: dict[Any, bool] = {}
    for texts, form, player, wins in data["sums"]:
        _numbers((form, player), "forms and players")
        if player not in (LEFT, RIGHT) or type(wins) is not bool:
            raise InputError(
                "the claim is malformed: a sum names 0 or 1 for who moves, and true or false for whether it is won; "
                f"one has {show(player)} and {show(wins)}"
            )
        entries[tuple(map(rules.read, texts)), form, player] = wins
    proof = SearchProof(
        rules.ruleset,
        rules.read(data["position"]),
        OutcomeClass(data["value"]),
        _forms(data),
        dict(zip(_positions(rules, data["table"]), numbers, strict=True)),
        entries,
        _winning(rules, data),
    )
    sentence = (
        f"{data['position']} of {name} has the outcome class {data['value']}{_said_to_win(proof.winning)}"
    )
    return CheckedClaim(sentence, check_search_proof(proof, most_divided=None))


def _said_to_win(winning: Sequence[Sequence[Any]]) -> str:
    """Return how many options of each player a claim says to win, at the end of a sentence."""
    said = [
        f"{player} wins by {counted(len(set(options)), 'option')} named"
        for player, options in zip(PLAYERS, winning, strict=True)
        if options
    ]
    return f"; {' and '.join(said)}" if said else ""


def _sequence(data: dict[str, Any]) -> NDArray[np.uint16]:
    values = _numbers(data["values"], "values")
    if not all(0 <= value < 1 << 16 for value in values):
        raise InputError("the claim is malformed: a value is below 0 or above 65,535")
    return np.array(values, dtype=np.uint16)


def _read_period(data: dict[str, Any]) -> CheckedClaim:
    code = OctalCode.parse(data["code"])
    values = _sequence(data)
    period, last = _numbers([data["period"], data["last_exception"]], "period and last exception")
    proof = Period.claimed(code, period, last, values)
    report = ProofReport(0, problem="no such period", of="heap") if proof is None else check_period(proof)
    sentence = f"{code} has period {period:,} for ever; the last exception is {last:,}"
    return CheckedClaim(sentence, report)


def _read_sequence(data: dict[str, Any]) -> CheckedClaim:
    proof = SequenceProof(OctalCode.parse(data["code"]), _sequence(data))
    sentence = f"Grundy values of {proof.code} for heaps of 1 to {len(proof.values) - 1:,}"
    return CheckedClaim(sentence, check_sequence(proof))


def _read_quotient(data: dict[str, Any]) -> CheckedClaim:
    elements = _numbers((element for _, element in data["table"]), "elements")
    source: Ruleset[Any] | OctalCode
    if "code" in data:
        source, of = OctalCode.parse(data["code"]), data["code"]
        atoms = _numbers((heap for heap, _ in data["table"]), "heaps")
        if data["period"] is None:
            of = f"heaps of 1 to {len(atoms):,} of {of}"
    else:
        rules, of = _ruleset(data)
        source, atoms = rules.ruleset, _positions(rules, data["table"])
        of = f"{len(atoms):,} positions of {of}"
    quotient = MisereQuotient(
        source,
        dict(zip(atoms, elements, strict=True)),
        tuple(tuple(_numbers(row, "products")) for row in data["products"]),
        frozenset(_numbers(data["portion"], "the P-portion")),
        tuple(map(str, data["names"])),
        {},
        None if data["period"] is None else tuple(_numbers(data["period"], "the period")),  # type: ignore[arg-type]
    )
    report = check_quotient(quotient, most_divided=None)
    if report.ok and data["order"] != quotient.order:
        report = attrs.evolve(report, problem=f"the table has {quotient.order} elements, not {data['order']}")
    sentence = f"the misère quotient of {of} has order {data['order']}, with {len(quotient.portion)} in the P-portion"
    return CheckedClaim(sentence, report)


_READERS: Final[dict[str, Callable[[dict[str, Any]], CheckedClaim]]] = {
    "canonical": _read_canonical,
    "genus": _read_genus,
    "grundy": _read_grundy,
    "loopy": _read_loopy,
    "outcome": _read_outcome,
    "period": _read_period,
    "quotient": _read_quotient,
    "search": _read_search,
    "sequence": _read_sequence,
}
