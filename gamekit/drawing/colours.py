"""The colours of boards and pieces. Those of boards differ from those of values (`gamekit.drawing.svg.FILLS`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gamekit.drawing.svg import AMBER, BLUE, GREEN

COLOURS: Final = {
    "black": "#22272e",
    "white": "#ffffff",
    "blue": BLUE,
    "red": "#b3202c",
    "yellow": AMBER,
    "green": GREEN,
    "grey": "#9aa3ad",
    "pale": "#f2f2f2",
    "brown": "#7a5230",
    "pink": "#cc79a7",
    "sky": "#56b4e9",
}
"""The colours that a look may name, as `#rrggbb`."""

LIGHT: Final = "#f1e2c6"
SHADE: Final = "#cda876"
FRAME_COLOUR: Final = "#5d4630"
ON_FRAME: Final = "#f6ead6"
RULE: Final = "#8a6a42"
FAINT: Final = "#5b4a33"
INK: Final = "#231a10"
OUTLINE: Final = "#22272d"
RACK: Final = "#2563ae"
"""The colours of boards: light and dark squares, frame, names on it, lines, small texts, numbers, outlines, racks."""

_OF_PLAYERS: Final = (BLUE, AMBER)
_OF_NAMES: Final = {
    **COLOURS,
    "x": BLUE,
    "o": COLOURS["red"],
    "left": BLUE,
    "right": COLOURS["red"],
}


def colours_of(players: Sequence[str], names: Sequence[str] = ()) -> list[str]:
    """Return the colour of each player: the one that is stated or that the player is named after, or else by order.

    >>> colours_of(("black", "white"))
    ['#22272e', '#ffffff']
    >>> colours_of(("fox", "hounds"), ("red", "brown"))
    ['#b3202c', '#7a5230']
    """
    if names:
        return [COLOURS[colour] for colour in names]
    return [_OF_NAMES.get(name.lower(), _OF_PLAYERS[i]) for i, name in enumerate(players)]
