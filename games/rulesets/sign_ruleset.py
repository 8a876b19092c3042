"""The features that rulesets on boards of signs share: notation, symmetry, and a board as the parameter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import attrs

from gamekit.cgt.ruleset import Player, Ruleset
from gamekit.errors import blamed

from .signs import Signs, draw_signs, groups, least_image, move_name, read_signs, signs_in_words


@attrs.frozen
class SignRuleset(Ruleset[Signs]):
    """The parts that rulesets on boards of signs share: everything but the options."""

    board: str = attrs.field(default="...", metadata={"help": "the rows of the board, joined by |"})

    signs: ClassVar[str]
    """The signs that may stand on a square.

    The first sign is that of a square that nobody can use any more; the last two are Left's and Right's.
    """

    player_colours = ("black", "white")
    looks: ClassVar[Mapping[str, str]] = {"x": "black", "o": "white", "#": "grey square"}
    """The looks of signs, in words; signs without an entry are free squares."""

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
            read_signs(self.board, self.signs)

    def start(self) -> Signs:
        return read_signs(self.board, self.signs)

    def parts(self, position: Signs) -> Iterable[Signs]:
        return groups(position, self.signs[0])

    def canonical_position(self, position: Signs) -> Signs:
        return least_image(position)

    def negative(self, position: Signs) -> Signs:
        players = self.signs[-2:]
        exchanged = str.maketrans(players, players[::-1])
        return tuple(row.translate(exchanged) for row in position)

    def format_position(self, position: Signs) -> str:
        return "|".join(position)

    def position_in_words(self, position: Signs) -> str:
        return signs_in_words(position, self.looks)

    def parse_position(self, text: str) -> Signs:
        return read_signs(text, self.signs)

    def format_option(self, position: Signs, option: Signs, player: Player) -> str:
        """Return the squares that make the move, such as c3-c5."""
        gesture = self.gesture(position, option, player)
        if gesture is None:
            return super().format_option(position, option, player)
        return move_name(gesture, len(position), len(position[0]))

    def render(self, position: Signs) -> str:
        return "\n".join(position)

    def svg(self, position: Signs) -> str:
        return draw_signs(position, self.looks)
