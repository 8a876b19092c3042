"""Proofs of canonical forms: a table of positions and forms, and a checker that compares games by the definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from operator import ge, le
from typing import Any

import attrs

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker, outcome_of
from gamekit.cgt.partizan.comparison import FormComparison, Forms
from gamekit.cgt.partizan.form_facts import FormFacts, fault_of_facts, fault_of_reduced
from gamekit.cgt.partizan.short_games import ShortGame, integer, short_game
from gamekit.cgt.partizan.thermographs import Thermograph, birthday, followers, is_integer
from gamekit.cgt.partizan.weight_proof import fault_of_weight
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Position, Ruleset
from gamekit.cgt.tried_rules import TriedRules, stray_option
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker


@attrs.frozen
class CanonicalProof:
    """A table of the canonical forms of positions, in an order in which each entry follows from earlier ones.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        forms: all forms that occur, options first.
        table: the number of the form of each position that the proof needs.
        facts: the facts about the form of the position; None if only the form is claimed.
        winning: the options of the position that are claimed to win for each player, in the order Left and Right.
        heated: the positions whose mean and temperature are claimed among the facts.
    """

    ruleset: Ruleset[Any]
    position: Any
    forms: Forms = attrs.field(repr=lambda forms: f"<{len(forms)} forms>")
    table: Mapping[Any, int] = attrs.field(repr=lambda table: f"<{len(table)} positions>")
    facts: FormFacts | None = None
    winning: tuple[Sequence[Any], Sequence[Any]] = attrs.field(default=((), ()), repr=False)
    heated: Sequence[Any] = attrs.field(default=(), repr=False)


def as_forms(games: Iterable[ShortGame]) -> tuple[Forms, dict[ShortGame, int]]:
    """Return the forms of games and of all their followers, and the number of each game's form."""
    numbers: dict[ShortGame, int] = {}
    forms: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for game in followers(*games, whole_integers=False):
        numbers[game] = len(forms)
        left, right = (tuple(numbers[option] for option in side) for side in (game.left, game.right))
        forms.append((left, right))
    return tuple(forms), numbers


def check_canonical_proof(proof: CanonicalProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check that each form is canonical, and that each position has its form.

    The facts that are claimed about the position's form have to follow from it, too. Options that are claimed to win
    have to be at least 0 for Left, and at most 0 for Right. A form is canonical if no option is dominated by another
    one, and none is reversible. A position with parts has their sum as its form, and any other position the game with
    the forms of its options: for each option that the form does not have, another one dominates it or a reply reverses
    it, or else the comparison fails. The options of a divided position have to be those of the sum.

    Args:
        proof: the table and the facts that it claims.
        most_divided: the number of divided positions, from the start of the table, whose options are compared with
            those of the sum; None for as many as a few seconds allow.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset, prove_canonical_form
    >>> print(check_canonical_proof(prove_canonical_form(load_ruleset("domineering"))))
    verified: all 7 positions; the symmetry was tried in 14 positions
    """
    rules: CheckedRuleset[Any] = TriedRules(proof.ruleset)
    compare = FormComparison(proof.forms)
    report = check_forms(Divisions(rules, most_divided), compare, proof.table)
    if not report.ok:
        return report
    number = proof.table.get(rules.canonical(proof.position))
    if number is None:
        return attrs.evolve(report, problem=f"the table has no entry for {rules.describe(proof.position)}")
    fault = _fault_of_facts(proof, number, compare) or _fault_of_winning(proof, rules, compare)
    return attrs.evolve(report, problem=fault)


def _fault_of_facts(proof: CanonicalProof, number: int, compare: FormComparison) -> str | None:
    facts = proof.facts
    if facts is None:
        return None
    heated = [proof.table.get(position, -1) for position in proof.heated]
    numbers = (*heated, *(other for other in (facts.atomic_weight, facts.reduced) if other is not None))
    if any(not 0 <= other < len(proof.forms) for other in numbers):
        return "facts name a position or a form that there is not"
    outcome = OutcomeClass.of(
        left_first=not compare.at_most((number,), ()), right_first=compare.at_most((), (number,))
    )
    if outcome != facts.outcome:
        return f"the outcome class of the form is {outcome}"
    fault = fault_of_facts(facts, number, proof.forms, heated)
    if fault is None and facts.atomic_weight is not None:
        fault = fault_of_weight(proof.forms, number, facts.atomic_weight)
    if fault is None and facts.reduced is not None:
        fault = fault_of_reduced(compare, number, facts.reduced)
    return fault


def _fault_of_winning(
    proof: CanonicalProof, rules: CheckedRuleset[Any], compare: FormComparison
) -> str | None:
    for player in (LEFT, RIGHT):
        options = rules.options(rules.canonical(proof.position), player) if proof.winning[player] else []
        for option in map(rules.canonical, proof.winning[player]):
            if option not in options or option not in proof.table:
                return f"{rules.describe(option)} is not an option of {PLAYERS[player]} that has a form"
            form = (proof.table[option],)
            if not (compare.at_most((), form) if player == LEFT else compare.at_most(form, ())):
                return f"{rules.describe(option)} does not win for {PLAYERS[player]}"
    return None


def check_forms(divisions: Divisions, compare: FormComparison, table: Mapping[Any, int]) -> ProofReport:
    """Check that all forms of a comparison are canonical, and that each position has the form that a table gives."""
    rules, forms = divisions.rules, compare.forms
    for number, options in enumerate(forms):
        if any(not 0 <= option < number for side in options for option in side):
            return ProofReport(0, problem=f"form {number} has an option that does not come before it")
        if problem := compare.fault_of_form(number):
            return ProofReport(0, problem=f"form {number} is not canonical: {problem}")
    known: dict[Any, int] = {}
    for position, number in table.items():
        parts = rules.parts(position)
        sides = [parts] if parts != [position] else [rules.options(position, side) for side in (LEFT, RIGHT)]
        fault: str | None
        if not 0 <= number < len(forms):
            fault = "there is no such form"
        elif stray := stray_option(rules, chain(*sides), known):
            fault = stray
        elif parts != [position]:
            is_sum = compare.are_equal(tuple(known[part] for part in parts), (number,))
            fault = None if is_sum else "the form is not the sum of those of its parts"
            divisions.compare(position, parts)
        else:
            left, right = (frozenset(known[option] for option in side) for side in sides)
            fault = None if compare.is_form(left, right, number) else "its options do not make this form"
        if fault := fault or divisions.problem:
            return divisions.report(len(known), f"{rules.describe(position)}: {fault}")
        known[position] = number
    return divisions.report(len(known), None)


def prove_canonical_form(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> CanonicalProof:
    """Return a proof of the canonical forms of a position and of its followers.

    The arguments are those of `gamekit.cgt.canonical_form`.

    Raises:
        GamekitError: as `gamekit.cgt.canonical_form` does.
    """
    walker = CanonicalWalker(ruleset, max_positions=max_positions)
    at = walker.rules.root(position)
    walker.value(at)
    forms, numbers = as_forms(walker.values.values())
    return CanonicalProof(ruleset, at, forms, {key: numbers[game] for key, game in walker.values.items()})


def proof_with_facts(
    walker: Walker[Any, ShortGame],
    position: Any,
    winning: tuple[Sequence[Any], Sequence[Any]],
    heated: Mapping[Any, Mapping[ShortGame, Thermograph]],
    weight: ShortGame | None = None,
    reduced: ShortGame | None = None,
) -> CanonicalProof:
    """Return a proof of the form of a position, and of facts about it; the walker must have met all positions named.

    The proof claims the mean and the temperature of each position of `heated`, which has the thermographs of its form
    and of the followers of the form.
    """
    start, game = walker.rules.canonical(position), walker.value(position)
    near = [form for form in (weight, reduced) if form is not None]
    forms, numbers = as_forms([*walker.values.values(), *near])
    roots = {walker.values[key] for key in heated}
    heats = {
        (numbers[follower], graph.mean, graph.temperature): None
        for graphs in heated.values()
        for follower, graph in graphs.items()
        if follower in roots or not is_integer(follower)
    }
    facts = FormFacts(
        *game.stops,
        birthday(game),
        outcome_of(game),
        tuple(heats),
        None if weight is None else numbers[weight],
        None if reduced is None else numbers[reduced],
    )
    table = {key: numbers[value] for key, value in walker.values.items()}
    return CanonicalProof(walker.rules.ruleset, start, forms, table, facts, winning, tuple(heated))


def dropped_options(proof: CanonicalProof, position: Any = None) -> list[tuple[Player, Any, str]]:
    """Return why options of a position, by default that of the proof, are not among those of its form.

    Returns:
        For each such option the player, the option, and the reason: the option that dominates it, or the reply that
        reverses it, both as games.

    >>> from gamekit.cgt import load_ruleset
    >>> proof = prove_canonical_form(load_ruleset("domineering"))
    >>> [reason for _, _, reason in dropped_options(proof)]
    ['±1 is dominated by 2']
    """
    rules: CheckedRuleset[Any] = CheckedRuleset(proof.ruleset)
    games = as_games(proof.forms)

    def game_of(position: Any) -> ShortGame:
        return sum((games[proof.table[part]] for part in rules.indivisible_parts(position)), start=integer(0))

    at = proof.position if position is None else rules.canonical(position)
    form = game_of(at)
    dropped: list[tuple[Player, Any, str]] = []
    for player in (LEFT, RIGHT):
        kept, is_better = (form.left, ge) if player == LEFT else (form.right, le)
        for option in rules.options(at, player):
            game = game_of(option)
            if game in kept:
                continue
            over = [f"dominated by {other}" for other in kept if is_better(other, game)]
            replies = game.right if player == LEFT else game.left
            over += [f"reversible through {reply}" for reply in replies if is_better(form, reply)]
            dropped.append((player, option, f"{game} is {over[0]}"))
    return dropped


def as_games(forms: Forms) -> list[ShortGame]:
    """Return forms as games, in the same order."""
    games: list[ShortGame] = []
    for left, right in forms:
        games.append(short_game([games[option] for option in left], [games[option] for option in right]))
    return games
