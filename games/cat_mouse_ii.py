"""Cat and Mouse II (LeetCode 1728): a race for the food on a grid with walls."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.board_parameters import grid_parameter
from gamekit.game.parameters import parameter
from gamekit.game.protocol import SolvedGame
from gamekit.layout import Grid, OnGrid
from gamekit.layout.geometry import rays

from .chase import CAT, CAT_LOOK, MOUSE, MOUSE_LOOK, Chase, Place, State
from .notations.leetcode import LeetCodeText

WALL = "#"
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))


@attrs.frozen
class CatMouseII(OnGrid, Chase):
    """Mouse and cat run for the food on a grid, in turn, the mouse first; either may also stay put.

    A move is any number of cells up to the piece's jump in one of four directions; walls and the border stop
    it, the other piece and the food do not. Whoever reaches the food first wins, and the cat also wins if it catches
    the mouse. The cat also wins if the mouse has not reached the food after 1000 turns, counting both players', so that
    endless play is a win for the cat.

    >>> game = CatMouseII(grid=["M.C...F"], cat_jump=1, mouse_jump=4)
    >>> list(game.moves(game.initial_state()))
    [0, 1, 2, 3, 4]
    """

    player_colours = ("grey", "yellow")
    aim = (
        "The mouse wins by reaching the food first; the cat wins by catching the mouse, by reaching "
        "the food, or if the mouse never does."
    )
    prompts = ("", "Now choose where it goes; tap it again to stay.")

    grid: tuple[str, ...] = grid_parameter(
        "rows of # wall, . floor, M mouse, C cat, F food", "#.MCF", once="MCF"
    )
    cat_jump: int = parameter(attrs.NOTHING, "the most cells the cat moves at once", 1, aliases=("catJump",))
    mouse_jump: int = parameter(
        attrs.NOTHING, "the most cells the mouse moves at once", 1, aliases=("mouseJump",)
    )

    notations = (LeetCodeText('grid = ["M.C...F"], catJump = 1, mouseJump = 4'),)
    infinite_play = -1
    max_plies = 1000
    looks: ClassVar[dict[str, str]] = {
        "M": MOUSE_LOOK,
        "C": CAT_LOOK,
        "F": "yellow cheese",
        WALL: "grey bricks",
    }
    example = {"grid": ["####F", "#C...", "M...."], "cat_jump": 1, "mouse_jump": 2}
    presets = {
        "Small": example,
        "In a row": {"grid": ["M.C...F"], "cat_jump": 1, "mouse_jump": 4},
        "Open floor": {"grid": ["C...#", "...#F", "....#", "M...."], "cat_jump": 2, "mouse_jump": 5},
    }

    def instance_from(self, state: State) -> dict[str, list[str]]:
        """Return the grid on which mouse and cat start as in a state."""
        signs = {self.goal: "F", state[MOUSE]: "M", state[CAT]: "C"}
        cells = [sign if sign == WALL else signs.get(i, ".") for i, sign in enumerate("".join(self.grid))]
        columns = self.ground.columns
        return {"grid": ["".join(cells[i : i + columns]) for i in range(0, len(cells), columns)]}

    def start(self) -> dict[str, Place]:
        return {"mouse": self._start("M"), "cat": self._start("C")}

    @cached_property
    def ground(self) -> Grid:
        return Grid(len(self.grid), len(self.grid[0]), f".{WALL}MCF")

    @property
    def places(self) -> int:
        return self.ground.places

    @cached_property
    def goal(self) -> Place:
        return self._start("F")

    @cached_property
    def reach(self) -> list[list[tuple[Place, ...]]]:
        ways = rays(len(self.grid), len(self.grid[0]), WAYS)
        jumps = (self.mouse_jump, self.cat_jump)
        return [[tuple(self._jumps(cell, jump, ways)) for cell in range(self.places)] for jump in jumps]

    def is_state(self, s: Any) -> Any:
        if (s.cat if s.turn else s.mouse) == self.goal:  # nobody has a turn there
            return False
        return self.comes[MOUSE][s.mouse] and self.comes[CAT][s.cat]

    def _jumps(self, cell: Place, jump: int, ways: list[list[list[Place]]]) -> Iterator[Place]:
        signs = "".join(self.grid)
        if signs[cell] != WALL:
            yield cell
            for way in ways[cell]:
                yield from takewhile(lambda other: signs[other] != WALL, way[:jump])

    def _start(self, piece: str) -> Place:
        return "".join(self.grid).index(piece)

    def parse_state(self, text: str) -> State:
        state = super().parse_state(text)
        for name, place in zip(self.players, state, strict=False):
            row, column = divmod(place, self.ground.columns)
            if self.grid[row][column] == WALL:
                where = f"{self.place_name(place)}, grid[{row}][{column}], is {WALL!r}"
                raise InputError(f"the {name} may not be in a wall: {where}")
        return state

    def format_move(self, state: State, move: Place) -> str:
        return "stay" if move == state[state[2]] else self.place_name(move)

    def standing(self, state: State) -> dict[int, str]:
        """Return the sign of every cell; the cat's hides the mouse's, and both hide the food's."""
        signs = {i: sign for i, sign in enumerate("".join(self.grid)) if sign in (WALL, "F")}
        return {**signs, state[MOUSE]: "M", state[CAT]: "C"}

    def answer(self, solution: SolvedGame) -> bool:
        """Return 1728's answer: whether the mouse wins."""
        return solution.root.winner == self.players[MOUSE]
