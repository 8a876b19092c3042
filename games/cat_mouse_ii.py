"""Cat and Mouse II (LeetCode 1728): a race for the food on a grid with walls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from gamekit.compiled import CompiledGame, CompiledRules
from gamekit.errors import InputError
from games.boards import check_size, parse_turn

if TYPE_CHECKING:
    from gamekit.solution import Solution

Cell = int  # cells are numbered row by row from 0
State = tuple[Cell, Cell, int]  # where the mouse is, where the cat is, whose turn it is

MOUSE, CAT = 0, 1
WALL, FLOOR = "#", "."
PIECES = "MCF"


def frozen_grid(grid: Iterable[str]) -> tuple[str, ...]:
    """Return the rows of a grid as a tuple; a text is no list of rows."""
    if isinstance(grid, str) or not isinstance(grid, Iterable):
        raise InputError(f"grid must be a list of rows; it is {grid!r}")
    return tuple(grid)


@attrs.frozen
class CatMouseII(CompiledGame[State, Cell]):
    """Mouse and cat run for the food on a grid, in turn, the mouse first; either may also stay put.

    A move is any number of cells up to the piece's jump in one of four directions; walls and the border stop
    it, the other piece and the food do not. Whoever comes to the food first wins, and the cat wins where it
    meets the mouse. The cat also wins if the mouse has not reached the food after 1000 turns, counting both
    players', so that endless play is a win for the cat.

    >>> game = CatMouseII(grid=["M.C...F"], cat_jump=1, mouse_jump=4)
    >>> list(game.moves(game.initial_state()))
    [0, 1, 2, 3, 4]
    """

    grid: tuple[str, ...] = attrs.field(
        converter=frozen_grid,
        metadata={
            "help": "rows of # wall, . floor, M mouse, C cat, F food",
            "editor": "grid",
            "signs": "#.MCF",
        },
    )
    cat_jump: int = attrs.field(
        metadata={"help": "the most cells the cat moves at once", "aliases": ("catJump",)}
    )
    mouse_jump: int = attrs.field(
        metadata={"help": "the most cells the mouse moves at once", "aliases": ("mouseJump",)}
    )

    players = ("mouse", "cat")
    infinite_play = -1
    max_plies = 1000
    example = {"grid": ["####F", "#C...", "M...."], "cat_jump": 1, "mouse_jump": 2}

    def __attrs_post_init__(self) -> None:
        _check_grid(self.grid)
        check_size("cat_jump", self.cat_jump, 1)
        check_size("mouse_jump", self.mouse_jump, 1)

    def initial_state(self) -> State:
        return (self._start("M"), self._start("C"), MOUSE)

    def to_move(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> Iterable[Cell]:
        turn = state[2]
        return self._reach[turn][state[turn]]

    def apply(self, state: State, move: Cell) -> State:
        mouse, cat, turn = state
        return (move, cat, CAT) if turn == MOUSE else (mouse, move, MOUSE)

    def outcome(self, state: State) -> int | None:
        mouse, cat, _ = state
        if mouse == cat or cat == self._food:
            return -1
        return 1 if mouse == self._food else None

    def states(self) -> Iterator[State]:
        food = self._food
        cats = self._room(self._start("C"))
        for mouse in self._room(self._start("M")):
            for cat in cats:
                if mouse != food:  # on the food nobody has another turn
                    yield (mouse, cat, MOUSE)
                if cat != food:
                    yield (mouse, cat, CAT)

    def predecessors(self, state: State) -> list[State]:
        mouse, cat, turn = state
        food = (
            self._food
        )  # what can be reached can be left the same way, but nobody leaves a game that is over
        if turn == CAT:
            return [(cell, cat, MOUSE) for cell in self._reach[MOUSE][mouse] if cell != food and cell != cat]
        return [(mouse, cell, CAT) for cell in self._reach[CAT][cat] if cell != food and cell != mouse]

    @cached_property
    def _food(self) -> Cell:
        return self._start("F")

    @cached_property
    def _reach(self) -> tuple[list[tuple[Cell, ...]], list[tuple[Cell, ...]]]:
        """For each player the cells that can be reached in one move from every cell; none from a wall."""
        cells = range(self._cells)
        mouse, cat = (
            [tuple(self._jumps(cell, jump)) for cell in cells] for jump in (self.mouse_jump, self.cat_jump)
        )
        return (mouse, cat)

    def _jumps(self, cell: Cell, jump: int) -> Iterator[Cell]:
        columns = len(self.grid[0])
        row, column = divmod(cell, columns)
        if self.grid[row][column] == WALL:
            return
        yield cell
        ways = (
            range(cell + 1, (row + 1) * columns),
            range(cell - 1, row * columns - 1, -1),
            range(cell + columns, len(self.grid) * columns, columns),
            range(cell - columns, -1, -columns),
        )
        for way in ways:
            for other in way[:jump]:
                if self.grid[other // columns][other % columns] == WALL:
                    break
                yield other

    def _room(self, start: Cell) -> list[Cell]:
        """Return the cells that can be reached from a cell in any number of moves; longer jumps come to no others."""
        found = {start: None}
        queue = [start]
        for cell in queue:  # grows while it is walked
            new = [other for other in self._jumps(cell, 1) if other not in found]
            found.update(dict.fromkeys(new))
            queue += new
        return sorted(found)

    def _start(self, piece: str) -> Cell:
        return "".join(self.grid).index(piece)

    def _place(self, cell: Cell) -> str:
        row, column = divmod(cell, len(self.grid[0]))
        return f"[{row}][{column}]"

    # --- the same over codes, whose layout games/kernels/cat_mouse_ii.py explains ------------------------------

    def encode(self, state: State) -> int:
        mouse, cat, turn = state
        return (mouse * self._cells + cat) * 2 + turn

    def decode(self, code: int) -> State:
        return (*divmod(code // 2, self._cells), code % 2)

    def compiled_rules(self) -> CompiledRules:
        from games.kernels import cat_mouse_ii as kernels

        floor = [[sign != WALL for sign in row] for row in self.grid]
        rooms = (self._room(self._start("M")), self._room(self._start("C")))
        jumps = (self.mouse_jump, self.cat_jump)
        parameters = kernels.parameters_of(floor, self._food, rooms, jumps)
        return CompiledRules(
            size=2 * self._cells**2,
            parameters=parameters,
            outcome=kernels.outcome,
            successors=kernels.successors,
            max_successors=kernels.most_moves(parameters),
            mover=kernels.mover,
            predecessors=kernels.predecessors,
            max_predecessors=kernels.most_moves(parameters),
            is_state=kernels.is_state,
        )

    @property
    def _cells(self) -> int:
        return len(self.grid) * len(self.grid[0])

    # --- for people ---------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        mouse, cat, turn = state
        return f"mouse {self._place(mouse)}, cat {self._place(cat)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        example = self.format_state(self.initial_state())
        pieces, turn = parse_turn(text, self.players, example)
        match pieces.replace(",", " ").split():
            case ["mouse", mouse, "cat", cat]:
                return (self._parse_place("mouse", mouse), self._parse_place("cat", cat), turn)
        raise InputError(f"a state reads like {example!r}; this one is {text!r}")

    def _parse_place(self, name: str, text: str) -> Cell:
        for cell, reach in enumerate(self._reach[MOUSE]):
            if self._place(cell) == text:
                if not reach:
                    raise InputError(f"the {name} may not be in a wall: grid{text} is {WALL!r}")
                return cell
        last = self._place(len(self._reach[MOUSE]) - 1)
        raise InputError(f"the {name} must be in a cell from [0][0] to {last}; it is in {text!r}")

    def format_move(self, state: State, move: Cell) -> str:
        return "stay" if move == state[state[2]] else self._place(move)

    def render(self, state: State) -> str:
        return "\n".join("".join(row) for row in self._signs(state))

    def svg(self, state: State) -> str:
        from gamekit.drawing import BLUE, DARK, GREEN, VERMILION, draw_grid

        colours = {WALL: DARK, "M": BLUE, "C": VERMILION, "F": GREEN}
        signs = self._signs(state)
        fills = {
            (i, j): colours[sign]
            for i, row in enumerate(signs)
            for j, sign in enumerate(row)
            if sign in colours
        }
        return draw_grid([["" if sign == FLOOR else sign for sign in row] for row in signs], fills)

    def _signs(self, state: State) -> list[list[str]]:
        """Return the sign of every cell; the cat's hides the mouse's, and both hide the food's."""
        signs = [[FLOOR if sign in "MC" else sign for sign in row] for row in self.grid]
        for cell, sign in zip(state, "MC", strict=False):
            row, column = divmod(cell, len(self.grid[0]))
            signs[row][column] = sign
        return signs

    def answer(self, solution: Solution[State, Cell]) -> bool:
        """Return 1728's answer: whether the mouse wins."""
        return solution.root.winner == self.players[MOUSE]


def _check_grid(grid: tuple[str, ...]) -> None:
    if not grid:
        raise InputError("grid must have at least one row; it is empty")
    found: dict[str, str] = {}
    for i, row in enumerate(grid):
        if type(row) is not str:
            raise InputError(f"grid[{i}] must be text; it is {row!r}")
        if not row:
            raise InputError(f"grid[{i}] must have at least one cell; it is empty")
        if len(row) != len(grid[0]):
            raise InputError(f"grid[{i}] has {len(row)} cells, but grid[0] has {len(grid[0])}")
        for j, sign in enumerate(row):
            place = f"grid[{i}][{j}]"
            if sign not in (WALL, FLOOR, *PIECES):
                raise InputError(
                    f"{place} is {sign!r}, but a cell is one of {' '.join((WALL, FLOOR, *PIECES))}"
                )
            if sign in PIECES and found.setdefault(sign, place) != place:
                raise InputError(f"grid must have one {sign}; there are two, {found[sign]} and {place}")
    for sign in PIECES:
        if sign not in found:
            raise InputError(f"grid must have one {sign}; there is none")
