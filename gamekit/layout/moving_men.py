"""`MovingMen` and `SlidingMen`: games in which a move takes one man from place to place, or from the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from gamekit.errors import RulesError
from gamekit.layout.board_game import BoardGame


class MovingMen(BoardGame):
    """A board game in which a player moves one man in turn; subclasses say where men may go.

    A move is the place that the man leaves and the one it goes to, twice the same for a man from the hand. If a man of
    the other player stands there, it is taken. The board is `s.board`; sign 1 is the first player's man, sign 2 the
    second's.

    By default, each player first puts `men` men on free places, in turn. Then men go to free places that are `near`.
    Define `options` where that differs.

    >>> from gamekit.layout import Grid, Layout
    >>> from gamekit.layout.geometry import steps
    >>> class Small(MovingMen):
    ...     near = steps(2, 2)
    ...     def layout(self): return Layout(board=Grid(2, 2, ".XO"))
    ...     def start(self): return {"board": "X./.O"}
    >>> [Small().format_move((1, 0, 0, 2, 0), move) for move in Small().moves((1, 0, 0, 2, 0))]
    ['a2-b2', 'a2-a1']
    """

    move_parts = "from to"

    @property
    def men(self) -> int:
        """The number of men that each player puts on the board; 0 if all stand there at first."""
        return 0

    @property
    def near(self) -> Sequence[Sequence[int]]:
        """The places to which a man may go from each place, if they are free."""
        raise RulesError(
            f"{type(self).__name__} must define options, or near, the places that a man may go to; it defines neither"
        )

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        if s.board.count(0) > len(s.board) - 2 * self.men:
            for goes in s.board.where(0):
                yield goes, goes
        else:
            for leaves in s.board.where(1 + s.turn):
                for goes in self.near[leaves]:
                    if s.board[goes] == 0:
                        yield leaves, goes

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves] = 0
        s.board[goes] = 1 + s.turn


class SlidingMen(MovingMen):
    """A board game in which men slide along rays as far as the places before them are empty.

    Attributes:
        rays: the rays by place and direction: the places one after the other, up to the edge of the board.
    """

    rays: ClassVar[Sequence[Sequence[Sequence[int]]]]

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for leaves in s.board.where(1 + s.turn):
            for ray in self.rays[leaves]:
                goes = leaves
                for square in ray:
                    if s.board[square]:
                        break
                    goes = square
                if goes != leaves:
                    yield leaves, goes
