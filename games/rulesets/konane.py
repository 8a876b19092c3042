"""Konane: stones jump over stones of the other colour, and take them."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from ..notations.stone_lines import StoneLines
from .sign_ruleset import SignRuleset
from .signs import Signs, changed, changes

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@attrs.frozen
class Konane(SignRuleset, PartizanRuleset[Signs]):
    """A stone jumps over a stone of the other player beside it onto the free square behind, and takes that stone.

    It may go on jumping in the same direction. Left has the stones x, Right the stones o. The game is from Hawaii.

    >>> list(Konane(board="xo.o.").options(("xo.o.",), LEFT))
    [('..xo.',), ('....x',)]
    """

    board: str = attrs.field(
        default="xo.o.",
        metadata={"help": "the rows of the board, joined by |: x a stone of Left, o of Right, . free"},
    )

    signs = ".xo"
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

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        own, other = "xo" if player == LEFT else "ox"
        for r, row in enumerate(position):
            for c, sign in enumerate(row):
                if sign == own:
                    for step in STEPS:
                        yield from _jumps(position, (r, c), step, own, other)

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        own = "xo"[player]
        signs = changes(position, option)
        leaves = next(square for square, (before, _) in signs.items() if before == own)
        goes = next(square for square, (_, now) in signs.items() if now == own)
        return Gesture([leaves, goes], touched=[square for square in signs if square not in (leaves, goes)])

    def parts(self, position: Signs) -> Iterator[Signs]:
        yield position


def _jumps(
    board: Signs, start: tuple[int, int], step: tuple[int, int], own: str, other: str
) -> Iterator[Signs]:
    """Yield the boards after one jump, two and so on."""
    (r, c), (dr, dc) = start, step
    signs = {start: "."}
    while True:
        taken, (r, c) = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        if not (0 <= r < len(board) and 0 <= c < len(board[0])):
            return
        if board[taken[0]][taken[1]] != other or board[r][c] != ".":
            return
        signs[taken] = "."
        yield changed(board, {**signs, (r, c): own})
