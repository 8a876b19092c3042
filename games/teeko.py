"""Teeko (John Scarne, 1937): drop four men each, then slide them, until a player's stand in a row or a square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.number_words import in_words
from gamekit.game.parameters import check_size, parameter
from gamekit.layout import Grid, InARow, Layout, MovingMen
from gamekit.layout.geometry import lines, rectangles, steps


@attrs.frozen
class Teeko(InARow, MovingMen):
    """Black and Red drop their men on the board in turn, Black first, then slide them one step at a time.

    A man slides to any of the eight squares around it, if that is free. A player wins with all men next to each other
    in a row, a column or a diagonal, or with four in a 2×2 square. Until then, the player to move always has a move.
    Play that never ends is a draw. On 5×5 squares with four men each, as by default, this is standard Teeko.

    Every placement of the men is a state and, once they are all on the board, with either player to move, even if no
    play leads to it. Such a placement is one in which the player to move has already won. If both have won, the player
    who has just moved wins.

    >>> game = Teeko(size=3, men=3)
    >>> state = game.parse_state("BB./RR./BR., black to move")
    >>> [game.format_move(state, move) for move in game.moves(state)]
    ['b3-c3', 'b3-c2']
    """

    size: int = parameter(5, "the height and the width of the board", 3, 5)
    men: int = parameter(4, "how many men each player has, and how many make a row; four also make a square")
    symmetry: bool = parameter(True, "whether turned and mirrored boards count as one")

    players = ("black", "red")
    presets = {
        "Small": {"size": 3, "men": 3},
        "4×4 board": {"size": 4, "men": 3},
        "Four men": {"size": 4, "men": 4},
    }
    first_preset = "4×4 board"
    example = {"size": 3, "men": 3}
    most_moves: ClassVar[int] = 32
    most_back: ClassVar[int] = 36

    @property
    def aim(self) -> str:  # type: ignore[override]
        square = ", or four in a square," if self.men == 4 else ""
        men = in_words(self.men)
        return f"Put your {men} men on the board, then slide them; {men} in a row{square} win."

    def __attrs_post_init__(self) -> None:
        check_size("men", self.men, 2, min(self.size, 4))

    def layout(self) -> Layout:
        board, symmetry = Grid(self.size, self.size, ".BR"), "mirror transpose" if self.symmetry else ""
        counts = [(n // 2, n - n // 2) for n in range(2 * self.men + 1)]  # the mover's men, and the other's
        return Layout(board=board, symmetry=symmetry, alike=True, dense=counts, placed=self.men)

    def has_won(self, s: Any, sign: int) -> bool:
        """Return whether all men of a player are on the board, in a shape that wins."""
        return s.board.count(sign) == self.men and s.board.bits(sign) in self.winning[s.board.index(sign)]

    def back(self, s: Any) -> Iterator[tuple[int, int]]:
        all_men = s.board.count(0) == self.size * self.size - 2 * self.men
        for goes in s.board.where(1 + s.turn):
            yield goes, goes
            if all_men:
                for leaves in self.near[goes]:
                    if s.board[leaves] == 0:
                        yield leaves, goes

    def unplay(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves] = 1 + s.turn
        s.board[goes] = 0  # also where the man came from the hand

    @cached_property
    def near(self) -> list[list[int]]:
        return steps(self.size, self.size)

    @property
    def rows_that_count(self) -> list[list[int]]:
        return lines(self.size, self.size, self.men)

    @property
    def shapes(self) -> dict[str, Sequence[Sequence[int]]]:
        squares = rectangles(self.size, self.size, 2, 2) if self.men == 4 else []
        return {**super().shapes, "four in a square": squares}

    @cached_property
    def winning(self) -> list[list[int]]:
        """The sets of squares that win, as bits, by their first square."""
        sets = [sum(1 << square for square in shape) for shapes in self.shapes.values() for shape in shapes]
        return [[bits for bits in sets if bits & -bits == 1 << first] for first in range(self.size**2)]
