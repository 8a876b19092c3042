"""The proof of a Grundy value: a table in which each entry follows from earlier ones, and a checker of such tables.

The checker shares no code with the walk that made the table. It reads the rules and compares.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from operator import xor
from typing import Any

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.tried_rules import TableProof, TriedRules, fault_of_table, stray_option, unlike_options
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS


class GrundyProof(TableProof[int]):
    """A table of Grundy values, and the one that it proves."""


def prove_grundy_value(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> GrundyProof:
    """Return the Grundy value of a position with the table that proves it.

    The arguments are those of `gamekit.cgt.grundy_value`.

    Raises:
        GamekitError: as `gamekit.cgt.grundy_value` does.

    >>> from gamekit.cgt import load_ruleset
    >>> proof = prove_grundy_value(load_ruleset("nim", [3, 4, 5]))
    >>> proof.value, print(check_grundy_proof(proof))
    verified: all 7 positions; the symmetry was tried in 135 positions
    (2, None)
    """
    walker = GrundyWalker(ruleset, max_positions=max_positions)
    at = walker.rules.root(position)
    return GrundyProof(ruleset, at, walker.value(at), walker.values)


def check_grundy_proof(proof: GrundyProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check each entry of a table against the rules and earlier entries, and that the claim is among the entries.

    The value of an entry is the nim-sum of its parts, if it has any, or else the mex of its options. A search leaves
    options without an entry: each of these must have a reply that has the value of the entry, by the entries of its
    parts, so that the option itself has another value. The options of a divided position have to be those of the sum of
    its parts, so the checker does not trust `parts` either.

    Args:
        proof: the table and the value that it is to prove.
        most_divided: the number of divided positions, from the start of the table, whose options are compared with
            those of the sum, which takes far longer than the rest; None for as many as a few seconds allow.

    Raises:
        RulesError: the ruleset breaks a promise.
    """
    rules = TriedRules(proof.ruleset)
    divisions = Divisions(rules, most_divided)

    def fault_of(position: Any, value: int, known: Mapping[Any, int]) -> str | None:
        parts = rules.parts(position)
        if parts == [position]:
            problem = _fault_of_options(divisions, position, value, known)
        else:
            if not all(part in known for part in parts):
                parts = rules.indivisible_parts(position)
            problem = _fault_of_sum(rules, parts, value, known)
            if problem is None:
                divisions.compare(position, parts)
        return problem or divisions.problem

    return divisions.report(*fault_of_table(rules, proof, fault_of))


def _fault_of_options(
    divisions: Divisions, position: Any, value: int, known: Mapping[Any, int]
) -> str | None:
    """Return why a value is not the mex of those of the options; None if it is."""
    values, rules = set(), divisions.rules
    options = rules.options(position, LEFT)
    if unlike := unlike_options(rules, position, options):
        return unlike
    for option in options:
        if option in known:
            values.add(known[option])
            continue
        parts = divisions.parts(option)
        if all(part in known for part in parts):
            values.add(reduce(xor, (known[part] for part in parts), 0))
        elif fault := _fault_of_reply(divisions, option, parts, value, known):
            return fault
    return fault_of_mex(value, values)


def _fault_of_reply(
    divisions: Divisions, option: Any, parts: list[Any], value: int, known: Mapping[Any, int]
) -> str | None:
    """Return why no move in an option leaves parts that are all known and have the nim-sum `value`; None if one does.

    The move is in the only part that is not known, because otherwise that part would be left as it is.
    """
    rules = divisions.rules
    unknown = [part for part in parts if part not in known]
    if len(unknown) == 1:
        wanted = reduce(xor, (known[part] for part in parts if part in known), value)
        replies = rules.options(unknown[0], LEFT)
        if unlike := unlike_options(rules, unknown[0], replies):
            return unlike
        for reply in replies:
            left = divisions.parts(reply)
            if (
                all(part in known for part in left)
                and reduce(xor, (known[part] for part in left), 0) == wanted
            ):
                return None
    return f"{rules.describe(option)} is not among the entries before it, nor refuted by them"


def fault_of_mex(value: int, values: Collection[int]) -> str | None:
    """Return why `value` is not the mex of `values`, which the options have; None if it is."""
    if value < 0:
        return "it is below 0"
    if value in values:
        return "an option has the same value"
    missing = next((smaller for smaller in range(value) if smaller not in values), None)
    return None if missing is None else f"no option has the value {missing}"


def _fault_of_sum(
    rules: CheckedRuleset[Any], parts: list[Any], value: int, known: Mapping[Any, int]
) -> str | None:
    """Return why a value is not the nim-sum of those of the parts; None if it is."""
    if stray := stray_option(rules, parts, known):
        return stray
    total = reduce(xor, (known[part] for part in parts), 0)
    return None if total == value else f"its parts have the nim-sum {total}"
