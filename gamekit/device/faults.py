"""`FaultCheck`: what kernels find wrong about rules, in the words of this processor."""

from __future__ import annotations

import attrs
import numpy as np

from gamekit.device import rules_kernels as k
from gamekit.device.words import Count
from gamekit.engine.codes.batch import Batch
from gamekit.errors import DeviceError, RulesError


@attrs.frozen
class FaultCheck:
    """Raises an error if kernels say that rules broke a promise.

    Attributes:
        batch: the rules on this processor, which say what is wrong in the author's words.
    """

    batch: Batch

    def __call__(self, counts: list[int]) -> None:
        """Look at the counts of a workspace.

        Raises:
            RulesError: the rules broke a promise; the state is named.
        """
        kind, code = counts[Count.FAULT], counts[Count.FAULTY_CODE]
        if not kind:
            return
        codes = np.array([code], dtype=np.int64)
        if kind in (k.TOO_MANY_BACK, k.OUT_OF_RANGE_BACK):
            self.batch.parents(codes)
        else:
            self.batch.expand(codes)
        where = self.batch.describe(code)
        if kind == k.STRAY:
            raise RulesError(
                f"{self.batch.name}'s compiled rules: a move from {where} leads to a code that is not that of a state"
            )
        raise DeviceError(
            f"at {where}, a device finds fault {kind} in the rules of {self.batch.name}, and this processor none; "
            "--device cpu solves the game"
        )
