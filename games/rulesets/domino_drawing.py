"""Dominoes on a board as a picture: tiles, each over two squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

INSET: Final = 3
"""Pixels between a tile and the edge of its squares."""


def with_tiles(
    drawing: str, laid: Iterable[int], columns: int, corner: complex, *, are_owned: bool = False
) -> str:
    """Return a drawing of a board of squares with tiles on the squares that dominoes cover.

    Positions do not say which squares were covered together, so two that share a side are taken to be.

    Args:
        drawing: the board, as an SVG document.
        laid: the squares under dominoes, by number.
        columns: the width of the board.
        corner: the upper left corner of the board in the drawing, in pixels as x + y·i.
        are_owned: whether a page lays the tiles of a play itself, over the squares of each move.
    """
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.surfaces import CELL, FRAME, LAID
    from gamekit.drawing.svg import rectangle

    def tile(first: int, last: int, look: str) -> str:
        (top, left), (bottom, right) = divmod(first, columns), divmod(last, columns)
        x = corner.real + FRAME + left * CELL + INSET
        y = corner.imag + FRAME + top * CELL + INSET
        width, height = (right - left + 1) * CELL - 2 * INSET, (bottom - top + 1) * CELL - 2 * INSET
        return rectangle(x, y, width, height, look)

    look = f'rx="9" fill="{COLOURS["brown"]}" stroke="{COLOURS["black"]}" stroke-width="1.5" data-note=""'
    tiles = [rectangle(0, 0, 0, 0, f'{look} {LAID}="{INSET}"')] if are_owned else []
    tiles += [tile(*pair, f'{look} data-tile=""') for pair in _paired({*laid}, columns)]
    return drawing.replace("</svg>", "\n".join([*tiles, "</svg>"]))


def _paired(squares: set[int], columns: int) -> Iterator[tuple[int, int]]:
    """Yield squares in pairs that share a side, in ascending order; one without a partner is paired with itself.

    >>> list(_paired({0, 1, 2, 5}, 3))
    [(0, 1), (2, 5)]
    """
    partner: dict[int, int] = {}

    def is_joined(square: int, tried: set[int]) -> bool:
        beside = (square - columns, square + columns, square - (square % columns > 0), square + 1)
        for other in beside:
            if other == square or other not in squares or other in tried:
                continue
            if other == square + 1 and other % columns == 0:
                continue
            tried.add(other)
            if other not in partner or is_joined(partner[other], tried):
                partner[square], partner[other] = other, square
                return True
        return False

    for square in sorted(squares):
        row, column = divmod(square, columns)
        if (row + column) % 2 == 0:  # dark squares look for light ones
            is_joined(square, set())
    for square in sorted(squares):
        if square <= partner.get(square, square):
            yield square, partner.get(square, square)
