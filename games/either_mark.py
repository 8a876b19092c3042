"""Games in which both players may set either mark: wild tic-tac-toe, and order and chaos."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE, WIN, BoardGame, Grid, Layout
from gamekit.layout.geometry import lines

from .boards import completed

State = tuple[int, ...]
Move = tuple[int, int]  # a square, and the mark: 1 X, 2 O

LARGEST = 6
ORDER = 0


class EitherMark(BoardGame):
    """Both players set an X or an O on an empty square in turn; a line of equal marks decides."""

    side: int
    length: int

    def __attrs_post_init__(self) -> None:
        if self.length > self.side:
            raise InputError(
                f"a line must fit on the board: length is {self.length}, but side is {self.side}"
            )

    def layout(self) -> Layout:
        return Layout(board=Grid(self.side, self.side, ".XO"), symmetry="mirror flip transpose")

    def start(self) -> dict[str, Any]:
        return {}

    def options(self, s: Any) -> Iterator[Move]:
        for square in s.board.where(0):
            for mark in (1, 2):
                yield square, mark

    def play(self, s: Any, move: Move) -> None:
        square, mark = move
        s.board[square] = mark

    def has_line(self, s: Any) -> bool:
        """Return whether there is a line of equal marks."""
        crosses, noughts = s.board.bits(1), s.board.bits(2)
        return any(line in (line & crosses, line & noughts) for line in self.lines)

    def tier(self, s: Any) -> int:
        return int(len(s.board) - s.board.count(0))  # the marks

    @cached_property
    def lines(self) -> list[int]:
        """The lines that count, as sets of bits."""
        return [sum(1 << square for square in line) for line in lines(self.side, self.side, self.length)]

    def deciding_places(self, state: State) -> list[int]:
        return completed(lines(self.side, self.side, self.length), state)

    def format_move(self, state: State, move: Move) -> str:
        square, mark = move
        return f"{' XO'[mark]} {self.place_name(square)}"


@attrs.frozen
class WildTicTacToe(EitherMark):
    """Two players set marks on empty squares in turn, each time an X or an O as they like.

    Whoever completes a line of equal marks wins; in misère play, that player loses. A full board without such a line is
    a tie.

    >>> game = WildTicTacToe()
    >>> len(list(game.moves(game.initial_state())))
    18
    """

    side: int = parameter(3, "the side of the board", 2, LARGEST)
    length: int = parameter(3, "how many equal marks make a line", 2, LARGEST)
    misere: bool = parameter(False, "whether a player who completes a line loses")

    example = {"side": 3, "length": 3}

    def over(self, s: Any) -> int | None:
        if self.has_line(s):
            return WIN if self.misere else LOSS
        return None if 0 in s.board else TIE


@attrs.frozen
class OrderAndChaos(EitherMark):
    """Two players set marks on empty squares in turn, Order first, each time an X or an O as they like.

    Order wins if there is a line of equal marks, whoever completes it. Chaos wins if the board is full without one.

    >>> game = OrderAndChaos()
    >>> game.format_state(game.apply(game.initial_state(), (4, 1)))
    '.../.X./..., Chaos to move'
    """

    side: int = parameter(3, "the side of the board", 2, LARGEST)
    length: int = parameter(3, "how many equal marks make a line", 2, LARGEST)
    chaos_first: bool = parameter(False, "whether Chaos moves first")

    players = ("Order", "Chaos")
    example = {"side": 3, "length": 3}

    def start(self) -> dict[str, Any]:
        return {"turn": int(self.chaos_first)}

    def over(self, s: Any) -> int | None:
        if self.has_line(s):
            return WIN if s.turn == ORDER else LOSS
        if 0 in s.board:
            return None
        return LOSS if s.turn == ORDER else WIN
