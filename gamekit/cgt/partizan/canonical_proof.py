"""What proves canonical forms: a table of positions and forms, and a checker that compares games by the definition.

The checker shares no code with the arithmetic of canonical forms. G ≤ H if no Left option of G is at least H, and no
Right option of H at most G; G = H if each is at most the other, which is that G - H is won by the second player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import attrs

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import canonical_walker
from gamekit.cgt.partizan.form_facts import FormFacts, fault_of_facts
from gamekit.cgt.partizan.short_games import ShortGame, short_game
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Position, Ruleset
from gamekit.cgt.table_faults import stray_option
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS

Forms = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Left's and Right's options of each form, as numbers of earlier ones."""

Games = tuple[int, ...]
"""A sum of forms, ascending."""


@attrs.frozen
class CanonicalProof:
    """Forms of positions in an order in which each follows from earlier ones.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        forms: all forms that occur, options first.
        table: the number of the form of each position that matters.
        facts: what follows from the form of the position; None if nothing more is claimed.
        winning: options of the position that are said to win for each player, in the order Left and Right.
    """

    ruleset: Ruleset[Any]
    position: Any
    forms: Forms = attrs.field(repr=lambda forms: f"<{len(forms)} forms>")
    table: Mapping[Any, int] = attrs.field(repr=lambda table: f"<{len(table)} positions>")
    facts: FormFacts | None = None
    winning: tuple[Sequence[Any], Sequence[Any]] = attrs.field(default=((), ()), repr=False)


def as_forms(games: Mapping[Any, ShortGame]) -> tuple[Forms, dict[Any, int]]:
    """Return the forms of games and of all that follows from them, and the number of each game's form."""
    numbers: dict[ShortGame, int] = {}
    forms: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for game in games.values():
        stack = [game]
        while stack:
            top = stack[-1]
            if top in numbers:
                stack.pop()
                continue
            missing = [option for option in (*top.left, *top.right) if option not in numbers]
            if missing:
                stack += missing
                continue
            numbers[stack.pop()] = len(forms)
            sides = [tuple(numbers[option] for option in side) for side in (top.left, top.right)]
            forms.append((sides[0], sides[1]))
    return tuple(forms), {key: numbers[game] for key, game in games.items()}


class Comparison:
    """Compares sums of forms by the definition, each pair once."""

    def __init__(self, forms: Forms) -> None:
        self.forms = list(forms)
        self.known: dict[tuple[Games, Games], bool] = {}

    def at_most(self, first: Games, second: Games) -> bool:
        """Return whether one sum is at most the other. The depth of games does not matter: there is no recursion."""
        start = _cancelled(first, second)
        opened: dict[tuple[Games, Games], Iterator[tuple[Games, Games]]] = {}
        stack = [start]
        while stack:
            require_time()
            pair = stack[-1]
            if pair in self.known:
                stack.pop()
                continue
            refutations = opened.setdefault(pair, self._refutations(*pair))
            refuted = False
            for refutation in refutations:
                if refutation not in self.known:
                    # it is looked at again once it is known
                    opened[pair] = _before(refutation, refutations)
                    stack.append(refutation)
                    break
                if self.known[refutation]:
                    refuted = True
                    break
            else:
                self.known[pair] = True
                opened.pop(pair)
            if refuted:
                self.known[pair] = False
                opened.pop(pair)
        return self.known[start]

    def is_at_least_as_good(self, form: int, other: int, player: int) -> bool:
        """Return whether a player likes a form at least as much as another one."""
        return self.at_most((other,), (form,)) if player == LEFT else self.at_most((form,), (other,))

    def _refutations(self, first: Games, second: Games) -> Iterator[tuple[Games, Games]]:
        """Yield the pairs (H, G') and (H', G), for moves of Left in G and of Right in H; if G ≤ H, none is in order."""
        for option in self._options(first, LEFT):
            yield _cancelled(second, option)
        for option in self._options(second, RIGHT):
            yield _cancelled(option, first)

    def _options(self, games: Games, player: int) -> Iterator[Games]:
        for i, game in enumerate(games):
            if game not in games[:i]:
                for option in self.forms[game][player]:
                    yield tuple(sorted((*games[:i], option, *games[i + 1 :])))


def _before(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _cancelled(first: Games, second: Games) -> tuple[Games, Games]:
    """Return two sums without the summands that they have in common."""
    left, right = [], list(second)
    for game in first:
        if game in right:
            right.remove(game)
        else:
            left.append(game)
    return tuple(left), tuple(right)


def check_canonical_proof(proof: CanonicalProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check that each form is canonical, and that each position has its form.

    The facts that are claimed of the position's form have to follow from it, too, and options that are said to win
    have to be at least 0 for Left, and at most 0 for Right. A form is canonical if no option is
    dominated by another one, and none is reversible. A position with parts has
    their sum as its form, and any other the game with the forms of its options: for each option that the form has not,
    another one dominates it or a reply reverses it, or else the comparison fails. The options of a divided position
    have to be those of the sum.

    Args:
        proof: the table and what it is to prove.
        most_divided: in how many divided positions, the first of the table, options are compared with those of the
            sum; None for all of them.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset, prove_canonical_form
    >>> print(check_canonical_proof(prove_canonical_form(load_ruleset("domineering"))))
    verified: all 7 positions
    """
    rules: Rules[Any] = Rules(proof.ruleset)
    compare = Comparison(proof.forms)
    report = check_forms(Divisions(rules, most_divided), compare, proof.table)
    if not report.ok:
        return report
    number = proof.table.get(rules.canonical(proof.position))
    if number is None:
        return attrs.evolve(report, problem=f"the table has no entry for {rules.describe(proof.position)}")
    fault = _fault_of_facts(proof, number, compare) or _fault_of_winning(proof, rules, compare)
    return attrs.evolve(report, problem=fault)


def _fault_of_facts(proof: CanonicalProof, number: int, compare: Comparison) -> str | None:
    """Return why a form lacks the facts that are claimed; None if it has, or if there are none."""
    if proof.facts is None:
        return None
    if fault := fault_of_facts(proof.facts, number, proof.forms):
        return fault
    outcome = OutcomeClass.of(
        left_first=not compare.at_most((number,), ()), right_first=compare.at_most((), (number,))
    )
    return None if outcome == proof.facts.outcome else f"the outcome class of the form is {outcome}"


def _fault_of_winning(proof: CanonicalProof, rules: Rules[Any], compare: Comparison) -> str | None:
    """Return why an option does not win that is said to; None if all do."""
    for player in (LEFT, RIGHT):
        options = rules.options(rules.canonical(proof.position), player) if proof.winning[player] else []
        for option in map(rules.canonical, proof.winning[player]):
            if option not in options or option not in proof.table:
                return f"{rules.describe(option)} is no option of {PLAYERS[player]} that has a form"
            form = (proof.table[option],)
            if not (compare.at_most((), form) if player == LEFT else compare.at_most(form, ())):
                return f"{rules.describe(option)} does not win for {PLAYERS[player]}"
    return None


def check_forms(divisions: Divisions, compare: Comparison, table: Mapping[Any, int]) -> ProofReport:
    """Check that each form to compare is canonical, and that each position in a table has the form of its number."""
    rules, games, forms = divisions.rules, _Games(compare), tuple(compare.forms)
    for number, options in enumerate(forms):
        if any(not 0 <= option < number for side in options for option in side):
            return ProofReport(0, problem=f"form {number} has an option that does not come before it")
        if problem := _fault_of_form(compare, number):
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
            is_sum = games.is_sum(tuple(sorted(known[part] for part in parts)), number)
            fault = None if is_sum else "the form is not the sum of those of its parts"
            divisions.compare(position, parts)
        else:
            left, right = (frozenset(known[option] for option in side) for side in sides)
            fault = None if games.are_equal(left, right, number) else "its options do not make this form"
        if fault := fault or divisions.problem:
            return divisions.report(len(known), f"{rules.describe(position)}: {fault}")
        known[position] = number
    return divisions.report(len(known), None)


def _fault_of_form(compare: Comparison, number: int) -> str | None:
    """Return why a form is not canonical: an option that is named twice, dominated or reversible."""
    for side, options in enumerate(compare.forms[number]):
        if len(set(options)) < len(options):
            return "it names an option twice"
        for option in options:
            for other in options:
                if other != option and compare.is_at_least_as_good(other, option, side):
                    return f"its option {other} dominates {option}"
            for reply in compare.forms[option][1 - side]:
                if compare.is_at_least_as_good(number, reply, side):
                    return f"its option {option} is reversible through {reply}"
    return None


class _Games:
    """Tells whether games given by the forms of their options are forms, each game once."""

    def __init__(self, compare: Comparison) -> None:
        self.compare = compare
        self.known: dict[tuple[Any, int], bool] = {}

    def are_equal(self, left: frozenset[int], right: frozenset[int], form: int) -> bool:
        """Return whether neither player wins the difference by moving first.

        An option of the game is refuted by an option of the form that is as good, or by a reply that is no better than
        the form; and so are the form's options.
        """
        key = (left, right), form
        if key not in self.known:
            compare = self.compare
            same = left == set(compare.forms[form][LEFT]) and right == set(compare.forms[form][RIGHT])
            if not same:
                compare.forms.append((tuple(left), tuple(right)))
                game = len(compare.forms) - 1
                same = compare.at_most((game,), (form,)) and compare.at_most((form,), (game,))
            self.known[key] = same
        return self.known[key]

    def is_sum(self, parts: Games, form: int) -> bool:
        """Return whether a form is the sum of others."""
        key = parts, form
        if key not in self.known:
            at_most = self.compare.at_most
            self.known[key] = at_most(parts, (form,)) and at_most((form,), parts)
        return self.known[key]


def prove_canonical_form(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> CanonicalProof:
    """Return the canonical forms of a position and of what follows from it, as a proof that can be checked.

    Raises:
        GamekitError: as `gamekit.cgt.canonical_form` does.
    """
    walker = canonical_walker(ruleset, max_positions)
    at = walker.rules.root(position)
    walker.value(at)
    forms, table = as_forms(walker.values)
    return CanonicalProof(ruleset, at, forms, table)


def dropped_options(proof: CanonicalProof, position: Any = None) -> list[tuple[Player, Any, str]]:
    """Return why options of a position without parts are not among those of its form.

    Returns:
        For each such option the player, the option, and the reason: the option that dominates it, or the reply that
        reverses it, both as games.

    >>> from gamekit.cgt import load_ruleset
    >>> proof = prove_canonical_form(load_ruleset("domineering"))
    >>> [reason for _, _, reason in dropped_options(proof)]
    ['±1 is dominated by 2']
    """
    rules: Rules[Any] = Rules(proof.ruleset)
    at = proof.position if position is None else rules.canonical(position)
    form = proof.table[at]
    compare = Comparison(proof.forms)
    games = as_games(proof.forms)
    found: list[tuple[Player, Any, str]] = []
    for side in (LEFT, RIGHT):
        for option in rules.options(at, side):
            number = proof.table[option]
            if number in proof.forms[form][side]:
                continue
            replies = proof.forms[number][1 - side]
            reason = next(
                (
                    f"{games[number]} is dominated by {games[other]}"
                    for other in proof.forms[form][side]
                    if compare.is_at_least_as_good(other, number, side)
                ),
                None,
            ) or next(
                f"{games[number]} is reversible through {games[reply]}"
                for reply in replies
                if compare.is_at_least_as_good(form, reply, side)
            )
            found.append((side, option, reason))
    return found


def as_games(forms: Forms) -> list[ShortGame]:
    """Return forms as games."""
    games: list[ShortGame] = []
    for left, right in forms:
        games.append(short_game([games[option] for option in left], [games[option] for option in right]))
    return games
