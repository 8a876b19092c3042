"""Kinds of value by name, and what one of them says of a position: a report for people and programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import attrs

from gamekit.cgt.impartial.grundy import grundy_walker
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.impartial.loopy import explored_loopy_value, total_of
from gamekit.cgt.impartial.loopy_table import LoopyTable, check_loopy_table
from gamekit.cgt.impartial.pair_search import search_grundy_value
from gamekit.cgt.misere.genus import Genera
from gamekit.cgt.outcome_tables import check_outcome_table, outcome_table
from gamekit.cgt.outcomes import OutcomeClass, Play
from gamekit.cgt.partizan.atomic_weight import atomic_weight, is_all_small
from gamekit.cgt.partizan.canonical import CanonicalForms, canonical_walker, outcome_of
from gamekit.cgt.partizan.canonical_proof import check_canonical_proof, proof_with_facts
from gamekit.cgt.partizan.latex import format_latex
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.reduced import reduced_canonical_form
from gamekit.cgt.partizan.search_proof import check_search_proof, proof_of_search
from gamekit.cgt.partizan.short_games import ShortGame, integer
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.partizan.thermographs import Thermograph, birthday, thermographs
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.proved import Proved
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.cgt.tasks import within_limit
from gamekit.cgt.time_limit import TimeLimitError, no_time_limit, time_limit
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError
from gamekit.errors import LimitError, UnsupportedError

By = Literal["walk", "search"]


@attrs.frozen
class Valuation(Proved):
    """What one kind of value says of a position.

    Attributes:
        kind: the name of the kind.
        value: the value, ready for JSON.
        sentence: the value in words.
        outcome: the outcome class that follows.
        winning: the options that win for each player, in the order Left and Right, as the ruleset lists them; only for
            players who move first and win.
        about: further facts, ready for JSON, such as the temperature.
        positions: how many positions were visited.
        proof: what proves the value.
        checker: the independent checker of such proofs.
        by: whether a walk over all followers found it, or a search.
        undecided: for how many options a search did not find out, within the limit, whether they win; those that are
            alike by symmetry count as one.
    """

    kind: str
    value: Any
    sentence: str
    outcome: OutcomeClass
    winning: tuple[list[Any], list[Any]]
    positions: int
    proof: Any
    checker: Callable[[Any], ProofReport]
    about: dict[str, Any] = attrs.field(factory=dict)
    by: By = "walk"
    undecided: int = 0


def _grundy(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    walker = grundy_walker(ruleset, max_positions)
    value = walker.value(position)
    winning = [option for option in walker.rules.options(position, LEFT) if not walker.value(option)]
    outcome = OutcomeClass.NEXT if value else OutcomeClass.PREVIOUS
    proof = GrundyProof(ruleset, walker.rules.canonical(position), value, walker.values)
    return Valuation(
        "grundy",
        value,
        f"Grundy value {value}",
        outcome,
        (winning, winning),
        len(walker.values),
        proof,
        check_grundy_proof,
    )


def _searched_value(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    search = search_grundy_value(ruleset, position, max_positions=max_positions)
    value = search.value(position)
    proof = GrundyProof(ruleset, search.rules.canonical(position), value, search.table(position))
    winning, undecided = search.winning_options(position)
    return Valuation(
        "grundy",
        value,
        f"Grundy value {value}",
        OutcomeClass.NEXT if value else OutcomeClass.PREVIOUS,
        (winning, winning),
        search.positions,
        proof,
        check_grundy_proof,
        by="search",
        undecided=undecided,
    )


def _searched_outcome(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    if ruleset.is_impartial:
        found = _searched_value(ruleset, position, max_positions)
        sentence = f"outcome class {found.outcome}"
        about = {"Grundy value": found.value}
        return attrs.evolve(found, kind="outcome", value=str(found.outcome), sentence=sentence, about=about)
    search: SumSearch[Any] = SumSearch(ruleset, max_positions=max_positions)
    search.outcome(position)
    (left, left_undecided), (right, right_undecided) = (
        search.winning_options(position, player) for player in (LEFT, RIGHT)
    )
    with no_time_limit():
        proof = proof_of_search(search, position, (left, right))
    return Valuation(
        "outcome",
        str(proof.outcome),
        f"outcome class {proof.outcome}",
        proof.outcome,
        (left, right),
        search.positions,
        proof,
        check_search_proof,
        by="search",
        undecided=left_undecided + right_undecided,
    )


def _canonical(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    walker = canonical_walker(ruleset, max_positions)
    game = walker.value(position)
    zero = integer(0)
    with no_time_limit():
        sentence, outcome = f"canonical form {game}", outcome_of(game)
        options = [walker.rules.options(position, player) for player in (LEFT, RIGHT)]
    left, left_undecided = within_limit(options[LEFT], lambda option: at_most(zero, walker.value(option)))
    right, right_undecided = within_limit(options[RIGHT], lambda option: at_most(walker.value(option), zero))
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
        if (found := reduced_canonical_form(game)) is not game:
            reduced = found
            about["reduced canonical form"] = str(reduced)
        about["LaTeX"] = format_latex(game)
    except TimeLimitError:
        about["out of time"] = f"{'after' if about else 'before'} the thermograph"
    heated = {walker.rules.canonical(position): graphs} if graphs else {}
    with no_time_limit():
        proof = proof_with_facts(walker, position, (left, right), heated, weight, reduced)
    return Valuation(
        "canonical",
        str(game),
        sentence,
        outcome,
        (left, right),
        len(walker.values),
        proof,
        check_canonical_proof,
        about,
        undecided=left_undecided + right_undecided,
    )


def _loopy(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    rules: Rules[Any] = Rules(ruleset)
    value, proof, vertices = explored_loopy_value(ruleset, position, max_positions)
    winning = []
    for option in rules.options(position, LEFT):
        left = total_of(proof.value(vertices[part]) for part in rules.parts(option))
        if left.outcome == OutcomeClass.PREVIOUS:
            winning.append(option)
    sentence = f"loopy value {value}"
    table = LoopyTable(
        ruleset,
        rules.canonical(position),
        value,
        tuple(vertices),
        proof.labels.tolist(),
        proof.counters.tolist(),
    )
    return Valuation(
        "loopy",
        str(value),
        sentence,
        value.outcome,
        (winning, winning),
        len(vertices),
        table,
        check_loopy_table,
    )


def _outcome(play: Play) -> Callable[[Ruleset[Any], Any, int], Valuation]:
    def outcome(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        table = outcome_table(ruleset, position, play=play, max_positions=max_positions)
        found = table.classes[table.position]
        kind = "outcome" if play == "normal" else "misere"
        name = "outcome class" if play == "normal" else "misère outcome class"
        return Valuation(
            kind,
            str(found),
            f"{name} {found}",
            found,
            table.winning(),
            len(table.classes),
            table,
            check_outcome_table,
        )

    return outcome


def _genus(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    from gamekit.cgt.misere.genus_proof import check_genus_proof, prove_genus

    rules: Rules[Any] = Rules(ruleset)
    proof = prove_genus(ruleset, position, max_positions=max_positions)
    winning = [option for option in rules.options(proof.position, LEFT) if not proof.table[option].beside(0)]
    outcome = OutcomeClass.NEXT if proof.value.beside(0) else OutcomeClass.PREVIOUS
    return Valuation(
        "genus",
        str(proof.value),
        f"genus {proof.value}",
        outcome,
        (winning, winning),
        len(proof.table),
        proof,
        check_genus_proof,
    )


def _quotient(ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
    from gamekit.cgt.misere.proof import ElementProof, check_element
    from gamekit.cgt.misere.quotient import MOST_ATOMS, misere_quotient, winning_in_misere

    rules: Rules[Any] = Rules(ruleset)
    position = rules.canonical(position)
    found = misere_quotient(ruleset, position, max_atoms=min(max_positions, MOST_ATOMS))
    atoms = rules.indivisible_parts(position)
    element = found.element(atoms)
    name = found.names[element]
    winning = winning_in_misere(found, position)
    portion = [found.names[element] for element in sorted(found.portion)]
    about = {
        "order": found.order,
        "P-portion": ", ".join(portion) or "empty",
        "generators": "; ".join(
            f"{letter} = {rules.describe(atom)}" for letter, atom in found.generators.items()
        )
        or "none",
    }
    sentence = f"element {name} of the misère quotient, which has {found.order:,} elements"
    outcome = found.outcome(atoms)
    return Valuation(
        "quotient",
        name,
        sentence,
        outcome,
        (winning, winning),
        len(found.pretending),
        ElementProof(found, position, element, outcome),
        check_element,
        about,
    )


KINDS: Final[dict[str, Callable[[Ruleset[Any], Any, int], Valuation]]] = {
    "canonical": _canonical,
    "grundy": _grundy,
    "loopy": _loopy,
    "outcome": _outcome("normal"),
    "misere": _outcome("misere"),
    "genus": _genus,
    "quotient": _quotient,
}
"""What computes each kind from a ruleset, a position and the most positions to visit."""

SEARCHES: Final = {"grundy": _searched_value, "outcome": _searched_outcome}
"""What finds a kind by search, from the same."""


def usual_kind(ruleset: Ruleset[Any]) -> str:
    """Return the kind of value that says most about a ruleset's positions."""
    return "grundy" if ruleset.is_impartial else "canonical"


def valuate(
    ruleset: Ruleset[Any],
    position: Any,
    kind: str | None = None,
    *,
    by: By | None = None,
    max_positions: int = DEFAULT_MAX_POSITIONS,
    seconds: float | None = None,
) -> Valuation:
    """Return what a kind of value says of a position; by default the kind that says most.

    By default, where play can go on for ever, positions of an impartial game get loopy values, and those of a partizan
    one outcome classes.

    Args:
        ruleset: the rules.
        position: the position.
        kind: one of KINDS.
        by: "walk" visits all followers, "search" those that decide. By default, a Grundy value or who wins is searched
            after a walk that reached the limit.
        max_positions: the number of positions after which to stop, each time.
        seconds: how long it may take, without the check of the proof; a walk leaves half of it to a search. By
            default, as long as it needs.

    Raises:
        UnsupportedError: positions of the ruleset have no value of this kind, or it is not found in this way.
        LimitError: more than `max_positions` positions, or `seconds` are over.
        RulesError: the ruleset breaks a promise.
    """
    found = _valued(ruleset, position, kind, by, max_positions, seconds)
    rules: TriedRules[Any] = TriedRules(ruleset)
    rules.compare(position, rules.canonical(position))
    left, right = (
        rules.own_options_like(position, player, found.winning[player]) for player in (LEFT, RIGHT)
    )
    return attrs.evolve(found, winning=(left, right))


def _valued(
    ruleset: Ruleset[Any],
    position: Any,
    kind: str | None,
    by: By | None,
    max_positions: int,
    seconds: float | None,
) -> Valuation:
    """Return the same with representatives of the winning options."""
    searched = kind or ("grundy" if ruleset.is_impartial else "outcome")
    if by == "search" and searched not in SEARCHES:
        raise UnsupportedError(f"only {' and '.join(SEARCHES)} are found by search; {searched} is not")
    can_search = by != "walk" and searched in SEARCHES
    try:
        with time_limit(seconds):
            if by == "search":
                return SEARCHES[searched](ruleset, position, max_positions)
            try:
                with time_limit(seconds / 2 if seconds and can_search else seconds):
                    return _walked(ruleset, position, kind, max_positions)
            except LimitError as limit:
                if not can_search:
                    raise
                try:
                    return SEARCHES[searched](ruleset, position, max_positions)
                except LoopError:
                    raise limit from None
    except TimeLimitError:
        raise LimitError(
            f"no value of {Rules(ruleset).describe(position)} of {ruleset.called} was found in {seconds:g} seconds, "
            f"the limit that was set; raise --seconds (seconds in Python), or {_cheaper(searched, can_search)}"
        ) from None


def _walked(ruleset: Ruleset[Any], position: Any, kind: str | None, max_positions: int) -> Valuation:
    try:
        return KINDS[kind or usual_kind(ruleset)](ruleset, position, max_positions)
    except LoopError:
        if kind is not None:
            raise
        return KINDS["loopy" if ruleset.is_impartial else "outcome"](ruleset, position, max_positions)


def _cheaper(kind: str, was_searched: bool) -> str:
    """Return what to do where a kind of value takes too long to find."""
    if kind in ("misere", "genus", "quotient"):
        return Genera.cheaper
    return (
        "ask who wins if one player moves first (gamekit prove)" if was_searched else CanonicalForms.cheaper
    )
