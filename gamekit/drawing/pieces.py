"""Pieces in drawings: how they look, in words such as "black", "blue ring" or "white ♔", and their SVG."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Final

import attrs

from gamekit.drawing.colours import COLOURS, OUTLINE, RULE
from gamekit.drawing.svg import ink, luminance, rectangle, text_at
from gamekit.errors import InputError

FIGURE_SIDE: Final = 48
"""The side of the square on which the outlines of figures, such as chessmen, people and animals, are drawn."""

_FIGURES: Final[dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("figures.json").read_text("utf-8")
)

OUTLINES: Final = {name: paths for names, paths in _FIGURES.items() for name in names.split()}
"""The SVG paths of each figure, from back to front, by its sign or word; the last path has the lines and dots."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")

SHAPES: Final = (
    "disc",
    "ring",
    "square",
    "tile",
    "cube",
    "line",
    "up",
    "down",
    "plain",
    "blank",
    *filter(str.isascii, OUTLINES),
    "bricks",
    "target",
)
"""The shapes that a look may name.

"square" and "bricks" fill their place, as walls do; "target" marks the floor, around what stands on it; "tile" and
"cube" nearly do; "line" is for boards whose places are lines; "up" and "down" are wedges that point up and down the
board, as in shogi; those from "mouse" to "chessman" are pictures; "plain" is text alone, "blank" nothing at all. A
picture in quotes stands on a shape: "yellow cube 'lion'".
"""

ARROWS: Final = {
    "↖": (-1, -1),
    "↑": (0, -1),
    "↗": (1, -1),
    "←": (-1, 0),
    "→": (1, 0),
    "↙": (-1, 1),
    "↓": (0, 1),
    "↘": (1, 1),
}
"""The ways in which a piece steps, to the right and down, by their signs."""

NATURAL: Final = {
    "lion": "#ee9b3a",
    "giraffe": "#ffe08a",
    "elephant": "#c3ccd6",
    "chick": "#fff3b0",
    "hen": "#ffffff",
}
"""The colours of the animals that stand on pieces of their players' colours."""

LONGEST_TEXT: Final = 2  # ASCII characters, so that a misspelt colour is not taken for text; more if quoted

_UNSPOKEN: Final = (
    "plain",
    "up",
    "down",
    "tile",
    "cube",
    "chessman",
)  # shapes that a text on them makes no clearer
_GROUNDS: Final = ("disc", "square", "tile", "cube", "up", "down", "person", "chessman")
_EDGE: Final = f'stroke="{COLOURS["black"]}" stroke-width="1.5"'
_DARK: Final = 0.25  # luminance below which the lines on a piece are light


@attrs.frozen
class Look:
    """The look of a piece.

    Attributes:
        shape: the name of the shape below the text.
        colour: the colour of the shape, or of a text without one: `#rrggbb`.
        text: the text on the piece, or the name of a picture on it.
        ways: the ways in which the piece steps, of `ARROWS`; they are shown at its edge.
    """

    shape: str
    colour: str
    text: str = ""
    ways: str = ""

    @property
    def in_words(self) -> str:
        """The name of the piece for people.

        >>> look_of("white \u2654").in_words, look_of("black").in_words, look_of("X").in_words
        ('white king', 'black disc', 'X')
        """
        colour = next((name for name, colour in COLOURS.items() if colour == self.colour), "")
        if self.text in OUTLINES and not self.text.isascii():
            return f"{colour} {unicodedata.name(self.text).split()[-1].lower()}".strip()
        if self.shape == "plain":
            return self.text
        shape = "" if self.text and self.shape in _UNSPOKEN else self.shape
        return " ".join(filter(None, (colour, shape, self.text)))


def look_of(words: str) -> Look:
    """Return the look that some words describe: a colour, a shape, a text and arrows, each of which may be missing.

    A piece with a colour is a disc unless a shape is named. A text without a colour is drawn alone. The signs of chess
    (♔♕♖♗♘♙, ♚♛♜♝♞♟) are drawn as chessmen, and X and O as strokes.

    Raises:
        InputError: a word is neither a colour nor a shape, and too long for the text of a piece.

    >>> look_of("black").shape, look_of("blue ring").shape, look_of("♔").shape, look_of("white ♔").text
    ('disc', 'ring', 'plain', '♔')
    >>> look_of("yellow up 'lion'").text
    'lion'
    """
    shape = colour = text = ways = ""
    for word in words.split():
        is_quoted = len(word) > 2 and word[0] == word[-1] == "'"
        if word in SHAPES:
            shape = word
        elif word in COLOURS:
            colour = COLOURS[word]
        elif set(word) <= ARROWS.keys():
            ways = word
        elif not text and is_quoted:
            text = word[1:-1]
        elif not text and (len(word) <= LONGEST_TEXT or not word.isascii()):
            text = word
        else:
            raise InputError(
                f"a look must name a colour ({', '.join(COLOURS)}), a shape ({', '.join(SHAPES)}) or a text of at most "
                f"{LONGEST_TEXT} characters, or more in quotes, such as 'black', 'blue ring' or 'white K'; {word!r} in "
                f"{words!r} is none of these"
            )
    usual = "plain" if text in OUTLINES or (text and not colour) else "disc"
    return Look(shape or usual, colour or (COLOURS["black"] if text else COLOURS["grey"]), text, ways)


@lru_cache(maxsize=4096)  # hardly anything changes from one board to the next
def draw_piece(look: Look, x: float, y: float, radius: float, name: str = "") -> tuple[str, ...]:
    """Return the SVG elements of a piece around a place, in pixels, with the `name` of a place that it hides."""
    colour = ink(look.colour) if look.shape in _GROUNDS else look.colour
    parts = [*_ground(look, x, y, radius), *_sign(look, x, y - (4 if name else 0), radius, colour)]
    parts += [_arrow(way, x, y, radius, colour) for way in look.ways]
    if name:
        below, size = (11, 10) if look.text else (0, 12)
        parts.append(text_at(x, y + below, name, colour, size=size, width=radius, is_note=True))
    return tuple(parts)


def _ground(look: Look, x: float, y: float, radius: float) -> list[str]:
    fill = escape(look.colour)
    if look.shape == "disc":
        inner = "#ffffff" if luminance(look.colour) < _DARK else "#000000"
        disc = f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius:g}" ry="{radius:g}" fill="{fill}" {_EDGE}/>'
        rim = radius * 0.74
        look_of_rim = f'fill="none" stroke="{inner}" stroke-opacity="0.22" stroke-width="1.5"'
        return [
            disc,
            f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rim:g}" ry="{rim:g}" {look_of_rim} data-note=""/>',
        ]
    if look.shape == "ring":
        place = f'cx="{x:g}" cy="{y:g}" rx="{radius * 0.8:g}" ry="{radius * 0.8:g}" fill="none"'
        wide = radius * 0.36
        edge = f'<ellipse {place} stroke="{COLOURS["black"]}" stroke-width="{wide + 3:g}" data-note=""/>'
        return [edge, f'<ellipse {place} stroke="{fill}" stroke-width="{wide:g}"/>']
    if look.shape in ("square", "tile", "cube"):
        half = radius * {"square": 4 / 3, "tile": 1.14, "cube": 1.24}[look.shape]
        edge = "" if look.shape == "square" else f' rx="{radius * 0.22:g}" {_EDGE}'
        parts = [rectangle(x - half, y - half, 2 * half, 2 * half, f'fill="{fill}"{edge}')]
        if look.shape == "tile":
            half *= 0.84
            inset = f'rx="{radius * 0.16:g}" fill="none" stroke="{RULE}" stroke-opacity="0.5" data-note=""'
            parts.append(rectangle(x - half, y - half, 2 * half, 2 * half, inset))
        return parts
    if look.shape == "line":
        half = radius / 5
        return [rectangle(x - radius, y - half, 2 * radius, 2 * half, f'rx="{half:g}" fill="{fill}"')]
    if look.shape == "bricks":
        return _bricks(x, y, radius * 4 / 3, fill)
    if look.shape == "target":
        return _target(x, y, radius, fill)
    if look.shape in ("up", "down"):
        return [_wedge(x, y, radius, -1 if look.shape == "up" else 1, fill)]
    if look.shape in OUTLINES:
        return _drawn(look.shape, look.colour, x, y, 2.3 * radius)
    return []


def _sign(look: Look, x: float, y: float, radius: float, colour: str) -> list[str]:
    """Return the SVG elements of the text on a piece, or of a piece that is only a text."""
    if not look.text or look.shape == "blank":
        return []
    if look.shape == "plain" and look.text in OUTLINES:
        return _drawn(look.text, look.colour, x, y, 2.5 * radius)
    if look.text in NATURAL:
        return _drawn(look.text, NATURAL[look.text], x, y, 1.75 * radius)
    if look.text in ("X", "O") and look.shape in ("plain", "cube"):
        return [_stroke(look.text, x, y, radius * (0.72 if look.shape == "plain" else 0.6), colour)]
    if look.shape in ("up", "down"):
        below, size, width = 0.2, 0.95, 1.75
    elif look.shape == "person":  # on the chest
        below, size, width = 0.62, 0.8, 1.0
    elif look.shape == "chessman":  # on the head
        below, size, width = -0.42, 0.95, 1.0
    else:
        below, size, width = (0.0, 1.5, 2.1) if look.shape == "plain" else (0.0, 1.15, 1.9)
    y, letters = y + below * radius, round(size * radius)
    return [text_at(x, y, look.text, colour, size=letters, width=width * radius, bold=True)]


def _arrow(way: str, x: float, y: float, radius: float, colour: str) -> str:
    """Return the head of an arrow at the edge of a piece: a polygon, which a page turns with the board."""
    right, down = ARROWS[way]
    far = complex(right, down)
    tip, back = 1.1 * radius * far, far / abs(far) * 0.26 * radius
    corners = (tip, tip - back - back * 0.8j, tip - back + back * 0.8j)
    points = " ".join(f"{x + at.real:.1f},{y + at.imag:.1f}" for at in corners)
    return f'<polygon points="{points}" fill="{colour}" data-note=""/>'


def _bricks(x: float, y: float, half: float, fill: str) -> list[str]:
    """Return a wall of three courses, whose joints meet those of the walls beside it."""
    left, right, top, course = x - half, x + half, y - half, 2 * half / 3
    across = [f"M{left:g} {top + i * course:g} L{right:g} {top + i * course:g}" for i in range(4)]
    joints = (
        (0, x - half / 2),
        (0, x + half / 2),
        (1, x),
        (1, left),
        (1, right),
        (2, x - half / 2),
        (2, x + half / 2),
    )
    down = [f"M{at:g} {top + i * course:g} L{at:g} {top + (i + 1) * course:g}" for i, at in joints]
    lines = f'd="{" ".join((*across, *down))}" fill="none" stroke="{COLOURS["black"]}" stroke-opacity="0.5"'
    return [rectangle(left, top, 2 * half, 2 * half, f'fill="{fill}"'), f'<path {lines} data-note=""/>']


def _target(x: float, y: float, radius: float, fill: str) -> list[str]:
    """Return a frame along the edges of a place, which is seen around a piece there, and a diamond in its middle."""
    half, small = 1.25 * radius, 0.35 * radius
    frame = f'fill="{fill}" fill-opacity="0.15" stroke="{fill}" stroke-width="{0.12 * radius:g}" data-note=""'
    corners = f"M{x:g} {y - small:g} l{small:g} {small:g} l{-small:g} {small:g} l{-small:g} {-small:g} Z"
    return [
        rectangle(x - half, y - half, 2 * half, 2 * half, frame),
        f'<path d="{corners}" fill="{fill}" data-note=""/>',
    ]


def _wedge(x: float, y: float, radius: float, way: int, fill: str) -> str:
    """Return a piece that points up (`way` -1) or down the board, as those of shogi do."""
    corners = [(0, 1.16), (0.86, 0.72), (1.02, -1.08), (-1.02, -1.08), (-0.86, 0.72)]
    points = " ".join(f"{x + a * radius:.1f},{y + way * b * radius:.1f}" for a, b in corners)
    place = f'x="{x - radius:g}" y="{y - radius:g}"'
    return f'<polygon {place} points="{points}" fill="{fill}" {_EDGE} stroke-linejoin="round"/>'


def _drawn(name: str, colour: str, x: float, y: float, side: float) -> list[str]:
    *body, lines = outline(name, x, y, side)
    edge = OUTLINE if colour == COLOURS["black"] else COLOURS["black"]
    detail = "#ffffff" if luminance(colour) < _DARK else edge
    place = f'x="{x:g}" y="{y:g}"'
    look = f'fill="{escape(colour)}" stroke="{edge}" stroke-width="1.5" stroke-linejoin="round"'
    fine = f'fill="none" stroke="{detail}" stroke-width="1.3" stroke-linecap="round"'
    parts = [f'<path {place} d="{path}" {look}/>' for path in body]
    return [*parts, f'<path {place} d="{lines}" {fine} data-note=""/>'] if lines else parts


def _stroke(sign: str, x: float, y: float, half: float, colour: str) -> str:
    look = f'fill="none" stroke="{escape(colour)}" stroke-width="{half * 0.42:.1f}" stroke-linecap="round"'
    if sign == "O":
        return f'<ellipse data-sign="O" cx="{x:g}" cy="{y:g}" rx="{half:g}" ry="{half:g}" {look}/>'
    left, right, top, bottom = x - half, x + half, y - half, y + half
    path = f"M{left:.1f} {top:.1f} L{right:.1f} {bottom:.1f} M{right:.1f} {top:.1f} L{left:.1f} {bottom:.1f}"
    return f'<path data-sign="X" x="{x:g}" y="{y:g}" d="{path}" {look}/>'


def draw_pieces(looks: Sequence[Look], x: float, y: float, radius: float, name: str = "") -> list[str]:
    """Return the SVG elements of all pieces on one place: two or more are smaller, side by side.

    >>> len(draw_pieces([look_of("black"), look_of("white")], 20, 20, 15)) >= 2
    True
    """
    if len(looks) < 2:
        return [part for look in looks for part in _as_look(look, draw_piece(look, x, y, radius, name))]
    columns = 2 if len(looks) <= 4 else 3
    rows = -(-len(looks) // columns)
    step = 2 * radius / columns
    parts: list[str] = []
    for i, look in enumerate(looks):
        down, across = divmod(i, columns)
        beside = round(x + (across - (columns - 1) / 2) * step, 1)
        below = round(y + (down - (rows - 1) / 2) * step, 1)
        parts += _as_look(look, draw_piece(look, beside, below, round(1.15 * radius / columns, 1)))
    return parts


def as_piece(kind: str, parts: Iterable[str]) -> list[str]:
    """Return the SVG elements of a piece as one that a page may lift off the board; pieces of a kind look alike.

    >>> as_piece("car R", ["<rect/>"])
    ['<g data-piece="car R">', '<rect/>', '</g>']
    """
    return [f'<g data-piece="{escape(kind)}">', *parts, "</g>"]


def _as_look(look: Look, parts: Sequence[str]) -> Sequence[str]:
    """Return the elements of a look as a piece, unless it is part of the ground."""
    if look.shape in ("square", "bricks", "target", "blank"):
        return parts
    return as_piece(f"{look.shape} {look.colour} {look.text}".strip(), parts)


@lru_cache(maxsize=4096)
def outline(name: str, x: float, y: float, side: float) -> tuple[str, ...]:
    """Return the paths of a piece of `OUTLINES` around a place, without a transform, so that places stay absolute."""
    scale = side / FIGURE_SIDE

    def moved(command: re.Match[str]) -> str:
        letter, numbers = command[1], [float(number) for number in _NUMBER.findall(command[2])]
        if letter == "a":  # an arc: two radii, three flags and a relative end
            rx, ry, turn, large, sweep, dx, dy = numbers
            return f"a{rx * scale:.1f} {ry * scale:.1f} {turn:g} {large:g} {sweep:g} {dx * scale:.1f} {dy * scale:.1f}"
        corner = (0.0, 0.0) if letter.islower() else (x - side / 2, y - side / 2)
        return letter + " ".join(f"{corner[i % 2] + scale * number:.1f}" for i, number in enumerate(numbers))

    return tuple(_COMMAND.sub(moved, path) for path in OUTLINES[name])
