"""Boards of hexagons, whose sides bear the colours of those who connect them."""

from __future__ import annotations

from cmath import rect
from collections.abc import Sequence
from math import pi
from typing import Final

from gamekit.drawing.colours import FAINT, LIGHT, RULE
from gamekit.drawing.graph_layout import Place
from gamekit.drawing.points import STEP, scaled
from gamekit.drawing.surfaces import FRAME, Surface, data_place, edge_name, line
from gamekit.drawing.svg import rectangle

CORNER: Final = STEP / 3**0.5
"""From the middle of a hexagon to a corner, in pixels."""

SIDE: Final = 6
"""The width of a coloured side, in pixels."""


class Hexagons(Surface):
    """A board of hexagons that stand on a corner, such as that of Hex.

    Args:
        at: the middle of each hexagon, to the right and down, in any unit.
        names: of the hexagons, a letter and a number; they stand along the upper and the left side.
        colours: of the upper and lower side, and of the left and right one.

    >>> board = Hexagons([(0, 0), (1, 0)], ["a1", "b1"], ("red", "blue"))
    >>> board.centre(1) - board.centre(0)
    (52+0j)
    """

    radius = 17

    def __init__(
        self, at: Sequence[tuple[float, float]], names: Sequence[str], colours: tuple[str, str]
    ) -> None:
        self.names, self.colours = names, colours
        places, _ = scaled(at)
        margin = complex(STEP / 2, CORNER) + complex(FRAME, FRAME)
        self.at = tuple(place + margin for place in places)
        self.width = round(max(place.real for place in self.at) + margin.real)
        self.height = round(max(place.imag for place in self.at) + margin.imag)

    def centre(self, place: int) -> Place:
        return complex(round(self.at[place].real), round(self.at[place].imag))

    def ground(self, at: Place, prefix: str = "") -> list[str]:
        parts = [
            rectangle(at.real, at.imag, self.width, self.height, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')
        ]
        sides = []
        for place, middle in enumerate(at + middle for middle in self.at):
            corners = [middle + rect(CORNER, (i - 0.5) * pi / 3) for i in range(6)]
            outline = " ".join(f"{corner.real:.1f},{corner.imag:.1f}" for corner in corners)
            parts.append(f'<polygon points="{outline}" fill="none" stroke="{RULE}" stroke-width="1.5"/>')
            dot = f'cx="{middle.real:.1f}" cy="{middle.imag:.1f}" r="21"{data_place(prefix, place)}'
            parts.append(f'<circle {dot} fill="none"/>')
            for i, colour in self._sides(place):
                a, b = corners[i], corners[(i + 1) % 6]
                sides.append(line(a.real, a.imag, b.real, b.imag, colour, SIDE))
            parts += self._names(place, middle)
        return parts + sides

    def _sides(self, place: int) -> list[tuple[int, str]]:
        """Return the sides of a hexagon that are the board's, clockwise from the right one, with their colours."""
        found = []
        for i in range(6):
            step = rect(STEP, i * pi / 3)
            if self._has(self.at[place] + step):
                continue
            beyond = self.at[place].imag + step.imag
            is_level = abs(step.imag) > 1 and not self._is_row(beyond)
            found.append((i, self.colours[0 if is_level else 1]))
        return found

    def _names(self, place: int, middle: Place) -> list[str]:
        here, parts = self.at[place], []
        if not self._is_row(here.imag - STEP * 0.75**0.5):
            above = middle + rect(CORNER + 11, -pi / 2)
            parts.append(edge_name(above.real, above.imag, self.names[place][:1], FAINT))
        if not self._has(here - STEP):
            left = middle - STEP / 2 - 13
            parts.append(edge_name(left.real, left.imag, self.names[place][1:], FAINT))
        return parts

    def _has(self, middle: Place) -> bool:
        return any(abs(other - middle) < 1 for other in self.at)

    def _is_row(self, y: float) -> bool:
        return any(abs(other.imag - y) < 1 for other in self.at)
