"""Domineering: Left lays dominoes along columns, and Right along rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.cgt.ruleset import PartizanRuleset
from gamekit.layout import count_bits, members

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import SquareLines
from .domino_ruleset import DominoRuleset
from .free_squares import Squares, transposed


@attrs.frozen
class Domineering(DominoRuleset, PartizanRuleset[Squares]):
    """A move lays a domino on two free squares that share a side: vertically for Left, horizontally for Right.

    The game is Göran Andersson's, from about 1973.

    >>> list(Domineering().options((2, 0b1111), 0))
    [(2, 10), (2, 5)]
    """

    symmetry = "mirror flip"
    alike = "transpose"
    player_colours = ("blue", "red")
    notations = (McgsBoard("domineering", ".#", "..|.."), SquareLines())
    aim = "Lay a domino on two free squares: Left's stand upright, Right's lie across."
    example = {"board": "...|..."}
    presets = {
        "3×3 board": {"board": "...|...|..."},
        "4×4 board": {"board": "....|....|....|...."},
        "5×5 board": {"board": ".....|.....|.....|.....|....."},
    }
    first_preset = "4×4 board"

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        free = s.board.bits(0)
        places = self.upright(free) if s.turn == 0 else self.lying(free)
        step = self.columns if s.turn == 0 else 1
        for square in members(places):
            yield square, square + step

    def order(self, s: Any) -> int:
        """Count the places for a domino, and three times those that the other player cannot touch."""
        free = s.board.bits(0)
        upright, lying = self.upright(free), self.lying(free)
        apart = self.upright(free & ~(lying | lying << 1))
        aside = self.lying(free & ~(upright | upright << self.columns))
        good = count_bits(upright) - count_bits(lying) + 2 * (count_bits(apart) - count_bits(aside))
        return good if s.turn == 0 else -good

    def negative(self, position: Squares) -> Squares:
        return transposed(position)
