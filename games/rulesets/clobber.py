"""Clobber: move a stone onto a neighbouring stone of the other player, which is taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.protocol import Game

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLines
from ..notations.stones import Stones
from .sign_ruleset import SignRuleset
from .signs import Signs, changed, moved, neighbours


@attrs.frozen
class Clobber(SignRuleset, PartizanRuleset[Signs]):
    """Left moves black stones and Right white ones. A move takes a stone of the other colour beside it.

    Stones are beside each other if their squares share a side. On a board, stones that are cut off from all stones of
    the other colour are out of play, and taken off. Black stones are written `x`, white ones `o`.

    The game is by Michael Albert, J. P. Grossman, Richard Nowakowski and David Wolfe (2001).

    >>> list(Clobber(board="xo.").options(("xo.",), LEFT))
    [('.x.',)]
    """

    signs = ".xo"
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
    def board_game(cls) -> type[Game[Any, Any]]:
        from .. import clobber

        return clobber.Clobber

    def pair_moves(self, player: Player) -> PairMoves:
        own, other = "xo" if player == LEFT else "ox"
        taken = [(own + other, "." + own), (other + own, own + ".")]
        return PairMoves(self.signs, across=taken, down=taken)

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        own, other = "xo" if player == LEFT else "ox"
        for place, beside in neighbours(len(position), len(position[0])).items():
            if position[place[0]][place[1]] == own:
                for r, c in beside:
                    if position[r][c] == other:
                        yield changed(position, {place: ".", (r, c): own})

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        return moved(position, option)

    def parts(self, position: Signs) -> Iterable[Signs]:
        """Stones without a neighbour of the other colour are out of the game, if their whole group has none."""
        return [group for group in super().parts(position) if {"x", "o"} <= set().union(*group)]

    def parse_position(self, text: str) -> Signs:
        return super().parse_position(text.lower())
