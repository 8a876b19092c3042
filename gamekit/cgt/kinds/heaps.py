"""Claims of Grundy values of heaps of an octal code, and of their period."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.kinds.claim import CheckedClaim, Claim, keyed, malformed, require_room
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import Period, check_period
from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
from gamekit.cgt.proof_report import ProofReport


@attrs.frozen(kw_only=True)
class SequenceClaim(Claim):
    """The Grundy values of heaps from 0 on, which are their own proof."""

    name = "sequence"
    proof_class: ClassVar[type[Any]] = SequenceProof

    code: str
    values: tuple[int, ...]

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        require_room(len(proof.values) - 1, "heaps")
        return {"code": str(proof.code), "values": proof.values.tolist()}

    def sequence(self) -> tuple[OctalCode, NDArray[np.uint16]]:
        """Return the code and the values."""
        if not all(0 <= value < 1 << 16 for value in self.values):
            raise malformed("a value is below 0 or above 65,535")
        return OctalCode.parse(self.code), np.array(self.values, dtype=np.uint16)

    def check(self) -> CheckedClaim:
        proof = SequenceProof(*self.sequence())
        sentence = f"Grundy values of {proof.code} for heaps of 1 to {len(proof.values) - 1:,}"
        return CheckedClaim(sentence, check_sequence(proof))


@attrs.frozen(kw_only=True)
class PeriodClaim(SequenceClaim):
    """The period of Grundy values of heaps, with its exceptions, and the values that prove it."""

    name = "period"
    proof_class = Period

    period: int
    last_exception: int
    exceptions: tuple[tuple[int, int], ...]

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        return {
            **super().written(proof, ruleset_name),
            "period": proof.period,
            "last_exception": proof.last_exception,
            "exceptions": list(proof.exceptions.items()),
        }

    def check(self) -> CheckedClaim:
        code, values = self.sequence()
        exceptions = keyed(self.exceptions, "a heap of {:,}".format)
        proof = Period.claimed(code, self.period, self.last_exception, exceptions, values)
        report = ProofReport(0, problem="no such period", of="heap") if proof is None else check_period(proof)
        which = f"last of {len(exceptions):,} exceptions" if len(exceptions) > 1 else "only exception"
        but = f"; the {which} is {self.last_exception:,}" if exceptions else ""
        return CheckedClaim(f"{code} has period {self.period:,} for ever{but}", report)
