"""Cutcake: cut a piece of cake in two along a line."""

from __future__ import annotations

import attrs

from .cakes import CakeRuleset


@attrs.frozen
class Cutcake(CakeRuleset):
    """A move cuts one piece in two along a line that is scored on it: lines are one unit apart, and Left's go down.

    The game is from *Winning Ways*, chapter 2, where its values are, too.

    >>> list(Cutcake().options(((2, 3),), 0))
    [((2, 1), (2, 2))]
    """

    strip = 0
    example = {"cakes": "2x4 3x2"}
