"""easyAI: its two solvers, with a transposition table each."""

from __future__ import annotations

import sys
import time
from typing import Any

from easyAI import TranspositionTable, TwoPlayerGame
from easyAI.AI.solving import solve_with_depth_first_search, solve_with_iterative_deepening
from inputs import game_of

sys.setrecursionlimit(10_000)
WIN = 100


class ConnectFour(TwoPlayerGame):  # type: ignore[misc]
    """Connect four, as easyAI wants it: moves made and unmade on one board."""

    def __init__(self, width: int, height: int, length: int) -> None:
        self.players, self.current_player = [None, None], 1
        self.width, self.height = width, height
        self.columns = [""] * width
        steps = ((1, 0), (0, 1), (1, 1), (1, -1))
        lines = [
            [(i + k * down, j + k * right) for k in range(length)]
            for i in range(width) for j in range(height) for down, right in steps
        ]  # fmt: skip
        self.lines = [line for line in lines if all(0 <= i < width and 0 <= j < height for i, j in line)]

    def possible_moves(self) -> list[int]:
        return [i for i, column in enumerate(self.columns) if len(column) < self.height]

    def make_move(self, move: int) -> None:
        self.columns[move] += str(self.current_player)

    def unmake_move(self, move: int) -> None:
        self.columns[move] = self.columns[move][:-1]

    def lost(self) -> bool:
        """Tell whether the player who is not to move has a line."""
        board = [column.ljust(self.height, ".") for column in self.columns]
        other = str(3 - self.current_player)
        return any(all(board[i][j] == other for i, j in line) for line in self.lines)

    def is_over(self) -> bool:
        return not self.possible_moves() or self.lost()

    def scoring(self) -> int:
        return -WIN if self.lost() else 0

    def show(self) -> None:
        """Show nothing."""

    def ttentry(self) -> tuple[str, ...]:
        return tuple(self.columns)


class CatMouse(TwoPlayerGame):  # type: ignore[misc]
    """Cat and mouse; play without end is nothing that easyAI knows of, so that a search has to be cut."""

    def __init__(self, graph: Any) -> None:
        self.players, self.current_player = [None, None], 1
        self.graph, self.places, self.past = graph, [1, 2], []

    def possible_moves(self) -> list[int]:
        is_cat = self.current_player - 1
        return [node for node in self.graph[self.places[is_cat]] if node or not is_cat]

    def make_move(self, move: int) -> None:
        self.past.append(self.places[self.current_player - 1])
        self.places[self.current_player - 1] = move

    def unmake_move(self, move: int) -> None:
        self.places[self.current_player - 1] = self.past.pop()

    def is_over(self) -> bool:
        mouse, cat = self.places
        return mouse in (0, cat)

    def scoring(self) -> int:
        mouse, cat = self.places
        for_mouse = WIN if mouse == 0 else -WIN if mouse == cat else 0
        return for_mouse if self.current_player == 1 else -for_mouse

    def show(self) -> None:
        """Show nothing."""

    def ttentry(self) -> tuple[int, ...]:
        return (*self.places, self.current_player)


def depth_first(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the value of the first position by depth-first search to the ends of the game."""
    assert game == "connect_four"
    position = ConnectFour(**parameters)
    began = time.perf_counter()
    value = solve_with_depth_first_search(position, WIN, maxdepth=1000, tt=TranspositionTable())
    return {"seconds": time.perf_counter() - began, "payoff": value}


def deepening(game: str, parameters: dict[str, Any], most: int) -> dict[str, Any]:
    """Return the value of the first position by ever deeper searches, `most` plies at last."""
    assert game == "cat_mouse"
    position = CatMouse(game_of("cat-mouse", parameters).graph)
    began = time.perf_counter()
    value, depth, _ = solve_with_iterative_deepening(
        position, range(1, most + 1), WIN, tt=TranspositionTable(), verbose=False
    )
    return {"seconds": time.perf_counter() - began, "payoff": value, "depth": depth}
