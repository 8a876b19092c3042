"""Fission: split a stone into two, which go to the squares on either side of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from ..notations.mcgs import McgsBoard
from .sign_ruleset import SignRuleset
from .signs import Signs, changed, changes


@attrs.frozen
class Fission(SignRuleset, PartizanRuleset[Signs]):
    """Left replaces a stone by two, above and below it, and Right by two at its left and right.

    Both squares must be free; nothing ever comes to a wall, which is grey. A stone is written `x`, a free square `.`
    and a wall `#`. The game is from A. Siegel, "Combinatorial Game Theory", 2013.

    >>> board = ("...", ".x.", "...")
    >>> list(Fission().options(board, LEFT)), list(Fission().options(board, 1))
    ([('.x.', '...', '.x.')], [('...', 'x.x', '...')])
    """

    board: str = attrs.field(
        default="...|.x.|...",
        metadata={"help": "the rows of the board, joined by |: x a stone, . a free square, # a wall"},
    )

    signs = ".x#"
    notations = (McgsBoard("fission", ".X#", "...|.X.|..."),)
    player_colours = ("blue", "red")
    looks = {"x": "black", "#": "grey square"}
    aim = (
        "Split a stone into two, on free squares on either side of it: above and below (Left), or left "
        "and right (Right)."
    )
    example = {"board": "....|..x.|....|...."}
    presets = {
        "4×4 board": {"board": "....|..x.|....|...."},
        "6×4 board": {"board": "......|..x...|...x..|......"},
        "5×3 board": {"board": ".....|.x.x.|....."},
    }
    first_preset = "6×4 board"

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        down, right = (1, 0) if player == LEFT else (0, 1)
        rows, columns = len(position), len(position[0])
        for r in range(down, rows - down):
            for c in range(right, columns - right):
                sides = (r - down, c - right), (r + down, c + right)
                if position[r][c] == "x" and all(position[row][column] == "." for row, column in sides):
                    yield changed(position, {(r, c): ".", sides[0]: "x", sides[1]: "x"})

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        """Return the stone that is split."""
        signs = changes(position, option)
        (stone,) = (square for square, (before, _) in signs.items() if before == "x")
        return Gesture([stone], touched=[square for square in signs if square != stone])

    def format_option(self, position: Signs, option: Signs, player: Player) -> str:
        return f"split {super().format_option(position, option, player)}"

    def other_names(self, position: Signs, option: Signs, player: Player) -> Iterator[str]:
        yield super().format_option(position, option, player)

    def parts(self, position: Signs) -> Iterable[Signs]:
        yield position

    def canonical_position(self, position: Signs) -> Signs:
        """Return the least image that leaves rows across."""
        mirrored = tuple(row[::-1] for row in position)
        return min(position, position[::-1], mirrored, mirrored[::-1])

    def negative(self, position: Signs) -> Signs:
        """Return the board turned over, so that rows go down."""
        return tuple(map("".join, zip(*position, strict=True)))
