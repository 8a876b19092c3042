"""Konane: stones jump over stones of the other colour, and take them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import attrs

from gamekit.cgt.ruleset import PartizanRuleset, Player, Ruleset
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset, members
from gamekit.layout.board_ruleset import SIDES
from gamekit.layout.geometry import between, rays

from ..notations.stone_lines import StoneLines
from .sign_ruleset import SignRuleset
from .signs import Signs, changes


@attrs.frozen
class Konane(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """A stone jumps over a stone of the other player beside it onto the free square behind, and takes that stone.

    It may go on jumping in the same direction. Left has the black stones, written `x`, Right the white ones, `o`. The
    game is from Hawaii.

    >>> list(Konane(board="xo.o.").options(("xo.o.",), 0))
    [('..xo.',), ('....x',)]
    """

    board: str = attrs.field(
        default="xo.o.",
        metadata={"help": "the rows of the board, joined by |: x a stone of Left, o of Right, . free"},
    )

    signs = ".xo"
    symmetry = "mirror flip transpose"
    alike = True
    notations = (StoneLines(),)
    aim = (
        "Jump over a stone of the other colour beside yours, onto the free square behind it, and take "
        "it; jumps may go on in the same line."
    )
    example = {"board": "xo.o.|.xo.."}
    presets = {
        "5×2 board": {"board": "xo.o.|.xo.."},
        "4×4 board": {"board": "xoxo|o..x|xoxo|oxox"},
        "5×4 board": {"board": "ox.xo|xo.ox|oxoxo|xoxox"},
    }
    first_preset = "5×4 board"

    @cached_property
    def lines(self) -> list[list[list[int]]]:
        """The squares on each of the four lines from each square."""
        return rays(self.rows, self.columns, SIDES)

    @cached_property
    def between(self) -> list[list[int]]:
        """The squares between each two on a line, as bits."""
        return between(self.rows, self.columns)

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for line in self.lines[leaves]:
                for i in range(1, len(line), 2):
                    if s.board[line[i - 1]] != 2 - s.turn or s.board[line[i]]:
                        break
                    yield leaves, line[i]

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves] = 0
        for square in members(self.between[leaves][goes]):
            s.board[square] = 0
        s.board[goes] = 1 + s.turn

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))  # each move takes a stone

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        own = "xo"[player]
        signs = changes(position, option)
        leaves = next(square for square, (before, _) in signs.items() if before == own)
        goes = next(square for square, (_, now) in signs.items() if now == own)
        return Gesture([leaves, goes], touched=[square for square in signs if square not in (leaves, goes)])

    parts = Ruleset.parts
