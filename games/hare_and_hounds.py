"""Hare and hounds (French military game, 19th century): three hounds drive a hare into a corner."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter, refusal
from gamekit.layout import LOSS, WIN, Layout, MovingMen, Points

State = tuple[int, ...]  # the points: 0 free, 1 a hound, 2 the hare; whose turn it is

AT = [(x, y) for y, row in enumerate([(1, 2, 3), (0, 1, 2, 3, 4), (1, 2, 3)]) for x in row]
COLUMNS = [x for x, _ in AT]
LEFT = AT.index((0, 1))
HOUNDS = [point for point, (x, y) in enumerate(AT) if (x == 1 and y != 1) or x == 0]
SLANTING = [
    AT.index((1, 1)),
    AT.index((3, 1)),
    AT.index((2, 0)),
    AT.index((2, 2)),
]  # without diagonals of their own
NEAR = [
    [
        goes
        for goes, (x, y) in enumerate(AT)
        if max(abs(x - a), abs(y - b)) == 1 and (x == a or y == b or not {point, goes} & {*SLANTING})
    ]
    for point, (a, b) in enumerate(AT)
]
"""The points next to each point: along rows and columns, and along the diagonals through the centre and the ends."""


@attrs.frozen
class HareAndHounds(MovingMen):
    """Three hounds at one end of the board hunt a hare.

    The hounds begin, and one of them moves in a turn: along a line to a free point next to it, forwards or sideways but
    never back. The hare moves along a line to any free point next to it. The hounds win if the hare cannot move. The
    hare wins if it comes to point 3, at the far left, if no hound can move, or if play never ends. With `passing`, it
    wins as soon as it is the hounds' turn and none of them is left of it.

    >>> game = HareAndHounds()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['0-1', '0-4', '0-5', '3-4', '8-4', '8-5', '8-9']
    """

    hare: int = parameter(7, "the point on which the hare starts", 1, 10)
    hare_first: bool = parameter(False, "whether the hare moves first")
    passing: bool = parameter(False, "whether the hare wins as soon as no hound is behind it")

    players = ("hounds", "hare")
    player_colours = ("brown", "white")
    won_by = "the hare has escaped"
    plural_players = ("hounds",)
    infinite_play = -1
    example = {"hare": 7}
    presets = {
        "Classic": example,
        "Hare first": {"hare": 7, "hare_first": True},
        "Passing wins": {"hare": 7, "passing": True},
    }
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"H": "brown hound", "R": "white hare"}

    def __attrs_post_init__(self) -> None:
        if self.hare in HOUNDS:
            raise refusal("hare", f"must be a point without a hound; a hound starts on {self.hare}")

    @property
    def aim(self) -> str:  # type: ignore[override]
        escape = (
            "getting past them: no hound is left of it"
            if self.passing
            else f"reaching point {LEFT}, at the far left"
        )
        return f"The hounds win by penning the hare in, the hare by {escape}."

    def layout(self) -> Layout:
        upside_down = [AT.index((x, 2 - y)) for x, y in AT]
        return Layout(board=Points(self.graph, ".HR", at=AT), symmetry=[{"board": upside_down}])

    def start(self) -> dict[str, Any]:
        return {
            "board": [1 if point in HOUNDS else 2 * (point == self.hare) for point in range(len(AT))],
            "turn": int(self.hare_first),
        }

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for goes in self.ways[s.turn][leaves]:
                if s.board[goes] == 0:
                    yield leaves, goes

    def over(self, s: Any) -> int | None:
        hare = s.board.index(2)
        has_escaped = hare == LEFT
        if self.passing and s.turn == 0:
            has_escaped = all(COLUMNS[hound] >= COLUMNS[hare] for hound in s.board.where(1))
        if has_escaped:
            return LOSS if s.turn == 0 else WIN
        return None

    @cached_property
    def graph(self) -> list[list[int]]:
        """The points next to each point."""
        return NEAR

    @cached_property
    def ways(self) -> list[list[list[int]]]:
        """The points to which a hound, and those to which the hare, may go from each point."""
        forwards = [[goes for goes in near if COLUMNS[goes] >= COLUMNS[i]] for i, near in enumerate(NEAR)]
        return [forwards, NEAR]
