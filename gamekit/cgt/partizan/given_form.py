"""Games of the algebra: play on a game that an expression gives."""

from __future__ import annotations

import attrs

from gamekit.cgt.partizan.notation import parse_game
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter


@attrs.frozen
class GivenForm(PartizanRuleset[ShortGame]):
    """Left follows one of the blue lines down from the game on top, and Right one of the red ones.

    A plate is a game, and the plates below it are the options of Left and of Right: it is the canonical form of what an
    expression gives. So a game of the algebra, such as {2||1|0} + ^2*, can be valued, played and added to positions of
    other rulesets.

    >>> given = GivenForm("{2||1|0}")
    >>> [given.format_position(option) for option in given.options(given.start(), 1)]
    ['{1|0}']
    """

    game: str = text_parameter("{2||1|0}", "the expression", parse_game)

    called = "form"
    aim = (
        "Left follows a blue line down, Right a red one. {A|B}: Left may move to A, Right to B. 2: Left has two moves "
        "more; 0: nobody can move; ±1: whoever moves first gains one."
    )
    example = {"game": "{{2|0},{2|±1}|±1,{±1|-2}}"}
    presets = {"Switches": example, "Two sums": {"game": "{2||1|0} + {3|-1}"}, "Up": {"game": "^2* + {1|*}"}}

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

    def beginning_in(self, position: ShortGame) -> GivenForm:
        return attrs.evolve(self, game=str(position))

    def gesture(self, position: ShortGame, option: ShortGame, player: Player) -> Gesture:
        """Return the place of the option in the tree."""
        from gamekit.cgt.partizan.form_drawing import place_of

        return Gesture([place_of(player, self.options(position, player).index(option))])

    def svg(self, position: ShortGame) -> str:
        """Return the game as a tree of options."""
        from gamekit.cgt.partizan.form_drawing import draw_form

        return draw_form(position, self.start())
