"""Mū tōrere (Māori): men move round a star, and whoever cannot move has lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import cos, pi, sin
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, Layout, MovingMen, Points


@attrs.frozen
class MuTorere(MovingMen):
    """Each player has the same number of men, side by side on the points of a star; its centre is free at first.

    In turn, Black first, a player moves a man to the free point: from a point of the star to the next one, from the
    centre to any point, or from a point to the centre, but only if a man of the other player is beside it. A player who
    cannot move loses. Play that never ends is a draw.

    Without the restriction on moves to the centre, the first move wins: Black moves a man from amid his own to the
    centre, and White cannot move.

    >>> game = MuTorere()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['0-8', '3-8']
    """

    men: int = parameter(4, "how many men each player has; the star has twice as many points", 1, 10)
    restricted: bool = parameter(
        True, "whether only a man beside one of the other player may go to the centre"
    )
    symmetry: bool = parameter(False, "whether turned and mirrored boards count as one")

    players = ("black", "white")
    presets = {
        "Small": {"men": 3},
        "Classic": {"men": 4},
        "Five men": {"men": 5},
    }
    example = {"men": 4}
    stuck: ClassVar[int] = LOSS

    @property
    def aim(self) -> str:  # type: ignore[override]
        centre = ", to the centre only from beside a man of the other player's" if self.restricted else ""
        return f"Slide a man along a line to the free point{centre}. Whoever cannot loses."

    def layout(self) -> Layout:
        star, radius = 2 * self.men, max(1.0, self.men / 3)
        at = [
            (radius * sin(2 * pi * (i + 0.5) / star), -radius * cos(2 * pi * (i + 0.5) / star))
            for i in range(star)
        ]
        turned, mirrored = [*range(1, star), 0, star], [*reversed(range(star)), star]
        moved = [{"board": turned}, {"board": mirrored}] if self.symmetry else []
        return Layout(board=Points(self.graph, ".BW", at=[*at, (0, 0)]), symmetry=moved, alike=True)

    def start(self) -> dict[str, str]:
        return {"board": "B" * self.men + "W" * self.men + "."}

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        goes = s.board.index(0)
        is_open = goes < 2 * self.men or not self.restricted
        for leaves in self.graph[goes]:
            if s.board[leaves] == 1 + s.turn and (is_open or self.is_beside(s, leaves)):
                yield leaves, goes

    def is_beside(self, s: Any, point: int) -> bool:
        """Return whether a man of the other player is beside a point of the star."""
        return any(s.board[near] == 2 - s.turn for near in self.beside[point])

    @cached_property
    def beside(self) -> list[list[int]]:
        """The points of the star beside each of its points."""
        star = 2 * self.men
        return [sorted({(point - 1) % star, (point + 1) % star}) for point in range(star)]

    @cached_property
    def graph(self) -> list[list[int]]:
        """The points that a man may move between; the last one is the centre."""
        star = 2 * self.men
        return [*([*near, star] for near in self.beside), list(range(star))]
