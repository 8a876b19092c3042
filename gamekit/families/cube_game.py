"""`CubeGame`: puzzles in which a move turns a face of a cube of 2×2×2."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from gamekit.errors import InputError
from gamekit.families.cube_corners import PLACES, Corners, CubeCorners, undo
from gamekit.families.cube_drawing import cube_net, draw_cube
from gamekit.game.gesture import Gesture
from gamekit.layout.board_game import BoardGame
from gamekit.layout.layout import Cells


class CubeGame(BoardGame):
    """A puzzle of the corners of a cube, where a move is the index of a turn in `turns`; subclasses state the rules.

    The layout has two fields of one number each: the indices of the corners' order and of their twists in `cube`.

    Attributes:
        turns: the names of the turns that are allowed.
        cube: the corners that move. By default, the one at DBL stays where it is, because to turn the face opposite
            another one instead changes only how the cube is held.

    >>> from gamekit.layout import Counter, Layout
    >>> class Halves(CubeGame):
    ...     players, turns = ("solver",), ("U2", "R2", "F2")
    ...     def layout(self): return Layout(order=Counter(5039), twists=Counter(728))
    ...     def options(self, s): yield from range(3)
    ...     def play(self, s, move):
    ...         s.order = self.effects[0][s.order][move]
    ...         s.twists = self.effects[1][s.twists][move]
    >>> game = Halves()
    >>> game.format_state(game.apply(game.initial_state(), game.parse_move(game.initial_state(), "U2")))
    'ULB UBR URF UFL DFR DLF DRB'
    """

    turns: tuple[str, ...]
    cube: ClassVar[CubeCorners] = CubeCorners(PLACES[:7])

    @cached_property
    def effects(self) -> list[list[list[int]]]:
        """The effects of turns: for each order and each twisting, the one to which each turn leads from it."""
        return self.cube.effects(self.turns)

    @cached_property
    def origins(self) -> list[list[list[int]]]:
        """The inverse of `effects`: for each order and each twisting, the one from which each turn leads to it."""
        return self.cube.effects(map(undo, self.turns))

    def corners(self, state: Cells) -> Corners:
        """Return the corner at each place, and the twist of each."""
        return self.cube.orders[state[0]], self.cube.twistings[state[1]]

    def format_state(self, state: Cells) -> str:
        return self.cube.format(self.corners(state))

    def parse_state(self, text: str) -> Cells:
        return (*self.cube.numbers_of(self.cube.parse(text)), 0)

    def format_move(self, state: Cells, move: int) -> str:
        return self.turns[move]

    def parse_move(self, state: Cells, text: str) -> int:
        if text not in self.turns:
            raise InputError(f"a move must be one of the turns {' '.join(self.turns)}; it is {text!r}")
        return self.turns.index(text)

    def board_in_words(self, state: Cells) -> str:
        """Return the colours of the stickers on each face, row by row, by the letters of the faces."""
        faces = self.cube.faces(self.corners(state))
        return "; ".join(f"{face} face: {' '.join(stickers)}" for face, stickers in faces.items())

    def render(self, state: Cells) -> str:
        return cube_net(self.cube.faces(self.corners(state)))

    def svg(self, state: Cells) -> str:
        return draw_cube(self.cube.faces(self.corners(state)))

    def gesture(self, state: Cells, move: int) -> Gesture:
        return Gesture()  # no sticker says which face turns, so a turn is chosen by name
