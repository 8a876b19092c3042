"""Heaps as pictures: rows of stones from which the last ones are taken, or counters in line that are cut apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

Cut = tuple[int, int]
"""The number of counters that a move takes, and the number of those that stay at their left."""

BRACKET: Final = "A bracket takes the counters that it joins."
"""The sentence about the pads of a drawing that take several counters."""

MOST_DRAWN: Final = 60
"""The largest number of counters, or of rows, that is drawn."""

LINE: Final = 9
"""The largest number of counters in a line, except of a heap that has more."""

MOST_LEVELS: Final = 5
"""The largest number of lines of pads below counters."""

STEP: Final = 30
"""The distance between neighbouring counters, in pixels."""

HIGH: Final = 40
"""The height of counters, in pixels."""

NUMBER: Final = 20
"""The height of the number above a heap, in pixels."""

BAR: Final = 22
"""The height of a line of pads below counters, in pixels."""

PLATE: Final = 1.5
"""The width of a plate below a split, in steps: neighbours stand on two lines, so that marks leave the sizes free."""

TO_THE_RIGHT: Final = "Choose a counter: it and all after it are taken."
"""The prompt of games on rows of stones."""

BOARD_MARGIN: Final = 14

NOTE: Final = 24
"""The height of a line below the heaps, in pixels."""


def draw_stones(heaps: Sequence[int], most: int) -> str | None:
    """Return heaps as rows of stones, as an SVG document; None if there are too many.

    The places are called `heap:stone`, both numbers from 0 on.

    Args:
        heaps: the size of the heap in each row; 0 in an empty one.
        most: the number of stones for which a row has room.
    """
    from gamekit.drawing.parts import Heaps
    from gamekit.drawing.surfaces import BOARD_MARGIN as CORNER
    from gamekit.drawing.svg import document

    rows, most = heaps or (0,), max([most, *heaps])
    if len(rows) > MOST_DRAWN or most > MOST_DRAWN:
        return None
    part = Heaps(0, most, [""] * len(rows))
    parts = [*part.ground(CORNER), *part.pieces(rows, CORNER)]
    return document(parts, part.width + 4, part.height + 4)


def draw_rows(heaps: Sequence[int], begins: Sequence[int]) -> str | None:
    """Return heaps in their rows, as an SVG document; there is room for those with which the game began."""
    return draw_stones([*heaps, *[0] * (len(begins) - len(heaps))], max(begins, default=0))


def cut_name(heap: int, cut: Cut, *, is_pad: bool = False) -> str:
    """Return the name of a cut in `data-place`: the number of the heap, and those of the cut.

    If one counter is taken, that is the name of the counter itself, or that of a pad below it if this is touched.
    """
    return ":".join(map(str, (heap, *cut))) + (":pad" if is_pad and cut[0] == 1 else "")


def cuts(heap: int, moves: Iterable[Iterable[int]]) -> set[Cut]:
    """Return where moves cut a heap, from either side, if they leave the heaps given.

    >>> sorted(cuts(5, [(1, 3), (4,)]))
    [(1, 0), (1, 1), (1, 3), (1, 4)]
    """
    lefts = [sorted(filter(None, left)) for left in moves]
    return {(heap - sum(left), end) for left in lefts for end in ends_of(left)}


def ends_of(left: Sequence[int]) -> set[int]:
    """Return how many counters may stay at the left of those that a move takes; `left` has the smallest heap first.

    The smallest of several heaps stays at one side, and all others at the other side.
    """
    first = left[0] if len(left) > 1 else 0
    return {first, sum(left) - first}


def draw_counters(
    heaps: Sequence[int],
    cuts_of: Callable[[int], Iterable[Cut]],
    begins: Sequence[int],
    draw: Callable[[float, float, str], list[str]],
    colours_of: Callable[[int, Cut], tuple[str, ...]] = lambda *_: (),
    note: str = "",
    answered: int | None = None,
    last: str = "",
    grows: bool = False,
) -> str | None:
    """Return heaps as counters in line, with pads where a move cuts them, as an SVG document; None if they are many.

    A counter that can be taken alone is touched itself, unless this is the move of one player. Where two counters are
    parted, or more are taken, a pad below them is: a bracket round those that are taken, with their number, or a plate
    with the heaps that a split leaves. Above each heap is its size. The drawing has the same size through a whole
    game, unless it grows, and what is left of each heap stays on its shelves.

    Args:
        heaps: the sizes of the heaps; a 0 parts those that are left of one heap from those of the next one.
        cuts_of: returns the cuts of a heap of a size.
        begins: the sizes of the heaps with which the game began, each on shelves of its own.
        draw: draws a counter at (x, y) with further attributes.
        colours_of: returns the names of the colours of the pad for a cut of a heap, from left to right, where players
            have cuts of their own.
        note: a line below the heaps about the next move.
        answered: the number of the heap that the next move has to be in: it has a frame, and the others are faded and
            have no pads. None if any heap will do.
        last: what the last counter of a heap is called, above it, unless the heap has no other.
        grows: whether shelves are added where they are needed, instead of being there from the start.
    """
    from gamekit.drawing.colours import FAINT, INK, LIGHT, RULE
    from gamekit.drawing.points import FADED
    from gamekit.drawing.surfaces import FLOW, data_place
    from gamekit.drawing.svg import document, rectangle, text_at

    def padded(heap: int) -> list[Cut]:
        return [cut for cut in cuts_of(heap) if cut[0] != 1 or len(colours_of(heap, cut)) == 1]

    begins, groups = [*filter(None, begins)], _groups(heaps, answered)
    groups = groups if any(groups) else [[] for _ in begins]
    totals = [sum(heaps[heap] for heap in group) for group in groups]
    if len(totals) != len(begins) or any(map(int.__gt__, totals, begins)):
        begins = totals
    if sum(begins) > MOST_DRAWN:
        return None
    sizes = range(max(begins, default=0) + 1)  # a move may be there in small heaps alone
    has_wide_pads = True
    levels = max(_number_of_lines(_lines_of_pads(padded(size), is_wide=True)) for size in sizes)
    if levels > MOST_LEVELS:
        has_wide_pads = False
        levels = max(_number_of_lines(_lines_of_pads(padded(size), is_wide=False)) for size in sizes)
    if levels > MOST_LEVELS:
        return None
    rooms = [_room(begin, cuts_of) for begin in begins]
    wide = max([min(max(rooms, default=1), LINE), *begins, 1])
    shelves = list(_shelves(groups, heaps, [0] * len(rooms) if grows else rooms, wide))
    high = NUMBER + HIGH + BAR * levels
    width = wide * STEP + 2 * BOARD_MARGIN
    lines = max(len(shelves), 1)
    height = lines * (high + BOARD_MARGIN) + BOARD_MARGIN + (NOTE if note else 0)
    look = f'rx="6" fill="{LIGHT}" stroke="{RULE}" data-note=""'
    parts = [FLOW, rectangle(1, 1, width - 2, height - 2, look)]
    for line in [i for i, shelf in enumerate(shelves) if shelf] or [0]:
        floor = (line + 1) * (high + BOARD_MARGIN) + 4
        parts.append(
            rectangle(BOARD_MARGIN, floor, width - 2 * BOARD_MARGIN, 2, f'fill="{RULE}" data-note=""')
        )
    if note:
        parts.append(text_at(width / 2, height - NOTE / 1.5, note, FAINT, size=16, width=width, is_note=True))
    if not heaps:
        nothing = "Nothing is left."
        parts.append(
            text_at(width / 2, BOARD_MARGIN + NUMBER / 2, nothing, FAINT, size=16, width=width, is_note=True)
        )
    for number, shelf in enumerate(shelves):
        y = BOARD_MARGIN + number * (high + BOARD_MARGIN) + NUMBER + HIGH / 2
        for heap, first in shelf:
            x, size = BOARD_MARGIN + (first + 0.5) * STEP, heaps[heap]
            middle = 0 if last else max(size - 1, 0) / 2 * STEP
            above = x + middle, y - (HIGH + NUMBER) / 2 - 2
            parts.append(text_at(*above, str(size), FAINT, size=14, width=STEP, is_note=True))
            if last and size > 1 and answered in (None, heap):
                right = x + (size - 1) * STEP, y - (HIGH + NUMBER) / 2 - 2
                parts.append(text_at(*right, last, FAINT, size=13, width=STEP, is_note=True))
            if answered not in (None, heap):
                for counter in range(size):
                    group, *others = draw(x + counter * STEP, y, "")
                    parts += [group.replace(" ", f' opacity="{FADED}" ', 1), *others]
                continue
            if answered is not None and size:
                frame = f'rx="8" fill="none" stroke="{INK}" stroke-width="2.5" data-note=""'
                parts.append(rectangle(x - STEP / 2 - 2, y - HIGH / 2 - 2, size * STEP + 4, HIGH + 2, frame))
            pads = _lines_of_pads(padded(size), is_wide=has_wide_pads)
            for counter in range(size):
                parts += draw(x + counter * STEP, y, data_place("", cut_name(heap, (1, counter))))
            for (taken, left), line in pads.items():
                middle, below = x + (left + (taken - 1) / 2) * STEP, y + HIGH / 2 + BAR * (line + 0.5)
                place = cut_name(heap, (taken, left), is_pad=True)
                if taken == 0:
                    plate = _plate(middle, below, f"{left}+{size - left}", place)
                    parts += [_scored(middle, y - HIGH / 2, below - BAR / 2 + 2), *plate]
                else:
                    wide_pad = STEP * taken - 9 if has_wide_pads and taken > 1 else STEP - 3
                    parts += _bracket(middle, below, wide_pad, taken, colours_of(size, (taken, left)), place)
    return document(parts, width, height)


def _lines_of_pads(cuts_of_heap: Iterable[Cut], *, is_wide: bool) -> dict[Cut, int]:
    """Return the line of each pad below a heap, so that none lies over another one.

    A bracket is as wide as the counters that it takes, or as one counter.
    """
    lines: dict[Cut, int] = {}
    ends: list[list[tuple[float, float]]] = []  # of the pads in each line
    for taken, left in sorted(cuts_of_heap):
        half = (PLATE if taken == 0 else taken if is_wide else 1) / 2
        start, end = left + taken / 2 - half, left + taken / 2 + half
        line = next(
            (i for i, row in enumerate(ends) if all(end <= a or b <= start for a, b in row)), len(ends)
        )
        ends[line:] = ends[line:] or [[]]
        ends[line].append((start, end))
        lines[taken, left] = line
    return lines


def _number_of_lines(pads: dict[Cut, int]) -> int:
    return max(pads.values(), default=-1) + 1


def _room(heap: int, cuts_of: Callable[[int], Iterable[Cut]]) -> int:
    """Return the largest number of counters, and gaps between them, that what is left of a heap may have in line."""
    if not any(taken == 0 for taken, _ in cuts_of(heap)):
        return heap  # there is a gap for each counter that is taken
    is_halved = any(taken == 0 for taken, _ in cuts_of(2))
    return 2 * heap - 1 if is_halved else heap + -(-2 * heap // 3) - 1


def _groups(heaps: Sequence[int], answered: int | None) -> list[list[int]]:
    """Return the numbers of the heaps that belong together: a heap of 0 that need not be answered parts them."""
    groups: list[list[int]] = [[]]
    for heap, size in enumerate(heaps):
        if size or heap == answered:
            groups[-1].append(heap)
        else:
            groups.append([])
    return groups


def _shelves(
    groups: Iterable[Sequence[int]], heaps: Sequence[int], rooms: Iterable[int], wide: int
) -> Iterator[list[tuple[int, int]]]:
    """Yield lines of heaps: the number of each heap in it, and the steps to its left, with a gap after each heap.

    Each group has the lines for which there has to be room.
    """
    for group, room in zip(groups, rooms, strict=True):
        shelf, right, lines = list[tuple[int, int]](), 0, -(-room // wide)
        for heap in group:
            if shelf and right + heaps[heap] > wide:
                yield shelf
                shelf, right, lines = [], 0, lines - 1
            shelf.append((heap, right))
            right += heaps[heap] + 1
        yield shelf
        yield from [[]] * (lines - 1)


def _scored(x: float, top: float, bottom: float) -> str:
    """Return a line between two counters that may be parted, down to its plate."""
    from gamekit.drawing.colours import RULE

    ends = f'x1="{x:g}" y1="{top:g}" x2="{x:g}" y2="{bottom:g}"'
    return f'<line {ends} stroke="{RULE}" stroke-width="2.5" stroke-dasharray="5 4"/>'


def _plate(x: float, y: float, label: str, name: str) -> list[str]:
    """Return a plate to touch below two counters, with the sizes of the heaps to which a split leads.

    Marks lie along its edge, around the sizes.
    """
    from gamekit.drawing.colours import INK, LIGHT, RULE
    from gamekit.drawing.surfaces import data_place, data_shape
    from gamekit.drawing.svg import rectangle, text_at

    wide, high, bevel = PLATE * STEP - 6, BAR - 5, 3
    left, top = x - wide / 2, y - BAR / 2 + 2
    plate = rectangle(left, top, wide, high, f'rx="5" fill="{LIGHT}" stroke="{RULE}"{data_place("", name)}')
    half, half_high = complex(wide / 2 - bevel, high / 2), complex(wide / 2, high / 2 - bevel)
    corners = (half_high.conjugate(), half_high, half, -half.conjugate())
    points = [complex(x, top + high / 2) + corner for corner in (*corners, *(-corner for corner in corners))]
    edge = " L".join(f"{point.real:g} {point.imag:g}" for point in points)
    return [
        plate,
        f'<path d="M{edge} Z" fill="none"{data_shape("", name)}/>',
        text_at(x, y - 0.5, label, INK, size=12, width=wide, is_note=True),
    ]


def _bracket(x: float, y: float, width: float, taken: int, colours: Sequence[str], name: str) -> list[str]:
    """Return a bracket to touch below counters, with their number; its halves have the first and the last colour.

    A path along both halves has the shape of the place, which marks take; below them where they have players' colours.
    """
    from gamekit.drawing.colours import COLOURS, FAINT, INK
    from gamekit.drawing.surfaces import data_place, data_shape
    from gamekit.drawing.svg import rectangle, text_at

    top, half = y - BAR / 2 + 3, width / 2
    ends = [COLOURS[colour] for colour in colours] or [FAINT]
    halves = ((x - half + 2, x - 8, ends[0]), (x + half - 2, x + 8, ends[-1]))
    look = 'fill="none" stroke-width="3.5" stroke-linejoin="round" data-note=""'
    start, level = (y + 4, y + 4) if colours else (top, y)
    along = " ".join(
        f"M{end:g} {start:g} L{end:g} {level:g} L{inner:g} {level:g}" for end, inner, _ in halves
    )
    return [
        rectangle(x - half, y - BAR / 2 + 1, width, BAR - 3, f'rx="6" fill="none"{data_place("", name)}'),
        *(
            f'<path d="M{end:g} {top:g} V{y:g} H{inner:g}" stroke="{colour}" {look}/>'
            for end, inner, colour in halves
        ),
        f'<path d="{along}" fill="none"{data_shape("", name)}/>',
        text_at(x, y - 0.5, str(taken), INK, size=13, width=STEP, bold=True, is_note=True),
    ]


def draw_stone(x: float, y: float, name: str) -> list[str]:
    """Return a stone around (x, y)."""
    from gamekit.drawing.parts import stone
    from gamekit.drawing.pieces import as_piece

    spot = f'<circle cx="{x:g}" cy="{y:g}" r="{STEP / 2 - 1:g}" fill="none"{name}/>'
    return as_piece("stone", [spot, stone(x, y, 11, "")])


def draw_pin(x: float, y: float, name: str) -> list[str]:
    """Return a pin of Kayles around (x, y)."""
    from gamekit.drawing.colours import COLOURS
    from gamekit.drawing.pieces import as_piece

    def curve(*points: tuple[float, float]) -> str:
        return " ".join(f"{x + right:g} {y + down:g}" for right, down in points)

    body = (
        f"M{curve((-5, 18))} C{curve((-12, 6), (-3, 0), (-3.5, -7))} C{curve((-8, -18), (8, -18), (3.5, -7))} "
        f"C{curve((3, 0), (12, 6), (5, 18))} Z"
    )
    edge = f'stroke="{COLOURS["black"]}" stroke-width="1.5" stroke-linejoin="round"'
    stripe = (
        f'<path d="M{curve((-3.6, -6))} L{curve((3.6, -6))}" stroke="{COLOURS["red"]}" stroke-width="3"/>'
    )
    spot = f'<ellipse cx="{x:g}" cy="{y:g}" rx="{STEP / 2 - 2.5:g}" ry="{HIGH / 2:g}" fill="none"{name}/>'
    return as_piece("pin", [spot, f'<path d="{body}" fill="{COLOURS["white"]}" {edge}/>', stripe])
