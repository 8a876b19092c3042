"""The L game (Edward de Bono, 1967): move your L to a new place, and leave the other L none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture
from gamekit.layout import LOSS, BoardGame, Cell, Grid, Layout
from gamekit.layout.geometry import KNIGHT, steps

State = tuple[int, ...]
Move = tuple[int, int, int, int]

SIDE = 4

LEAVE = "leave"
"""The place on the drawing that leaves the neutral pieces where they are."""


@attrs.frozen
class LGame(BoardGame):
    """Each player has an L of four squares on a board of 4×4, and there are two neutral pieces of one square.

    In turn, the player lifts their own L and lays it down on free squares, turned or turned over if they like, but not
    where it was. Then the player may move one neutral piece to any free square. A player who cannot move their L loses.
    Play that never ends is a draw.

    An L is written as its ends: that of the long arm and that of the short one. To make a move, click on both ends,
    and then on a neutral piece and where it goes; or on the words in the frame, to leave these as they are. A dot
    marks each square where the long arm may end.

    >>> game = LGame()
    >>> state = game.initial_state()
    >>> len(list(game.moves(state))), game.format_move(state, (14, 8, 16, 16))
    (65, 'c1-a2')
    """

    players = ("blue", "red")
    aim = "Move your L; then you may move one disc. Whoever cannot move their L loses."
    prompts = (
        "Click where the long arm of your L is to end.",
        "Now click where the short arm ends.",
        "Move a disc, or click “leave the discs” in the frame.",
        "Now click where the disc goes.",
    )
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"B": "blue square", "R": "red square", "neutrals": "black disc"}
    most_moves: ClassVar[int] = 320

    def layout(self) -> Layout:
        neutrals = Cell(Grid(SIDE, SIDE), pieces=2, like=True)
        symmetry = "mirror flip transpose"
        return Layout(board=Grid(SIDE, SIDE, ".BR"), neutrals=neutrals, symmetry=symmetry, alike=True)

    def start(self) -> dict[str, Any]:
        return {"board": ".RR./.BR./.BR./.BB.", "neutrals": [0, SIDE * SIDE - 1]}

    def options(self, s: Any) -> Iterator[Move]:
        own = s.board.bits(1 + s.turn)
        free = own | (s.board.bits(0) & ~(1 << s.neutrals[0]) & ~(1 << s.neutrals[1]))
        for i, ell in enumerate(self.ells):
            if ell & free == ell and ell != own:
                yield self.ends[i][0], self.ends[i][1], SIDE * SIDE, SIDE * SIDE
                for leaves in s.neutrals:
                    for goes in range(SIDE * SIDE):
                        if (free & ~ell) >> goes & 1:
                            yield self.ends[i][0], self.ends[i][1], leaves, goes

    def play(self, s: Any, move: Move) -> None:
        long, short, leaves, goes = move
        ell = self.ells[self.number[long][short]]
        for square in range(SIDE * SIDE):
            if ell >> square & 1:
                s.board[square] = 1 + s.turn
            elif s.board[square] == 1 + s.turn:
                s.board[square] = 0
        if leaves < SIDE * SIDE:
            s.neutrals[s.neutrals.index(leaves)] = goes

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """The ends of each L: the long arm's and the short one's, which are a knight's move apart."""
        return [(a, b) for a, near in enumerate(steps(SIDE, SIDE, KNIGHT)) for b in near]

    @cached_property
    def ells(self) -> list[int]:
        """The squares of each L, a bit for each."""
        shapes = []
        for long, short in self.ends:
            (row, column), (to_row, to_column) = divmod(long, SIDE), divmod(short, SIDE)
            step = (to_row - row) // 2 * SIDE if abs(to_row - row) == 2 else (to_column - column) // 2
            shapes.append(sum(1 << square for square in (long, long + step, long + 2 * step, short)))
        return shapes

    @cached_property
    def number(self) -> list[list[int]]:
        """The number of the L with these ends; −1 if there is none."""
        numbers = {ends: i for i, ends in enumerate(self.ends)}
        return [[numbers.get((a, b), -1) for b in range(SIDE * SIDE)] for a in range(SIDE * SIDE)]

    def gesture(self, state: State, move: Move) -> Gesture:
        long, short, leaves, goes = move
        ell = self.ells[self.number[long][short]]
        touched = [square for square in range(SIDE * SIDE) if ell >> square & 1]
        steps = (long, short, LEAVE) if leaves == SIDE * SIDE else (long, short, leaves, goes)
        return Gesture(steps, end=long, touched=touched)  # no other click stands for moves that differ

    def svg(self, state: State) -> str:
        """Return the board with a line round each L, which shows it as one piece, and the one that is lifted marked.

        In the frame is the place that leaves the discs, and dots are where the long arm may end.
        """
        from gamekit.drawing.colours import COLOURS, ON_FRAME
        from gamekit.drawing.surfaces import CELL, FRAME, data_place, line
        from gamekit.drawing.svg import rectangle, text_at

        middle = 2 + FRAME + SIDE * CELL / 2
        words = text_at(
            middle, 2 + FRAME / 2, "leave the discs", ON_FRAME, size=14, width=2 * CELL, is_note=True
        )
        plate = rectangle(middle - CELL, 4, 2 * CELL, FRAME - 4, f'rx="4" fill="none"{data_place("", LEAVE)}')
        lines, own, lifts = [words, plate], 1 + state[-1], ' data-lifts=""'
        targets = {move[0] for move in self.moves(state)}
        for square, owner in enumerate(state[: SIDE * SIDE]):
            row, column = divmod(square, SIDE)
            left, top = 2 + FRAME + CELL * column, 2 + FRAME + CELL * row
            right, bottom = left + CELL, top + CELL
            sides = (  # the square beyond each side, and the ends of the side
                (row > 0, -SIDE, (left, top, right, top)),
                (row < SIDE - 1, SIDE, (left, bottom, right, bottom)),
                (column > 0, -1, (left, top, left, bottom)),
                (column < SIDE - 1, 1, (right, top, right, bottom)),
            )
            for is_inside, step, ends in sides:
                if owner and not (is_inside and state[square + step] == owner):
                    lines.append(line(*ends, COLOURS["black"], 4))
            if square in targets:
                dot = f'r="6" fill="{COLOURS["pale"]}" stroke="{COLOURS["black"]}" stroke-width="1.5" data-note=""'
                lines.append(f'<circle cx="{left + CELL / 2}" cy="{top + CELL / 2}" {dot}{lifts}/>')
        fill = f'fill="{COLOURS[self.players[own - 1]]}"'
        drawing = (super().svg(state) or "").replace(f"{fill}/>", f"{fill}{lifts}/>")
        return drawing.replace("</svg>", "\n".join([*lines, "</svg>"]))

    @property
    def palette(self) -> Any:
        return self._palette

    def contents(self, state: State) -> dict[str, str]:
        return self._picture.contents(state)

    def format_move(self, state: State, move: Move) -> str:
        long, short, leaves, goes = move
        if leaves == SIDE * SIDE:
            return f"{self.place_name(long)}-{self.place_name(short)}"
        return f"{self.place_name(long)}-{self.place_name(short)} {self.place_name(leaves)}-{self.place_name(goes)}"
