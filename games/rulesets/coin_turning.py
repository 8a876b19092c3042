"""Coin turning: turn coins of a row, of which the one farthest to the right goes from heads to tails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import Player
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, text_parameter

from .coin_codes import CoinCode, coins, explaining_doubles
from .heap_notation import Heaps
from .heaps import HeapRuleset

MOST_DRAWN = 40
"""The largest place of a row that is drawn."""


@attrs.frozen
class CoinTurning(HeapRuleset):
    """A move turns a coin from heads to tails and with it some coins at its left: as many as the code says.

    A position lists the places of the coins that show heads, from 1 on. In Turning Turtles a move turns one or two
    coins (code 1-2), in Mock Turtles up to three (1-3), in Moebius up to five (1-5), in Moidores up to nine (1-9), in
    Triplets exactly three (3), and in Ruler any number of neighbours (1+C). The games are from *Winning Ways*, chapter
    14. A coin that is turned to heads twice becomes two, and its place is listed twice. In normal play they cancel, so
    the sum of rows with one head each is worth what the row of all these heads is worth.

    >>> list(CoinTurning(code="1-3").options((3,)))
    [(), (1,), (2,), (1, 2)]
    """

    heaps: tuple[int, ...] = parameter(
        (2, 5), "the places of the coins that show heads", 0, items="places", aliases=("heads",)
    )
    code: str = text_parameter(
        "1-2",
        "how many coins a move turns, such as 3, 1-3 or 1+, and C if they are neighbours",
        CoinCode.parse,
    )

    has_shelves = False
    example = {"heaps": [2, 5], "code": "1-3"}
    presets = {
        "Turning Turtles": {"heaps": [2, 5], "code": "1-2"},
        "Mock Turtles": {"heaps": [2, 5], "code": "1-3"},
        "Ruler": {"heaps": [2, 5, 7], "code": "1+C"},
        "Triplets": {"heaps": [5, 7], "code": "3"},
    }
    first_preset = "Mock Turtles"

    @property
    def aim(self) -> str:  # type: ignore[override]
        """What a move turns."""
        beside = CoinCode.parse(self.code).beside
        return f"Turn a yellow coin (H, heads) to tails{beside and f', and with it {beside}'}."

    @property
    def prompts(self) -> list[str]:  # type: ignore[override]
        code, first = CoinCode.parse(self.code), "Choose the yellow coin that goes to tails."
        if code.most == 1:
            return [first]
        last = "the last coin" if code.are_neighbours else "a coin"
        alone = "; the same coin again turns it alone" if code.least == 1 else ""
        return [first, f"Now choose {last} at its left{alone}."]

    def prompts_in(self, position: Heaps) -> list[str]:
        return explaining_doubles(self.prompts, position)

    def moves_of(self, heap: int) -> Iterator[Heaps]:
        return CoinCode.parse(self.code).others(heap)

    def format_option(self, position: Heaps, option: Heaps, player: Player) -> str:
        """Return the coins that are turned, the one that goes to tails first, such as turn 5, 2."""
        (heap,), turned = Counter(position) - Counter(option), Counter(option) - Counter(position)
        return f"turn {', '.join(map(str, (heap, *sorted(turned, reverse=True))))}"

    def gesture(self, position: Heaps, option: Heaps, player: Player) -> Gesture:
        """Return the coins from the right to the left, of neighbours the first and the last one.

        The last one is chosen once more where a move could turn more coins.
        """
        (heap,), turned = Counter(position) - Counter(option), Counter(option) - Counter(position)
        places = [place - 1 for place in (heap, *sorted(turned, reverse=True))]
        code = CoinCode.parse(self.code)
        if code.are_neighbours:
            steps = [places[0], places[-1]]
        else:
            may_go_on = len(places) != code.most and places[-1] > 0
            steps = [*places, places[-1]] if may_go_on else places
        return Gesture(steps, end=places[0], touched=places)

    def svg(self, position: Heaps) -> str | None:
        """Return the row of coins over their places; None if it is long.

        Heads are yellow, as many as a coin was turned to heads.
        """
        from gamekit.drawing.surfaces import Squares

        columns = max((*self.heaps, *position, 1))
        if columns > MOST_DRAWN:
            return None
        heads = Counter(position)
        surface = Squares(1, columns)
        surface.column_names = [str(place) for place in range(1, columns + 1)]
        places = range(1, columns + 1)
        return surface.drawn((place - 1, coins(heads[place])) for place in places)

    def position_in_words(self, position: Heaps) -> str:
        return f"heads at {listed(sorted(position))}" if position else "no heads"

    def render(self, position: Heaps) -> str:
        heads = Counter(position)
        return " ".join(str(heads[place] or ".") for place in range(1, max(position, default=1) + 1))
