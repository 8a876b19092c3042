"""`ProofReport`: the result of a checker, for every kind of value; and `Proved`: a result with a proof."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from gamekit.cgt.time_limit import check_in_time
from gamekit.game.sentences import all_of, counted


@attrs.frozen
class ProofReport:
    """The result of a checker.

    Attributes:
        checked: the number of entries that hold.
        divided: the number of divided positions whose options were compared with those of the sum of their parts.
        is_sample: whether there were more divided positions than were compared.
        tried: the number of positions that were compared with their representatives.
        problem: the first entry that does not hold, and the reason; None if all hold.
        of: the noun for an entry.
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
        proof: the proof of the result.
        checker: the independent checker of such proofs.
    """

    __slots__ = ()

    proof: Any
    checker: Callable[[Any], ProofReport]

    def check(self, seconds: float | None = None) -> ProofReport:
        """Return the checker's report on the proof.

        Args:
            seconds: the time that the check may take; by default, there is no limit.

        Raises:
            LimitError: the check takes longer than `seconds`.
        """
        return check_in_time(self.checker, self.proof, seconds)
