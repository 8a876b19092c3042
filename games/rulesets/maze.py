"""Maze: move a token down or to the right, up to a wall."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import blamed
from gamekit.game.parameters import parameter

from .signs import read_signs, square_name
from .tokens import Graph, TokenRuleset, Tokens

SIGNS, BELOW, BESIDE = ".]_J", "_J", "]J"
"""The signs of squares, of those that have a wall below them, and of those that have one at their right."""


@attrs.frozen
class Maze(TokenRuleset, PartizanRuleset[Tokens]):
    """Left moves a token down, and Right to the right, over as many squares as they like but over no wall.

    There are walls below `_`, at the right of `]`, and on both sides of `J`. Squares are numbered row by row, from 0,
    and several tokens may stand on one. If a move goes one square only, the game is Maize. Both are from M. Albert, R.
    Nowakowski and D. Wolfe ("Lessons in Play", 2007), who turn the board by 45 degrees.

    >>> maze = Maze(board=".].|...", tokens=(0,))
    >>> list(maze.options((0,), 0)), list(maze.options((0,), 1)), list(maze.options((3,), 1))
    ([(3,)], [(1,)], [(4,), (5,)])
    """

    board: str = attrs.field(
        default=".].|._.|...",
        metadata={"help": "the rows of the board, joined by |: . a square, _ ] J squares with walls"},
    )
    tokens: tuple[int, ...] = parameter((0,), "the squares on which tokens stand", 0, items="squares")
    is_far: bool = parameter(True, "whether a move may go over several squares")
    edges: tuple[Graph, Graph] = attrs.field(init=False, eq=False, repr=False)

    player_colours = ("blue", "red")
    example = {"board": ".].|._.|...", "tokens": [0]}
    presets = {
        "One token": {"board": ".].|._.|...", "tokens": [0]},
        "Two tokens": {"board": "..].|._..|.]._|....", "tokens": [0, 1]},
        "Two on 3×3": {"board": ".].|._.|...", "tokens": [0, 1]},
    }
    first_preset = "Two tokens"

    @property
    def aim(self) -> str:  # type: ignore[override]
        far = "as far as they like, but over no wall" if self.is_far else "one square, but over no wall"
        return f"Left moves any token down, Right moves any to the right, {far}."

    def __attrs_post_init__(self) -> None:
        with blamed("board"):
            rows = read_signs(self.board, SIGNS)
        text, columns = "".join(rows), len(rows[0])
        down = [
            square + columns if sign not in BELOW and square + columns < len(text) else None
            for square, sign in enumerate(text)
        ]
        right = [
            square + 1 if sign not in BESIDE and (square + 1) % columns else None
            for square, sign in enumerate(text)
        ]
        object.__setattr__(self, "edges", (self._edges(down), self._edges(right)))
        self.placed(self.tokens)

    def _edges(self, steps: Sequence[int | None]) -> Graph:
        """Return where a token may go from each square, if one step leads to the square that `steps` says."""
        edges: dict[int, tuple[int, ...]] = {}
        for square in reversed(range(len(steps))):
            step = steps[square]
            further = () if step is None or not self.is_far else edges[step]
            edges[square] = () if step is None else (step, *further)
        return tuple(edges[square] for square in range(len(steps)))

    def edges_of(self, player: Player) -> Graph:
        return self.edges[player]

    def options(self, position: Tokens, player: Player) -> Iterator[Tokens]:
        return self.moved(position, player)

    def format_option(self, position: Tokens, option: Tokens, player: Player) -> str:
        """Return the square that a token leaves, which way it goes and how far, such as a3 down 2."""
        rows = read_signs(self.board, SIGNS)
        leaves, goes = map(int, self.gesture(position, option, player).steps)
        way, far = ("down", (goes - leaves) // len(rows[0])) if player == LEFT else ("right", goes - leaves)
        return f"{square_name(leaves, len(rows), len(rows[0]))} {way} {far}"

    def other_names(self, position: Tokens, option: Tokens, player: Player) -> Iterator[str]:
        yield super().format_option(position, option, player)

    def svg(self, position: Tokens) -> str:
        from gamekit.drawing.colours import INK
        from gamekit.drawing.pieces import look_of
        from gamekit.drawing.surfaces import BOARD_MARGIN, CELL, Squares, line
        from gamekit.drawing.svg import document

        rows = read_signs(self.board, SIGNS)
        surface = Squares(len(rows), len(rows[0]), inset=4)
        parts = surface.ground(BOARD_MARGIN)
        for square, sign in enumerate("".join(rows)):
            corner = BOARD_MARGIN + surface.centre(square) + complex(CELL / 2, CELL / 2)
            x, y = corner.real, corner.imag
            parts += [line(x - CELL, y, x, y, INK, 5)] * (sign in BELOW)
            parts += [line(x, y - CELL, x, y, INK, 5)] * (sign in BESIDE)
        for square, number in Counter(position).items():
            looks = [look_of("yellow" if number == 1 else f"yellow {number}")]
            parts += surface.pieces(looks, square, BOARD_MARGIN)
        return document(parts, surface.width + 4, surface.height + 4)
