"""The proof of Grundy values of an octal game, and its checker: each value is the mex of those of the options."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.kernel import first_wrong
from gamekit.cgt.octal.sequences import COMPILED_FROM_HEAPS, HEAPS_A_CALL, SPARSE, digits_of, rare_values
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.time_limit import require_time
from gamekit.game.kernel_compiler import compiled


@attrs.frozen
class SequenceProof:
    """The claim that heaps of an octal game have these Grundy values.

    Attributes:
        code: the octal code.
        values: the values of heaps from 0 on; dtype uint16.
    """

    code: OctalCode
    values: NDArray[np.uint16] = attrs.field(repr=False, eq=False)


def check_sequence(proof: SequenceProof) -> ProofReport:
    """Check that each value is the mex of those of the heap's options, by code that shares nothing with `extend`.

    >>> from gamekit.cgt import grundy_sequence
    >>> code = OctalCode.parse("0.77")
    >>> print(check_sequence(SequenceProof(code, grundy_sequence(code, 100))))
    verified: all 101 heaps
    """
    return ProofReport(len(proof.values), problem=fault_of_values(proof.code, proof.values), of="heap")


def fault_of_values(code: OctalCode, values: NDArray[np.uint16]) -> str | None:
    """Return a sentence about the first heap whose value is not the mex of those of its options; None if all are."""
    if not len(values) or values[0]:
        return "a heap of 0 has the value 0"
    check: Any = compiled(first_wrong) if len(values) > COMPILED_FROM_HEAPS else first_wrong
    rare = _rare(values)
    rare_heaps = np.flatnonzero(rare[values[1:]]) + 1
    marks = np.zeros(len(rare), dtype=np.int32)
    digits = digits_of(code, len(values) - 1)
    for start in range(1, len(values), HEAPS_A_CALL):
        require_time()
        stop = min(start + HEAPS_A_CALL, len(values))
        if wrong := int(check(values, digits, marks, rare, rare_heaps, start, stop)):
            return f"the value of a heap of {wrong:,} is not the mex of its options"
    return None


def _rare(values: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Return a mask of the rare values: two common values add up to a rare one. All are rare if that gains little."""
    bits = max(int(values.max()).bit_length(), 1)
    rare = rare_values(values[1:], bits)
    numbers = np.arange(1 << bits)
    is_space = all(np.array_equal(rare[numbers ^ 1 << bit], rare == rare[1 << bit]) for bit in range(bits))
    if is_space and np.count_nonzero(rare[values]) * SPARSE < len(values):
        return rare
    return np.ones(1 << bits, dtype=np.bool_)
