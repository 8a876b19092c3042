"""Hackenbush on trees: cut an edge, and what no longer hangs on the ground is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .hackenbush_trees import GONE, Forest, cuts_of, ordered, read_forest, written


@attrs.frozen
class Hackenbush(PartizanRuleset[Forest]):
    """Left cuts blue edges, Right red ones, and both may cut green ones; what no longer hangs on the ground is gone.

    A blue edge is written `l`, a red one `r` and a green one `e`. A tree is written from the ground up, with branches
    in parentheses: `l(rl)e` is a blue edge on which a stalk of red and blue and a green edge stand. Trees are separated
    by spaces. Edges that are gone are written `.`, so that the others keep their numbers. The game is John Conway's.

    >>> ruleset = Hackenbush(trees="lr")
    >>> [ruleset.format_position(option) for option in ruleset.options(ruleset.start(), LEFT)]
    ['..']
    """

    trees: str = text_parameter("lr", "the trees, each from the ground up, of edges l, r and e", read_forest)

    aim = (
        "Cut an edge: Left blue ones, Right red ones, both green ones. What no longer hangs on the "
        "ground is gone."
    )
    example = {"trees": "lrl e l(r)r"}
    presets = {
        "Three trees": example,
        "Stalks": {"trees": "lrr rll le"},
        "A bush": {"trees": "l(rl)e(lr)r"},
    }

    def start(self) -> Forest:
        return read_forest(self.trees)

    def options(self, position: Forest, player: Player) -> Iterable[Forest]:
        return self._cuts(position, player).values()

    def _cuts(self, position: Forest, player: Player) -> dict[int, Forest]:
        """Return the forest that is left, by the number of the edge that is cut."""
        return dict(cuts_of(position, "le" if player == LEFT else "re"))

    def parts(self, position: Forest) -> Iterator[Forest]:
        return ((tree,) for tree in position)

    def canonical_position(self, position: Forest) -> Forest:
        return ordered(position)

    def format_position(self, position: Forest) -> str:
        return " ".join(map(written, position)) or "0"

    def position_in_words(self, position: Forest) -> str:
        return (
            f"trees of edges l blue, r red and e green, from the ground up: {self.format_position(position)}"
        )

    def parse_position(self, text: str) -> Forest:
        return read_forest(text)

    def format_option(self, position: Forest, option: Forest, player: Player) -> str:
        return f"cut edge {self._cut(position, option, player)}"

    def parse_option(self, position: Forest, text: str, player: Player) -> Forest:
        cuts = {str(number): left for number, left in self._cuts(position, player).items()}
        number = text.removeprefix("cut edge ")
        return cuts[number] if number in cuts else super().parse_option(position, text, player)

    def gesture(self, position: Forest, option: Forest, player: Player) -> Gesture:
        return Gesture([self._cut(position, option, player)])

    def _cut(self, position: Forest, option: Forest, player: Player) -> int:
        """Return the number of the edge whose cut leads to an option."""
        return next(number for number, left in self._cuts(position, player).items() if left == option)

    def render(self, position: Forest) -> str:
        """Return the trees, and below each edge its number, whose digits stand one below the other."""
        text = self.format_position(position)
        edges = [place for place, sign in enumerate(text) if sign in f"lre{GONE}"]
        numbers = {place: str(i) for i, place in enumerate(edges, 1) if text[place] != GONE}
        levels = range(max(map(len, numbers.values()), default=0))
        below = [
            [numbers.get(place, "")[level:][:1] or " " for place in range(len(text))] for level in levels
        ]
        return "\n".join([text, *("".join(signs).rstrip() for signs in below)])

    def beginning_in(self, position: Forest) -> Hackenbush:
        return attrs.evolve(self, trees=self.format_position(position))

    def svg(self, position: Forest) -> str:
        from .hackenbush_drawing import draw_forest

        return draw_forest(position)
