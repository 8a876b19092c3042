"""The dark palette of drawings, as a style sheet that every drawing carries.

Elements have the colours of the light palette, which any program shows. Where the reader's system is dark, or the
attribute `data-theme` of the drawing says "dark", the style sheet gives boards, frames and lines others.
"""

from __future__ import annotations

from typing import Final

DARK: Final = {
    "#f1e2c6": "#a3957b",  # light squares
    "#cda876": "#76644a",  # dark squares
    "#5d4630": "#2c241b",  # frames
    "#f6ead6": "#cbbfa9",  # names on frames
    "#8a6a42": "#5c4a30",  # lines
    "#f2f2f2": "#aeb6c0",  # nodes and plates
    "#777777": "#8f99a6",  # outlines
    "#7a5230": "#5f4127",  # stones
    "#5b4a33": "#1a130b",  # small texts
    "#22272d": "#e9eef5",  # outlines of black figures
    "#2563ae": "#1b467c",  # racks
}
"""The dark colour of each light one; those of pieces stay as they are."""

HALO: Final = DARK["#f1e2c6"]
"""The colour around small dark texts where it is dark, since some lie on the board and some beside it."""

LETTERED: Final = ("#0072b2", "#b3202c")
"""The colours of letters that stand on squares alone, which are too dark for these where it is dark."""

BRIGHT: Final = "#ffffff"
"""The colour around such a letter where it is dark."""

SCORED: Final = {"#0072b2": "#a9dcfb", "#b3202c": "#ffb9b0", "#8a6a42": "#d9c7a8"}
"""The dark colour of each light one of dashed lines, which lie on dark squares."""

CLASS: Final = "gamekit-board"
"""The CSS class of every drawing, to which its rules are confined where it is part of a page."""


def _style() -> str:
    names = {light: f"--c{i}" for i, light in enumerate(DARK)}
    rules = "".join(
        f'.{CLASS} [{what}="{light}"]{{{what}:var({name},{light})}}'
        for light, name in names.items()
        for what in ("fill", "stroke")
    )
    dark = ";".join(f"{name}:{DARK[light]}" for light, name in names.items())
    halo = "stroke:var(--halo,none);stroke-width:4px;paint-order:stroke"
    rules += f'.{CLASS} text[fill="#5b4a33"]:not([stroke]){{{halo}}}'
    rules += ",".join(f'.{CLASS} text[fill="{colour}"]' for colour in LETTERED)
    rules += "{stroke:var(--bright,none);stroke-width:4px;paint-order:stroke;stroke-linejoin:round}"
    dark += f";--halo:{HALO};--bright:{BRIGHT}"
    for i, (light, colour) in enumerate(SCORED.items()):
        rules += f'.{CLASS} line[stroke-dasharray][stroke="{light}"]{{stroke:var(--s{i},{light})}}'
        dark += f";--s{i}:{colour}"
    at_night = f"@media(prefers-color-scheme:dark){{.{CLASS}:not([data-theme=light]){{{dark}}}}}"
    return f"<style>{rules}{at_night}.{CLASS}[data-theme=dark]{{{dark}}}</style>"


STYLE: Final = _style()
"""The style sheet, as an SVG element."""
