"""Where on a drawing the moves of a game take place that does not say it: drawings before and after are compared.

What changes may be more than where a move takes place, so a guess is certain only if one place changes, or two of which
a piece leaves one. All other moves are chosen by name, after a click on anything that they change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from gamekit.web.views.spots import Box, Spot, area_of, has_relative_places, place_of, tags_of

BROAD: Final = 0.6
"""From this share of a drawing on, a spot is not a place on it."""

Guess = tuple[list[Spot], list[Spot]]
"""The spots to click for a move, in order, none if it has to be chosen by name; and all spots that it changes."""


def guesses(before: str, afters: Sequence[str], box: Box) -> list[Guess]:
    """Return for the moves from one drawing to each of some others where they take place.

    A move takes place where an element was added, removed or changed; spots are the innermost rectangles and circles
    there, as far as they lie in the drawing before the move. Elements with the attribute `data-note` do not count. A
    move that changes nothing takes place where all others do, such as at the piece that stays. If elements are moved by
    `transform`, or lie in a nested drawing, no place is found.

    Args:
        before: an SVG document.
        afters: the SVG documents after each move.
        box: the rectangle of the drawing before.

    >>> from gamekit.drawing.svg import draw_grid
    >>> found = guesses(draw_grid(["  "]), [draw_grid(["X "]), draw_grid([" X"])], (0, 0, 100, 52))
    >>> [steps[0].x for steps, changed in found]
    [26.0, 74.0]
    """
    if any(map(has_relative_places, (before, *afters))):
        return [([], []) for _ in afters]
    tags = tags_of(before)
    shapes = [shape for tag in tags if tag.startswith(("<rect", "<circle")) and (shape := place_of(tag))]

    @cache
    def innermost(place: Spot) -> Spot | None:
        """Return the smallest shape around a place, or else the place, as far as it lies in the drawing."""
        around = [shape for shape in shapes if shape.surrounds(place)]
        return min(around, key=area_of, default=place).within(box)

    found: list[dict[Spot, bool]] = []
    for drawing in afters:
        drawn = tags_of(drawing)
        changed = dict(drawn.items() ^ tags.items())
        added = [tag for tag in drawn if tag in changed and drawn[tag] > tags[tag]]
        removed = [tag for tag in tags if tag in changed and tags[tag] > drawn[tag]]
        spots: dict[Spot, bool] = {}  # whether something was written there
        for tag in (*added, *removed):
            place = place_of(tag)
            spot = innermost(place) if place else None
            if spot is None or area_of(spot) > BROAD * box[2] * box[3] / 4:
                continue  # the element has no place, or none in the drawing before, or the whole drawing is its place
            arrives = tag in added and tag.startswith("<text") and not tag.endswith(">")
            spots[spot] = spots.get(spot, False) or arrives
        found.append(spots)
    moving = [set(spots) for spots in found if spots]
    if len(moving) > 1:
        here = dict.fromkeys(sorted(set.intersection(*moving)), True)
        found = [spots or here for spots in found]
    return [(_steps(spots), list(spots)) for spots in found]


def _steps(spots: dict[Spot, bool]) -> list[Spot]:
    if len(spots) == 1:
        return list(spots)
    if len(spots) == 2 and len(set(spots.values())) == 2:
        return sorted(spots, key=spots.__getitem__)  # where something is written comes last
    return []
