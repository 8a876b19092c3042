"""Solutions of every kind that a table can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

import gamekit
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.connect_four import ConnectFour
from games.kalah import Kalah
from games.quixo import Quixo
from games.tic_tac_toe import TicTacToe
from support.marks import cases

MICE = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])

SOLVED: dict[str, tuple[Any, dict[str, Any]]] = {
    "keys": (ConnectFour(width=3, height=3, length=3), {"backend": "compiled"}),
    "dense": (MICE, {"backend": "compiled"}),
    "dense, mover's view": (Quixo(size=3), {"backend": "compiled"}),
    "dense, turn limit": (
        CatMouseII(grid=["M.C", "...", "#.F"], cat_jump=1, mouse_jump=1),
        {"backend": "compiled"},
    ),
    "states": (MICE, {"backend": "python"}),
    "states, mover's view": (Quixo(size=2), {"backend": "python"}),
    "states, symmetry": (TicTacToe(), {"backend": "python"}),
    "states, scores": (Kalah(pits=2, seeds=2), {"backend": "python"}),
    "states, capped": (MICE, {"solver": "minimax", "cap": 3}),
    "states, unsound": (MICE, {"solver": "minimax", "cap": 3, "cap_means": "draw"}),
    "states, one player": (gamekit.load_game("sliding-puzzle"), {"backend": "python"}),
}

MOVERS_VIEW = "dense, mover's view"
each_kind = cases(quick=[kind for kind in SOLVED if kind != MOVERS_VIEW], slow=[MOVERS_VIEW])
"""The kinds of solutions; the slow one compiles rules that no other quick test does."""


def states_of(solution: Any, most: int = 600) -> Iterator[Any]:
    for state, _ in zip(solution.states, range(most), strict=False):
        yield state


@attrs.frozen
class Score(gamekit.Game[tuple[int, int], int]):
    """A player walks so many plies and then takes one of some points."""

    points: tuple[int, ...]
    plies: int
    players = ("one", "other")

    def initial_state(self) -> tuple[int, int]:
        return (0, -1)

    def to_move(self, state: tuple[int, int]) -> int:
        return state[0] % 2

    def moves(self, state: tuple[int, int]) -> list[int]:
        return list(range(len(self.points))) if state[0] == self.plies else [-1]

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return (state[0] + 1, move)

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[1] < 0 else self.points[state[1]]
