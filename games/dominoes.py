"""`Dominoes`: the drawing of Cram and Domineering, with a turn, in which each half of a domino is a tile."""

from __future__ import annotations

from typing import Any

from gamekit.layout import InTurn

from .rulesets.domino_drawing import with_tiles
from .rulesets.free_squares import TAKEN

State = tuple[int, ...]  # the squares, then the player to move


class Dominoes(InTurn):
    """A ruleset of dominoes with a turn, whose drawings show which squares are under dominoes."""

    def contents(self, state: State) -> dict[str, str]:
        laid = set(map(self.place_name, self.laid(state)))
        named = self._picture.contents(state)
        return {name: "half a domino" if name in laid else look for name, look in named.items()}

    @property
    def palette(self) -> Any:
        return self._palette

    def svg(self, state: State) -> str:
        """Return the board with tiles; a page lays them itself, over the squares of each move."""
        board, corner = super().svg(state) or "", self._picture.places[0]
        return with_tiles(board, self.laid(state), self.rules.columns, corner, are_owned=True)

    def laid(self, state: State) -> list[int]:
        """Return the squares under dominoes; the others that are taken were so before play."""
        before = self.squares.strip().replace("|", "")
        return [i for i, sign in enumerate(before) if sign != TAKEN and state[i]]
