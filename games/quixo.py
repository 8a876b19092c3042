"""Quixo (Thierry Chapeau, 1995): cubes in a square, taken from the border and pushed back in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import Grid, InARow, Layout, pieces_on_board
from gamekit.layout.geometry import lines

from .notations.square_moves import SquareMoves


@attrs.frozen
class Quixo(InARow):
    """X and O take cubes from the border of a square and push them back in at another end of the row or column.

    All cubes are blank at first. In turn, X first, a player takes a cube on the border that is blank or bears the
    player's own sign, and pushes it back in, own sign up, at another end of its row or column; the cubes between move
    up. A whole row, column or diagonal of one sign ends the game. A player who completes a line of the other player's
    sign loses, even when also completing one of their own. Play that never ends is a draw.

    Every board counts as a state with either player to move, even if no play leads to it.

    >>> game = Quixo(size=3)
    >>> state = game.parse_state("XO./.../..., X to move")
    >>> game.format_state(game.apply(state, game.parse_move(state, "a3-c3")))
    'O.X/.../..., O to move'
    """

    size: int = parameter(3, "the height and the width of the board, and the length of a line", 2, 5)
    symmetry: bool = parameter(True, "whether turned and mirrored boards count as one")

    players = ("X", "O")
    notations = (SquareMoves("a1-a3 c2-a2"),)
    aim = (
        "Push a blank or own cube of the border back in from another side; a whole line of your mark wins, "
        "and any of the other player's loses."
    )
    presets = {
        "Small": {"size": 2},
        "3×3 board": {"size": 3},
        "4×4 board": {"size": 4},
    }
    first_preset = "3×3 board"
    example = {"size": 2}
    most_moves: ClassVar[int] = 44
    most_back: ClassVar[int] = 88
    looks: ClassVar[dict[str, str]] = {".": "pale cube", "X": "blue cube X", "O": "red cube O"}
    tier = pieces_on_board

    def layout(self) -> Layout:
        board, squares = Grid(self.size, self.size, ".XO"), self.size * self.size
        if not self.symmetry:
            return Layout(board=board, alike=True, dense="all")
        counts = [(mine, signs - mine) for signs in range(squares + 1) for mine in range(signs + 1)]
        return Layout(board=board, symmetry="mirror transpose", alike=True, dense=counts)

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for cube, end in self.pushes:
            if s.board[cube] != 2 - s.turn:
                yield cube, end

    def play(self, s: Any, move: tuple[int, int]) -> None:
        cube, end = move
        self.push(s, cube, end, 1 + s.turn)

    def push(self, s: Any, cube: int, end: int, sign: int) -> None:
        """Take a cube, move up those between it and an end, and push a cube with a sign in at the end."""
        step = 1 if cube // self.size == end // self.size else self.size
        if end < cube:
            step = -step
        for square in range(cube, end, step):
            s.board[square] = s.board[square + step]
        s.board[end] = sign

    def back(self, s: Any) -> Iterator[tuple[int, int, int]]:
        for cube, end in self.pushes:
            if s.board[end] == 1 + s.turn:
                yield cube, end, 0
                yield cube, end, 1 + s.turn

    def unplay(self, s: Any, move: tuple[int, int, int]) -> None:
        cube, end, sign = move
        self.push(s, end, cube, sign)

    def format_move(self, state: tuple[int, ...], move: tuple[int, int]) -> str:
        return "-".join(map(self.place_name, move))  # also of a square that stays as it is

    def gesture(self, state: tuple[int, ...], move: tuple[int, int]) -> Gesture:
        return Gesture(move)

    def over(self, s: Any) -> int | None:
        mine, theirs = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn)
        if any(mine & line == line for line in self.lines):
            return 1  # the other player has completed it, perhaps with one of the other's own
        return -1 if any(theirs & line == line for line in self.lines) else None

    @cached_property
    def rows_that_count(self) -> list[list[int]]:
        return lines(self.size, self.size, self.size)

    @cached_property
    def pushes(self) -> list[tuple[int, int]]:
        """The cubes on the border, each with the ends at which it can be pushed back in."""
        size, last = self.size, self.size - 1
        ends = {(i, j): [(i, 0), (i, last), (0, j), (last, j)] for i in range(size) for j in range(size)}
        return [
            (size * i + j, size * k + m)
            for (i, j), ends_of_cell in ends.items()
            for k, m in dict.fromkeys(ends_of_cell)
            if (i, j) in ends_of_cell and (k, m) != (i, j)
        ]
