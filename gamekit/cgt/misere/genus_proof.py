"""The proof of a genus: a table in which each entry follows from earlier ones, and a checker of such tables.

The checker compares finitely many numbers: beyond the longest sequence of an entry and its options all of them
alternate, so what holds beside two more heaps holds beside any number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamekit.cgt.impartial.grundy_proof import fault_of_mex
from gamekit.cgt.misere.genus import Genus, GenusWalker
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.tried_rules import TableProof, TriedRules, fault_of_table, stray_option, unlike_options
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS


class GenusProof(TableProof[Genus]):
    """A table of genera, and the one that it proves."""


def prove_genus(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> GenusProof:
    """Return the genus of a position with the table that proves it.

    The arguments are those of `gamekit.cgt.genus`.

    Raises:
        GamekitError: as `gamekit.cgt.genus` does.

    >>> from gamekit.cgt import load_ruleset
    >>> proof = prove_genus(load_ruleset("kayles", [5]))
    >>> print(proof.value, check_genus_proof(proof))
    4^146 verified: all 11 positions
    """
    walker = GenusWalker(ruleset, max_positions=max_positions)
    at = walker.rules.root(position)
    return GenusProof(ruleset, at, walker.value(at), walker.values)


def check_genus_proof(proof: GenusProof) -> ProofReport:
    """Check each entry of a table against the rules and earlier entries, and that the claim is among the entries.

    Raises:
        RulesError: the ruleset breaks a promise.
    """
    rules: TriedRules[Any] = TriedRules(proof.ruleset)

    def fault_of(position: Any, genus: Genus, known: Mapping[Any, Genus]) -> str | None:
        options = rules.options(position, LEFT)
        problem = unlike_options(rules, position, options) or stray_option(rules, options, known)
        return problem or _fault(genus, [known[option] for option in options])

    checked, problem = fault_of_table(rules, proof, fault_of)
    return ProofReport(checked, tried=rules.tried, problem=problem)


def _fault(claimed: Genus, options: list[Genus]) -> str | None:
    sequence = claimed.misere
    if len(sequence) < 2 or (len(sequence) > 2 and sequence[-1] == sequence[-3]):
        return "its sequence is not as short as it can be, with two values at least"
    if fault := fault_of_mex(claimed.grundy, {option.grundy for option in options}):
        return f"in normal play {fault}"
    longest = max(len(genus.misere) for genus in (claimed, *options))
    for twos in range(longest + 2):
        value, values = claimed.beside(twos), {option.beside(twos) for option in options}
        if twos:  # a heap of two can be taken away, or made a heap of one, which changes the last bit
            values |= {claimed.beside(twos - 1), claimed.beside(twos - 1) ^ 1}
        fault = fault_of_mex(value, values) if values else None if value == 1 else "there is no move"
        if fault is not None:
            return f"beside {twos} heaps of two {fault}"
    return None
