"""Sokoban (Hiroyuki Imabayashi, 1982): push boxes through a warehouse until each stands on a goal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Literal

import attrs

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.game.sentences import counted
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Layout, members
from gamekit.layout.fields.boards import MOST_LINES
from gamekit.layout.geometry import region

from .boards import check_even, rows_of
from .notations.lurd import Lurd
from .notations.slc import Slc
from .notations.xsb import Xsb
from .pushes import cheapest_line
from .warehouse import BOX, FLOOR, GOAL, MAN, ON_GOAL, OPPOSITE, WALL, WAYS, Warehouse

State = tuple[int, ...]  # the square of the man, the squares of the boxes; whose turn it is
Move = tuple[int, int]  # the square that the man enters, and on which side of the last one it is

WORD = 62
"""The number of squares in a set of bits."""


@attrs.frozen
class Sokoban(Puzzle, BoardGame):
    """A man steps up, down, left and right. If a box is in his way, he pushes it to the next square if that is free.

    He never pulls a box, and never pushes two. The puzzle is solved when every box stands on a goal. It is lost as soon
    as a box stands where it can never be pushed to a goal, such as in a corner or in a block of boxes that nobody can
    move.

    Moves count, which are steps and pushes alike. With `metric="pushes"`, only pushes count: the man walks to a box and
    pushes it in one move. With `metric="pushes-then-moves"`, the answer is the least number of pushes, and the least
    number of moves with so many pushes.

    A level is written in the usual signs, with slashes between rows: `#` wall, `-` floor, `.` goal, `$` box, `@` man,
    and `*` and `+` for a box and for the man on a goal.

    >>> game = Sokoban("######/#@-$.#/######")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['right']
    """

    aim = "Push the boxes until each stands on a goal (red); click where the man goes, or use the arrow keys."

    level: str = parameter("#######/#.-$-.#/#-$@--#/#--#-$#/#.----#/#######", "the warehouse, row by row")
    metric: Literal["moves", "pushes", "pushes-then-moves"] = parameter(
        "moves", "what counts", choices=("moves", "pushes", "pushes-then-moves")
    )

    example = {"level": "#######/#-.-@-#/#-$#$-#/#--.--#/#######"}
    presets = {
        "Two boxes": example,
        "Three boxes": {},
        "Fewest pushes": {"level": "#######/#-.-@-#/#-$#$-#/#--.--#/#######", "metric": "pushes"},
    }
    notations = (Xsb(), Lurd(), Slc())
    stuck: ClassVar[int] = LOSS
    won_by = "every box stands on a goal"
    compiled_once = True
    looks: ClassVar[dict[str, str]] = {"man": "blue person", "boxes": "brown crate"}

    def __attrs_post_init__(self) -> None:
        rows = self.level.split("/")
        check_even("level", rows)
        if max(len(rows), len(rows[0])) > MOST_LINES:
            size = f"{counted(len(rows), 'row')} of {counted(len(rows[0]), 'square')}"
            most = f"at most {MOST_LINES} rows of {MOST_LINES} squares"
            raise refusal("level", f"must have {most}; it has {size}")
        if wrong := set(self.level) - {*"/#-.@$+*"}:
            raise refusal("level", f"knows the signs # - . @ $ + *; it has {min(wrong)!r}")
        men, boxes, goals = (
            sum(ON_GOAL.get(sign, sign) == kind or (kind == GOAL and sign in ON_GOAL) for sign in self.level)
            for kind in (MAN, BOX, GOAL)
        )
        if men != 1:
            raise refusal("level", f"must have one man, @ or +; it has {men}")
        if not 1 <= boxes == goals:
            raise refusal("level", f"must have a box or more and as many goals; it has {boxes} and {goals}")
        if not self.warehouse.boxes:
            rule = "must have a box that the man can reach"
            raise refusal("level", f"{rule}; all its boxes are out of his reach")
        if self.counts_pushes and len(self.warehouse.places) > 2 * WORD:
            most = f"at most {2 * WORD} squares if pushes count"
            raise refusal("level", f"must have {most}; it has {len(self.warehouse.places)}")

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
        signs = [*self.level.replace("/", "")]
        i, j = random.sample(range(len(signs)), 2)
        if signs[i] in (WALL, FLOOR) and random.random() < 0.5:
            signs[i] = FLOOR if signs[i] == WALL else WALL
        else:
            signs[i], signs[j] = signs[j], signs[i]
        return {"level": "/".join(rows_of("".join(signs), len(self.warehouse.rows[0])))}

    def instance_from(self, state: State) -> dict[str, str]:
        """Return the level with man and boxes where they are in a state."""
        return {"level": self.format_state(state)}

    # --- rules ------------------------------------------------------------------------------------------------------

    def layout(self) -> Layout:
        squares = len(self.warehouse.places)
        return Layout(man=Cell(squares), boxes=Cell(squares, pieces=len(self.warehouse.boxes)))

    def start(self) -> dict[str, Any]:
        man, *boxes = self.begins
        return {"man": self.standing(man, boxes), "boxes": sorted(boxes)}

    @property
    def most_moves(self) -> int:  # type: ignore[override]
        return 4 * len(self.warehouse.boxes) if self.counts_pushes else 4

    def options(self, s: Any) -> Iterator[Move]:
        wall = self.wall
        if self.counts_pushes:
            low, high = self.reach(s)
            for box in s.boxes:
                for way in range(4):
                    behind, beyond = self.beside[box][OPPOSITE[way]], self.beside[box][way]
                    if (
                        behind < wall
                        and beyond < wall
                        and beyond not in s.boxes
                        and self.has(low, high, behind)
                    ):
                        yield box, way
        else:
            for way in range(4):
                goes = self.beside[s.man][way]
                beyond = self.beside[goes][way]
                if goes < wall and (goes not in s.boxes or (beyond < wall and beyond not in s.boxes)):
                    yield goes, way

    def play(self, s: Any, move: Move) -> None:
        goes, way = move
        if goes in s.boxes:
            self.push(s, s.boxes.index(goes), self.beside[goes][way])
        s.man = goes
        if self.counts_pushes:
            low, high = self.reach(s)
            s.man = self.least(low, high)

    def push(self, s: Any, i: Any, square: Any) -> None:
        """Put a box on another square, and keep the boxes in the order of their squares: like boards are one state."""
        last = len(s.boxes) - 1
        while i > 0 and s.boxes[i - 1] > square:
            s.boxes[i] = s.boxes[i - 1]
            i -= 1
        while i < last and s.boxes[i + 1] < square:
            s.boxes[i] = s.boxes[i + 1]
            i += 1
        s.boxes[i] = square

    def over(self, s: Any) -> int | None:
        solved = True
        for box in s.boxes:
            if box >= self.live:
                return LOSS
            if self.is_goal[box] == 0:
                solved = False
        if solved:
            return WIN
        for box in s.boxes:
            if self.is_goal[box] == 0 and (self.is_in_block(s, box) or self.is_in_pair(s, box)):
                return LOSS
        return None

    def is_in_block(self, s: Any, box: int) -> int:
        """Return whether a box is one of four squares around a point that all have boxes or walls: none can move."""
        for way in (0, 3):
            near = self.beside[box][way]
            if near == self.wall or near in s.boxes:
                for side in (1, 2):
                    next_to = self.beside[box][side]
                    if next_to == self.wall or next_to in s.boxes:
                        corner = self.beside[next_to][way] if near == self.wall else self.beside[near][side]
                        if corner == self.wall or corner in s.boxes:
                            return 1
        return 0

    def is_in_pair(self, s: Any, box: int) -> int:
        """Return whether a box stands beside another one, and both along walls: neither can move."""
        for way in range(4):
            other = self.beside[box][way]
            across = 1 if way in (0, 3) else 0
            if self.is_along_wall[box][across] and other in s.boxes and self.is_along_wall[other][across]:
                return 1
        return 0

    def reach(self, s: Any) -> tuple[int, int]:
        """Return the squares that the man can walk to, as two sets of bits."""
        low, high = self.bits[s.man]
        boxes_low, boxes_high = 0, 0
        for box in s.boxes:
            more_low, more_high = self.bits[box]
            boxes_low |= more_low
            boxes_high |= more_high
        fresh_low, fresh_high = low, high
        while fresh_low | fresh_high:
            near_low, near_high = 0, 0
            for square in members(fresh_low):
                more_low, more_high = self.near[square]
                near_low |= more_low
                near_high |= more_high
            for square in members(fresh_high):
                more_low, more_high = self.near[square + WORD]
                near_low |= more_low
                near_high |= more_high
            fresh_low, fresh_high = near_low & ~(low | boxes_low), near_high & ~(high | boxes_high)
            low |= fresh_low
            high |= fresh_high
        return low, high

    def has(self, low: int, high: int, square: int) -> int:
        """Return whether a square is in a set."""
        return high >> square - WORD & 1 if square >= WORD else low >> square & 1

    def least(self, low: int, high: int) -> int:
        """Return the least square of a set."""
        for square in members(low):
            return square
        for square in members(high):
            return square + WORD
        return 0

    # --- the warehouse ----------------------------------------------------------------------------------------------

    @cached_property
    def warehouse(self) -> Warehouse:
        return Warehouse(tuple(self.level.split("/")))

    @cached_property
    def begins(self) -> list[int]:
        """The squares of the man and of the boxes at first."""
        return [self.warehouse.number[place] for place in (self.warehouse.man, *self.warehouse.boxes)]

    @cached_property
    def counts_pushes(self) -> bool:
        return self.metric != "moves"

    @cached_property
    def wall(self) -> int:
        """The number that stands for walls in `beside`."""
        return len(self.warehouse.places)

    @cached_property
    def live(self) -> int:
        """The number of squares from which a box can be pushed to a goal; they come first."""
        return len(self.warehouse.live)

    @cached_property
    def is_goal(self) -> list[int]:
        return [int(place in self.warehouse.goals) for place in self.warehouse.places]

    @cached_property
    def beside(self) -> list[list[int]]:
        return self.warehouse.beside

    @cached_property
    def is_along_wall(self) -> list[list[int]]:
        """By square, whether there is a wall above or below, and whether there is one to its left or right."""
        wall = self.wall
        return [
            [int(wall in (up, down)), int(wall in (left, right))] for up, left, right, down in self.beside
        ]

    @cached_property
    def bits(self) -> list[list[int]]:
        """Each square as a set of bits: the low and the high half."""
        squares = range(min(self.wall, 2 * WORD))
        return [[1 << square, 0] if square < WORD else [0, 1 << square - WORD] for square in squares]

    @cached_property
    def near(self) -> list[list[int]]:
        """The squares beside each, as a set of bits."""
        return [
            [sum(self.bits[one][half] for one in near if one < len(self.bits)) for half in range(2)]
            for near in self.beside[: 2 * WORD]
        ]

    def answer(self, solution: Any) -> Any:
        """Return the least number of moves or pushes, or of both for "pushes-then-moves"; None if the level is lost.

        Moves are counted from the start only: where pushes count, other states do not tell where the man stands.
        """
        least = super().answer(solution)
        if self.metric != "pushes-then-moves" or not solution.root.winner:
            return least
        if solution.start != self.initial_state():
            return {"pushes": least}
        return {"pushes": least, "moves": len(cheapest_line(solution, solution.start))}

    # --- notation and drawing -------------------------------------------------------------------------------------

    def standing(self, man: int, boxes: list[int]) -> int:
        """Return the square that the state names for the man: if pushes count, the least that he can walk to."""
        if not self.counts_pushes:
            return man
        near = [[one for one in squares if one < self.wall] for squares in self.beside]
        return min(region(man, near, boxes))

    def man_in(self, state: State) -> int:
        """Return the square of the man in a state; where only pushes count, of the squares that he can walk to, any."""
        return self.begins[0] if state == self.initial_state() else state[0]

    def state_at(self, man: int, boxes: list[int]) -> State:
        """Return the state in which man and boxes stand on some squares.

        Raises:
            InputError: moves count after pushes, and the state does not tell that the man stands there.
        """
        state = (self.standing(man, boxes), *sorted(boxes), 0)
        known = self.man_in(state)
        if self.metric == "pushes-then-moves" and man != known and self.outcome(state) is None:
            raise InputError(
                f"the man must stand on {self.place_name(known)} in this state if moves count after pushes; "
                f"he is on {self.place_name(man)}: give the level by --input"
            )
        return state

    def state_of(self, rows: list[str]) -> State:
        """Return the state in which man and boxes stand as in a level with the same walls and goals.

        Raises:
            InputError: the level has other walls, goals or boxes, or the man is not where such a state has him.
        """
        place = self.warehouse.number
        given = Warehouse(tuple(rows))
        men = given.places_of("@+")
        boxes = sorted(place[box] for box in given.places_of("$*") if box in place)
        is_like = len(men) == 1 and men[0] in place and len(boxes) == len(self.warehouse.boxes)
        if is_like and tuple(self.warehouse.drawn(place[men[0]], boxes)) == given.rows:
            return self.state_at(place[men[0]], boxes)
        raise InputError(
            f"a state must be the level with man and boxes elsewhere, such as {self.level!r}; "
            f"this is {'/'.join(rows)!r}"
        )

    def rows_in(self, state: State) -> list[str]:
        """Return the rows of the level in a state."""
        return self.warehouse.drawn(self.man_in(state), state[1:-1])

    def format_state(self, state: State) -> str:
        return "/".join(self.rows_in(state))

    def parse_state(self, text: str) -> State:
        try:
            return self.state_of(text.strip().split("/"))
        except InputError as refused:
            return self.parse_by_notation(text, refused)

    def place_name(self, place: int) -> str:
        row, column = self.warehouse.places[place]
        return f"{column_name(column)}{len(self.warehouse.rows) - row}"

    def format_move(self, state: State, move: Move) -> str:
        square, way = move
        name = [*WAYS][way]
        return f"{self.place_name(square)} {name}" if self.counts_pushes else name

    def ending(self, state: State) -> str | None:
        if self.outcome(state) == LOSS:
            return "a box can no longer be pushed to a goal"
        return super().ending(state)

    def gesture(self, state: State, move: Move) -> Gesture:
        goes, way = move
        if goes not in state[1:-1]:
            return Gesture([self.drawn_at(goes)])
        box, beyond = self.drawn_at(goes), self.drawn_at(self.beside[goes][way])
        return Gesture([box, beyond]) if self.counts_pushes else Gesture([box], touched=[beyond])

    def drawn_at(self, square: int) -> int:
        """Return the number of a square in the drawing, counted row by row."""
        row, column = self.warehouse.places[square]
        return row * len(self.warehouse.rows[0]) + column

    def board_in_words(self, state: State) -> str:
        """Return where the boxes, the goals and the man are; walls would be most of the text."""
        rows = self.rows_in(state)
        signs = [
            (sign, f"{column_name(i)}{len(rows) - n}")
            for n, row in enumerate(rows)
            for i, sign in enumerate(row)
        ]
        places = [
            f"{called}: {' '.join(at)}"
            for called, of in (("man", "@+"), ("box", "$"), ("box on a goal", "*"), ("free goal", ".+"))
            if (at := [place for sign, place in signs if sign in of])
        ]
        return "; ".join(places)

    def render(self, state: State) -> str:
        return "\n".join(self.rows_in(state))

    def svg(self, state: State) -> str:
        from gamekit.drawing.surfaces import Squares

        rows = self.warehouse.rows
        signs = "".join(self.rows_in(state))
        looks = {
            WALL: ["grey bricks"],
            GOAL: ["red target"],
            BOX: [self.looks["boxes"]],
            "*": ["red target", "green crate"],
            MAN: [self.looks["man"]],
            "+": ["red target", self.looks["man"]],
        }
        return Squares(len(rows), len(rows[0]), names="none").drawn(
            [(square, [look]) for square, sign in enumerate(signs) for look in looks.get(sign, ())]
        )
