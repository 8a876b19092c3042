"""Clobber: move a stone onto a neighbouring stone of the other player, which is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset, InTurn, count_bits, members

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLines
from ..notations.stones import Stones
from .sign_ruleset import SignRuleset
from .signs import Signs, moved


@attrs.frozen
class Clobber(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """Left moves black stones and Right white ones. A move takes a stone of the other colour beside it.

    Stones are beside each other if their squares share a side. Stones that are cut off from all stones of the other
    colour can never move again: on a board they are out of play, and shown pale. Black stones are written `x`, white
    ones `o`.

    The game is by Michael Albert, J. P. Grossman, Richard Nowakowski and David Wolfe (2001).

    >>> list(Clobber(board="xo.").options(("xo.",), LEFT))
    [('.x.',)]
    """

    signs = ".xo"
    symmetry = "mirror flip transpose"
    alike = True
    notations = (McgsBoard("clobber", ".XO", "XO|OX"), Stones(), StoneLines())
    aim = (
        "Left moves black stones, Right white ones: onto a stone of the other colour beside it, which "
        "is taken."
    )
    example = {"board": "xoxo|.xox"}
    presets = {
        "4×2 board": {"board": "xoxo|oxox"},
        "4×3 board": {"board": "xoxo|oxox|xoxo"},
        "6×2 board": {"board": "xoxoxo|oxoxox"},
    }
    first_preset = "4×3 board"

    @classmethod
    def drawn_as(cls) -> type[InTurn]:
        from ..clobber import ClobberInTurn

        return ClobberInTurn

    def pair_moves(self, player: Player) -> PairMoves:
        own, other = "xo" if player == LEFT else "ox"
        taken = [(own + other, "." + own), (other + own, own + ".")]
        return PairMoves(self.signs, across=taken, down=taken)

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.beside[leaves]:
                if s.board[goes] == 2 - s.turn:
                    yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn

    def settle(self, s: Any) -> None:
        """Take off the stones that are cut off from all stones of the other colour."""
        left, right = s.board.bits(1), s.board.bits(2)
        stones = left | right
        joined, before = self.in_contact(left, right), 0
        while joined != before:
            before = joined
            joined |= self.around(joined) & stones
        for square in members(stones & ~joined):
            s.board[square] = 0

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))  # each move takes a stone

    def order(self, s: Any) -> int:
        """Count the stones in contact: positions with few are searched first."""
        return count_bits(self.in_contact(s.board.bits(1), s.board.bits(2)))

    def in_contact(self, left: int, right: int) -> int:
        """Return the stones beside one of the other player; all are sets of squares, as bits."""
        return left & self.around(right) | right & self.around(left)

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        return moved(position, option)

    def parts(self, position: Signs) -> Iterable[Signs]:
        """Stones without a neighbour of the other colour are out of the game, if their whole group has none."""
        return [group for group in super().parts(position) if {"x", "o"} <= set().union(*group)]

    def parse_position(self, text: str) -> Signs:
        return super().parse_position(text.lower())
