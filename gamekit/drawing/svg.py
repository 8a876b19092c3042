"""SVG drawings for any game: a graph with tokens on its nodes, a board of cells, and lines of text.

The drawings have no background of their own and have a palette for light and one for dark pages. Colour never carries
information by itself, and the colours are those of Okabe and Ito (https://jfly.uni-koeln.de/color/), which people
with any colour vision can distinguish.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Final

from gamekit.drawing.graph_layout import RADIUS, Graph, Node, Place, edges, layout
from gamekit.drawing.palettes import CLASS, STYLE
from gamekit.game.values import Value

AMBER = "#f5c04a"
BLUE = "#0072b2"
GREEN = "#009e73"
GREY = "#777777"
ORANGE = "#e69f00"
PALE = "#f2f2f2"
VERMILION = "#d55e00"

FILLS: Final = {  # of Okabe and Ito, or grey; black letters are to be read on any of them
    Value.WIN: GREEN,
    Value.LOSS: VERMILION,
    Value.TIE: "#56b4e9",
    Value.DRAW: "#cc79a7",
    Value.UNSOLVED: "#9aa3ad",
}
"""The colour of each value in pictures, as on the page in the browser."""

LETTERS: Final = {Value.WIN: "W", Value.LOSS: "L", Value.TIE: "T", Value.DRAW: "D", Value.UNSOLVED: "?"}
"""The letter of each value in pictures."""

OUTLINE = f'stroke="{GREY}" stroke-width="2"'

MARGIN = RADIUS + 4
CELL = 48  # the side of a cell, in pixels
LINE = 24  # the height of a line of text, in pixels
LETTER = 11  # the width of a letter in it
NAME = 10  # the size of the name of a row or a column
WIDEST_NOTE = 320  # pixels; a longer line of text below a board is written smaller


def draw_graph(graph: Graph, tokens: Mapping[Node, tuple[str, str]]) -> str:
    """Return an undirected graph as an SVG document, each node with its number and its token, if it has one.

    The name of a node in the attribute `data-place` is its number.

    Args:
        graph: the neighbours of each node.
        tokens: the label and the colour, `#rrggbb`, of the nodes that have something on them.

    >>> draw_graph(((1,), (0,)), {0: ("M", BLUE)}).count("<circle")
    2
    """
    graph = tuple(map(tuple, graph))
    places = layout(graph)
    nodes = [_node(node, place, *tokens.get(node, ("", PALE))) for node, place in enumerate(places)]
    width = max(place.real for place in places) + MARGIN
    height = max(place.imag for place in places) + MARGIN
    return document([*_lines(graph), *nodes], round(width), round(height))


@lru_cache(maxsize=4096)  # a page draws a graph once for every move, and hardly anything changes
def _node(node: Node, place: Place, label: str, colour: str) -> str:
    x, y = round(place.real), round(place.imag)
    where = f'cx="{x}" cy="{y}" r="{RADIUS}" data-place="{node}"'
    circle = f'<circle {where} fill="{escape(colour)}" {OUTLINE}/>'
    if not label:
        return f"{circle}\n{text_at(x, y, str(node), ink(colour), size=19, width=1.6 * RADIUS)}"
    token = text_at(x, y - 4, label, ink(colour), size=17, width=1.8 * RADIUS, bold=True)
    return f"{circle}\n{token}\n{text_at(x, y + 11, str(node), ink(colour), size=11, width=RADIUS)}"


@lru_cache(maxsize=4)
def _lines(graph: Graph) -> tuple[str, ...]:
    places = layout(graph)
    return tuple(
        f'<line x1="{places[a].real:.0f}" y1="{places[a].imag:.0f}" '
        f'x2="{places[b].real:.0f}" y2="{places[b].imag:.0f}" {OUTLINE}/>'
        for a, b in edges(graph)
    )


def draw_grid(
    rows: Iterable[Iterable[str]],
    fills: Mapping[str, str] | None = None,
    *,
    names: tuple[Sequence[str], Sequence[str]] = ((), ()),
    notes: Sequence[str] = (),
) -> str:
    """Return a board as an SVG document.

    The names of cells in the attribute `data-place` are numbers, which continue from row to row.

    Args:
        rows: the text in each cell, row by row; blanks leave it empty.
        fills: the colours, `#rrggbb`, of the cells that are not to be pale, by their texts.
        names: the names of rows, from top to bottom, and of columns, from left to right, small in the cells at the
            edge.
        notes: lines of text below the board.

    >>> draw_grid(["X ", "O "], {"X": GREEN}).count("<rect")
    4
    """
    parts, colours = [], dict[tuple[int, int], str]()
    width = height = count = 0
    for i, row in enumerate(rows):
        height = (i + 1) * CELL
        for j, label in enumerate(row):
            width = max(width, (j + 1) * CELL)
            colour = colours[i, j] = (fills or {}).get(label, PALE)
            look = f'fill="{escape(colour)}" {OUTLINE} data-place="{count}"'
            count += 1
            parts.append(rectangle(j * CELL + 2, i * CELL + 2, CELL, CELL, look))
            if label.strip():
                x, y = j * CELL + CELL // 2 + 2, i * CELL + CELL // 2 + 2
                parts.append(text_at(x, y, label, ink(colour), size=26, width=0.8 * CELL, bold=True))
    row_names, column_names = names
    edge = [(9, (i + 1) * CELL - 6, (i, 0), name) for i, name in enumerate(row_names)]
    last = len(row_names) - 1
    edge += [((j + 1) * CELL - 5, height - 6, (last, j), name) for j, name in enumerate(column_names)]
    for x, y, cell, name in edge:
        parts.append(
            text_at(x, y, name, ink(colours.get(cell, PALE)), size=NAME, width=CELL / 2, is_note=True)
        )
    if notes:
        width = max(width, min(WIDEST_NOTE, *(NAME * len(note) for note in notes)))
    for note in notes:
        parts.append(rectangle(2, height + 2, width, LINE, f'fill="{PALE}" data-note=""'))
        x, y = width // 2 + 2, height + 2 + LINE // 2
        parts.append(text_at(x, y, note, ink(PALE), size=15, width=0.96 * width, is_note=True))
        height += LINE
    return document(parts, width + 4, height + 4)


def draw_text(lines: Sequence[str]) -> str:
    """Return lines of text as an SVG document, in letters of equal width.

    >>> draw_text(["o o o", "o"]).count("<text")
    2
    """
    width, height = max(map(len, lines), default=0) * LETTER + 2 * MARGIN, len(lines) * LINE + MARGIN
    parts = [rectangle(2, 2, width, height, f'rx="6" fill="{PALE}" {OUTLINE}')]
    for i, line in enumerate(lines):
        place = f'x="{MARGIN}" y="{MARGIN + i * LINE}" dy=".35em" text-anchor="start" xml:space="preserve"'
        look = f'font-family="monospace" font-size="{LINE - 6}" textLength="{max(len(line), 1) * LETTER}"'
        parts.append(f'<text {place} {look} fill="#000000">{escape(line)}</text>')
    return document(parts, width + 4, height + 4)


def document(parts: Iterable[str], width: float, height: float) -> str:
    """Return an SVG document of some elements, `width` by `height` pixels."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    text = 'font-family="sans-serif" text-anchor="middle"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{CLASS}" {size} role="img" {text}>{STYLE}'
    return "\n".join([head, *parts, "</svg>\n"])


def rectangle(x: float, y: float, width: float, height: float, look: str) -> str:
    """Return an SVG rectangle, in pixels; `look` has its other attributes."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {look}/>'


def text_at(
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: int,
    width: float,
    bold: bool = False,
    is_note: bool = False,
) -> str:
    """Return one line of text centred on (x, y), smaller than `size` where it would be wider than `width`.

    `is_note` marks a text about the board, which is nothing on the board that a move could change.
    """
    size = min(size, int(width / (0.62 * max(len(text), 1))))
    look = f'font-size="{size}"' + (' font-weight="bold"' if bold else "") + f' fill="{colour}"'
    look += ' data-note=""' if is_note else ""
    return f'<text x="{x:g}" y="{y:g}" dy=".35em" {look}>{escape(text)}</text>'


def ink(background: str) -> str:
    """Return black or white, whichever contrasts more with a colour.

    >>> ink("#f5c04a"), ink("#0072b2")
    ('#000000', '#ffffff')
    """
    return "#000000" if luminance(background) > 0.179 else "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, `#rrggbb`, as in WCAG 2: from 0, black, to 1, white."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
