"""Drawings of river crossings: two banks, those who stand on them, and a boat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Passenger(NamedTuple):
    """Someone or something on a bank.

    Attributes:
        bank: the number of the bank, 0 or 1.
        place: the name of the passenger's place on the drawing; a colon and the number of the bank follow.
        look: the look of the passenger, in the words of `gamekit.drawing.pieces.look_of`.
        name: the text below the passenger, if any.
        seat: the number of the passenger's seat on a bank, so that nobody else moves when one leaves. There is an equal
            seat, free or not, on the other bank; it is seen if the passenger has a name.
    """

    bank: int
    place: str
    look: str
    seat: int
    name: str = ""


def draw_banks(passengers: Sequence[Passenger], boat: int, rows: int) -> str:
    """Return a river with two banks as an SVG document.

    Args:
        passengers: the passengers on the banks.
        boat: the bank at which the boat lies.
        rows: the number of passengers below each other; more begin another column.
    """
    from gamekit.drawing.colours import COLOURS, INK, LIGHT, RULE
    from gamekit.drawing.pieces import as_piece, draw_piece, look_of
    from gamekit.drawing.surfaces import data_place, line
    from gamekit.drawing.svg import document, rectangle, text_at

    are_named = any(passenger.name for passenger in passengers)
    step, bank_width, river = 66 if are_named else 56, 126, 156
    height = 20 + step * rows
    parts = [
        rectangle(2, 2, 2 * bank_width + river, height - 4, f'rx="6" fill="{LIGHT}" stroke="{RULE}"'),
        rectangle(2 + bank_width, 3, river, height - 6, 'fill="#a9d3ea"'),
    ]
    waves = range(24, height - 10, 30)
    parts += [line(bank_width + 22, y, bank_width + river - 20, y, "#86bddb", 2) for y in waves]
    at, middle = 2 + bank_width + (5 if boat == 0 else river - 71), height / 2
    hull = f"M{at} {middle - 8:g} L{at + 66} {middle - 8:g} Q{at + 60} {middle + 18:g} {at + 50} {middle + 18:g} "
    hull += f"L{at + 16} {middle + 18:g} Q{at + 6} {middle + 18:g} {at} {middle - 8:g} Z"
    parts.append(f'<path d="{hull}" fill="{COLOURS["brown"]}" stroke="#22272e" stroke-width="1.5"/>')
    parts.append(text_at(at + 33, middle + 5, "boat", "#ffffff", size=14, width=50))
    clear = 'fill="#000000" fill-opacity="0"'
    parts.append(rectangle(at, middle - 20, 66, 40, f"{clear}{data_place('', 'boat')}"))
    for bank, place, look, seat, name in passengers:
        column, row = divmod(seat, rows)
        y = 10 + step * (row + 0.5) - (7 if name else 0)
        half = 21 if name else 27  # so that marks lie around a passenger, and not over a name
        for side in (0, 1):
            inwards = (64 if name else 34) + step * column
            x = 2 + inwards if side == 0 else 2 + 2 * bank_width + river - inwards
            if side == bank:
                parts += as_piece(look, draw_piece(look_of(look), x, y, 20))
                parts += [text_at(x, y + 33, name, INK, size=14, width=100)] if name else []
            elif name:
                ring = f'cx="{x}" cy="{y:g}" r="18" fill="none" stroke="{RULE}" stroke-width="2" stroke-dasharray="3 4"'
                parts.append(f'<circle {ring} data-note=""/>')
            seat_of = data_place("", f"{place}:{side}")
            parts.append(rectangle(x - half, y - half, 2 * half, 2 * half, f"{clear}{seat_of}"))
    return document(parts, 2 * bank_width + river + 4, height)
