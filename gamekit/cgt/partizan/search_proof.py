"""Proofs of who wins a partizan position that was searched: won and lost sums, and the forms of the small parts.

The checker shares no code with the search. It reads the rules, and compares forms by the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import attrs

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions, Parts, sum_of
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical_proof import as_forms, as_games, check_forms
from gamekit.cgt.partizan.comparison import FormComparison, Forms
from gamekit.cgt.partizan.short_games import add, integer
from gamekit.cgt.partizan.sum_search import State, SumSearch
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Ruleset
from gamekit.cgt.tried_rules import TriedRules

Entry = tuple[tuple[Any, ...], int, Player]
"""A sum: its large parts, the number of the form of its other parts, and the player to move."""

Winning = tuple[Sequence[Any], Sequence[Any]]
"""Winning options of Left, and of Right."""


@attrs.frozen
class SearchProof:
    """The winners of sums, in an order in which each entry follows from earlier ones.

    Attributes:
        ruleset: the rules.
        position: the position that the proof is about.
        outcome: the outcome class of the position.
        forms: all canonical forms that occur, options first.
        table: the number of the form of each small position that the proof needs.
        entries: for each sum of large parts and a form, whether the player to move wins it.
        winning: the options of Left and of Right that win.
    """

    ruleset: Ruleset[Any]
    position: Any
    outcome: OutcomeClass
    forms: Forms = attrs.field(repr=lambda forms: f"<{len(forms)} forms>")
    table: Mapping[Any, int] = attrs.field(repr=lambda table: f"<{len(table)} positions>")
    entries: Mapping[Entry, bool] = attrs.field(repr=lambda entries: f"<{len(entries)} sums>")
    winning: Winning = ((), ())


def proof_of_search(search: SumSearch[Any], position: Any, winning: Winning = ((), ())) -> SearchProof:
    """Return a proof of the outcome class of a position, with the results of a search that it needs.

    The proof also shows that the `winning` options of Left and of Right win, which the search must have found.
    """
    outcome = search.outcome(position)
    start = search.state(position)
    waiting: list[State] = [(*start, LEFT), (*start, RIGHT)]
    waiting += [(*search.state(option), RIGHT) for option in winning[LEFT]]
    waiting += [(*search.state(option), LEFT) for option in winning[RIGHT]]
    needed: set[State] = set()
    order = {state: number for number, state in enumerate(search.won)}
    while waiting:
        state = waiting.pop()
        if state in needed or state not in search.won:  # a form alone needs no entry
            continue
        needed.add(state)
        other: Player = RIGHT if state[2] == LEFT else LEFT
        options: Iterator[State] = ((*option, other) for option in search.moves(state))
        if search.won[state]:
            # one that was known before, for those found later may follow from this state
            options = (option for option in options if order.get(option, -1) < order[state])
            waiting.append(next(option for option in options if search.known(option) is False))
        else:
            waiting += options
    entries = [state for state in search.won if state in needed]
    forms, numbers = as_forms([*search.walker.values.values(), *(state[1] for state in entries)])
    return SearchProof(
        search.rules.ruleset,
        search.rules.canonical(position),
        outcome,
        forms,
        {small: numbers[form] for small, form in search.walker.values.items()},
        {
            (tuple(search.large[part] for part in state[0]), numbers[state[1]], state[2]): search.won[state]
            for state in entries
        },
        winning,
    )


def check_search_proof(proof: SearchProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check each entry against the rules and earlier entries, and the claims about the position against all entries.

    A sum is won if an option is lost for the next player, and lost if all are won. Its options are those of its parts
    and of its form. An option is divided into parts, and those in the table are replaced by their forms, which does not
    change the winner. If no part remains, the form is compared with 0.

    The options of `most_divided` divided positions are compared with those of the sum of their parts; None stands for
    as many as a few seconds allow.

    >>> from gamekit.cgt import load_ruleset
    >>> search = SumSearch(load_ruleset("clobber"))
    >>> print(check_search_proof(proof_of_search(search, ("xox", "oxo"))).ok)
    True
    """
    rules: CheckedRuleset[Any] = TriedRules(proof.ruleset)
    sums = _Sums(proof, rules, Divisions(rules, most_divided))
    report = check_forms(sums.divisions, sums.compare, proof.table)
    if not report.ok:
        return report
    for entry, wins in proof.entries.items():
        problem = sums.fault(entry, wins) or sums.divisions.problem
        if problem is not None:
            shown = " + ".join(map(rules.describe, entry[0]))
            return sums.report(f"{shown} and form {entry[1]}, {PLAYERS[entry[2]]} to move: {problem}")
        sums.won[sum_of(entry[0]), entry[1], entry[2]] = wins
    return sums.report(sums.fault_of_claim())


class _Sums:
    """The sums that are known to be won or lost."""

    def __init__(self, proof: SearchProof, rules: CheckedRuleset[Any], divisions: Divisions) -> None:
        self.proof = proof
        self.rules = rules
        self.divisions = divisions
        self.compare = FormComparison(proof.forms)
        self.large = {part for parts, _, _ in proof.entries for part in parts}
        self.won: dict[tuple[Parts, int, Player], bool] = {}
        self._games = as_games(proof.forms)
        self._numbers = {game: number for number, game in enumerate(self._games)}
        self._added: dict[tuple[int, ...], int | None] = {}

    def fault(self, entry: Entry, wins: bool) -> str | None:
        """Return why the result of an entry does not follow from earlier entries; None if it does."""
        parts, form, player = entry
        if not 0 <= form < len(self.proof.forms):
            return "there is no such form"
        other: Player = RIGHT if player == LEFT else LEFT
        results = (self.result(*option, other) for option in self._options(parts, form, player))
        if wins:
            return None if any(result is False for result in results) else "no option is known to be lost"
        for result in results:
            if not result:
                return "an option is lost" if result is False else "an option has no entry before it"
        return None

    def result(self, parts: Iterable[Any], forms: tuple[int, ...], player: Player) -> bool | None:
        """Return whether a player wins a sum of parts and forms by moving first; None if that is not known."""
        large, small = [], list(forms)
        for part in parts:
            if part in self.proof.table and part not in self.large:
                small.append(self.proof.table[part])
            else:
                large.append(part)
        games = tuple(sorted(small))
        if not large:
            sides = (games, ()) if player == LEFT else ((), games)
            return not self.compare.at_most(*sides)
        number = self._sum(games)
        return None if number is None else self.won.get((sum_of(large), number, player))

    def fault_of_claim(self) -> str | None:
        """Return why the outcome class or a winning option of the claim does not follow; None if all do."""
        parts = self.divisions.parts(self.rules.canonical(self.proof.position))
        if self.divisions.problem is not None:
            return self.divisions.problem
        left, right = (self.result(parts, (), player) for player in (LEFT, RIGHT))
        if left is None or right is None:
            return f"there is no entry for {self.rules.describe(self.proof.position)}"
        outcome = OutcomeClass.of(left_first=left, right_first=not right)
        if outcome != self.proof.outcome:
            return f"the outcome class is {outcome}, not {self.proof.outcome}"
        faults = (self._fault_of_winning(player) for player in (LEFT, RIGHT))
        return next((fault for fault in faults if fault is not None), self.divisions.problem)

    def _fault_of_winning(self, player: Player) -> str | None:
        other: Player = RIGHT if player == LEFT else LEFT
        for option in self.proof.winning[player]:
            if option not in self.rules.options(self.rules.canonical(self.proof.position), player):
                return f"{self.rules.describe(option)} is no option of {PLAYERS[player]}"
            if self.result(self.divisions.parts(option), (), other) is not False:
                return f"{self.rules.describe(option)} is not known to win for {PLAYERS[player]}"
        return None

    def report(self, problem: str | None) -> ProofReport:
        """Return the report of the check."""
        return self.divisions.report(len(self.proof.table) + len(self.won), problem)

    def _options(
        self, parts: tuple[Any, ...], form: int, player: Player
    ) -> Iterator[tuple[list[Any], tuple[int, ...]]]:
        for i, part in enumerate(parts):
            if part not in parts[:i]:
                for option in self.rules.options(part, player):
                    yield [*parts[:i], *parts[i + 1 :], *self.divisions.parts(option)], (form,)
        for number in self.proof.forms[form][player]:
            yield list(parts), (number,)

    def _sum(self, games: tuple[int, ...]) -> int | None:
        """Return the number of the form that equals a sum of forms; None if no form does.

        Arithmetic suggests the form, and the comparison decides.
        """
        if games not in self._added:
            number = self._numbers.get(reduce(add, (self._games[game] for game in games), integer(0)))
            is_sum = number is not None and self.compare.are_equal(games, (number,))
            self._added[games] = number if is_sum else None
        return self._added[games]
