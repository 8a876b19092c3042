"""Sokoban (Hiroyuki Imabayashi, 1982): push boxes through a warehouse until each stands on a goal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from random import Random
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.game.puzzle import Puzzle
from gamekit.game.sentences import counted
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Grid, Layout
from gamekit.layout.fields.boards import MOST_LINES
from gamekit.layout.geometry import STRAIGHT

from .boards import check_even, rows_of

State = tuple[int, ...]  # where the man is, where the boxes are; whose turn it is

WALL, FLOOR, GOAL, MAN, BOX = "#-.@$"
ON_GOAL = {"+": MAN, "*": BOX}


@attrs.frozen
class Sokoban(Puzzle, BoardGame):
    """A man steps up, down, left and right. If a box is in his way, he pushes it to the next square if that is free.

    He never pulls a box, and never pushes two. The puzzle is solved when every box stands on a goal. Steps count, not
    only pushes.

    A level is written in the usual signs, with slashes between rows: `#` wall, `-` floor, `.` goal, `$` box, `@` man,
    and `*` and `+` for a box and for the man on a goal.

    >>> game = Sokoban("######/#@-$.#/######")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['right']
    """

    aim = "Push the boxes until each stands on a goal."

    level: str = parameter("#######/#.-$-.#/#-$@--#/#--#-$#/#.----#/#######", "the warehouse, row by row")

    example = {"level": "#######/#-.-@-#/#-$#$-#/#--.--#/#######"}
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"man": "blue person", "boxes": "brown crate"}
    most_moves: ClassVar[int] = 4

    def __attrs_post_init__(self) -> None:
        rows = self.level.split("/")
        check_even("level", rows)
        if max(len(rows), len(rows[0])) > MOST_LINES:
            size = f"{counted(len(rows), 'row')} of {counted(len(rows[0]), 'square')}"
            raise InputError(
                f"level must have at most {MOST_LINES} rows of {MOST_LINES} squares; it has {size}"
            )
        if wrong := set(self.level) - {*"/#-.@$+*"}:
            raise InputError(f"level knows the signs # - . @ $ + *; it has {min(wrong)!r}")
        men, boxes = self._places(MAN), self._places(BOX)
        if len(men) != 1:
            raise InputError(f"level must have one man, @ or +; it has {len(men)}")
        if not 1 <= len(boxes) == len(self.goals):
            raise InputError(
                f"level must have a box or more and as many goals; it has {len(boxes)} and {len(self.goals)}"
            )

    @classmethod
    def draw_instance(cls, random: Random, size: int) -> dict[str, str]:
        """Draw a warehouse of `size` rows and columns with two boxes, some of its squares walls."""
        walls = random.uniform(0.1, 0.4)
        signs = [WALL if random.random() < walls else FLOOR for _ in range(size * size)]
        for square, sign in zip(
            random.sample(range(len(signs)), 5), (MAN, BOX, BOX, GOAL, GOAL), strict=True
        ):
            signs[square] = sign
        return {"level": "/".join(rows_of("".join(signs), size))}

    def change_instance(self, random: Random) -> dict[str, str]:
        """Exchange the signs of two squares, or make a wall a floor or a floor a wall."""
        signs = [*self.squares]
        i, j = random.sample(range(len(signs)), 2)
        if signs[i] in (WALL, FLOOR) and random.random() < 0.5:
            signs[i] = FLOOR if signs[i] == WALL else WALL
        else:
            signs[i], signs[j] = signs[j], signs[i]
        return {"level": "/".join(rows_of("".join(signs), self.shape[1]))}

    def instance_from(self, state: State) -> dict[str, str]:
        """Return the level with man and boxes where they are in a state."""
        return {"level": "/".join(self.render(state).splitlines())}

    @cached_property
    def squares(self) -> str:
        """The signs of all squares, row by row."""
        return self.level.replace("/", "")

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows = self.level.split("/")
        return len(rows), len(rows[0])

    @cached_property
    def goals(self) -> list[int]:
        return [i for i, sign in enumerate(self.squares) if sign == GOAL or sign in ON_GOAL]

    def _places(self, sign: str) -> list[int]:
        return [i for i, other in enumerate(self.squares) if ON_GOAL.get(other, other) == sign]

    def layout(self) -> Layout:
        grid = Grid(*self.shape)
        return Layout(man=Cell(grid), boxes=Cell(grid, pieces=len(self.goals), like=True))

    def start(self) -> dict[str, Any]:
        return {"man": self._places(MAN)[0], "boxes": self._places(BOX)}

    def options(self, s: Any) -> Iterator[int]:
        for goes, beyond in self.ways[s.man]:
            if self.is_open[goes] == 1 and (
                goes not in s.boxes or (self.is_open[beyond] == 1 and beyond not in s.boxes)
            ):
                yield goes

    def play(self, s: Any, goes: int) -> None:
        if goes in s.boxes:
            s.boxes[s.boxes.index(goes)] = 2 * goes - s.man
        s.man = goes

    def over(self, s: Any) -> int | None:
        for goal in self.goals:
            if goal not in s.boxes:
                return None
        return WIN

    @cached_property
    def is_open(self) -> list[int]:
        """Whether each square is not a wall; the last entry is for all that is outside."""
        return [*(int(sign != WALL) for sign in self.squares), 0]

    @cached_property
    def ways(self) -> list[list[tuple[int, int]]]:
        """By square: the next square in each direction, and the one beyond it; outside is the number of squares."""
        rows, columns = self.shape

        def at(row: int, column: int) -> int:
            is_inside = 0 <= row < rows and 0 <= column < columns
            return row * columns + column if is_inside else len(self.squares)

        places = product(range(rows), range(columns))
        return [[(at(i + a, j + b), at(i + 2 * a, j + 2 * b)) for a, b in STRAIGHT] for i, j in places]

    # --- notation and drawing -------------------------------------------------------------------------------------

    def format_move(self, state: State, goes: int) -> str:
        columns = self.shape[1]
        return {-columns: "up", -1: "left", 1: "right", columns: "down"}[goes - state[0]]

    def gesture(self, state: State, goes: int) -> Gesture:
        touched = [2 * goes - state[0]] if goes in state[1:-1] else []
        return Gesture([goes], touched=touched)

    def render(self, state: State) -> str:
        signs = [WALL if sign == WALL else FLOOR for sign in self.squares]
        for goal in self.goals:
            signs[goal] = GOAL
        for box in state[1:-1]:
            signs[box] = "*" if box in self.goals else BOX
        signs[state[0]] = "+" if state[0] in self.goals else MAN
        return "\n".join(rows_of("".join(signs), self.shape[1]))

    def svg(self, state: State) -> str:
        from gamekit.drawing.surfaces import Squares

        walls = [(square, ["grey bricks"]) for square, sign in enumerate(self.squares) if sign == WALL]
        goals = [(square, ["red ring"]) for square in self.goals]
        boxes = [(box, ["yellow crate" if box in self.goals else self.looks["boxes"]]) for box in state[1:-1]]
        return Squares(*self.shape, names="none").drawn(
            [*walls, *goals, *boxes, (state[0], [self.looks["man"]])]
        )
