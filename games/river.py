"""Drawings of river crossings: two banks, those who stand on them, and a boat."""

from __future__ import annotations

from collections.abc import Sequence


def draw_banks(tokens: Sequence[tuple[int, str, str, str]], boat: int, rows: int) -> str:
    """Return a river with two banks as an SVG document.

    Args:
        tokens: for each person or thing the bank, its name as a place, its text and its colour.
        boat: the bank at which the boat lies.
        rows: how many tokens stand one below the other; more begin another column.
    """
    from gamekit.drawing.colours import COLOURS, RULE, SHADE
    from gamekit.drawing.surfaces import data_place, line
    from gamekit.drawing.svg import document, ink, rectangle, text_at

    step, bank_width, river = 52, 126, 140
    height = 24 + step * rows
    parts = [
        rectangle(2, 2, 2 * bank_width + river, height - 4, f'rx="6" fill="{SHADE}" stroke="{RULE}"'),
        rectangle(2 + bank_width, 3, river, height - 6, 'fill="#a9d3ea"'),
    ]
    waves = range(24, height - 10, 30)
    parts += [line(bank_width + 22, y, bank_width + river - 20, y, "#86bddb", 2) for y in waves]
    at = 2 + bank_width + (4 if boat == 0 else river - 60)
    hull = f'rx="14" fill="{COLOURS["brown"]}" stroke="#22272e" stroke-width="1.5"{data_place("", "boat")}'
    parts.append(rectangle(at, height / 2 - 20, 56, 40, hull))
    parts.append(text_at(at + 28, height / 2, "boat", "#ffffff", size=15, width=50))
    seen = [0, 0]
    for bank, place, text, paint in tokens:
        column, row = divmod(seen[bank], rows)
        seen[bank] += 1
        x = 34 + step * column if bank == 0 else 2 * bank_width + river - 30 - step * column
        y = 12 + step * (row + 0.5)
        look = f'fill="{paint}" stroke="#22272e" stroke-width="1.5"{data_place("", place)}'
        parts.append(f'<circle cx="{x}" cy="{y:g}" r="22" {look}/>')
        parts.append(text_at(x, y, text, ink(paint), size=14, width=42))
    return document(parts, 2 * bank_width + river + 4, height)
