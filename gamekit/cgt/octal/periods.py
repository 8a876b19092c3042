"""Periods of octal games: found in a Grundy sequence, and proved by the octal periodicity theorem.

If a code has k digits, and G(n + p) = G(n) for all n from n0 to 2·n0 + p + k, then it holds for ever (R. Guy and
C. Smith, "The G-values of various games", Proc. Cambridge Philos. Soc. 52, 1956).
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.sequence_proof import fault_of_values
from gamekit.cgt.octal.sequences import grundy_sequence
from gamekit.cgt.proof_report import ProofReport
from gamekit.errors import UnsupportedError

RECURRING_VALUES: Final = 64
"""The number of last values that have to recur for a period to be considered."""


@attrs.frozen
class Period:
    """The claim that a Grundy sequence is periodic, with the values that prove it.

    Attributes:
        code: the octal code.
        period: the least p with G(n + p) = G(n) for all large n.
        last_exception: the last n for which this fails; 0 if there is none.
        exceptions: the value of each heap that differs from the one that the period would give it.
        repeating: the values of `period` heaps from `last_exception` + 1 on.
        values: the values of heaps from 0 on, as far as the theorem needs them; dtype uint16.
    """

    code: OctalCode
    period: int
    last_exception: int
    exceptions: dict[int, int] = attrs.field(repr=False)
    repeating: tuple[int, ...] = attrs.field(repr=False)
    values: NDArray[np.uint16] = attrs.field(repr=False, eq=False)

    @classmethod
    def claimed(
        cls, code: OctalCode, period: int, last: int, exceptions: dict[int, int], values: NDArray[np.uint16]
    ) -> Period | None:
        """Return the claim of a period with its values, which need not be true; None if there are too few values."""
        if period < 1 or last < 0 or len(values) < last + 1 + period:
            return None
        return attrs.evolve(_period(code, period, last, values), exceptions=exceptions)

    def value(self, heap: int) -> int:
        """Return the Grundy value of a heap of any size.

        >>> find_period("0.77", 200).value(10**100)
        1
        """
        if heap <= self.last_exception:
            return int(self.values[heap])
        return self.repeating[(heap - self.last_exception - 1) % self.period]

    def extended(self, to: int) -> NDArray[np.uint16]:
        """Return the values of heaps from 0 to `to`, derived from those that prove the period.

        >>> find_period("0.77", 200).extended(300)[[70, 71, 300]].tolist()
        [6, 7, 4]
        """
        after = np.arange(max(to - self.last_exception, 0)) % self.period
        repeated = np.array(self.repeating, dtype=np.uint16)[after]
        return np.concatenate([self.values[: self.last_exception + 1], repeated])[: to + 1]

    def __str__(self) -> str:
        return f"{self.code} has period {self.period:,}; the last exception is {self.last_exception:,}"


def find_period(code: OctalCode | str, to: int, *, values: NDArray[np.uint16] | None = None) -> Period | None:
    """Return the period of an octal game if the heaps up to `to` prove one, else None.

    Args:
        code: the octal code, or its text.
        to: the largest heap to compute.
        values: the values of heaps from 0 to `to`, if they are known.

    Raises:
        UnsupportedError: the last digit of the code repeats for ever, so that the theorem does not apply.
        InputError: `code` is not an octal code, or `to` is negative or too large.

    >>> print(find_period("0.77", 200))
    0.77 has period 12; the last exception is 70
    >>> find_period("0.77", 100) is None
    True
    """
    code = OctalCode.parse(code) if isinstance(code, str) else code
    if fault := fault_of_code(code):
        raise UnsupportedError(fault)
    values = grundy_sequence(code, to) if values is None else values
    digits = len(code.digits)
    for period in _recurrences(values):
        differs = np.flatnonzero(values[1 : len(values) - period] != values[1 + period :])
        last = int(differs[-1]) + 1 if len(differs) else 0
        needed = _needed(last + 1, period, digits)
        if needed < len(values):
            return _period(code, period, last, values[: needed + 1])
    return None


def check_period(proof: Period) -> ProofReport:
    """Check that the values prove the claim: they have this period and no smaller one, with these exceptions.

    The checker computes the mex of every heap from all its options, and compares the values that the theorem names.

    >>> print(check_period(find_period("0.77", 200)))
    verified: all 169 heaps
    """
    return ProofReport(len(proof.values), problem=_fault_of(proof), of="heap")


def _fault_of(proof: Period) -> str | None:
    code, period, values = proof.code, proof.period, proof.values
    first = proof.last_exception + 1
    digits = len(code.digits)
    if fault := fault_of_code(code):
        return fault
    if period < 1 or first < 1:
        return "no such period"
    if len(values) <= _needed(first, period, digits):
        return (
            f"the theorem needs heaps up to {_needed(first, period, digits):,}; there are {len(values) - 1:,}"
        )
    if fault := fault_of_values(code, values):
        return fault
    last = 2 * first + period + digits
    differs = np.flatnonzero(values[first : last + 1] != values[first + period : last + period + 1])
    if len(differs):
        return f"heaps of {first + differs[0]:,} and of {period:,} more have different values"
    if fault := fault_of_statement(values, period, proof.last_exception, "value"):
        return fault
    if proof != _period(code, period, proof.last_exception, values):
        return "the exceptions or the repeating values are not those of the sequence"
    return None


def fault_of_code(code: OctalCode) -> str | None:
    """Return why the periodicity theorem does not apply to a code; None if it does."""
    if code.repeats:
        return f"the periodicity theorem is for codes with finitely many digits, and {code} goes on"
    return None


def fault_of_statement(values: NDArray[Any], period: int, last: int, what: str) -> str | None:
    """Return why a period is not the least one, or its last exception is none; None if both are as stated.

    The values, which a sentence calls `what`, are those of heaps from 0 on, at least up to `last` + `period`. They
    repeat after `last`, which is 0 if there is no exception.
    """
    if last and values[last] == values[last + period]:
        return f"a heap of {last:,} is no exception: it has the {what} of one of {period:,} more"
    repeating = values[last + 1 : last + 1 + period]
    for less in range(1, period // 2 + 1):
        if period % less == 0 and np.array_equal(repeating[less:], repeating[:-less]):
            return f"{period:,} is not the least period: the {what}s have period {less:,}"
    return None


def _needed(first: int, period: int, digits: int) -> int:
    """Return the largest heap that the theorem needs for a period from `first` on."""
    return 2 * first + 2 * period + digits


def _period(code: OctalCode, period: int, last: int, values: NDArray[np.uint16]) -> Period:
    repeating = values[last + 1 : last + 1 + period]
    before = np.arange(last + 1)
    regular = repeating[(before - last - 1) % period]
    exceptions = {int(n): int(values[n]) for n in np.flatnonzero(values[: last + 1] != regular) if n}
    return Period(code, period, last, exceptions, tuple(map(int, repeating)), values)


def _recurrences(values: NDArray[np.uint16]) -> Any:
    """Yield the distances, ascending, at which the last RECURRING_VALUES values of a sequence occur earlier in it."""
    window = min(RECURRING_VALUES, len(values) // 4)
    if not window:
        return
    text, width = values.tobytes(), values.itemsize
    tail = text[-window * width :]
    end = len(text) - width
    while (at := text.rfind(tail, 0, end)) >= 0:
        if at % width == 0:
            yield (len(text) - len(tail) - at) // width
        end = at + len(tail) - 1
