"""Rush hour: cars slide on a crowded board, until the red one gets out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from string import ascii_uppercase
from typing import Any, ClassVar, Literal

import attrs

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Layout

from .boards import rows_of
from .notations.rush_hour import RushHourBoard

State = tuple[int, ...]  # how far each car is from the left or the top; whose turn it is

SIDE = 6
BESIDE, ABOVE = 50, 22  # pixels: the room for the word beside an exit, or above and below it
FREE, WALL, RED = "o", "x", "A"
PAINTS = ("#b3202c", "#3b6fb5", "#e0b040", "#7d6bb0", "#8a8f98", "#a0673a", "#4b8f8c", "#5d6d7e", "#b5a642")
"""The colours of the cars, the red one first; the others come again."""


def _place_car(squares: list[str], random: Random) -> None:
    """Place a further car of two or three squares at random, with no car along the red one's row, if there is room."""
    places = [
        [first + i * step for i in range(length)]
        for length in (2, 3)
        for first in range(SIDE * SIDE)
        for step in ((1, SIDE) if first // SIDE != 2 else (SIDE,))
        if (first % SIDE if step == 1 else first // SIDE) + length <= SIDE
    ]
    free = [place for place in places if all(squares[square] == FREE for square in place)]
    names = sorted({*ascii_uppercase} - {*squares})
    if free and names:
        for square in random.choice(free):
            squares[square] = names[0]


@attrs.frozen
class RushHour(Puzzle, BoardGame):
    """Cars and lorries stand on a board of 6×6 squares, each along a row or a column, and move only along it.

    In one move, a car slides any number of free squares; with `moves="steps"`, one square. The puzzle is solved when
    the red car, A, reaches the exit, which is at the right edge unless `exit` says otherwise. The board is written row
    by row: a capital for each square of a car, `o`, `.` or `-` for a free square, `x` for a wall.

    >>> game = RushHour("oooooo oooooo AAoBoo oooBoo oooBoo oooooo")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['A right 1', 'B up 1', 'B up 2', 'B down 1']
    """

    setup: str = parameter(
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        "the 36 squares row by row; blanks do not count",
        alias="board",
    )
    moves_counted: Literal["slides", "steps"] = parameter(
        "slides",
        "what one move is: any number of squares, or one",
        choices=("slides", "steps"),
        alias="moves",
    )
    exit: Literal["right", "left", "top", "bottom"] = parameter(
        "right", "the edge at which the exit is", choices=("right", "left", "top", "bottom")
    )

    presets = {
        "Easy": {"board": "oooooo oooooo AAoBoo oooBCC oooBoo oooooo"},
        "Medium": {"board": "GoIBBo GoIKLM GAAKLM oHCCCM oHJDDo EEJFFo"},
        "Hard": {},
    }
    first_preset = "Medium"
    example = {"board": "oooooo oooooo AAoBoo oooBCC oooBoo oooooo"}
    notations = (RushHourBoard(),)
    stuck: ClassVar[int] = LOSS
    won_by = "the red car is out"
    most_moves: ClassVar[int] = 72
    compiled_once = True

    @property
    def aim(self) -> str:  # type: ignore[override]
        walls = "; bricks stay where they are" * (WALL in self.squares)
        return f"Get the red car, A, out of the exit{walls}."

    def __attrs_post_init__(self) -> None:
        squares = self.squares
        if len(squares) != SIDE * SIDE:
            raise refusal("board", f"must have {SIDE * SIDE} squares; it has {len(squares)}")
        for car in self.cars:
            places = self._places(car)
            step = places[1] - places[0] if len(places) > 1 else 0
            in_row = step == 1 and places[0] // SIDE == places[-1] // SIDE
            if list(range(places[0], places[-1] + 1, step or 1)) != places or not (in_row or step == SIDE):
                rule = "each car stands on two or more squares in a row or a column"
                raise InputError(f"board: {rule}; {car!r} does not", field="board")
        line, step = ("row", 1) if self.exit in ("right", "left") else ("column", SIDE)
        if RED not in squares or self._step(RED) != step:
            raise InputError(f"board: the red car, A, must stand along a {line}", field="board")

    @classmethod
    def draw_instance(cls, random: Random, size: int) -> dict[str, str]:
        """Draw a board with `size` cars, if there is room for them."""
        squares = [FREE] * (SIDE * SIDE)
        squares[2 * SIDE : 2 * SIDE + 2] = RED * 2
        for _ in range(size - 1):
            _place_car(squares, random)
        return {"board": "".join(squares)}

    def change_instance(self, random: Random) -> dict[str, str]:
        """Take away a car, place another, or both."""
        squares, others = [*self.squares], self.cars[1:]
        change = random.choice(("take", "place", "both", "both"))
        if others and change != "place":
            car = random.choice(others)
            squares = [FREE if square == car else square for square in squares]
        if change != "take":
            _place_car(squares, random)
        return {"board": "".join(squares)}

    def instance_from(self, state: State) -> dict[str, str]:
        """Return the board on which the cars stand as they do in a state."""
        return {"board": "".join(self.render(state).split()).replace(".", FREE)}

    def state_of(self, board: str) -> State:
        """Return the state in which the cars stand as on a board with the same cars and walls.

        Raises:
            InputError: the board has others.
        """
        other = RushHour(board, self.moves_counted, self.exit)
        state = other.initial_state()
        if other.cars == self.cars and self.instance_from(state) == {"board": other.squares}:
            return state
        raise InputError(f"the cars and walls must be those of {self.squares!r}; the board is {board!r}")

    @cached_property
    def squares(self) -> str:
        """The board without blanks."""
        return "".join(self.setup.split()).replace(".", FREE).replace("-", FREE)

    @cached_property
    def cars(self) -> list[str]:
        """The letters of the cars, the red one first."""
        return sorted(set(self.squares) - {FREE, WALL})

    def _places(self, car: str) -> list[int]:
        return [i for i, square in enumerate(self.squares) if square == car]

    def _step(self, car: str) -> int:
        first, second, *_ = self._places(car)
        return second - first

    def layout(self) -> Layout:
        return Layout(cars=Cell(SIDE - 1, pieces=len(self.cars)))

    def start(self) -> dict[str, Any]:
        firsts = [self._places(car)[0] for car in self.cars]
        return {
            "cars": [
                first % SIDE if self._step(car) == 1 else first // SIDE
                for car, first in zip(self.cars, firsts, strict=True)
            ]
        }

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        taken = self.walls
        for car, at in enumerate(s.cars):
            taken |= self.masks[car][at]
        for car, at in enumerate(s.cars):
            others = taken & ~self.masks[car][at]
            for way in (-1, 1):
                goes = at + way
                while 0 <= goes <= self.last[car] and self.masks[car][goes] & others == 0:
                    yield car, goes
                    goes += way
                    if self.goes_in_steps:
                        break

    def play(self, s: Any, move: tuple[int, int]) -> None:
        car, goes = move
        s.cars[car] = goes

    def over(self, s: Any) -> int | None:
        return WIN if s.cars[0] == self.goal else None

    @cached_property
    def goes_in_steps(self) -> bool:
        return self.moves_counted == "steps"

    @cached_property
    def goal(self) -> int:
        """The place of the red car at the exit."""
        return self.last[0] if self.exit in ("right", "bottom") else 0

    @cached_property
    def walls(self) -> int:
        """The squares of walls, a bit for each."""
        return sum(1 << i for i, square in enumerate(self.squares) if square == WALL)

    @cached_property
    def last(self) -> list[int]:
        """The farthest place of each car."""
        return [SIDE - len(self._places(car)) for car in self.cars]

    @cached_property
    def masks(self) -> list[list[int]]:
        """For each car and place, the squares that it covers, a bit for each."""
        return [
            [sum(1 << square for square in self._covered(car, at)) for at in range(last + 1)]
            for car, last in zip(self.cars, self.last, strict=True)
        ]

    def _covered(self, car: str, at: int) -> list[int]:
        places, step = self._places(car), self._step(car)
        first = places[0] // SIDE * SIDE + at if step == 1 else at * SIDE + places[0] % SIDE
        return [first + i * step for i in range(len(places))]

    def board_in_words(self, state: State) -> str:
        """Return the rows and columns, from the top left, on which each car is."""
        places = []
        for car, at in zip(self.cars, state, strict=False):
            covered = self._covered(car, at)
            (top, left), (bottom, right) = divmod(covered[0], SIDE), divmod(covered[-1], SIDE)
            lies = f"row {top + 1}, columns {left + 1} to {right + 1}"
            stands = f"column {left + 1}, rows {top + 1} to {bottom + 1}"
            places.append(f"{car}: {lies if top == bottom else stands}")
        return "; ".join(places)

    def render(self, state: State) -> str:
        squares = [WALL if square == WALL else "." for square in self.squares]
        for car, at in zip(self.cars, state, strict=False):
            for square in self._covered(car, at):
                squares[square] = car
        return "\n".join(" ".join(row) for row in rows_of("".join(squares), SIDE))

    def format_move(self, state: State, move: tuple[int, int]) -> str:
        car, goes = move
        ways = ("left", "right") if self._step(self.cars[car]) == 1 else ("up", "down")
        return f"{self.cars[car]} {ways[goes > state[car]]} {abs(goes - state[car])}"

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        car, goes = move
        covered = self._covered(self.cars[car], goes)
        return Gesture([f"car:{self.cars[car]}", covered[-1 if goes > state[car] else 0]])

    def svg(self, state: State) -> str:
        from gamekit.drawing.colours import LIGHT
        from gamekit.drawing.pieces import as_piece, look_of
        from gamekit.drawing.surfaces import CELL, THIN_FRAME, Squares, data_place
        from gamekit.drawing.svg import GREY, document, ink, rectangle, text_at

        surface = Squares(SIDE, SIDE, names="none")
        # the word beside the gate, outside the frame, where no car and no arrow lies
        room = {"right": 0, "left": BESIDE, "top": 1j * ABOVE, "bottom": 0}[self.exit]
        corner = 2 + 2j + room
        at_goal = self._covered(RED, self.goal)
        gate = corner + surface.centre(at_goal[-1 if self.goal else 0])
        left, top = gate.real - CELL / 2, gate.imag - CELL / 2
        x, y, width, height = {
            "right": (left + CELL, top, THIN_FRAME, CELL),
            "left": (left - THIN_FRAME, top, THIN_FRAME, CELL),
            "top": (left, top - THIN_FRAME, CELL, THIN_FRAME),
            "bottom": (left, top + CELL, CELL, THIN_FRAME),
        }[self.exit]
        opening = rectangle(x, y, width, height, f'fill="{LIGHT}"')
        parts = [*surface.ground(corner), opening]
        ways = {"right": 1 + 0j, "left": -1 + 0j, "top": -1j, "bottom": 1j}  # in which the red car leaves
        way = ways[self.exit]
        out = gate + way * (CELL / 2 + THIN_FRAME) + complex(way.real * BESIDE, way.imag * ABOVE) / 2
        parts.append(text_at(out.real, out.imag, "EXIT", GREY, size=13, width=BESIDE, bold=True))
        for square, sign in enumerate(self.squares):
            if sign == WALL:
                parts += surface.pieces([look_of("grey bricks")], square, corner)
        for car, at in zip(self.cars, state, strict=False):
            squares, ahead = self._covered(car, at), 0j
            if car == RED and at == self.goal:  # it stands in the opening of the frame
                ahead = way * (THIN_FRAME + 3)
            first, *_, last = (corner + surface.centre(square) + ahead for square in squares)
            half, size = complex(CELL / 2 - 4, CELL / 2 - 4), last - first
            place, paint = (
                first - half,
                PAINTS[0 if car == RED else 1 + self.cars.index(car) % (len(PAINTS) - 1)],
            )
            look = f'rx="10" fill="{paint}" stroke="#22272e" stroke-width="1.5"{data_place("car:", car)}'
            body = rectangle(place.real, place.imag, size.real + CELL - 8, size.imag + CELL - 8, look)
            middle = (first + last) / 2
            letter = text_at(middle.real, middle.imag, car, ink(paint), size=20, width=CELL, bold=True)
            parts += as_piece(f"car {car}", [body, letter])
        wide, high = abs(way.real) * BESIDE, abs(way.imag) * ABOVE
        return document(parts, surface.width + 4 + wide, surface.height + 4 + high)
