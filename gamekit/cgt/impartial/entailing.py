"""Values of impartial games with *entailing* moves, which the next player has to answer in the same part of a sum.

A value is the set of the nim heaps beside which whoever has to move loses: the bits of an integer, which is negative if
the set has all large heaps. A position in which nobody has to answer is worth one heap, or it is *loony*: the set is
empty, and whoever moves wins, whatever it is added to. A position that has to be answered is lost beside a loony one if
it is lost beside large heaps, because the next free move wins beside either.

Sources: E. Berlekamp, J. Conway and R. Guy, "Winning Ways", 1982, chapter 12; U. Larsson, R. Nowakowski and C. Santos,
"Impartial games with entailing moves", Integers 21B, 2021.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import xor
from typing import Any, Final

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT
from gamekit.cgt.tried_rules import TableProof, TriedRules, fault_of_table, stray_option, unlike_options
from gamekit.errors import RulesError

LOONY: Final = 0


class EntailingRules(TriedRules[Any]):
    """The checked methods of a ruleset, which divide positions although moves may be entailing."""

    adds_entailed = True

    def sum_of(self, parts: Iterable[Any], values: Mapping[Any, int]) -> int:
        """Return the value of a sum from those of its parts, of which one at most has to be answered."""
        entailed, free = list[int](), list[int]()
        for part in parts:
            (entailed if self.is_entailed(part) else free).append(values[part])
        if len(entailed) > 1:
            raise RulesError(f"{self.name} has a position in which two parts have to be answered")
        if LOONY in free:
            return -1 if entailed and entailed[0] < 0 else LOONY
        heap = reduce(xor, (value.bit_length() - 1 for value in free), 0)
        return beside(entailed[0], heap) if entailed else 1 << heap


def beside(value: int, heap: int) -> int:
    """Return the value of the sum of a position and a nim heap.

    >>> bin(beside(0b0001, 2)), beside(~0b0001, 2) == ~0b0100
    ('0b100', True)
    """
    size = 1 << max(value.bit_length(), heap).bit_length()
    small = sum(1 << other for other in range(size) if value >> (other ^ heap) & 1)
    return small | (-1 << size if value < 0 else 0)


class EntailingProof(TableProof[int]):
    """A table of values of positions, and the one that it proves."""


def check_entailing_proof(proof: EntailingProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check each value of a table by the definition, heap by heap, and that the claim is among them.

    Raises:
        RulesError: the ruleset breaks a promise.
    """
    rules = EntailingRules(proof.ruleset)
    divisions = Divisions(rules, most_divided)

    def fault_of(position: Any, value: int, known: Mapping[Any, int]) -> str | None:
        parts = rules.parts(position)
        needed = rules.options(position, LEFT) if parts == [position] else parts
        if stray := stray_option(rules, needed, known):
            return stray
        if parts != [position]:
            divisions.compare(position, rules.indivisible_parts(position))
            is_sum = rules.sum_of(parts, known) == value
            return divisions.problem or (None if is_sum else "its parts have another sum")
        unlike = unlike_options(rules, position, needed)
        return unlike or _fault(value, [known[option] for option in needed], rules.is_entailed(position))

    return divisions.report(*fault_of_table(rules, proof, fault_of))


def _fault(value: int, options: list[int], must_answer: bool) -> str | None:
    """Return why a position has another value; None if it has this one. Beyond the longest set, all heaps are alike."""
    for heap in range(max(other.bit_length() for other in (value, *options)) + 2):
        is_won = any(option >> heap & 1 for option in options)
        if not must_answer:
            is_won = is_won or any(value >> smaller & 1 for smaller in range(heap))
        if is_won == bool(value >> heap & 1):
            return f"beside a heap of {heap} whoever moves {'wins' if is_won else 'loses'}"
    return None
