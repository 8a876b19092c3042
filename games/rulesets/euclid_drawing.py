"""Two numbers of Partizan Euclid as bars: the smaller one is laid along the larger as often as needed to cover it."""

from __future__ import annotations

from typing import Final

from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE
from gamekit.drawing.surfaces import FLOW, data_place
from gamekit.drawing.svg import document, rectangle, text_at

WIDE: Final = 328
HIGH: Final = 140
"""The size of the drawing, in pixels; numbers of any size take as much room."""

BAR: Final = 34
"""The height of a bar, in pixels."""

MARGIN: Final = 14

MOST_PIECES: Final = 12
"""The largest number of pieces that is drawn."""

LONGEST: Final = 12
"""The most digits of a number that is drawn."""

OVER, LACKING = "over", "lacking"
"""The names in `data-place` of what is over of the larger number, which Left keeps, and of what it lacks, Right's."""


def draw_euclid(larger: int, smaller: int) -> str | None:
    """Return two numbers as an SVG document; None if they are long, or the pieces are many.

    >>> draw_euclid(8, 5).count("data-place"), draw_euclid(8, 4).count("data-place")
    (2, 0)
    """
    times, over = divmod(larger, smaller)
    pieces = times + (over > 0)
    if pieces > MOST_PIECES or len(str(larger)) > LONGEST:
        return None
    unit = (WIDE - 2 * MARGIN) / (pieces * smaller)
    parts = [FLOW, rectangle(1, 1, WIDE - 2, HIGH - 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')]

    def bar(start: int, length: int, y: float, look: str, ink: str) -> None:
        x, wide = MARGIN + start * unit, length * unit
        parts.append(rectangle(x, y, wide, BAR, f'rx="4" {look}'))
        parts.append(text_at(x + wide / 2, y + BAR / 2, str(length), ink, size=16, width=wide, is_note=True))

    plain = f'fill="{COLOURS["white"]}" stroke="{RULE}" stroke-width="2" data-note=""'
    below = MARGIN + BAR + 8
    bar(0, larger, MARGIN, plain, INK)
    for i in range(times):
        bar(i * smaller, smaller, below, plain, INK)
    if over:
        edge = f'stroke="{COLOURS["black"]}" stroke-width="1.5"'
        bar(larger - over, over, below, f'fill="{COLOURS["blue"]}" {edge}{data_place("", OVER)}', "#ffffff")
        lacking = f'fill="{COLOURS["red"]}" {edge}{data_place("", LACKING)}'
        bar(larger, smaller - over, below, lacking, "#ffffff")
    note = f"{larger} = {times} × {smaller}" + (f" + {over}" if over else "")
    parts.append(text_at(WIDE / 2, below + BAR + 22, note, FAINT, size=15, width=WIDE, is_note=True))
    return document(parts, WIDE, HIGH)
