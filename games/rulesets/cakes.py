"""The rules that games of cake share: Left cuts pieces from top to bottom, and Right from side to side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .cakes_drawing import Cake, draw_cakes, line_name, size_of

Cakes = tuple[Cake, ...]
"""The rows and columns of each piece, in ascending order."""

MOST_WIDE = 100


def read_cakes(text: str) -> Cakes:
    """Return the pieces of cake that a string lists.

    Raises:
        InputError: `text` lists no pieces.

    >>> read_cakes("4x2 1x3")
    ((1, 3), (4, 2))
    """
    cakes = []
    for piece in text.split():
        rows, _, columns = piece.partition("x")
        sizes = [
            int(size) if size.isascii() and size.isdecimal() and len(size) < 5 else 0
            for size in (rows, columns)
        ]
        if piece != "0" and not all(0 < size <= MOST_WIDE for size in sizes):
            rule = f"a cake is written as rows and columns of 1 to {MOST_WIDE}, such as 2x3"
            raise InputError(f"{rule}; not {piece[:40]!r}")
        if piece != "0":
            cakes.append((sizes[0], sizes[1]))
    if not text.split():
        raise InputError("cakes are written as rows and columns, such as 2x3; there is none")
    return tuple(sorted(cakes))


@attrs.frozen
class CakeRuleset(PartizanRuleset[Cakes]):
    """The parts that games of cake share: everything but the width of what a move takes out of a piece."""

    cakes: str = text_parameter("2x3", "the cakes, each as rows x columns", read_cakes)

    strip: ClassVar[int]
    """The width of the strip that a move takes out: 0 if it cuts along a line, 1 if it eats a row or a column."""

    def start(self) -> Cakes:
        return self.canonical_position(read_cakes(self.cakes))

    def options(self, position: Cakes, player: Player) -> Iterator[Cakes]:
        return (option for _, option in self._cuts(position, player))

    def _cuts(self, position: Cakes, player: Player) -> Iterator[tuple[Cakes, Cakes]]:
        """Yield a cake and its two pieces for each cut, with the position to which it leads; a piece may be empty."""
        for i, (rows, columns) in enumerate(position):
            if (rows, columns) in position[:i]:
                continue
            others = position[:i] + position[i + 1 :]
            left = (columns if player == LEFT else rows) - self.strip
            for size in range(1 - self.strip, left // 2 + 1):
                if player == LEFT:
                    pieces = (rows, size), (rows, left - size)
                else:
                    pieces = (size, columns), (left - size, columns)
                option = self.canonical_position(tuple(sorted((*others, *pieces))))
                yield ((rows, columns), *pieces), option

    def parts(self, position: Cakes) -> Iterator[Cakes]:
        return ((cake,) for cake in position)

    def canonical_position(self, position: Cakes) -> Cakes:
        """Return the pieces in which somebody can move."""
        return tuple(cake for cake in position if min(cake) > 0 and (self.strip or cake != (1, 1)))

    def negative(self, position: Cakes) -> Cakes:
        return tuple(sorted((columns, rows) for rows, columns in position))

    def format_position(self, position: Cakes) -> str:
        return " ".join(map(size_of, position)) or "0"

    def format_option(self, position: Cakes, option: Cakes, player: Player) -> str:
        """Return the text of a move: the cake, and the pieces that are left of it."""
        cake, *pieces = self._cut(position, option, player)
        left = " and ".join(size_of(piece) for piece in pieces if min(piece) > 0)
        return f"{'eat' if self.strip else 'cut'} {size_of(cake)} into {left or 'nothing'}"

    def _cut(self, position: Cakes, option: Cakes, player: Player) -> Cakes:
        """Return a cake and the two pieces of it that a move makes."""
        return next(cut for cut, result in self._cuts(position, player) if result == option)

    def gesture(self, position: Cakes, option: Cakes, player: Player) -> Gesture:
        cake, *pieces = self._cut(position, option, player)
        way, side = ("down", 1) if player == LEFT else ("across", 0)
        cakes = (number for number, other in enumerate(position, 1) if other == cake)
        lines = dict.fromkeys(piece[side] + self.strip for piece in pieces)
        step, *others = (line_name(number, way, line) for number in cakes for line in lines)
        return Gesture([step], twins=dict.fromkeys(others, step))

    def beginning_in(self, position: Cakes) -> CakeRuleset:
        return attrs.evolve(self, cakes=self.format_position(position))

    def svg(self, position: Cakes) -> str:
        return draw_cakes(position, self.strip, self.start())

    def parse_position(self, text: str) -> Cakes:
        return self.canonical_position(read_cakes(text))
