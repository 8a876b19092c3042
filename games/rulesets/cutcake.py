"""Cutcake: cut a piece of cake in two along a line."""

from __future__ import annotations

import attrs

from .cakes import CakeRuleset


@attrs.frozen
class Cutcake(CakeRuleset):
    """A move cuts one piece in two along a line that is scored on it: lines are one unit apart, and Left's go down.

    The game is from *Winning Ways*, chapter 2, where its values are, too.

    >>> list(Cutcake().options(((2, 3, 0, 0),), 0))
    [((2, 1, 0, 0), (2, 2, 0, 1)), ((2, 1, 0, 2), (2, 2, 0, 0))]
    """

    strip = 0
    ways = ("cut the {cake} after column {line}", "cut the {cake} below row {line}")
    aim = (
        "Cut a piece of cake in two along a line: Left cuts from top to bottom (blue), Right from side "
        "to side (red)."
    )
    example = {"cakes": "3x3"}
    presets = {
        "One cake": {"cakes": "4x5"},
        "Two cakes": {"cakes": "2x4 3x2"},
        "Three cakes": {"cakes": "2x3 3x2 1x4"},
    }
    first_preset = "Two cakes"
