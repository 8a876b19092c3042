"""What proves loopy values of positions: labels and counters. The checker takes their graph from the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import numpy as np

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.impartial.loopy import LoopyProof, LoopyValue, check_loopy_proof, total_of
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, Ruleset
from gamekit.cgt.table_faults import unlike_options
from gamekit.cgt.tried_rules import TriedRules


@attrs.frozen
class LoopyTable:
    """Labels of positions.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        value: its loopy value.
        positions: all that matter: its parts, and what follows from them.
        labels: the nim heap of each, or -1 if it is infinite.
        counters: as in a `LoopyProof`.
    """

    ruleset: Ruleset[Any]
    position: Any
    value: LoopyValue
    positions: tuple[Any, ...] = attrs.field(repr=lambda found: f"<{len(found)} positions>")
    labels: Sequence[int] = attrs.field(repr=False)
    counters: Sequence[int] = attrs.field(repr=False)


def check_loopy_table(table: LoopyTable, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check labels and counters, with the options that the rules give, and the value of the position.

    Args:
        table: the labels and counters.
        most_divided: in how many divided positions, the first of the table and those that follow, options are compared
            with those of the sum; None for as many as a few seconds allow.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> from gamekit.cgt.kinds import valuate
    >>> ruleset = load_ruleset("digraph")
    >>> print(check_loopy_table(valuate(ruleset, ruleset.start(), "loopy").proof))
    verified: all 3 positions
    """
    rules: TriedRules[Any] = TriedRules(table.ruleset)
    number = {position: i for i, position in enumerate(table.positions)}
    if not len(number) == len(table.positions) == len(table.labels) == len(table.counters):
        return ProofReport(0, problem="positions, labels and counters do not match")
    degrees, indices = [0], []
    start = rules.canonical(table.position)
    parts = rules.parts(start)
    for part in parts:
        if part not in number:
            return ProofReport(0, problem=f"{rules.describe(part)} is not among the positions")
    divisions = Divisions(rules, most_divided)
    for position in (start, *table.positions):
        divisions.parts(position)
    for position in table.positions:
        options = rules.options(position, LEFT)
        if unlike := unlike_options(rules, position, options):
            return ProofReport(0, problem=unlike)
        if stray := [option for option in options if option not in number]:
            return ProofReport(0, problem=f"{rules.describe(stray[0])} is not among the positions")
        indices += [number[option] for option in options]
        degrees.append(len(options))
    arrays = [np.array(values, dtype=np.int32) for values in (indices, table.labels, table.counters)]
    proof = LoopyProof(np.cumsum(degrees), *arrays)
    problem = check_loopy_proof(proof)
    if problem is None and (value := total_of(proof.value(number[part]) for part in parts)) != table.value:
        problem = f"the table proves {value}, not {table.value}"
    return divisions.report(len(number), problem)
