"""Cram: lay dominoes on a board, in either direction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import attrs

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.layout import members

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import SquareLines
from .domino_ruleset import DominoRuleset
from .free_squares import Squares, least_image
from .remembered import Remembered


@attrs.frozen
class Cram(DominoRuleset, ImpartialRuleset[Squares]):
    """A move lays a domino on two free squares that share a side (Gardner 1974).

    >>> list(Cram().options((2, 0b1111)))
    [(2, 12), (2, 3), (2, 10), (2, 5)]
    """

    alike = True
    notations = (McgsBoard("impartial domineering", ".#", "..|.."), SquareLines())
    aim = "Lay a domino on two free squares that share a side."
    example = {"board": "...|..."}
    presets = {
        "3×2 board": {"board": "...|..."},
        "4×3 board": {"board": "....|....|...."},
        "4×4 board": {"board": "....|....|....|...."},
    }
    first_preset = "4×3 board"

    def pair_moves(self, player: Player) -> PairMoves:
        laid = [("..", "##")]
        return PairMoves("#.", across=laid, down=laid)

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        free = s.board.bits(0)
        for square in members(self.lying(free)):
            yield square, square + 1
        for square in members(self.upright(free)):
            yield square, square + self.columns

    def canonical_position(self, position: Squares) -> Squares:
        return _least_images[position]


_least_images = Remembered(partial(least_image, is_turned=True), most=1 << 20)
