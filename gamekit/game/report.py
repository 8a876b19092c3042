"""`Report`: what a check found."""

from __future__ import annotations

from typing import Protocol


class Report(Protocol):
    """What a check of rules, of a solution, a table, a certificate or a proof found: an attrs class; `str` tells it."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and what was to be proved is."""
