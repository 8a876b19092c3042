"""Elephants and Rhinos: elephants step to the right and rhinos to the left, and nobody jumps."""

from __future__ import annotations

import attrs

from ..notations.mcgs import McgsBoard
from .toads_and_frogs import ToadsAndFrogs


@attrs.frozen
class ElephantsAndRhinos(ToadsAndFrogs):
    """Left moves an elephant to the free square on its right, and Right a rhino to that on its left.

    It is Toads and Frogs without jumps. Its rows are written alike, as in CGSuite (A. Siegel): `t` is an elephant, `f`
    a rhino.

    >>> list(ElephantsAndRhinos().options("t.f", 0)), list(ElephantsAndRhinos().options("tf.", 0))
    (['.tf'], [])
    """

    moves = ToadsAndFrogs.moves[:1]
    looks = {"t": "blue elephant", "f": "red rhino"}
    notations = (McgsBoard("elephants", ".XO", "XX..O", own=".tf", parameter="row"),)
    aim = "Elephants (Left) go right, rhinos (Right) go left, one step onto a free square."
    example = {"row": "tt..f.f"}
    presets = {
        "In blocks": {"row": "tt...ff"},
        "Spread out": {"row": "t.t..f.f"},
        "A long row": {"row": "t..t...f..f"},
    }
    first_preset = "Spread out"
