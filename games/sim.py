"""Sim (Gustavus Simmons, 1969): players colour the lines between dots; whoever closes a triangle of their own loses."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import cos, pi, sin
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import TIE, WIN, BoardGame, Layout, Points

State = tuple[int, ...]

LARGEST = 6
RADIUS = 130
OFF_THE_MIDDLE = 0.39
"""The place at which a line through the middle is clicked, as a part of its length; other lines: halfway."""


@attrs.frozen
class Sim(BoardGame):
    """Any two of the dots are joined by a line, and two players colour lines in turn, each with their own colour.

    Whoever completes a triangle of three dots in their own colour loses. If all lines are coloured and there is no such
    triangle, which takes fewer than six dots, the game is a tie.

    A line is written as its two dots.

    >>> game = Sim(dots=4)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['a-b', 'a-c', 'a-d', 'b-c', 'b-d', 'c-d']
    """

    dots: int = parameter(6, "how many dots there are", 3, LARGEST)

    players = ("blue", "red")
    aim = "Draw a line; whoever closes a triangle of their own colour loses."
    presets = {
        "Small": {"dots": 5},
        "Classic": {"dots": 6},
        "Four dots": {"dots": 4},
    }
    example = {"dots": 5}
    most_moves: ClassVar[int] = 15
    looks: ClassVar[dict[str, str]] = {"B": "blue line", "R": "red line"}

    def layout(self) -> Layout:
        return Layout(lines=Points(self.touching, ".BR"), symmetry=self.symmetries, alike=True)

    def options(self, s: Any) -> Any:
        return s.lines.where(0)

    def play(self, s: Any, line: int) -> None:
        s.lines[line] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        of_other = s.lines.bits(2 - s.turn)
        for triangle in self.triangles:
            if of_other & triangle == triangle:
                return WIN
        return None if 0 in s.lines else TIE

    def tier(self, s: Any) -> int:
        return int(len(s.lines) - s.lines.count(0))

    progress = tier

    # --- the lines ------------------------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The dots that each line joins."""
        return list(combinations(range(self.dots), 2))

    @cached_property
    def touching(self) -> list[list[int]]:
        """The lines that meet each line in a dot."""
        return [
            [other for other, ends in enumerate(self.ends) if len({*line, *ends}) == 3] for line in self.ends
        ]

    @cached_property
    def triangles(self) -> list[int]:
        """The lines of each triangle, a bit for each."""
        number = {ends: line for line, ends in enumerate(self.ends)}
        return [
            sum(1 << number[pair] for pair in combinations(dots, 2))
            for dots in combinations(range(self.dots), 3)
        ]

    @cached_property
    def symmetries(self) -> list[dict[str, list[int]]]:
        """The effects on the lines of two renamings of dots, an exchange and a rotation; these generate the others."""
        number = {frozenset(ends): line for line, ends in enumerate(self.ends)}
        orders = [[1, 0, *range(2, self.dots)], [*range(1, self.dots), 0]]
        return [
            {"lines": [number[frozenset((order[a], order[b]))] for a, b in self.ends]} for order in orders
        ]

    # --- notation and drawing -------------------------------------------------------------------------------------

    def place_name(self, place: int) -> str:
        return "-".join("abcdef"[dot] for dot in self.ends[place])

    def gesture(self, state: State, move: int) -> Gesture:
        return Gesture([move])

    def deciding_places(self, state: State) -> list[int]:
        lines: list[int] = []
        for colour in (1, 2):
            own = sum(1 << line for line, cell in enumerate(state[:-1]) if cell == colour)
            for triangle in self.triangles:
                if own & triangle == triangle:
                    lines += [line for line in range(len(self.ends)) if triangle >> line & 1]
        return list(dict.fromkeys(lines))

    def ending(self, state: State) -> str | None:
        has_closed = bool(self.deciding_places(state))
        return f"{self.players[1 - state[-1]]} has closed a triangle" if has_closed else super().ending(state)

    def contents(self, state: State) -> dict[str, str]:
        return self._picture.contents(state)

    @property
    def palette(self) -> Any:
        return self._palette

    def svg(self, state: State) -> str:
        from gamekit.drawing.colours import COLOURS, FAINT, INK, LIGHT, RULE, SHADE
        from gamekit.drawing.surfaces import data_place, line
        from gamekit.drawing.svg import document, rectangle, text_at

        middle, size = complex(RADIUS + 40, RADIUS + 40), 2 * RADIUS + 80
        turns = [2 * pi * (i + 0.5) / self.dots for i in range(self.dots)]
        dots = [middle + RADIUS * complex(sin(turn), -cos(turn)) for turn in turns]
        parts = [rectangle(2, 2, size - 4, size - 4, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')]
        lines = [(dots[a], dots[b], cell) for (a, b), cell in zip(self.ends, state, strict=False)]
        for start, end, cell in sorted(lines, key=lambda each: each[2] > 0):
            colour, width = (SHADE, 2) if cell == 0 else (COLOURS[self.players[cell - 1]], 6)
            parts.append(line(start.real, start.imag, end.real, end.imag, colour, width))
        for i, (start, end, cell) in enumerate(lines):
            is_long = abs((start + end) / 2 - middle) < 1
            at = start + (end - start) * (OFF_THE_MIDDLE if is_long else 0.5)
            fill = LIGHT if cell == 0 else COLOURS[self.players[cell - 1]]
            look = f'fill="{fill}" stroke="{RULE}" stroke-width="1.5"{data_place("", i)}'
            parts.append(f'<circle cx="{at.real:.1f}" cy="{at.imag:.1f}" r="12" {look}/>')
            if cell == 2:  # colours alone need not be told apart
                parts.append(line(at.real - 5, at.imag, at.real + 5, at.imag, "#ffffff", 3))
        for name, dot in zip("abcdef", dots, strict=False):
            out = middle + (dot - middle) * 1.17
            parts.append(f'<circle cx="{dot.real:.1f}" cy="{dot.imag:.1f}" r="6" fill="{FAINT}"/>')
            parts.append(text_at(out.real, out.imag, name, INK, size=17, width=40, is_note=True))
        return document(parts, size, size)
