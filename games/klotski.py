"""Klotski (Huarong dao, L'âne rouge): slide blocks until the largest one can leave the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Literal

import attrs

from gamekit.errors import InputError
from gamekit.game.board_words import contents_in_words
from gamekit.game.gesture import Gesture, Place
from gamekit.game.parameters import parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.layout import LOSS, WIN, BoardGame, Grid, Layout
from gamekit.layout.geometry import STRAIGHT, steps

from .boards import check_even, rows_of
from .notations.blocks import Blocks
from .notations.frames import FramedBlocks

State = tuple[int, ...]

CALLED = {"s": "small", "t": "tall", "w": "wide", "b": "big"}
SIGNS = ".stwb#"  # nothing, a small, tall, wide or big block from its upper left square on, a further square of one
BLOCKS = {"s": "small block", "t": "tall block", "w": "wide block", "b": "large block"}
SIZES = {1: (1, 1), 2: (2, 1), 3: (1, 2), 4: (2, 2)}  # rows and columns by sign
SMALL, BIG, COVERED = 1, 4, 5
BELOW = 22  # pixels: the room for the word below an exit
PAINTS = ("", "#e0b040", "#3b6fb5", "#6b7785", "#b3202c")


def _filled(blocks: Mapping[int, int], rows: int, columns: int, random: Random) -> str:
    """Return a box with some blocks by their upper left squares, filled up with others but for two squares."""
    signs, free = ["."] * (rows * columns), rows * columns

    def place(square: int, sign: int) -> None:
        nonlocal free
        row, column = divmod(square, columns)
        height, width = SIZES[sign]
        covered = [square + i * columns + j for i in range(height) for j in range(width)]
        if row + height > rows or column + width > columns or any(signs[one] != "." for one in covered):
            return
        if free - len(covered) >= 2 and not (sign == BIG and SIGNS[BIG] in signs):
            free -= len(covered)
            for one in covered:
                signs[one] = SIGNS[COVERED]
            signs[square] = SIGNS[sign]

    for square, sign in blocks.items():
        place(square, sign)
    for square in random.sample(range(rows * columns), rows * columns):
        place(square, BIG)
    for square in random.sample(range(rows * columns), rows * columns):
        place(square, random.choice((1, 1, 2, 3)))
    return "/".join(rows_of("".join(signs), columns))


@attrs.frozen
class Klotski(Puzzle, BoardGame):
    """Blocks of one, two and four squares slide in a box, up, down, left and right, into free squares.

    The puzzle is solved when the big block of 2×2 squares is in the middle of the lowest two rows, or at one of the
    `exits`. In one move a block slides by one square; with `moves="finger"`, it slides as far as it likes, also round
    corners.

    The box is written row by row: `s`, `t`, `w` and `b` for the upper left square of a small, a tall, a wide and the
    big block, `#` for their other squares, and `.` for a free square.

    >>> game = Klotski("b#./##./s..")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['large block right', 'small block a1 right']
    """

    notations = (FramedBlocks(), Blocks())
    aim = "Slide the blocks until the largest one can leave the box."

    setup: str = parameter(
        "tb#t/####/tw#t/#ss#/s..s", "the box at first, row by row, with slashes between", alias="box"
    )
    moves_counted: Literal["unit", "finger"] = parameter(
        "unit",
        "what one move is: a step by one square, or all steps of a block",
        choices=("unit", "finger"),
        alias="moves",
    )

    exits: str | None = parameter(
        None,
        "squares where the lower left corner of the big block may end, such as 'a1 c1'; by default below the middle",
    )

    presets = {
        "Small": {"box": "b#t/###/ss./..."},
        "Medium": {"box": "w#ss/.b#s/s##./ssw#"},
        "Classic": {},
    }
    first_preset = "Medium"
    example = {"box": "b#t/###/ss./..."}
    stuck: ClassVar[int] = LOSS
    won_by = "the largest block is out"
    most_moves: ClassVar[int] = 64
    compiled_once = True

    def __attrs_post_init__(self) -> None:
        rows = self.setup.split("/")
        check_even("box", rows)
        if not (2 <= len(rows) <= 6 and 2 <= len(rows[0]) <= 6):
            raise refusal("box", f"must have 2 to 6 rows of 2 to 6 squares; it is {self.setup!r}")
        if wrong := set(self.setup) - {*SIGNS, "/"}:
            raise refusal("box", f"knows the signs {SIGNS}; it has {min(wrong)!r}")
        cells = self.grid.parse(self.setup)
        covered = [
            square for i, sign in enumerate(cells) if sign in SIZES for square in self._covered(sign, i)
        ]
        further = [i for i, sign in enumerate(cells) if sign == COVERED]
        firsts = [i for i, sign in enumerate(cells) if sign in SIZES]
        if sorted(covered) != sorted([*further, *firsts]):
            raise InputError(
                "box: each block needs # on its other squares, and nothing else has one", field="box"
            )
        if cells.count(BIG) != 1:
            raise refusal("box", f"must have one big block, b; it has {cells.count(BIG)}")
        corners = {self.place_name(i + self.shape[1]): i for i in self.fits}
        for name in [] if self.exits is None else self.exits.split() or [""]:
            if name not in corners:
                raise refusal(
                    "exits",
                    f"are squares at which the lower left corner of the big block can be, from {min(corners)} to "
                    f"{max(corners)}, with blanks between; one is {name!r}",
                )

    @classmethod
    def draw_instance(cls, random: Random, size: int) -> dict[str, str]:
        """Draw a box of `size` rows and columns, at most 6, with the big block and others, two squares free."""
        side = min(max(size, 3), 6)
        return {"box": _filled({}, side, side, random)}

    def change_instance(self, random: Random) -> dict[str, str]:
        """Take some blocks away and fill their squares with others."""
        board = self.grid.parse(self.setup)
        blocks = [(square, sign) for square, sign in enumerate(board) if sign in SIZES]
        blocks_left = {square: sign for square, sign in blocks if random.random() < 0.7}
        return {"box": _filled(blocks_left, *self.shape, random)}

    def instance_from(self, state: State) -> dict[str, str]:
        """Return the box as it is in a state."""
        return {
            "box": "/".join(rows_of("".join(SIGNS[sign] for sign in state[: self.squares]), self.shape[1]))
        }

    @cached_property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        rows = self.setup.split("/")
        return len(rows), len(rows[0])

    @cached_property
    def grid(self) -> Grid:
        return Grid(*self.shape, SIGNS)

    def _covered(self, sign: int, square: int) -> list[int]:
        """Return the squares of a block whose upper left one is `square`; none if it would leave the box."""
        (rows, columns), (height, width) = self.shape, SIZES[sign]
        row, column = divmod(square, columns)
        if row + height > rows or column + width > columns:
            return []
        return [square + i * columns + j for i in range(height) for j in range(width)]

    def layout(self) -> Layout:
        return Layout(board=self.grid)

    def start(self) -> dict[str, Any]:
        return {"board": self.setup}

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        taken = s.board.bits(SMALL, COVERED)
        for leaves in s.board.where(SMALL, BIG):
            sign = s.board[leaves]
            others = taken & ~self.masks[sign][leaves]
            reached = self.stepped(sign, 1 << leaves, others)
            if self.is_finger:
                while reached != self.stepped(sign, reached, others):
                    reached = self.stepped(sign, reached, others)
            for goes in range(len(s.board)):
                if goes != leaves and reached >> goes & 1:
                    yield leaves, goes

    def stepped(self, sign: int, squares: int, others: int) -> int:
        """Return the squares found so far, as bits, and those that one more step of a block leads to."""
        more = squares
        for square in range(self.squares):
            if squares >> square & 1:
                for goes in self.near[square]:
                    mask = self.masks[sign][goes]
                    if mask != 0 and mask & others == 0:
                        more |= 1 << goes
        return more

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        sign = s.board[leaves]
        before, after = self.masks[sign][leaves], self.masks[sign][goes]
        for square in range(self.squares):
            if after >> square & 1:
                s.board[square] = COVERED
            elif before >> square & 1:
                s.board[square] = 0
        s.board[goes] = sign

    def over(self, s: Any) -> int | None:
        return WIN if any(s.board[goal] == BIG for goal in self.goals) else None

    @cached_property
    def is_finger(self) -> bool:
        return self.moves_counted == "finger"

    @cached_property
    def squares(self) -> int:
        rows, columns = self.shape
        return rows * columns

    @cached_property
    def fits(self) -> list[int]:
        """The squares at which the upper left square of the big block can be."""
        return [square for square in range(self.squares) if self._covered(BIG, square)]

    @cached_property
    def goals(self) -> list[int]:
        """The squares at which the upper left square of the big block may end."""
        rows, columns = self.shape
        if self.exits is None:
            return [(rows - 2) * columns + (columns - 2) // 2]
        return [square for square in self.fits if self.place_name(square + columns) in self.exits.split()]

    @cached_property
    def near(self) -> list[list[int]]:
        return steps(*self.shape, STRAIGHT)

    @cached_property
    def masks(self) -> list[list[int]]:
        """The squares of a block, a bit for each, by sign and upper left square; 0 if it would leave the box."""
        signs = range(len(SIGNS))
        return [
            [
                sum(1 << i for i in self._covered(sign, square)) if sign in SIZES else 0
                for square in range(self.squares)
            ]
            for sign in signs
        ]

    # --- notation and drawing -------------------------------------------------------------------------------------

    def format_move(self, state: State, move: tuple[int, int]) -> str:
        leaves, goes = move
        columns = self.shape[1]
        sign, down, right = (
            SIGNS[state[leaves]],
            goes // columns - leaves // columns,
            goes % columns - leaves % columns,
        )
        block = BLOCKS[sign]
        name = block if sign == "b" else f"{block} {self.place_name(leaves)}"
        ways = [("down" if down > 0 else "up", abs(down)), ("right" if right > 0 else "left", abs(right))]
        return " ".join([name, *(f"{way} {n}" if n > 1 else way for way, n in ways if n)])

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        """Return the block, and the farthest square that it enters, or any that no other move of it enters."""
        leaves, columns = move[0], self.shape[1]
        entered = self._entered(state, move)
        far = max(
            sorted(entered),
            key=lambda i: abs(i // columns - leaves // columns) + abs(i % columns - leaves % columns),
        )
        others = [other for other in self.moves(state) if other[0] == leaves and other != move]
        own = sorted(entered.difference(*(self._entered(state, other) for other in others)) - {far})
        ways: dict[Sequence[Place], str] = {
            (f"block:{leaves}", square): self.format_move(state, move) for square in own
        }
        return Gesture([f"block:{leaves}", far], touched=entered, ways=ways)

    def _entered(self, state: State, move: tuple[int, int]) -> set[int]:
        """Return the squares that a block comes to cover by a move."""
        leaves, goes = (set(self._covered(state[move[0]], square)) for square in move)
        return goes - leaves

    def board_in_words(self, state: State) -> str:
        signs = "".join(SIGNS[cell] for cell in state[: self.squares])
        blocks = {
            self.place_name(i): f"{CALLED[sign]} block" for i, sign in enumerate(signs) if sign in CALLED
        }
        return contents_in_words(blocks, signs.count("."))

    def render(self, state: State) -> str:
        signs = "".join(SIGNS[cell] for cell in state[: self.squares])
        return "\n".join(" ".join(row) for row in rows_of(signs, self.shape[1]))

    def svg(self, state: State) -> str:
        from gamekit.drawing.colours import FAINT, LIGHT
        from gamekit.drawing.column_names import column_name
        from gamekit.drawing.pieces import as_piece
        from gamekit.drawing.surfaces import CELL, FRAME, Squares, data_place, edge_name
        from gamekit.drawing.svg import GREY, document, rectangle, text_at

        surface, corner = Squares(*self.shape, names="edge"), 2 + 2j
        parts = [*surface.ground(corner)]
        for goal in self.goals:
            first, place = goal % self.shape[1], corner + surface.centre(goal)
            if (
                goal < self.squares - 2 * self.shape[1]
            ):  # above the lowest rows: the block does not leave the box
                left, top = place.real - CELL / 2 + 4, place.imag - CELL / 2 + 4
                look = f'rx="8" fill="none" stroke="{PAINTS[BIG]}" stroke-width="2" stroke-dasharray="6 4" data-note=""'
                parts.append(rectangle(left, top, 2 * CELL - 8, 2 * CELL - 8, look))
                continue
            left, bottom = place.real, corner.imag + surface.height - FRAME
            parts.append(rectangle(left - CELL / 2, bottom, 2 * CELL, FRAME, f'fill="{LIGHT}"'))
            parts += [
                edge_name(left + x * CELL, bottom + FRAME / 2, name, FAINT)
                for x, name in ((0, column_name(first)), (1, column_name(first + 1)))
            ]
            parts.append(
                text_at(
                    left + CELL / 2, bottom + FRAME + BELOW / 2, "EXIT", GREY, size=13, width=CELL, bold=True
                )
            )
        for square, sign in enumerate(state[: self.squares]):
            if sign in SIZES:
                height, width = SIZES[sign]
                at = corner + surface.centre(square) - complex(CELL / 2 - 3, CELL / 2 - 3)
                look = f'rx="8" fill="{PAINTS[sign]}" stroke="#22272e" stroke-width="1.5"{data_place("block:", square)}'
                rim = 'rx="4" fill="none" stroke="#ffffff" stroke-opacity="0.3" stroke-width="2" data-note=""'
                sides = []
                for inset, style in ((0, look), (5, rim)):
                    x, y, less = at.real + inset, at.imag + inset, 6 + 2 * inset
                    sides.append(rectangle(x, y, width * CELL - less, height * CELL - less, style))
                parts += as_piece(f"block {sign}", sides)
        return document(parts, surface.width + 4, surface.height + 4 + BELOW)
