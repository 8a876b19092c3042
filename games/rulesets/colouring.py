"""The rules that Col and Snort share: players colour squares, and each colour forbids some to the neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import ClassVar, Final

import attrs

from gamekit.cgt.ruleset import LEFT, RIGHT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from .sign_ruleset import SignRuleset
from .signs import Place, Signs, changed, changes, neighbours, read_signs

OWN: Final = "lr"
"""The signs of squares that only Left, and only Right may colour."""

COLOURED: Final = "LR"

DONE: Final = str.maketrans(COLOURED, "##")
EXCHANGED: Final = str.maketrans(OWN + COLOURED, OWN[::-1] + COLOURED[::-1])


@attrs.frozen
class Colouring(SignRuleset, PartizanRuleset[Signs]):
    """A square that may be coloured is `.`, or `l` or `r` if only Left or only Right may; `#` may not be coloured.

    The squares that are coloured are `L` and `R`. What their neighbours may have follows from that.
    """

    signs = "#.lrLR"
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

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        for place in neighbours(len(position), len(position[0])):
            if position[place[0]][place[1]] in (".", OWN[player]):
                yield self._coloured(position, place, player)

    def _coloured(self, position: Signs, place: Place, player: Player) -> Signs:
        still = OWN[player != self.forbids_own]  # who may colour the neighbours
        beside = neighbours(len(position), len(position[0]))[place]
        signs = {
            (r, c): still if position[r][c] in (".", still) else "#"
            for r, c in beside
            if position[r][c] in ".lr"
        }
        return changed(position, {**signs, place: COLOURED[player]})

    def parts(self, position: Signs) -> Iterable[Signs]:
        return super().parts(_done(position))

    def canonical_position(self, position: Signs) -> Signs:
        return super().canonical_position(_done(position))

    def negative(self, position: Signs) -> Signs:
        return tuple(row.translate(EXCHANGED) for row in position)

    def parse_position(self, text: str) -> Signs:
        position = read_signs(text, self.signs)
        for r, c in product(range(len(position)), range(len(position[0]))):
            if position[r][c] in COLOURED:
                position = self._coloured(
                    position, (r, c), LEFT if position[r][c] == COLOURED[LEFT] else RIGHT
                )
        return position

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        signs = changes(position, option)
        (square,) = (square for square, (_, sign) in signs.items() if sign in COLOURED)
        return Gesture([square], touched=[other for other in signs if other != square])


def _done(position: Signs) -> Signs:
    """Return a position without the colours, which make no difference to its followers."""
    return tuple(row.translate(DONE) for row in position)
