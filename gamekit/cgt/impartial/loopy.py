"""Loopy values: the worth of positions of an impartial game in which play may go round in circles.

A position is worth a nim heap, or it is infinite: ∞(K), where K are the nim heaps that it can move to. A sum with an
infinite summand is won by the player to move if one move makes it a lost one, and is drawn otherwise.

Source: C. Smith, "Graphs and composite games", J. Combin. Theory 1, 1966; A. Fraenkel and Y. Perl, "Constructions in
combinatorial games with cycles", 1975; R. Guy in "Winning Ways", chapter 12, on the counters that prove a value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.followers import explore
from gamekit.cgt.impartial.loopy_kernel import UNLABELLED, label
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.tried_rules import TriedRules, unlike_options
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS
from gamekit.drawing.html import paragraph
from gamekit.game.kernel_compiler import compiled

COMPILED_FROM_OPTIONS: Final = 50_000
"""Graphs with at least this many edges are worth the time that loading Numba takes."""


@attrs.frozen
class LoopyValue:
    """A nim heap, or an infinite value.

    Attributes:
        nimber: the size of the nim heap; None if the value is infinite.
        escapes: the nim heaps to which an infinite position can move.

    >>> print(LoopyValue(3), LoopyValue(None, frozenset({0, 2})) + LoopyValue(1))
    3 ∞(1, 3)
    """

    nimber: int | None
    escapes: frozenset[int] = frozenset()

    @classmethod
    def parse(cls, text: str) -> LoopyValue | None:
        """Return the loopy value that a text spells; None if it spells none.

        >>> print(LoopyValue.parse("∞(0, 2)"), LoopyValue.parse("3"), LoopyValue.parse("∞"))
        ∞(0, 2) 3 None
        """
        if match := re.fullmatch(r"∞\(([0-9, ]*)\)|[0-9]{1,9}", text):
            escapes = re.findall(r"[0-9]{1,9}", match[1] or "")
            value = cls(int(text)) if match[1] is None else cls(None, frozenset(map(int, escapes)))
            return value if str(value) == text else None
        return None

    def __add__(self, other: LoopyValue) -> LoopyValue:
        if self.nimber is None:
            if other.nimber is None:
                return LoopyValue(None)
            return LoopyValue(None, frozenset(escape ^ other.nimber for escape in self.escapes))
        if other.nimber is None:
            return other + self
        return LoopyValue(self.nimber ^ other.nimber)

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome class: the next player wins, the previous one does, or the position is drawn."""
        if self.nimber is not None:
            return OutcomeClass.NEXT if self.nimber else OutcomeClass.PREVIOUS
        return OutcomeClass.NEXT if 0 in self.escapes else OutcomeClass.DRAW

    def _repr_html_(self) -> str:
        return paragraph(str(self))

    def __str__(self) -> str:
        return f"∞({', '.join(map(str, sorted(self.escapes)))})" if self.nimber is None else str(self.nimber)


def total_of(values: Iterable[LoopyValue]) -> LoopyValue:
    """Return the sum of loopy values.

    >>> print(total_of([LoopyValue(1), LoopyValue(2)]))
    3
    """
    return reduce(LoopyValue.__add__, values, LoopyValue(0))


@attrs.frozen
class LoopyProof:
    """The labels of a graph, with counters that prove them.

    Attributes:
        indptr: the options of vertex i are `indices[indptr[i]:indptr[i + 1]]`.
        indices: the options of all vertices, one vertex after the other.
        labels: the nim heap of each vertex, or -1 if it is infinite.
        counters: a number for each vertex. If an option is infinite or has a label above that of its vertex, it has an
            option with the label of the vertex and a smaller counter than the vertex.
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    labels: NDArray[np.int32]
    counters: NDArray[np.int32]

    def value(self, vertex: int) -> LoopyValue:
        """Return the loopy value of a vertex."""
        if (number := int(self.labels[vertex])) != UNLABELLED:
            return LoopyValue(number)
        options = self.indices[self.indptr[vertex] : self.indptr[vertex + 1]]
        return LoopyValue(None, frozenset(int(nim) for nim in self.labels[options] if nim != UNLABELLED))


def label_graph(
    options: Sequence[Iterable[int]], *, compiled_from: int = COMPILED_FROM_OPTIONS
) -> LoopyProof:
    """Return the labels of a graph, with counters that prove them.

    Takes O(E) for each different nim heap, and no recursion.

    Args:
        options: the numbers of the options of each vertex.
        compiled_from: the least number of edges for which the loop is compiled.

    >>> proof = label_graph([[], [0, 1], [0, 3], [2]])
    >>> [str(proof.value(vertex)) for vertex in range(4)]
    ['0', '∞(0)', '1', '0']
    """
    degrees = np.array([0, *map(len, lists := [list(dict.fromkeys(row)) for row in options])], dtype=np.int64)
    indptr = np.cumsum(degrees)
    indices = np.fromiter((option for row in lists for option in row), dtype=np.int32, count=int(indptr[-1]))
    return label_csr(indptr, indices, compiled_from=compiled_from)


def label_csr(
    indptr: NDArray[np.int64], indices: NDArray[np.int32], *, compiled_from: int = COMPILED_FROM_OPTIONS
) -> LoopyProof:
    """Return the labels of a graph in compressed sparse rows; no option may be listed twice."""
    vertices = len(indptr) - 1
    sources = np.repeat(np.arange(vertices, dtype=np.int32), np.diff(indptr))
    order = np.argsort(indices, kind="stable")
    parents = sources[order]
    parent_ptr = np.concatenate(([0], np.cumsum(np.bincount(indices, minlength=vertices)))).astype(np.int64)
    labels, counters, seen, open_ = (np.zeros(vertices, dtype=np.int32) for _ in range(4))
    covered, queue = np.full(vertices, -1, dtype=np.int32), np.zeros(vertices, dtype=np.int32)
    labels[:] = UNLABELLED
    arrays = (indptr, indices, parent_ptr, parents, labels, counters, seen, open_, covered, queue)
    if len(indices) >= compiled_from:
        compiled(label)(*arrays)
        return LoopyProof(indptr, indices, labels, counters)
    lists = [array.tolist() for array in arrays]
    label(*lists)
    return LoopyProof(indptr, indices, np.array(lists[4], dtype=np.int32), np.array(lists[5], dtype=np.int32))


@attrs.frozen
class LoopyTable:
    """Labels of positions, which prove a loopy value.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        value: the loopy value of the position.
        positions: all positions that matter: the parts of the position and their followers.
        labels: the nim heap of each position, or -1 if it is infinite.
        counters: the counter of each position, as in a `LoopyProof`.
    """

    ruleset: Ruleset[Any]
    position: Any
    value: LoopyValue
    positions: tuple[Any, ...] = attrs.field(repr=lambda table: f"<{len(table)} positions>")
    labels: Sequence[int] = attrs.field(repr=False)
    counters: Sequence[int] = attrs.field(repr=False)


@attrs.frozen
class LabelledFollowers:
    """The parts of a position and of its followers, as a labelled graph.

    Attributes:
        rules: the rules.
        position: the representative of the position.
        proof: the labelled graph.
        vertices: the number of the vertex of each part.
    """

    rules: CheckedRuleset[Any]
    position: Any
    proof: LoopyProof
    vertices: dict[Any, int]

    def value(self, position: Any) -> LoopyValue:
        """Return the loopy value of the position, or of one of its options, given by the representative."""
        parts = list(self.rules.parts(position))
        if unknown := [part for part in parts if part not in self.vertices]:
            raise self.rules.unlisted(unknown[0])
        return total_of(self.proof.value(self.vertices[part]) for part in parts)

    def table(self) -> LoopyTable:
        """Return a table that proves the value of the position."""
        labels, counters = self.proof.labels.tolist(), self.proof.counters.tolist()
        value = self.value(self.position)
        return LoopyTable(self.rules.ruleset, self.position, value, tuple(self.vertices), labels, counters)


def labelled_followers(ruleset: Ruleset[Any], position: Any, max_positions: int) -> LabelledFollowers:
    """Return the labelled parts of a position and of its followers; None stands for the starting position."""
    rules = CheckedRuleset(ruleset)
    rules.require_impartial("loopy values")
    start = rules.root(position)
    of_options = (part for option in rules.options(start, LEFT) for part in rules.parts(option))
    vertices, (options, _) = explore(rules, [*rules.parts(start), *of_options], max_positions)
    return LabelledFollowers(rules, start, label_graph(options), vertices)


def loopy_value(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> LoopyValue:
    """Return the loopy value of a position.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        max_positions: the most positions to visit.

    Raises:
        UnsupportedError: the ruleset is partizan.
        LimitError: there are more than `max_positions` positions to visit.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> print(loopy_value(load_ruleset("digraph", {"graph": [[], [0, 2], [1, 0]], "tokens": [1]})))
    ∞(0)
    """
    followers = labelled_followers(ruleset, position, max_positions)
    return followers.value(followers.position)


def check_loopy_proof(proof: LoopyProof) -> str | None:
    """Return why labels and counters do not prove the values; None if they do.

    A vertex has the label m if its options have all smaller labels and not m, and every other option, larger or
    infinite, can be reverted to m where the counter is smaller. An infinite vertex breaks this rule for the mex of its
    labelled options: one of its infinite options has no option with that label.

    >>> check_loopy_proof(label_graph([[], [0, 1]])) is None
    True
    """
    labels, counters = proof.labels, proof.counters
    options = [
        proof.indices[start:end].tolist() for start, end in zip(proof.indptr, proof.indptr[1:], strict=False)
    ]
    known = [{int(labels[option]) for option in row} - {UNLABELLED} for row in options]
    for vertex, row in enumerate(options):
        require_time()
        nim = int(labels[vertex])
        if nim == UNLABELLED:
            mex = next(size for size in range(len(row) + 1) if size not in known[vertex])
            if all(labels[option] != UNLABELLED or mex in known[option] for option in row):
                return f"vertex {vertex} is infinite, and would be {mex}"
            continue
        if nim < 0 or nim in known[vertex] or not known[vertex] >= set(range(nim)):
            return (
                f"vertex {vertex} has the label {nim}, which is not the mex of its labelled options below it"
            )
        for option in row:
            if labels[option] != UNLABELLED and labels[option] < nim:
                continue
            replies = [reply for reply in options[option] if labels[reply] == nim]
            if not any(counters[reply] < counters[vertex] for reply in replies):
                return f"option {option} of vertex {vertex} cannot be reverted to {nim} at a smaller counter"
    return None


def check_loopy_table(table: LoopyTable, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check labels and counters, with the options that the rules give, and the value of the position.

    The options of `most_divided` divided positions, from the start of the table, are compared with those of the sum of
    their parts; None stands for as many as a few seconds allow.

    >>> from gamekit.cgt import load_ruleset
    >>> from gamekit.cgt.valuation import valuate
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
