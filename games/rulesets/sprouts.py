"""Sprouts: join two spots by a curve, and put a new spot on it; no curve crosses another, and a spot has three ends."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .sprouts_canonical import canonical_text
from .sprouts_moves import curves_in, moves_of, ways_of
from .sprouts_names import NAMES, are_named, read_named, without_names
from .sprouts_regions import OVER, Regions, parsed, separated, simplest, written

MOST_SPOTS = 20
"""The largest number of spots at first, for which there are names enough."""


@attrs.frozen
class Sprouts(ImpartialRuleset[str]):
    """A move draws a curve from a spot to a spot, or back to the same one, and puts a new spot on the curve.

    Curves do not cross, and at most three ends meet in a spot (J. Conway and M. Paterson, 1967). Who wins depends on no
    more than this: which spots lie along each boundary of each region, and how many ends they have. So a position is
    written as regions joined by `|`, their boundaries joined by `.`, and the names of spots along each boundary, where
    a spot occurs as often as it has ends. Values are those of positions without names: 0, 1 or 2 stands for a spot with
    so many ends, and a letter for one with two ends that occurs twice; spots with three ends are left out, and so are
    regions in which nothing can be drawn. That notation is much like the one of J. Lemoine and S. Viennot, "Computer
    analysis of Sprouts with nimbers", 2011.

    In the picture, each box is a region, and each boundary in it stands by itself; a letter is the same spot in every
    box. A spot may still get as many ends as it has stubs. What is finished is grey: spots with three ends, and regions
    in which nothing can be drawn. The last curve and its spot are yellow. In a position that is given without names,
    other curves may be drawn that leave the same moves.

    >>> sorted(set(Sprouts(spots=2).options("A.B")))
    ['A.BC|BC', 'ACBC', 'AC|AC.B']
    >>> sorted(set(Sprouts(spots=2).options("0.0")))
    ['0.ab|ab', '1a1a']
    """

    spots: int = parameter(2, "how many spots there are at first", 0, MOST_SPOTS)

    aim = (
        "Join two spots, or one with itself, by a curve that crosses nothing, and put a new spot on it. A spot "
        "has three ends at most. Each box is a region; what is finished is grey."
    )
    prompts = [
        "Choose the spot where the curve begins.",
        "Now choose the spot where it ends (the same spot makes a loop).",
    ]
    example = {"spots": 2}
    presets = {
        "Two spots": {"spots": 2},
        "Three spots": {"spots": 3},
        "Four spots": {"spots": 4},
    }
    first_preset = "Three spots"

    def start(self) -> str:
        return ".".join(NAMES[: self.spots])

    def options(self, position: str) -> Iterator[str]:
        for i in range(position.count("|") + bool(position)):
            for _, option in curves_in(position, i):
                yield option

    def parts(self, position: str) -> Iterator[str]:
        return map(written, map(simplest, separated(parsed(_without_names(position)))))

    def canonical_position(self, position: str) -> str:
        return canonical_text(_without_names(position))

    def format_position(self, position: str) -> str:
        return position or "nothing"

    def position_in_words(self, position: str) -> str:
        """Return the spots along each boundary of each region, as the drawing shows them."""
        regions = [
            f"region {i}: {' and '.join(map(' '.join, region))}"
            for i, region in enumerate(_read(position), 1)
        ]
        called = "letters" if are_named(position) else "their ends or letters"
        return f"spots by {called}; {'; '.join(regions)}" if regions else "no spots"

    def parse_position(self, text: str) -> str:
        if are_named(text):
            return written(read_named(text))
        regions: Regions = () if text == "nothing" else parsed(text)
        return canonical_text(written(simplest(regions)))

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
            "\n".join(" ".join(f"({spots})" for spots in region) for region in _read(position)) or "nothing"
        )


def _read(position: str) -> Regions:
    return read_named(position) if are_named(position) else parsed(position)


def _without_names(position: str) -> str:
    return written(without_names(read_named(position))) if are_named(position) else position
