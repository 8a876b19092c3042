"""`ProofReport`: what a checker found of a proof, whatever kind of value it proves; and `Proved`: what has a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamekit.cgt.time_limit import check_in_time
from gamekit.game.sentences import all_of, counted


@attrs.frozen
class ProofReport:
    """What a checker found.

    Attributes:
        checked: how many entries hold.
        divided: of how many divided positions the options were compared with those of the sum of their parts.
        is_sample: whether there were more of them.
        tried: how many positions were compared with those that represent them.
        problem: the first entry that does not, and why; None if all hold.
        of: what an entry is.
    """

    checked: int
    divided: int = 0
    is_sample: bool = False
    tried: int = 0
    problem: str | None = None
    of: str = "position"

    @property
    def ok(self) -> bool:
        """Whether the proof holds."""
        return self.problem is None

    def __str__(self) -> str:
        if not self.ok:
            return f"NOT VERIFIED: {self.problem}"
        sample = (
            f"; of positions that fall into parts, {self.divided:,} were compared with the sum"
            if self.is_sample
            else ""
        )
        tried = f"; the symmetry was tried in {counted(self.tried, 'position')}" if self.tried else ""
        return f"verified: {all_of(self.checked, self.of)}{sample}{tried}"


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
