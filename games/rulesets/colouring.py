"""What Col and Snort have in common: players colour squares, and each colour forbids some to the neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from .sign_ruleset import SignRuleset
from .signs import Signs, changed, changes, neighbours

LEFT_ONLY, RIGHT_ONLY = "lr"


@attrs.frozen
class Colouring(SignRuleset, PartizanRuleset[Signs]):
    """A square that may still be coloured is `.`, or `l` or `r` if only Left or only Right may. All others are `#`."""

    signs = "#.lr"
    looks = {"#": "grey square", "l": "blue plain L", "r": "red plain R"}

    forbids_own: ClassVar[bool]
    """Whether neighbours of a coloured square may not have the same colour; otherwise not the other colour."""

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        return (option for _, option in self.coloured(position, player))

    def coloured(self, position: Signs, player: Player) -> Iterator[tuple[int, Signs]]:
        """Yield the number of each square that a player may colour, row by row, with what comes of it."""
        own = LEFT_ONLY if player == LEFT else RIGHT_ONLY
        still = (
            LEFT_ONLY if (player == LEFT) != self.forbids_own else RIGHT_ONLY
        )  # who may use the neighbours
        for square, (place, beside) in enumerate(neighbours(len(position), len(position[0])).items()):
            if position[place[0]][place[1]] in (".", own):
                signs = {(r, c): still if position[r][c] in (".", still) else "#" for r, c in beside}
                yield square, changed(position, {**signs, place: "#"})

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        square, *others = (square for square, found in self.coloured(position, player) if found == option)
        touched = [other for other in changes(position, option) if other not in (square, *others)]
        return Gesture([square], touched=touched, twins=dict.fromkeys(others, square))
