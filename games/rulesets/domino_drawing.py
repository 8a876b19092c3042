"""Dominoes as a picture: each half is a tile with an outline, because a position does not say which halves are one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

INSET: Final = 2.5
"""Pixels between a tile and the edge of its square."""


def with_tiles(
    drawing: str, laid: Iterable[int], columns: int, corner: complex, *, are_owned: bool = False
) -> str:
    """Return a drawing of a board of squares with a tile on each square that a domino covers.

    Args:
        drawing: the board, as an SVG document.
        laid: the squares under dominoes, by number.
        columns: the width of the board.
        corner: the upper left corner of the board in the drawing, in pixels as x + y·i.
        are_owned: whether a page may colour tiles by who laid them; two boards in one drawing would share names.
    """
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.surfaces import CELL, FRAME
    from gamekit.drawing.svg import rectangle

    side, tiles = CELL - 2 * INSET, []
    for square in laid:
        row, column = divmod(square, columns)
        x = corner.real + FRAME + column * CELL + INSET
        y = corner.imag + FRAME + row * CELL + INSET
        paint = f'fill="{COLOURS["brown"]}"' + f' data-owned="square {square}"' * are_owned
        edge = f'fill="none" stroke="{COLOURS["black"]}" stroke-width="1.5"'
        tiles += [rectangle(x, y, side, side, f'rx="5" {look} data-note=""') for look in (paint, edge)]
    return drawing.replace("</svg>", "\n".join([*tiles, "</svg>"])) if tiles else drawing
