"""Cannibal Clobber: move a stone onto any neighbouring stone, which is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLines
from ..notations.stones import Stones
from .sign_ruleset import SignRuleset
from .signs import Signs, changes, moved, neighbours


@attrs.frozen
class CannibalClobber(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """Left moves black stones and Right white ones. A move takes a stone of either colour beside it.

    Stones are beside each other if their squares share a side. Black stones are written `x`, white ones `o`.

    >>> list(CannibalClobber(board="xx.").options(("xx.",), LEFT))
    [('.x.',), ('x..',)]
    """

    signs = ".xo"
    symmetry = "mirror flip transpose"
    alike = True
    notations = (McgsBoard("cannibal_clobber", ".XO", "XO|OX"), Stones(), StoneLines())
    aim = "Left moves black stones, Right white ones: onto any stone beside it, which is taken."
    example = {"board": "xoxo|.xox"}
    presets = {
        "4×2 board": {"board": "xoxo|oxox"},
        "3×3 board": {"board": "xox|oxo|xox"},
        "In a row": {"board": "xoxoxoxo"},
    }
    first_preset = "4×2 board"

    def pair_moves(self, player: Player) -> PairMoves:
        own = "x" if player == LEFT else "o"
        taken = [pair for other in "xo" for pair in ((own + other, "." + own), (other + own, own + "."))]
        return PairMoves(self.signs, across=taken, down=taken)

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            takes_own = 0  # which leaves the same position, whichever stone is taken
            for goes in self.beside[leaves]:
                if s.board[goes] == 2 - s.turn or (s.board[goes] and not takes_own):
                    takes_own = takes_own or s.board[goes] == 1 + s.turn
                    yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))  # each move takes a stone

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        """Return the squares of a move; where the player's own stone is taken, any of their stones beside it may be."""
        signs = changes(position, option)
        if len(signs) > 1:
            return moved(position, option)
        ((leaves, (own, _)),) = signs.items()
        columns = len(position[0])
        beside = neighbours(len(position), columns)[divmod(leaves, columns)]
        goes, *others = (r * columns + c for r, c in beside if position[r][c] == own)
        return Gesture([leaves, goes], twins=dict.fromkeys(others, goes))

    def parts(self, position: Signs) -> Iterable[Signs]:
        """Stones without a neighbour are out of the game."""
        return [group for group in super().parts(position) if sum(map(len, group)) > 1]

    def parse_position(self, text: str) -> Signs:
        return super().parse_position(text.lower())
