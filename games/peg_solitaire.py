"""Peg solitaire: pegs jump over one another and are taken, until a single peg is left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from typing import Any, ClassVar

import attrs

from gamekit.game.parameters import check_size, parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.layout import LOSS, WIN, BoardGame, Layout, Points
from gamekit.layout.geometry import GRID_SYMMETRIES, STRAIGHT, rays

from .notations.pegs import PegLines

LARGEST = 9


@attrs.frozen
class PegSolitaire(Puzzle, BoardGame):
    """A peg jumps straight over a neighbour into the empty hole behind it, and the neighbour is taken.

    The board is a square from whose corners smaller squares are cut: a side of 7 with corners of 2 is the English board
    of 33 holes. At first, all holes but one have a peg. The puzzle is solved if a single peg is left, in the hole that
    it is to end in.

    >>> game = PegSolitaire(side=5, corner=1)
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['c5-c3', 'a3-c3', 'e3-c3', 'c1-c3']
    """

    notations = (PegLines(),)

    side: int = parameter(7, "the side of the square", 3, LARGEST)
    corner: int = parameter(2, "the side of the squares that are cut from its corners", 0, (LARGEST - 1) // 2)
    empty: str | None = parameter(
        None, "the hole that is empty at first, such as 'd4'; by default the centre"
    )
    last: str | None = parameter(
        None, "the hole in which the last peg ends; by default the one that is empty"
    )

    presets = {
        "Small": {"side": 4, "corner": 0, "empty": "b4", "last": "c4"},
        "Cross": {"side": 5, "corner": 1, "empty": "c3"},
        "Square": {"side": 5, "corner": 0, "empty": "c3"},
    }
    example = {"side": 4, "corner": 0, "empty": "b4", "last": "c4"}
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"o": "blue"}

    @property
    def aim(self) -> str:  # type: ignore[override]
        return f"Jump pegs over each other, which takes them, until a single one is left, on {self.names[self.goal]}."

    def __attrs_post_init__(self) -> None:
        check_size("corner", self.corner, 0, (self.side - 1) // 2)
        for name, hole in (("empty", self.empty), ("last", self.last)):
            if hole is not None and hole not in self.names:
                raise refusal(name, f"must be a hole, such as {self.names[0]!r}; it is {hole!r}")

    def layout(self) -> Layout:
        at = [(square % self.side, square // self.side) for square in self.holes]
        return Layout(board=Points(self.graph, ".o", at=at), symmetry=self.symmetries)

    def start(self) -> dict[str, Any]:
        return {"board": [int(hole != self.first) for hole in range(len(self.holes))]}

    def options(self, s: Any) -> Iterator[tuple[int, int, int]]:
        for leaves, over, goes in self.jumps:
            if s.board[leaves] == s.board[over] == 1 and s.board[goes] == 0:
                yield leaves, over, goes

    def play(self, s: Any, move: tuple[int, int, int]) -> None:
        leaves, over, goes = move
        s.board[leaves] = s.board[over] = 0
        s.board[goes] = 1

    def over(self, s: Any) -> int | None:
        return WIN if s.board[self.goal] == 1 and s.board.count(1) == 1 else None

    def tier(self, s: Any) -> int:
        return int(s.board.count(1))  # the pegs

    # --- the board ------------------------------------------------------------------------------------------------

    @cached_property
    def holes(self) -> list[int]:
        """The squares that are holes, row by row."""
        cut = [*range(self.corner), *range(self.side - self.corner, self.side)]
        squares = range(self.side * self.side)
        return [
            square for square in squares if square // self.side not in cut or square % self.side not in cut
        ]

    @cached_property
    def names(self) -> list[str]:
        return [f"{ascii_lowercase[hole % self.side]}{self.side - hole // self.side}" for hole in self.holes]

    @cached_property
    def first(self) -> int:
        """The hole that is empty at first."""
        return len(self.holes) // 2 if self.empty is None else self.names.index(self.empty)

    @cached_property
    def goal(self) -> int:
        """The hole in which the last peg ends."""
        return self.first if self.last is None else self.names.index(self.last)

    @cached_property
    def jumps(self) -> list[tuple[int, int, int]]:
        """The jumps: the hole that a peg leaves, the hole that it jumps over, and the hole that it reaches."""
        number = {square: hole for hole, square in enumerate(self.holes)}
        triples = [
            (square, *ray[:2])
            for square, around in enumerate(rays(self.side, self.side, STRAIGHT))
            for ray in around
            if len(ray) > 1
        ]
        return [(number[a], number[b], number[c]) for a, b, c in triples if number.keys() >= {a, b, c}]

    @cached_property
    def graph(self) -> list[list[int]]:
        """The holes next to each hole."""
        number = {square: hole for hole, square in enumerate(self.holes)}
        around = rays(self.side, self.side, STRAIGHT)
        return [
            [number[ray[0]] for ray in around[square] if ray and ray[0] in number] for square in self.holes
        ]

    @cached_property
    def symmetries(self) -> list[dict[str, list[int]]]:
        """The mirror images and rotations that leave the last hole in its place."""
        number = {square: hole for hole, square in enumerate(self.holes)}
        moved = [order(self.side, self.side) for order in GRID_SYMMETRIES.values()]
        both = [tuple(one[square] for square in other) for one in moved for other in moved]
        orders = [[number[order[square]] for square in self.holes] for order in (*moved, *both)]
        return [{"board": order} for order in orders if order[self.goal] == self.goal]

    def place_name(self, place: int) -> str:
        return self.names[place]

    def format_move(self, state: tuple[int, ...], move: tuple[int, int, int]) -> str:
        return f"{self.names[move[0]]}-{self.names[move[2]]}"
