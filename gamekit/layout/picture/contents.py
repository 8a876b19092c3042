"""`contents_of`: what stands on the places of a board, in words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from gamekit.drawing.colours import COLOURS
from gamekit.drawing.figures import OUTLINES
from gamekit.drawing.pieces import Look
from gamekit.layout.picture.parts import Heaps, InHand, Numbers, OnBoard, PitBoard
from gamekit.layout.picture.picture import Picture

_NAMES: Final = {colour: name for name, colour in COLOURS.items()}
_UNSPOKEN: Final = ("plain", "up", "down", "tile", "cube")
"""Shapes that a text on them makes no clearer."""


def contents_of(picture: Picture, cells: Sequence[int]) -> dict[str, str]:
    """Return what stands on each place that has anything, by the names of the places.

    Args:
        picture: draws the states of a game.
        cells: the numbers of all fields of a state.

    >>> from games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> game.contents(game.parse_state("X../.O./..."))
    {'a3': 'X', 'b2': 'O'}
    """
    found: dict[str, str] = {}
    for part in picture.parts:
        if isinstance(part, OnBoard):
            for place, looks in sorted(part.occupied(cells).items(), key=lambda item: item[0]):
                name = f"{part.prefix}{place}" if part.prefix else picture.place_name(place)
                found[name] = " and ".join(map(in_words, looks))
        elif isinstance(part, InHand):
            for _, index, look in part.kinds:
                if cells[index]:
                    found[f"in hand, {in_words(look)}"] = str(cells[index])
        elif isinstance(part, Heaps | Numbers):
            for i, label in enumerate(part.labels):
                found[label or str(i)] = str(cells[part.first + i])
        elif isinstance(part, PitBoard):
            for i in range(2 * part.pits):
                player, pit = divmod(i, part.pits)
                is_store = part.has_stores and pit == part.pits - 1
                name = "the store" if is_store else f"pit {pit}"
                found[f"{name} of {part.players[player]}"] = str(cells[part.first + i])
    return found


def in_words(look: Look) -> str:
    """Return how a piece looks, in words.

    >>> from gamekit.drawing.pieces import look_of
    >>> in_words(look_of("white \u2654")), in_words(look_of("black")), in_words(look_of("X"))
    ('white king', 'black disc', 'X')
    """
    colour = _NAMES.get(look.colour, "")
    if look.text in OUTLINES and not look.text.isascii():
        return f"{colour} {unicodedata.name(look.text).split()[-1].lower()}".strip()
    if look.shape == "plain":
        return look.text
    shape = "" if look.text and look.shape in _UNSPOKEN else look.shape
    return " ".join(filter(None, (colour, shape, look.text)))
