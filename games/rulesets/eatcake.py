"""Eatcake: eat a column or a row of a piece of cake."""

from __future__ import annotations

import attrs

from .cakes import CakeRuleset


@attrs.frozen
class Eatcake(CakeRuleset):
    """Left eats one column of a piece of cake, and Right one row, which may leave two pieces of it.

    The game is from *Winning Ways*. All its values are all small, because whatever is left of a cake can be
    eaten by either player.

    >>> list(Eatcake().options(((2, 3),), 0))
    [((2, 2),), ((2, 1), (2, 1))]
    """

    strip = 1
    example = {"cakes": "2x3 4x1"}
