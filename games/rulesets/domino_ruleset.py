"""The rules that Cram and Domineering share: dominoes are laid on a board until there is no room for another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import attrs

from gamekit.cgt.ruleset import Player, Ruleset
from gamekit.drawing.surfaces import BOARD_MARGIN
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .domino_drawing import with_tiles
from .free_squares import TAKEN, Squares, groups, least_image, read_board, rows_of
from .signs import draw_signs, move_name


@attrs.frozen
class DominoRuleset(Ruleset[Squares]):
    """The parts that rulesets of dominoes share: everything but the options."""

    board: str = text_parameter(
        "...|...",
        "the rows of the board, joined by |: . is a free square, # a taken one",
        read_board,
    )

    def start(self) -> Squares:
        return read_board(self.board)

    def parts(self, position: Squares) -> Iterable[Squares]:
        width, free = position
        components = groups(position)
        return [position] if components == [free] else [(width, group) for group in components]

    def canonical_position(self, position: Squares) -> Squares:
        return _least_image(position)

    def format_position(self, position: Squares) -> str:
        return "|".join(rows_of(position))

    def parse_position(self, text: str) -> Squares:
        return read_board(text)

    def format_option(self, position: Squares, option: Squares, player: Player) -> str:
        """Return the two squares that a domino is laid on, such as b2-b1."""
        return move_name(self.gesture(position, option, player), len(rows_of(position)), position[0])

    def gesture(self, position: Squares, option: Squares, player: Player) -> Gesture:
        laid = position[1] ^ option[1]
        return Gesture(square for square in range(laid.bit_length()) if laid >> square & 1)

    def render(self, position: Squares) -> str:
        return "\n".join(rows_of(position))

    def svg(self, position: Squares) -> str:
        rows = rows_of(position)
        before = rows_of(self.start())
        drawing = draw_signs(tuple(rows), {TAKEN: "grey square"})
        if list(map(len, rows)) != list(map(len, before)):  # it is no position of this board
            return drawing
        signs = enumerate(zip("".join(before), "".join(rows), strict=True))
        laid = (square for square, (was, sign) in signs if was != TAKEN == sign)
        return with_tiles(drawing, laid, position[0], BOARD_MARGIN)


_least_image = lru_cache(maxsize=1 << 20)(least_image)
