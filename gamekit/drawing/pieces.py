"""Pieces in drawings: how they look, in words such as "black", "blue ring" or "white ♔", and their SVG."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import Final, Literal

import attrs

from gamekit.drawing.svg import AMBER, BLUE, GREEN, VERMILION, ink, text_at
from gamekit.errors import InputError

Shape = Literal["disc", "ring", "square", "plain", "blank"]

COLOURS: Final = {
    "black": "#22272e",
    "white": "#ffffff",
    "blue": BLUE,
    "red": VERMILION,
    "yellow": AMBER,
    "green": GREEN,
    "grey": "#9aa3ad",
    "brown": "#7a5230",
    "pink": "#cc79a7",
    "sky": "#56b4e9",
}
"""The colours that a look may name."""

SHAPES: Final[dict[str, Shape]] = {
    "disc": "disc",
    "ring": "ring",
    "square": "square",
    "plain": "plain",
    "blank": "blank",
}
"""The shapes that a look may name: "square" fills its place, "plain" is text alone, "blank" nothing at all."""

LONGEST_TEXT: Final = 2  # ASCII characters, so that a misspelt colour is not taken for text

_EDGE = f'stroke="{COLOURS["black"]}" stroke-width="1.5"'


@attrs.frozen
class Look:
    """How a piece looks.

    Attributes:
        shape: what is drawn below the text.
        colour: of the shape, or of a text without one: `#rrggbb`.
        text: what stands on the piece.
    """

    shape: Shape
    colour: str
    text: str = ""


def look_of(words: str) -> Look:
    """Return the look that some words describe: a colour, a shape and a text, each of which may be missing.

    A piece with a colour is a disc unless a shape is named. A text without a colour is drawn alone.

    Raises:
        InputError: a word is neither a colour nor a shape, and too long for the text of a piece.

    >>> look_of("black").shape, look_of("blue ring").shape, look_of("♔").shape, look_of("white ♔").text
    ('disc', 'ring', 'plain', '♔')
    """
    shape: Shape | None = None
    colour, text = "", ""
    for word in words.split():
        if word in SHAPES:
            shape = SHAPES[word]
        elif word in COLOURS:
            colour = COLOURS[word]
        elif not text and (len(word) <= LONGEST_TEXT or not word.isascii()):
            text = word
        else:
            raise InputError(
                f"a look names a colour ({', '.join(COLOURS)}), a shape ({', '.join(SHAPES)}) and a text of "
                f"{LONGEST_TEXT} characters at most: 'black', 'blue ring', 'white K'; {word!r} in {words!r} is neither"
            )
    usual: Shape = "disc" if colour or not text else "plain"
    return Look(shape or usual, colour or (COLOURS["black"] if text else COLOURS["grey"]), text)


@lru_cache(maxsize=4096)  # a page draws a board once for every move, and hardly anything changes
def draw_piece(look: Look, x: float, y: float, radius: float, name: str = "") -> tuple[str, ...]:
    """Return the SVG elements of a piece around a place.

    Discs are ellipses, not circles, so that the page takes the whole place below for what one clicks on.

    Args:
        look: of the piece.
        x: the middle of its place, in pixels.
        y: the middle of its place, in pixels.
        radius: half of the piece's width.
        name: of the place, if the piece hides it.
    """
    fill = escape(look.colour)
    parts = []
    if look.shape == "disc":
        parts.append(
            f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius:g}" ry="{radius:g}" fill="{fill}" {_EDGE}/>'
        )
    elif look.shape == "ring":
        inner = radius * 0.8
        stroke = f'fill="none" stroke="{fill}" stroke-width="{radius * 0.36:g}"'
        parts.append(f'<ellipse cx="{x:g}" cy="{y:g}" rx="{inner:g}" ry="{inner:g}" {stroke}/>')
    elif look.shape == "square":
        left, top, side = x - radius * 1.2, y - radius * 1.2, radius * 2.4
        place = f'x="{left:g}" y="{top:g}" width="{side:g}" height="{side:g}"'
        parts.append(f'<rect {place} fill="{fill}"/>')
    colour = ink(look.colour) if look.shape in ("disc", "square") else look.colour
    if look.text and look.shape != "blank":
        is_alone = look.shape == "plain"
        size, width = round(radius * (1.8 if is_alone else 1.15)), (2.1 if is_alone else 1.7) * radius
        parts.append(text_at(x, y - (4 if name else 0), look.text, colour, size=size, width=width, bold=True))
    if name:
        below, size = (11, 10) if look.text else (0, 12)
        parts.append(text_at(x, y + below, name, colour, size=size, width=radius, is_note=True))
    return tuple(parts)


def draw_pieces(looks: Sequence[Look], x: float, y: float, radius: float, name: str = "") -> list[str]:
    """Return the SVG elements of all pieces on one place: two or more are smaller, side by side.

    >>> len(draw_pieces([look_of("black"), look_of("white")], 20, 20, 15))
    2
    """
    if len(looks) < 2:
        return [part for look in looks for part in draw_piece(look, x, y, radius, name)]
    columns = 2 if len(looks) <= 4 else 3
    rows = -(-len(looks) // columns)
    step = 2 * radius / columns
    parts: list[str] = []
    for i, look in enumerate(looks):
        down, across = divmod(i, columns)
        beside = round(x + (across - (columns - 1) / 2) * step, 1)
        below = round(y + (down - (rows - 1) / 2) * step, 1)
        parts += draw_piece(look, beside, below, round(1.15 * radius / columns, 1))
    return parts
