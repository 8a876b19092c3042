"""Domineering: Left lays dominoes along columns, and Right along rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.protocol import Game

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import SquareLines
from .domino_ruleset import DominoRuleset
from .free_squares import Squares, across, down, transposed


@attrs.frozen
class Domineering(DominoRuleset, PartizanRuleset[Squares]):
    """A move lays a domino on two free squares that share a side: vertically for Left, horizontally for Right.

    The game is Göran Andersson's, from about 1973.

    >>> list(Domineering().options((2, 0b1111), LEFT))
    [(2, 10), (2, 5)]
    """

    notations = (McgsBoard("domineering", ".#", "..|.."), SquareLines())
    aim = "Lay a domino on two free squares: Left's stand upright, Right's lie across."
    example = {"board": "...|..."}
    presets = {
        "3×3 board": {"board": "...|...|..."},
        "4×4 board": {"board": "....|....|....|...."},
        "5×5 board": {"board": ".....|.....|.....|.....|....."},
    }
    first_preset = "4×4 board"

    @classmethod
    def board_game(cls) -> type[Game[Any, Any]]:
        from .. import dominoes

        return dominoes.Domineering

    def options(self, position: Squares, player: Player) -> Iterator[Squares]:
        laid = down(position) if player == LEFT else across(position)
        return ((position[0], free) for free in laid)

    def negative(self, position: Squares) -> Squares:
        return transposed(position)
