"""GivenForm: play on a game of the algebra, given by an expression."""

from __future__ import annotations

import attrs

from gamekit.cgt.partizan.notation import parse_game
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.parameters import text_parameter


@attrs.frozen
class GivenForm(PartizanRuleset[ShortGame]):
    """A player moves to one of their options in the canonical form of a game that an expression gives.

    So a game of the algebra, such as {2||1|0} + ^2*, can be valued, played and added to positions of other rulesets.

    >>> given = GivenForm("{2||1|0}")
    >>> [given.format_position(option) for option in given.options(given.start(), 1)]
    ['{1|0}']
    """

    game: str = text_parameter("{2||1|0}", "the expression", parse_game)

    example = {"game": "{2||1|0}"}

    def start(self) -> ShortGame:
        return parse_game(self.game)

    def options(self, position: ShortGame, player: Player) -> tuple[ShortGame, ...]:
        return position.left if player == LEFT else position.right

    def negative(self, position: ShortGame) -> ShortGame:
        return -position

    def format_position(self, position: ShortGame) -> str:
        return str(position)

    def parse_position(self, text: str) -> ShortGame:
        return parse_game(text)
