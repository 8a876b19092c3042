"""`Proved`: what comes with a proof, and with the independent checker of such proofs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.time_limit import check_in_time


class Proved:
    """A result with its proof.

    Attributes:
        proof: what proves it.
        checker: the independent checker of such proofs.
    """

    __slots__ = ()

    proof: Any
    checker: Callable[[Any], ProofReport]

    def check(self, seconds: float | None = None) -> ProofReport:
        """Return what the checker says of the proof.

        Args:
            seconds: how long it may take; by default, as long as it needs.

        Raises:
            LimitError: `seconds` are over.
        """
        return check_in_time(self.checker, self.proof, seconds)
