"""The rules that Col and Snort share: players colour squares, and each colour forbids some to the neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

import attrs

from gamekit.cgt.ruleset import LEFT, RIGHT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset

from .sign_ruleset import SignRuleset
from .signs import Signs, changes, read_signs

OWN: Final = "lr"
"""The signs of squares that only Left, and only Right may colour."""

COLOURED: Final = "LR"

DONE: Final = str.maketrans(COLOURED, "##")
EXCHANGED: Final = str.maketrans(OWN + COLOURED, OWN[::-1] + COLOURED[::-1])


@attrs.frozen
class Colouring(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """A square that may be coloured is `.`, or `l` or `r` if only Left or only Right may; `#` may not be coloured.

    The squares that are coloured are `L` and `R`. What their neighbours may have follows from that.
    """

    signs = "#.lrLR"
    symmetry = "mirror flip transpose"
    player_colours = ("blue", "red")
    looks = {
        "#": "grey square",
        "l": "blue plain L",
        "r": "red plain R",
        "L": "blue square L",
        "R": "red square R",
    }

    forbids_own: ClassVar[bool]
    """Whether neighbours of a coloured square may not have the same colour; otherwise not the other colour."""

    def start(self) -> Signs:
        return self.parse_position(self.board)

    def moves(self, s: Any) -> Iterator[int]:
        for square in s.board.where(1, 3):
            if s.board[square] in (1, 2 + s.turn):
                yield square

    def play(self, s: Any, square: int) -> None:
        s.board[square] = 4 + s.turn
        still = 2 + (s.turn != self.forbids_own)  # the sign of those who may colour the neighbours
        for beside in self.beside[square]:
            if s.board[beside] in (1, still):
                s.board[beside] = still
            elif s.board[beside] in (2, 3):
                s.board[beside] = 0

    def progress(self, s: Any) -> int:
        return len(s.board.where(4, 5))

    def parts(self, position: Signs) -> Iterable[Signs]:
        return super().parts(_done(position))

    def canonical_position(self, position: Signs) -> Signs:
        return super().canonical_position(_done(position))

    def negative(self, position: Signs) -> Signs:
        return tuple(row.translate(EXCHANGED) for row in position)

    def parse_position(self, text: str) -> Signs:
        position = read_signs(text, self.signs)
        for square, sign in enumerate("".join(position)):
            if sign in COLOURED:
                position = self.after(position, square, LEFT if sign == COLOURED[LEFT] else RIGHT)
        return position

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        signs = changes(position, option)
        (square,) = (square for square, (_, sign) in signs.items() if sign in COLOURED)
        return Gesture([square], touched=[other for other in signs if other != square])


def _done(position: Signs) -> Signs:
    """Return a position without the colours, which make no difference to its followers."""
    return tuple(row.translate(DONE) for row in position)
