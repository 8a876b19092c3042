"""`Palette`: what can be put on the drawing of a board game, so that a position is set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

import attrs

from gamekit.drawing.parts import Layer, OnBoard
from gamekit.drawing.pieces import Look, draw_pieces
from gamekit.drawing.svg import document
from gamekit.layout.layout import Layout
from gamekit.layout.picture.picture import Picture

SIDE: Final = 44
"""The side of the picture of a brush, in pixels."""

How = Literal["sign", "tile", "piece"]


@attrs.frozen
class Brush:
    """Something that is put on places of a drawing.

    Attributes:
        name: its name, in words.
        picture: the piece as an SVG document.
        how: how a click on a place changes the numbers of a state. "sign": the number at `places[place]` becomes
            `value`. "tile": so, too, and the number that was `value` becomes what was there. "piece": the next of the
            numbers at `cells` becomes `places[place]`.
        places: the number for each place, by the name of the place on the drawing.
        cells: the indices of the numbers of pieces; empty for signs and tiles.
        value: the value of a sign or a tile; for a piece, the value off the board, None if it always stands there.
        empty: the value of an empty place, for signs; None if every place bears something.
    """

    name: str
    picture: str
    how: How
    places: Mapping[str, int]
    cells: Sequence[int] = ()
    value: int | None = None
    empty: int | None = None


@attrs.frozen
class Number:
    """A number of a state that is not a place of a board: of pieces in hand, of stones on a heap, or hidden.

    Attributes:
        name: its name, in words.
        cell: its index in the state.
        most: the largest number.
    """

    name: str
    cell: int
    most: int


@attrs.frozen
class Palette:
    """All that makes up a position, apart from the turn."""

    brushes: Sequence[Brush]
    numbers: Sequence[Number]


def palette_of(picture: Picture, layout: Layout) -> Palette:
    """Return the palette of the states that a picture draws.

    >>> from games.tic_tac_toe import TicTacToe
    >>> palette = TicTacToe().palette
    >>> [(brush.name, brush.value, brush.places["4"]) for brush in palette.brushes]
    [('X', 1, 4), ('O', 2, 4)]
    """
    brushes, numbers = list[Brush](), list[Number]()
    for part in picture.parts:
        if isinstance(part, OnBoard):
            for layer in part.layers:
                brushes += _brushes(part, layer, layout)
        numbers += [Number(name, cell, layout.values[cell] - 1) for name, cell in part.numbers()]
    for name in layout.hidden.split():
        field, first = layout.fields[name], layout.offsets[name]
        labels = [name] if field.places == 1 else [f"{name} {i}" for i in range(field.places)]
        numbers += [Number(label, first + i, field.values - 1) for i, label in enumerate(labels)]
    return Palette(brushes, numbers)


def _brushes(part: OnBoard, layer: Layer, layout: Layout) -> Iterator[Brush]:
    field_name = next(name for name, first in layout.offsets.items() if first == layer.first)
    names = [f"{part.prefix}{place}" for place in range(part.places)]
    if layer.piece is not None:
        cells = range(layer.first, layer.first + layer.places)
        off = part.places if layout.values[layer.first] > part.places else None
        places = {name: place for place, name in enumerate(names)}
        name = field_name.replace("_", " ")
        yield Brush(name, picture_of(layer.piece), "piece", places, cells, off)
        return
    how: How = "tile" if layout.fields[field_name].exchanges else "sign"
    places = {name: layer.first + place for place, name in enumerate(names)}
    for value, look in enumerate(layer.looks):
        if look is not None and look.shape != "blank":
            empty = 0 if how == "sign" and value else None
            yield Brush(look.in_words, picture_of(look), how, places, value=value, empty=empty)


def picture_of(look: Look) -> str:
    """Return a piece alone as an SVG document."""
    return document(draw_pieces([look], SIDE / 2, SIDE / 2, SIDE * 0.36), SIDE, SIDE)
