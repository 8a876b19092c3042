"""How claims about values, each with its proof, become JSON: a function for each kind of proof."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.cgt.impartial.loopy_table import LoopyTable
from gamekit.cgt.misere.genus_proof import GenusProof
from gamekit.cgt.misere.proof import ElementProof
from gamekit.cgt.misere.quotient import MisereQuotient
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import Period
from gamekit.cgt.octal.sequence_proof import SequenceProof
from gamekit.cgt.outcome_tables import OutcomeTable
from gamekit.cgt.partizan.canonical_proof import CanonicalProof, as_games
from gamekit.cgt.partizan.form_facts import FormFacts
from gamekit.cgt.partizan.search_proof import SearchProof
from gamekit.cgt.registry import name_of, parameters_of
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import Ruleset
from gamekit.errors import InputError, LimitError

MOST_ENTRIES: Final = 1_000_000

TableProof = CanonicalProof | GenusProof | GrundyProof | LoopyTable | OutcomeTable | SearchProof

Proof = TableProof | ElementProof | MisereQuotient | Period | SequenceProof


def _about(ruleset: Ruleset[Any], position: Any, name: str) -> dict[str, Any]:
    """Return what every claim about a position of a ruleset begins with."""
    name = name or name_of(ruleset)
    return {"ruleset": name, "parameters": parameters_of(ruleset), "position": Rules(ruleset).text(position)}


def _rows(ruleset: Ruleset[Any], positions: Collection[Any], *columns: Iterable[Any]) -> list[list[Any]]:
    """Return a table: in each row the text of a position, and what the columns have for it."""
    if len(positions) > MOST_ENTRIES:
        raise LimitError(
            f"a claim is saved with at most {MOST_ENTRIES:,} positions; this one has {len(positions):,}"
        )
    rules: Rules[Any] = Rules(ruleset)
    return [list(row) for row in zip(map(rules.text, positions), *columns, strict=True)]


def _texts(ruleset: Ruleset[Any], winning: Iterable[Iterable[Any]]) -> list[list[str]]:
    """Return the options that win for each player."""
    text = Rules(ruleset).text
    return [list(map(text, options)) for options in winning]


def _write_grundy(proof: GrundyProof, name: str) -> dict[str, Any]:
    rows = _rows(proof.ruleset, proof.table, proof.table.values())
    return {**_about(proof.ruleset, proof.position, name), "value": proof.value, "table": rows}


def _write_genus(proof: GenusProof, name: str) -> dict[str, Any]:
    found = proof.table.values()
    rows = _rows(
        proof.ruleset,
        proof.table,
        (genus.grundy for genus in found),
        (genus.misere for genus in found),
    )
    return {**_about(proof.ruleset, proof.position, name), "value": str(proof.value), "table": rows}


def _write_canonical(proof: CanonicalProof, name: str) -> dict[str, Any]:
    return {
        **_about(proof.ruleset, proof.position, name),
        "value": str(as_games(proof.forms)[proof.table[Rules(proof.ruleset).canonical(proof.position)]]),
        "forms": proof.forms,
        "table": _rows(proof.ruleset, proof.table, proof.table.values()),
        **({} if proof.facts is None else {"facts": _written(proof.facts)}),
        "heated": list(map(Rules(proof.ruleset).text, proof.heated)),
        "winning": _texts(proof.ruleset, proof.winning),
    }


def _written(facts: FormFacts) -> dict[str, Any]:
    return {
        "left_stop": str(facts.left_stop),
        "right_stop": str(facts.right_stop),
        "birthday": facts.birthday,
        "outcome": str(facts.outcome),
        "heats": [[number, str(mean), str(heat)] for number, (mean, heat) in facts.heats.items()],
        "atomic_weight": facts.atomic_weight,
        "reduced": facts.reduced,
    }


def _write_loopy(proof: LoopyTable, name: str) -> dict[str, Any]:
    rows = _rows(proof.ruleset, proof.positions, proof.labels, proof.counters)
    return {**_about(proof.ruleset, proof.position, name), "value": str(proof.value), "table": rows}


def _write_outcome(proof: OutcomeTable, name: str) -> dict[str, Any]:
    left, right = zip(*proof.plies, strict=True)
    return {
        **_about(proof.ruleset, proof.position, name),
        "play": proof.play,
        "value": str(proof.classes[proof.position]),
        "table": _rows(proof.ruleset, proof.classes, map(str, proof.classes.values()), left, right),
    }


def _write_search(proof: SearchProof, name: str) -> dict[str, Any]:
    text = Rules(proof.ruleset).text
    return {
        **_about(proof.ruleset, proof.position, name),
        "value": str(proof.outcome),
        "forms": proof.forms,
        "table": _rows(proof.ruleset, proof.table, proof.table.values()),
        "sums": [
            [[text(part) for part in parts], form, player, wins]
            for (parts, form, player), wins in proof.entries.items()
        ],
        "winning": _texts(proof.ruleset, proof.winning),
    }


def _write_period(proof: Period, _: str) -> dict[str, Any]:
    return {
        "code": str(proof.code),
        "period": proof.period,
        "last_exception": proof.last_exception,
        "exceptions": list(proof.exceptions.items()),
        "values": proof.values.tolist(),
    }


def _write_sequence(proof: SequenceProof, _: str) -> dict[str, Any]:
    if len(proof.values) > MOST_ENTRIES + 1:
        raise LimitError(
            f"a claim is saved with at most {MOST_ENTRIES:,} heaps; this one has {len(proof.values) - 1:,}"
        )
    return {"code": str(proof.code), "values": proof.values.tolist()}


def _write_quotient(quotient: MisereQuotient, _: str) -> dict[str, Any]:
    if not isinstance(quotient.source, OctalCode):
        raise InputError(
            "a misère quotient of a ruleset is saved with the element of a position: as the proof of "
            "`valuate(ruleset, position, 'quotient')`"
        )
    return {
        "code": str(quotient.source),
        "period": quotient.period,
        **_monoid(quotient),
        "generators": list(quotient.generators.items()),
        "table": list(quotient.pretending.items()),
    }


def _write_element(proof: ElementProof, name: str) -> dict[str, Any]:
    quotient, source = proof.quotient, proof.quotient.source
    assert not isinstance(source, OctalCode)
    rules: Rules[Any] = Rules(source)
    return {
        **_about(source, proof.position, name),
        "value": quotient.names[proof.element],
        "outcome": str(proof.outcome),
        **_monoid(quotient),
        "generators": [[letter, rules.text(atom)] for letter, atom in quotient.generators.items()],
        "table": _rows(source, quotient.pretending, quotient.pretending.values()),
    }


def _monoid(quotient: MisereQuotient) -> dict[str, Any]:
    return {
        "order": quotient.order,
        "products": quotient.products,
        "portion": sorted(quotient.portion),
        "names": quotient.names,
    }


WRITERS: Final[dict[type[Any], tuple[str, Callable[[Any, str], dict[str, Any]]]]] = {
    CanonicalProof: ("canonical", _write_canonical),
    GenusProof: ("genus", _write_genus),
    GrundyProof: ("grundy", _write_grundy),
    LoopyTable: ("loopy", _write_loopy),
    OutcomeTable: ("outcome", _write_outcome),
    Period: ("period", _write_period),
    SearchProof: ("search", _write_search),
    SequenceProof: ("sequence", _write_sequence),
    MisereQuotient: ("quotient", _write_quotient),
    ElementProof: ("element", _write_element),
}
