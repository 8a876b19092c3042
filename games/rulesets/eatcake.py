"""Eatcake: eat a column or a row of a piece of cake."""

from __future__ import annotations

import attrs

from .cakes import CakeRuleset


@attrs.frozen
class Eatcake(CakeRuleset):
    """Left eats one column of a piece of cake, and Right one row, which may leave two pieces of it.

    The game is from *Winning Ways*. All its values are all small, because whatever is left of a cake can be
    eaten by either player.

    >>> list(Eatcake().options(((2, 3, 0, 0),), 0))
    [((2, 2, 0, 1),), ((2, 1, 0, 0), (2, 1, 0, 2)), ((2, 2, 0, 0),)]
    """

    strip = 1
    ways = ("eat column {line} of the {cake}", "eat row {line} of the {cake}")
    aim = "Eat a strip of a piece of cake: Left eats a column (blue), Right a row (red)."
    example = {"cakes": "2x3 4x1"}
    presets = {
        "One cake": {"cakes": "4x5"},
        "Two cakes": {"cakes": "3x4 4x2"},
        "Three cakes": {"cakes": "2x2 3x2 2x3"},
    }
    first_preset = "Two cakes"
