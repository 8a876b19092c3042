"""Backsliding Toads and Frogs: Toads and Frogs in which animals may also take a step back."""

from __future__ import annotations

import attrs

from .toads_and_frogs import ToadsAndFrogs


@attrs.frozen
class BackslidingToadsAndFrogs(ToadsAndFrogs):
    """A move is one of Toads and Frogs, or takes an animal back to the free square behind it, but not over another one.

    So play can go on for ever. The game is from *Winning Ways*, and A. Siegel studied it ("Backsliding Toads and
    Frogs", *Games of No Chance 3*, 2009).

    >>> list(BackslidingToadsAndFrogs().options(".tf.", 0))
    ['t.f.', '..ft']
    """

    moves = (*ToadsAndFrogs.moves, (".t", "t."))
    aim = (
        "Toads (Left) go right, frogs (Right) left: a step onto a free square, or a jump over one of the others. "
        "Steps back are allowed, too."
    )
    example = {"row": "tt..ff"}
    presets = {
        "2 against 2": {"row": ".tt.ff."},
        "Spread out": {"row": "t.t.f.f"},
        "In a block": {"row": "tt..ff"},
    }
    first_preset = "2 against 2"
