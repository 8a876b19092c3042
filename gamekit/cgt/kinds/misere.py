"""Outcome classes in misère play; claims about them are claims about outcome classes."""

from __future__ import annotations

from gamekit.cgt.kinds.outcome import Outcome
from gamekit.cgt.misere.genus import GenusWalker


class MisereOutcome(Outcome):
    """The outcome class of a position if the last move loses."""

    name = "misere"
    claims = ()
    cheaper = GenusWalker.cheaper
    play = "misere"
    called = "misère outcome class"
    search = None  # type: ignore[assignment]


KIND = MisereOutcome()
