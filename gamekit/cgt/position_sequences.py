"""Grundy values of positions that depend on one number n: heaps of n, rows of n squares, or any other template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import attrs

from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.kinds.claim import CheckedClaim, Claim, ClaimedRules, malformed
from gamekit.cgt.octal.taking import ArithmeticPeriod, Taking, check_arithmetic_period, find_arithmetic_period
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.registry import load_ruleset, name_of, parameters_of
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Ruleset
from gamekit.cgt.templates import Template
from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS
from gamekit.errors import InputError, LimitError
from gamekit.game.progress import ProgressCallback

HEAP: Final = "{n}"
"""The template of a heap of n counters."""


@attrs.frozen
class PositionSequence:
    """The Grundy values of the positions that a template gives for 1, 2, 3 and so on, with their proof.

    Attributes:
        ruleset: the rules.
        template: the text of the positions.
        values: the values for n from 1 on.
        table: the value of each position that the proof needs.
        period: the arithmetic period of all values, if it is proved.
    """

    ruleset: Ruleset[Any]
    template: str
    values: Sequence[int]
    table: Mapping[Any, int] = attrs.field(repr=lambda table: f"<{len(table)} positions>")
    period: ArithmeticPeriod | None = None


def template_of_one(text: str) -> Template:
    """Return a template, which must depend on n alone.

    Raises:
        InputError: it depends on other numbers, or on none.
    """
    template = Template(text)
    if template.letters != ["n"]:
        raise InputError(
            f"a sequence needs a position that depends on {{n}} alone, such as '2 {{n}}'; this is {text!r}"
        )
    return template


def position_sequence(
    ruleset: Ruleset[Any],
    to: int,
    template: str = HEAP,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> PositionSequence:
    """Return the Grundy values of positions for n from 1 to `to`, or of as many as there is time and room for.

    If a ruleset says which numbers a move may take from a heap (`Ruleset.taking`), its values have a period, which is
    proved if `to` reaches far enough.

    Args:
        ruleset: the rules.
        to: the largest n.
        template: the text of the positions, with `{n}` for the number; see `gamekit.cgt.templates.Template`.
        max_positions: the most positions to visit.
        seconds: the time that the computation may take; by default, there is no limit.
        progress: called with a description, the numbers done and all numbers.

    Raises:
        UnsupportedError: the ruleset is partizan, or play can return to a position.
        InputError: the template does not depend on n alone, or gives a text that is not a position; or `to` is below 1.
        LimitError: not even the first position has a value within the limits.

    >>> position_sequence(load_ruleset("grundys-game"), 12).values
    (0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1)
    """
    positions = template_of_one(template)
    if to < 1:
        raise InputError(f"a sequence has values for n from 1 on, so `to` must be at least 1; it is {to}")
    walker = GrundyWalker(ruleset, max_positions=max_positions)
    values: list[int] = []
    try:
        with time_limit(seconds):
            for n in range(1, to + 1):
                values.append(
                    walker.value(walker.rules.canonical(walker.rules.parse(positions.filled({"n": n}))))
                )
                require_time()
                if progress:
                    progress("computing Grundy values", n, to)
    except TimeLimitError:
        if not values:
            after = "" if seconds is None else f" in {seconds:g} seconds, the limit that was set"
            raise LimitError(
                f"not even the first position has a value{after}; raise --seconds (seconds in Python)"
            ) from None
    except LimitError:
        if not values:
            raise
    period = _period(walker.rules, positions, len(values))
    return PositionSequence(ruleset, template, tuple(values), walker.values, period)


def _period(rules: CheckedRuleset[Any], template: Template, to: int) -> ArithmeticPeriod | None:
    numbers = rules.ruleset.taking()
    if numbers is None or template.text != HEAP:
        return None
    return find_arithmetic_period(Taking(tuple(sorted(set(numbers)))), to)


def check_position_sequence(proof: PositionSequence) -> ProofReport:
    """Check each value of a sequence as `check_grundy_proof` does and, if a period is claimed, the period.

    The period is about the numbers that the ruleset says a move may take. They are compared with the options of each
    heap of the sequence.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> print(check_position_sequence(position_sequence(load_ruleset("subtraction"), 20)))
    verified: all 20 positions
    """
    template, rules = template_of_one(proof.template), TriedRules(proof.ruleset)
    positions = [rules.read(template.filled({"n": n})) for n in range(1, len(proof.values) + 1)]
    if not positions:
        return ProofReport(0, problem="there are no values")
    report = check_grundy_proof(GrundyProof(proof.ruleset, positions[-1], proof.values[-1], proof.table))
    problem = report.problem
    for n, (position, value) in enumerate(zip(positions, proof.values, strict=True), 1):
        if problem is None and proof.table.get(position) != value:
            problem = f"the table has {proof.table.get(position, 'no value')} for n = {n:,}, and the claim is {value}"
    if problem is None and proof.period is not None:
        problem = check_arithmetic_period(proof.period).problem or _fault_of_taking(rules, proof, positions)
    return attrs.evolve(
        report, checked=len(positions) if problem is None else report.checked, problem=problem
    )


def _fault_of_taking(rules: TriedRules[Any], proof: PositionSequence, positions: list[Any]) -> str | None:
    """Return why the moves in heaps are not those that a proof of a period is about; None if they are."""
    assert proof.period is not None
    taking, numbers = proof.period.taking, proof.ruleset.taking()
    if proof.template != HEAP or numbers is None or Taking(tuple(sorted(set(numbers)))) != taking:
        return f"the ruleset does not say that its moves are those of {taking}"
    if proof.period.recurs + proof.period.period > len(positions):
        return "the sequence is shorter than the proof of its period"
    heaps = [rules.read("0"), *positions]
    for n, position in enumerate(positions, 1):
        wanted = {heaps[n - taken] for taken in range(1, n + 1) if taking.allows(taken)}
        if set(rules.options(position, LEFT)) != wanted:
            return f"the options of {rules.describe(position)} are not those of {taking}"
    return None


@attrs.frozen
class Recurrence:
    """What the values that are known show, and nothing proves.

    Attributes:
        period: the least p for which values rise by the same number from n to n + p, for at least two periods.
        saltus: the number by which they rise.
        last_exception: the last n for which they do not; 0 if there is none.
    """

    period: int
    saltus: int
    last_exception: int


def recurrence(values: Sequence[int]) -> Recurrence | None:
    """Return how the last values of a sequence recur, which proves nothing; None if they do not.

    >>> recurrence([5, 1, 2, 1, 2, 1, 2, 1, 2])
    Recurrence(period=2, saltus=0, last_exception=1)
    """
    for period in range(1, len(values) // 3 + 1):
        saltus = values[-1] - values[-1 - period]
        n = len(values) - period
        while n and values[n - 1 + period] == values[n - 1] + saltus:
            n -= 1
        if len(values) - n >= 3 * period and 2 * (len(values) - n) >= len(values):
            return Recurrence(period, saltus, n)
    return None


@attrs.frozen(kw_only=True)
class PositionSequenceClaim(Claim):
    """The Grundy values of the positions that a template gives, and their proof."""

    name = "positions"
    proof_class: ClassVar[type[Any]] = PositionSequence

    ruleset: str
    parameters: Any
    template: str
    values: tuple[int, ...]
    table: tuple[tuple[str, int], ...]
    period: tuple[int, int, int, int] | None = None
    """The period, the saltus, the first heap of the period, and a heap before which it all recurs."""

    @classmethod
    def written(cls, proof: PositionSequence, ruleset_name: str) -> dict[str, Any]:
        rules, period = ClaimedRules(proof.ruleset), proof.period
        return {
            "ruleset": ruleset_name or name_of(proof.ruleset),
            "parameters": parameters_of(proof.ruleset),
            "template": proof.template,
            "values": list(proof.values),
            "table": rules.rows(proof.table, proof.table.values()),
            "period": None if period is None else [period.period, period.saltus, period.first, period.recurs],
        }

    def check(self) -> CheckedClaim:
        rules = ClaimedRules(load_ruleset(self.ruleset, self.parameters))
        proof = PositionSequence(
            rules.ruleset,
            self.template,
            self.values,
            rules.by_position(self.table),
            self._claimed(rules.ruleset),
        )
        sentence = f"Grundy values of {self.template} of {self.ruleset} for n from 1 to {len(self.values):,}"
        if self.period is not None:
            sentence += f", with period {self.period[0]:,} and saltus {self.period[1]:,} for ever"
        return CheckedClaim(sentence, check_position_sequence(proof))

    def _claimed(self, ruleset: Ruleset[Any]) -> ArithmeticPeriod | None:
        if self.period is None:
            return None
        numbers = ruleset.taking()
        if numbers is None:
            raise malformed("it claims a period, and the ruleset does not say which numbers a move may take")
        period, saltus, first, recurs = self.period
        values = (0, *self.values)[: max(recurs + period + 1, 0)]
        return ArithmeticPeriod(Taking(tuple(sorted(set(numbers)))), period, saltus, first, recurs, values)
