"""Games of one heap in which a move takes counters, and splits nothing: some numbers of counters, or all but some.

Their values have a period or, if all but finitely many numbers may be taken, an arithmetic period: from some heap on,
a heap of p more counters is worth s more, the saltus. Let k be the largest of the finitely many numbers. The value of a
heap of n follows from the last k values and, if all but some may be taken, from the set of all values before these. It
depends only on how all these lie to the least value that is not in that set. So if they lie to it in the same way for
two heaps, then they do so for ever. Source on all-but games: A. Siegel, "Combinatorial Game Theory", 2013, chapter IV.

If finitely many numbers may be taken, this holds for values of any kind that follow from those of options, and for
players who take different numbers. Source: A. Fraenkel and A. Kotzig, "Partizan octal games", 1987.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import count
from typing import Any, Final, TypeAlias

import attrs

from gamekit.cgt.octal.code import LEAVE_NOTHING, LEAVE_ONE, OctalCode
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.tried_rules import TriedRules

TAKE: Final = LEAVE_NOTHING | LEAVE_ONE

State: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""What the next value follows from: the least value that is not among the early ones, and less it, the last values, and
the early ones above it."""


@attrs.frozen
class Taking:
    """Which numbers of counters a move may take from a heap.

    Attributes:
        numbers: numbers of at least 1, ascending.
        all_but: whether a move may take any number but these.
    """

    numbers: tuple[int, ...]
    all_but: bool = False

    @classmethod
    def of_code(cls, code: OctalCode) -> Taking | None:
        """Return the numbers that may be taken under an octal code; None if moves do anything else.

        >>> Taking.of_code(OctalCode.parse("0.3033...")), Taking.of_code(OctalCode.parse("0.77"))
        (Taking(numbers=(2,), all_but=True), None)
        """
        if code.splits or not set(code.digits) <= {0, TAKE}:
            return None
        wanted = 0 if code.repeats else TAKE
        numbers = (taken for taken, digit in enumerate(code.digits, 1) if digit == wanted)
        return cls(tuple(numbers), code.repeats)

    @property
    def largest(self) -> int:
        """The largest of the numbers; 0 if there is none."""
        return max(self.numbers, default=0)

    def allows(self, number: int) -> bool:
        """Return whether a move may take this many counters from a heap that has them."""
        return (number in self.numbers) != self.all_but

    def __str__(self) -> str:
        listed = ", ".join(map(str, self.numbers))
        return (
            f"taking any number but {listed or 'none'}" if self.all_but else f"taking {listed or 'nothing'}"
        )


@attrs.frozen
class ArithmeticPeriod:
    """The claim that values of heaps rise by a saltus with each period, with the values that prove it.

    Attributes:
        taking: the rules.
        period: the least p for which values rise by the same number from all large n to n + p.
        saltus: the number by which they rise; 0 if they repeat.
        first: the least n0 such that this holds for all n from n0 on.
        recurs: a heap before which what the next value follows from is what it is a period later, but for the saltus.
        values: the values of heaps from 0 to `recurs` + `period`.
    """

    taking: Taking
    period: int
    saltus: int
    first: int
    recurs: int
    values: tuple[int, ...] = attrs.field(repr=False)

    def value(self, heap: int) -> int:
        """Return the value of a heap of any size.

        >>> period = find_arithmetic_period(Taking((2,), all_but=True), 100)
        >>> [period.value(heap) for heap in range(10)], period.value(10**30)
        ([0, 1, 0, 1, 2, 3, 2, 3, 4, 5], 500000000000000000000000000000)
        """
        periods = max(heap - self.first, 0) // self.period
        return self.values[heap - periods * self.period] + periods * self.saltus


def find_arithmetic_period(taking: Taking, to: int) -> ArithmeticPeriod | None:
    """Return the period of the values of heaps, with its saltus, if heaps up to `to` prove one; else None."""
    values: list[int] = []
    seen: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]] = {}
    early: set[int] = set()
    base = 0
    for heap in range(to + 1):
        require_time()
        if taking.all_but and heap > taking.largest:
            early.add(values[heap - taking.largest - 1])
        while base in early:
            early.remove(base)  # all values below the base are early, and need not be listed
            base += 1
        early = {value for value in early if value > base} if taking.all_but else early
        if heap >= taking.largest:
            last = tuple(value - base for value in values[heap - taking.largest :])
            state = last, tuple(sorted(value - base for value in early))
            if state in seen:
                recurs, before = seen[state]
                return _least(taking, values, recurs, heap - recurs, base - before)
            seen[state] = heap, base
        options = {values[heap - i] for i in range(1, min(heap, taking.largest) + 1) if taking.allows(i)}
        value = base
        while value in options or value in early:
            value += 1
        values.append(value if taking.all_but else _mex(options))
    return None


def _least(taking: Taking, values: list[int], recurs: int, period: int, saltus: int) -> ArithmeticPeriod:
    """Return the claim with the least period, and the first heap from which it holds."""
    while len(values) <= recurs + 2 * period:
        values.append(values[-period] + saltus)
    for less in (d for d in range(1, period) if period % d == 0 and saltus * d % period == 0):
        rise = saltus * less // period
        if all(values[n + less] == values[n] + rise for n in range(recurs, recurs + period)):
            period, saltus = less, rise
            break
    first = recurs
    while first and values[first - 1 + period] == values[first - 1] + saltus:
        first -= 1
    return ArithmeticPeriod(taking, period, saltus, first, recurs, tuple(values[: recurs + period + 1]))


def check_arithmetic_period(proof: ArithmeticPeriod) -> ProofReport:
    """Check that the values follow from the rules and that their period continues for ever.

    >>> print(check_arithmetic_period(find_arithmetic_period(Taking((1, 3, 4)), 100)))
    verified: all 12 heaps
    """
    return ProofReport(len(proof.values), problem=_fault_of(proof), of="heap")


def _fault_of(proof: ArithmeticPeriod) -> str | None:
    taking, values, period, saltus = proof.taking, proof.values, proof.period, proof.saltus
    if list(taking.numbers) != sorted(set(taking.numbers)) or min(taking.numbers, default=1) < 1:
        return "the numbers that are taken must be at least 1 and ascend"
    if period < 1 or not 0 <= proof.first <= proof.recurs or proof.recurs < taking.largest:
        return "no such period"
    if len(values) != proof.recurs + period + 1:
        return f"the proof needs heaps of 0 to {proof.recurs + period:,}; it has {len(values):,} values"
    for heap, value in enumerate(values):
        require_time()
        options = [values[heap - taken] for taken in range(1, heap + 1) if taking.allows(taken)]
        if value != _mex(options):
            return f"the value of a heap of {heap:,} is not the mex of its options"
    base, *before = _state(taking, values[: proof.recurs])
    later, *after = _state(taking, values[: proof.recurs + period])
    if before != after or (saltus != later - base if taking.all_but else saltus):
        return f"what follows a heap of {proof.recurs:,} is not what follows one of {period:,} more"
    if any(values[n + period] != values[n] + saltus for n in range(proof.first, proof.recurs + 1)):
        return f"values from a heap of {proof.first:,} on do not rise by {saltus:,} in {period:,} heaps"
    if proof.first and values[proof.first - 1 + period] == values[proof.first - 1] + saltus:
        return f"the period begins before a heap of {proof.first:,}"
    for less in (d for d in range(1, period) if period % d == 0 and saltus * d % period == 0):
        rise = saltus * less // period
        if all(
            proof.value(n + less) == proof.value(n) + rise for n in range(proof.recurs, proof.recurs + period)
        ):
            return f"{period:,} is not the least period: {less:,} is one"
    return None


def _state(taking: Taking, values: Sequence[int]) -> State:
    """Return what the value of the next heap follows from, by the definition."""
    split = len(values) - taking.largest
    early = set(values[:split]) if taking.all_but else set()
    base = _mex(early) if taking.all_but else 0
    last = tuple(value - base for value in values[split:])
    return base, last, tuple(sorted(value - base for value in early if value > base))


def value_period(ruleset: Ruleset[Any], values: Sequence[Hashable]) -> tuple[int, int] | None:
    """Return the least period of values of heaps, and the heap from which on it holds; None if they prove none.

    Args:
        ruleset: the rules. What `Ruleset.taking` says is compared with the options of all these heaps.
        values: the values of heaps of 0, 1, 2 and so on.

    >>> from gamekit.cgt import load_ruleset
    >>> value_period(load_ruleset("subtraction", {"heaps": [1], "numbers": [1, 3]}), [0, 1, 0, 1, 0, 1])
    (2, 0)
    """
    numbers = ruleset.taking()
    if numbers is None:
        return None
    most, seen = max(numbers, default=0), dict[tuple[Hashable, ...], int]()
    for heap in range(most, len(values) + 1):
        last = tuple(values[heap - most : heap])
        before = seen.setdefault(last, heap)
        if before < heap:
            period, first = heap - before, before - most
            while first and values[first - 1] == values[first - 1 + period]:
                first -= 1
            return (period, first) if _is_taking(ruleset, most, len(values)) else None
    return None


def _is_taking(ruleset: Ruleset[Any], most: int, heaps: int) -> bool:
    """Return whether each player may take the same numbers of counters from all these heaps, and at most `most`."""
    rules: TriedRules[Any] = TriedRules(ruleset)
    sizes = {rules.read(str(heap)): heap for heap in range(heaps)}
    players: tuple[Player, Player] = (LEFT, RIGHT)
    for player in players:
        taken = [
            {n - sizes.get(option, n) for option in rules.options(at, player)} for at, n in sizes.items()
        ]
        numbers = set().union(*taken)
        if not numbers <= {*range(1, most + 1)} or any(
            of_heap != {number for number in numbers if number <= n} for n, of_heap in enumerate(taken)
        ):
            return False
    return True


def _mex(values: Iterable[int]) -> int:
    """Return the least integer from 0 on that is not among `values`."""
    excluded = set(values)
    return next(value for value in count() if value not in excluded)
