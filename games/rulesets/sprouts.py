"""Sprouts: join two spots by a curve, and put a new spot on it; no curve crosses another, and a spot has three ends."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .sprouts_moves import moves_of, ways_of
from .sprouts_regions import OVER, Regions, moves_in, parsed, separated, simplest, written

MOST_SPOTS = 20
"""The largest number of spots at first, for which there are letters enough."""


@attrs.frozen
class Sprouts(ImpartialRuleset[str]):
    """A move draws a curve from a spot to a spot, or back to the same one, and puts a new spot on the curve.

    Curves do not cross, and at most three ends meet in a spot (J. Conway and M. Paterson, 1967). Who wins depends on no
    more than this: which spots lie along each boundary of each region, and how many ends they have. So a position is
    written as regions joined by `|`, their boundaries joined by `.`, and the spots along each boundary: 0, 1 or 2 for
    one with so many ends, or a letter for a spot with two ends that occurs twice. Spots with three ends are left out,
    and so are regions in which nothing can be drawn. The notation is much like that of J. Lemoine and S. Viennot,
    "Computer analysis of Sprouts with nimbers", 2011.

    In the picture, each box is a region, and each boundary in it stands by itself; a letter is the same spot in every
    box, and other spots have none. A spot may still get as many ends as it has stubs, and a dot is a spot with three
    ends. Which of these there are is not kept, so the curves may be others that leave the same moves.

    >>> sorted(set(Sprouts(spots=2).options("0.0")))
    ['0.ab|ab', '1a1a']
    """

    spots: int = parameter(2, "how many spots there are at first", 0, MOST_SPOTS)

    aim = (
        "Join two spots, or one with itself, by a curve that crosses nothing, and put a new spot on it. A spot "
        "has three ends at most. A letter marks a spot that lies on two sides."
    )
    prompts = ["Choose the spot where the curve begins.", "Now choose the spot where it ends."]
    example = {"spots": 2}
    presets = {
        "Two spots": {"spots": 2},
        "Three spots": {"spots": 3},
        "Four spots": {"spots": 4},
    }
    first_preset = "Three spots"

    def start(self) -> str:
        return written((("0",) * self.spots,))

    def options(self, position: str) -> Iterator[str]:
        regions = parsed(position)
        for i in range(len(regions)):
            for curve in moves_in(regions, i):
                yield written(simplest(curve.after))

    def parts(self, position: str) -> Iterator[str]:
        return map(written, map(simplest, separated(parsed(position))))

    def format_position(self, position: str) -> str:
        return position or "nothing"

    def position_in_words(self, position: str) -> str:
        """Return the spots along each boundary of each region, as the drawing shows them."""
        regions = [
            f"region {i}: {' and '.join(map(' '.join, region))}"
            for i, region in enumerate(parsed(position), 1)
        ]
        return f"spots by their ends or letters; {'; '.join(regions)}" if regions else "no spots"

    def parse_position(self, text: str) -> str:
        regions: Regions = () if text == "nothing" else parsed(text)
        return written(simplest(regions))

    def format_option(self, position: str, option: str, player: Player) -> str:
        """Return what the curve joins and goes around; the position that it leaves may be typed, too."""
        return moves_of(position)[option].name

    def gesture(self, position: str, option: str, player: Player) -> Gesture:
        (steps, _), *others = ways_of(position)[option].items()
        return Gesture(steps, ways=dict(others))

    def ending(self, position: str) -> str:
        return OVER

    def svg(self, position: str) -> str:
        from .sprouts_drawing import draw_regions

        return draw_regions(position)

    def render(self, position: str) -> str:
        """Return each region on a line, with a pair of parentheses around the spots of each boundary."""
        return (
            "\n".join(" ".join(f"({spots})" for spots in region) for region in parsed(position)) or "nothing"
        )
