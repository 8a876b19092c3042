"""Achi, nine holes, picaria, shisima and tapatan: three men in a row win, and those on the board move."""

from __future__ import annotations

from functools import cached_property
from math import cos, pi, sin
from typing import Any, ClassVar, Literal

import attrs

from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, WIN, InARow, Layout, MovingMen, Points
from gamekit.layout.geometry import AROUND, STRAIGHT, lines, steps

POINTS = 9
MEN = {"achi": 4, "nine holes": 3, "picaria": 3, "shisima": 3, "tapatan": 3}


@attrs.frozen
class ThreeInARow(InARow, MovingMen):
    """Two players put their men on nine points in turn, X first, and then move them; three in a row win.

    In *achi* (Ghana) and *tapatan* (Philippines), the points are those of a square with its diagonals. Men slide along
    the lines to the next point, and a row may lie on any line. Achi has four men a player, tapatan three. *Picaria*
    (Zuni) is tapatan with four more lines: men also slide between the middles of neighbouring sides. In *nine holes*
    (England), there are no diagonals, and a man may go to any free point. In *shisima* (Kenya), the points are
    those of an octagon and its centre. The men start on three neighbouring points each and slide along the sides and to
    and from the centre, and a row goes through the centre. A player who cannot move loses. Play that never ends is a
    draw.

    >>> game = ThreeInARow("shisima")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['0-7', '0-8', '1-8', '2-3', '2-8']
    """

    variant: Literal["achi", "nine holes", "picaria", "shisima", "tapatan"] = parameter(
        "achi", "which game it is", choices=(*MEN,)
    )

    players = ("X", "O")
    player_colours = ("blue", "yellow")
    looks: ClassVar[dict[str, str]] = {"X": "blue X", "O": "yellow O"}
    presets = {
        "Achi": {"variant": "achi"},
        "Nine holes": {"variant": "nine holes"},
        "Picaria": {"variant": "picaria"},
        "Shisima": {"variant": "shisima"},
        "Tapatan": {"variant": "tapatan"},
    }
    example = {"variant": "achi"}
    stuck: ClassVar[int] = LOSS

    @property
    def aim(self) -> str:  # type: ignore[override]
        if self.variant == "shisima":
            return "Slide your men along the lines; three in a row through the centre win."
        ways = (
            "move them to any free points" if self.variant == "nine holes" else "slide them along the lines"
        )
        return f"Put your {in_words(self.men)} men on the points, then {ways}; three in a row win."

    def layout(self) -> Layout:
        star = self.variant == "shisima"
        ring = [(sin(2 * pi * i / 8), -cos(2 * pi * i / 8)) for i in range(8)]
        at = [*ring, (0, 0)] if star else [divmod(i, 3)[::-1] for i in range(POINTS)]
        return Layout(board=Points(self.graph, ".XO", at=at), alike=star)

    def start(self) -> dict[str, str]:
        return {"board": "XXX.OOO.."} if self.variant == "shisima" else {}

    def over(self, s: Any) -> int | None:
        for a, b, c in self.rows_that_count:
            if s.board[a] == s.board[b] == s.board[c] != 0:
                return LOSS if s.board[a] == 2 - s.turn else WIN
        return None

    @cached_property
    def men(self) -> int:
        """The number of men of each player."""
        return MEN[self.variant]

    @cached_property
    def graph(self) -> list[list[int]]:
        """The points next to each point along a line."""
        if self.variant == "shisima":
            return [*([(i - 1) % 8, (i + 1) % 8, 8] for i in range(8)), list(range(8))]
        straight, around = steps(3, 3, STRAIGHT), steps(3, 3, AROUND)
        if self.variant == "picaria":
            return around
        diagonals = self.variant != "nine holes"
        return [around[i] if diagonals and i % 2 == 0 else straight[i] for i in range(POINTS)]

    @cached_property
    def near(self) -> list[list[int]]:
        """The points to which a man may go from each point."""
        anywhere = [[goes for goes in range(POINTS) if goes != i] for i in range(POINTS)]
        return anywhere if self.variant == "nine holes" else self.graph

    @cached_property
    def rows_that_count(self) -> list[list[int]]:
        if self.variant == "shisima":
            return [[i, 8, i + 4] for i in range(4)]
        return lines(3, 3, 3) if self.variant != "nine holes" else [
            row for row in lines(3, 3, 3) if row[1] - row[0] in (1, 3)
        ]  # fmt: skip
