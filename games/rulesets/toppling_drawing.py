"""Rows of Toppling Dominoes as a picture: dominoes that stand upright on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gamekit.drawing.colours import COLOURS, INK, LIGHT, RULE
from gamekit.drawing.surfaces import data_place
from gamekit.drawing.svg import document, ink, rectangle, text_at

from .hackenbush_drawing import COLOUR_OF

STEP: Final = 36
"""Pixels from one domino to the next."""

WIDE: Final = 28
HIGH: Final = 64
TOP: Final = 12
AROUND: Final = 7
"""How much higher than a domino its place is, above and below, so that marks lie around the domino, in pixels."""

TABLE: Final = TOP + HIGH
"""How far below the upper edge dominoes stand, in pixels."""

_PIPS: Final = ((-7, -23), (7, -9), (-7, 9), (0, 16), (7, 23))
"""Where the pips of a two and a three are, in pixels from the middle of a domino."""


def draw_dominoes(rows: str, names: Sequence[str], most: int) -> str:
    """Return dominoes as an SVG document; each sign's place is its index.

    Args:
        rows: the dominoes, l, r or e, and # for a gap.
        names: the name of the domino on each place.
        most: for how many signs there is room, if there are no more.
    """
    wide, high = (max(1, most, len(rows)) + 0.5) * STEP, TABLE + 30
    dominoes = [
        part
        for place, domino in enumerate(rows)
        if domino in COLOUR_OF
        for part in _drawn(place, names[place], (place + 0.75) * STEP, COLOUR_OF[domino])
    ]
    wall = rectangle(1, 1, wide - 2, high - 2, f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""')
    table = rectangle(8, TABLE, wide - 16, 6, f'fill="{COLOURS["brown"]}"')
    return document([wall, table, *dominoes], wide, high)


def _drawn(place: int, name: str, x: float, colour: str) -> Iterator[str]:
    """Yield the elements of a domino and its name; x is that of its middle."""
    middle, marks = TABLE - HIGH / 2, f'fill="{ink(colour)}" data-note=""'
    touched = f'fill="none"{data_place("", place)}'
    yield rectangle(x - STEP / 2, middle - HIGH / 2 - AROUND, STEP, HIGH + 2 * AROUND, touched)
    look = f'rx="5" fill="{colour}" stroke="{COLOURS["black"]}" stroke-width="1.5"'
    yield rectangle(x - WIDE / 2, middle - HIGH / 2, WIDE, HIGH, look)
    yield rectangle(x - 10, middle - 1, 20, 2, marks)
    for across, down in _PIPS:
        yield f'<circle cx="{x + across:g}" cy="{middle + down:g}" r="3" {marks}/>'
    yield text_at(x, TABLE + 17, name, INK, size=16, width=STEP, is_note=True)
