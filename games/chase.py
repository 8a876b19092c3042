"""Chases of a mouse by a cat, from place to place: the rules that LeetCode's two games share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from gamekit.game.gesture import Gesture
from gamekit.layout import BoardGame, Cell, Grid, Layout
from gamekit.layout.geometry import region

Place = int
State = tuple[int, ...]  # where the mouse is, where the cat is, whose turn it is

MOUSE, CAT = 0, 1
MOUSE_LOOK, CAT_LOOK = "grey mouse", "yellow cat"


class Chase(BoardGame):
    """Mouse and cat move in turn, the mouse first; the game is over in the mouse's goal, and where the two meet."""

    players = ("mouse", "cat")
    compiled_once = True

    @property
    @abstractmethod
    def places(self) -> int:
        """The number of places, which are numbered from 0."""

    @property
    @abstractmethod
    def goal(self) -> Place:
        """The place at which the mouse wins."""

    @property
    @abstractmethod
    def reach(self) -> Sequence[Sequence[Sequence[Place]]]:
        """The places that the mouse, and that the cat can move to, by place; a move back is a move, too."""

    @property
    def ground(self) -> Place | Grid:
        """The number of places, or the grid that they are on."""
        return self.places

    def layout(self) -> Layout:
        return two_pieces(self.ground)

    @cached_property
    def most_moves(self) -> int:  # type: ignore[override]
        return max(len(places) for of_player in self.reach for places in of_player)

    @property
    def most_back(self) -> int:  # type: ignore[override]
        return self.most_moves

    @cached_property
    def comes(self) -> list[list[bool]]:
        """Whether the mouse, and whether the cat, can ever reach each place."""
        starts = self.initial_state()
        regions = [region(starts[player], self.reach[player]) for player in (MOUSE, CAT)]
        return [[place in places for place in range(self.places)] for places in regions]

    def is_state(self, s: Any) -> Any:
        return self.comes[MOUSE][s.mouse] and self.comes[CAT][s.cat]

    def options(self, s: Any) -> Any:
        return self.reach[s.turn][s.cat if s.turn else s.mouse]

    def play(self, s: Any, move: Place) -> None:
        if s.turn:
            s.cat = move
        else:
            s.mouse = move

    back, unplay = options, play

    def over(self, s: Any) -> Any:
        goal = self.goal
        if s.mouse == s.cat or s.cat == goal:
            return 2 * s.turn - 1
        return 1 - 2 * s.turn if s.mouse == goal else None

    def ending(self, state: State) -> str | None:
        mouse, cat, _ = state
        if mouse == cat:
            return "the cat has caught the mouse"
        return "the mouse is safe" if mouse == self.goal else "the cat has come to the mouse's goal first"

    def gesture(self, state: State, move: Place) -> Gesture:
        here = state[state[-1]]
        return Gesture([here, move])


@lru_cache(maxsize=64)
def two_pieces(ground: int | Grid) -> Layout:
    """Return the layout of mouse and cat, which many small games share."""
    return Layout(mouse=Cell(ground), cat=Cell(ground), dense="all", named=True)
