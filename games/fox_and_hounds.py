"""Fox and hounds: four hounds that never go back drive a fox into a corner of a chessboard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import parameter, refusal
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Grid, Layout
from gamekit.layout.geometry import DIAGONAL, steps

FOX = 0


@attrs.frozen
class FoxAndHounds(BoardGame):
    """Hounds hunt a fox on the dark squares of a chessboard; the fox starts opposite to them and moves first.

    The fox steps diagonally to a free square, forwards or backwards. A hound steps diagonally forwards, and one of them
    moves in a turn. Nothing is taken. The fox wins if it reaches the row where the hounds started, or if no hound can
    move. The hounds win if the fox cannot move.

    >>> game = FoxAndHounds(side=4)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['c1-b2', 'c1-d2']
    """

    side: int = parameter(8, "the side of the board, an even number; there are half as many hounds", 4, 8)
    fox_first: bool = parameter(True, "whether the fox moves first")

    players = ("fox", "hounds")
    presets = {
        "Small": {"side": 4},
        "Medium": {"side": 6},
        "Classic": {"side": 8},
    }
    first_preset = "Medium"
    player_colours = ("red", "brown")
    aim = "The fox wins by reaching the row where the hounds started, the hounds by penning it in."
    plural_players = ("hounds",)
    won_by = "the fox is through"
    example = {"side": 4}
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"fox": "red fox", "hounds": "brown hound", "board": "chequered"}
    most_moves: ClassVar[int] = 8

    def __attrs_post_init__(self) -> None:
        if self.side % 2:
            raise refusal("side", f"must be an even number; it is {self.side}")

    def layout(self) -> Layout:
        return Layout(fox=Cell(self.grid), hounds=Cell(self.grid, pieces=self.side // 2, like=True))

    def start(self) -> dict[str, Any]:
        return {
            "fox": self.side * (self.side - 1) + 2 * (self.side // 4),
            "hounds": list(range(1, self.side, 2)),
            "turn": int(not self.fox_first),
        }

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        if s.turn == FOX:
            for goes in self.near[s.fox]:
                if goes not in s.hounds:
                    yield s.fox, goes
        else:
            for leaves in s.hounds:
                for goes in self.forwards[leaves]:
                    if goes not in s.hounds and goes != s.fox:
                        yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        if s.turn == FOX:
            s.fox = goes
        else:
            s.hounds[s.hounds.index(leaves)] = goes

    def over(self, s: Any) -> int | None:
        if s.fox < self.side:
            return WIN if s.turn == FOX else LOSS
        return None

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.side, self.side)

    def format_move(self, state: tuple[int, ...], move: tuple[int, int]) -> str:
        return "-".join(map(self.grid.place_name, move))

    @cached_property
    def near(self) -> list[list[int]]:
        """The squares to which the fox may step from each square."""
        return steps(self.side, self.side, DIAGONAL)

    @cached_property
    def forwards(self) -> list[list[int]]:
        """The squares to which a hound may step from each square."""
        return steps(self.side, self.side, [(1, -1), (1, 1)])
