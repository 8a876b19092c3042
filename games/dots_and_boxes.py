"""Dots and boxes (Édouard Lucas, 1889): draw lines between dots; whoever closes a box owns it and draws again."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.drawing.column_names import column_name
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import AGAIN, BoardGame, Counter, Layout, Points

from .notations.square_moves import SquareMoves

State = tuple[int, ...]

LARGEST = 5


@attrs.frozen
class DotsAndBoxes(BoardGame):
    """Two players draw lines between neighbouring dots in turn; a player who closes a box owns it and moves again.

    The game is over when all lines are drawn. The payoff is the number of boxes that the first player owns minus that
    of the second.

    A state has a sign for each line, row by row: those that lie, then those that stand below them.

    >>> game = DotsAndBoxes(rows=1, columns=1)
    >>> state = game.parse_state("xxx. 0.0, second to move")
    >>> game.format_state(game.apply(state, 3)), game.outcome(game.apply(state, 3))
    ('xxxx 0.1, second to move', -1)
    """

    notations = (SquareMoves("a1-b1 b1-b2", either_way=True),)
    aim = (
        "Draw a line between two dots; whoever closes a box draws again. Close more boxes than your opponent."
    )

    rows: int = parameter(2, "how many rows of boxes there are", 1, LARGEST)
    columns: int = parameter(2, "how many columns of boxes there are", 1, LARGEST)

    presets = {
        "Small": {"rows": 1, "columns": 2},
        "Four boxes": {"rows": 2, "columns": 2},
        "Six boxes": {"rows": 2, "columns": 3},
    }
    first_preset = "Four boxes"
    example = {"rows": 1, "columns": 2}
    looks: ClassVar[dict[str, str]] = {"board": "segments", "x": "black line"}
    player_colours = ("blue", "red")

    def layout(self) -> Layout:
        return Layout(
            lines=Points(self.graph, ".x", at=self.middles),
            boxes=Counter(self.rows * self.columns, count=2),
            symmetry=self.symmetries,
        )

    def options(self, s: Any) -> Any:
        return s.lines.where(0)

    def play(self, s: Any, line: int) -> int | None:
        s.lines[line] = 1
        drawn, closed = s.lines.bits(1), 0
        for box in self.boxes_at[line]:
            if drawn & box == box:
                closed += 1
        s.boxes[s.turn] += closed
        return AGAIN if closed > 0 else None

    def over(self, s: Any) -> int | None:
        return None if 0 in s.lines else s.boxes[s.turn] - s.boxes[1 - s.turn]

    def tier(self, s: Any) -> int:
        return int(s.lines.count(1))

    progress = tier

    def ending(self, state: State) -> str:
        less, more = sorted(state[-3:-1])
        return f"{more} to {less}"

    def gesture(self, state: State, move: int) -> Gesture:
        return Gesture([move])

    def contents(self, state: State) -> dict[str, str]:
        return self._picture.contents(state)

    @property
    def palette(self) -> Any:
        return self._palette

    def svg(self, state: State) -> str:
        """Return the board, where a box that is closed is filled; a page colours it by who closed it."""
        from gamekit.drawing.points import POINT_DISTANCE, Segments
        from gamekit.drawing.svg import GREY, rectangle

        drawing = super().svg(state) or ""
        drawn = sum(1 << line for line in range(len(self.middles)) if state[line])
        corner, inset = self._picture.places[0] + Segments.margin * (1 + 1j), 5
        boxes = []
        for number, box in enumerate(self.box_sets):
            if drawn & box == box:
                row, column = divmod(number, self.columns)
                x, y = (
                    corner.real + column * POINT_DISTANCE + inset,
                    corner.imag + row * POINT_DISTANCE + inset,
                )
                look = f'rx="3" fill="{GREY}" fill-opacity="0.55" data-owned="box {number}" data-note=""'
                boxes.append(rectangle(x, y, POINT_DISTANCE - 2 * inset, POINT_DISTANCE - 2 * inset, look))
        return drawing.replace("</svg>", "\n".join([*boxes, "</svg>"]))

    # --- the board ------------------------------------------------------------------------------------------------

    @cached_property
    def middles(self) -> list[tuple[int, int]]:
        """The middle of each line, in half lengths: to the right, and down."""
        return [(x, y) for y in range(2 * self.rows + 1) for x in range(2 * self.columns + 1) if (x + y) % 2]

    def place_name(self, line: int) -> str:
        """Return the dots that a line joins; rows of dots are numbered from the bottom."""
        x, y = self.middles[line]
        ends = ((x - 1, y), (x + 1, y)) if y % 2 == 0 else ((x, y + 1), (x, y - 1))
        return "-".join(f"{column_name(i // 2)}{self.rows + 1 - j // 2}" for i, j in ends)

    @cached_property
    def box_sets(self) -> list[int]:
        """The lines of each box, as a set."""
        number = {middle: line for line, middle in enumerate(self.middles)}
        sides = ((0, -1), (-1, 0), (1, 0), (0, 1))
        return [
            sum(1 << number[x + i, y + j] for i, j in sides)
            for y in range(1, 2 * self.rows, 2)
            for x in range(1, 2 * self.columns, 2)
        ]

    @cached_property
    def boxes_at(self) -> list[list[int]]:
        """By line: the boxes that it bounds, as sets of their lines."""
        return [[box for box in self.box_sets if box >> line & 1] for line in range(len(self.middles))]

    @cached_property
    def graph(self) -> list[list[int]]:
        """By line: those that bound the same box."""
        sets = [0 for _ in self.boxes_at]
        for line, boxes in enumerate(self.boxes_at):
            for box in boxes:
                sets[line] |= box & ~(1 << line)
        return [[other for other in range(len(sets)) if near >> other & 1] for near in sets]

    @cached_property
    def symmetries(self) -> list[dict[str, list[int]]]:
        """Generators: both mirror images, and rows and columns exchanged where there are as many."""
        number = {middle: line for line, middle in enumerate(self.middles)}
        right, down = 2 * self.columns, 2 * self.rows
        images = [[(right - x, y) for x, y in self.middles], [(x, down - y) for x, y in self.middles]]
        if right == down:
            images.append([(y, x) for x, y in self.middles])
        return [{"lines": [number[middle] for middle in image]} for image in images]
