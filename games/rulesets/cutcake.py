"""Cutcake: Left cuts pieces of cake from top to bottom, and Right from side to side."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture

from .cutcake_drawing import draw_cakes, line_name, size_of

Cakes = tuple[tuple[int, int], ...]
"""The rows and columns of each piece, in ascending order."""

MOST_WIDE = 100


def read_cakes(text: str) -> Cakes:
    """Return the pieces of cake that a string lists.

    Raises:
        InputError: `text` lists no pieces.

    >>> read_cakes("4x2 1x3")
    ((1, 3), (4, 2))
    """
    found = []
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
            found.append((sizes[0], sizes[1]))
    if not text.split():
        raise InputError("cakes are written as rows and columns, such as 2x3; there is none")
    return tuple(sorted(found))


@attrs.frozen
class Cutcake(PartizanRuleset[Cakes]):
    """A move cuts one piece in two along a line that is scored on it: lines are one unit apart, and Left's go down.

    The game is from *Winning Ways*, chapter 2, where its values are, too.

    >>> list(Cutcake().options(((2, 3),), LEFT))
    [((2, 1), (2, 2))]
    """

    cakes: str = attrs.field(default="2x3", metadata={"help": "the cakes, each as rows x columns"})

    example = {"cakes": "2x4 3x2"}

    def __attrs_post_init__(self) -> None:
        read_cakes(self.cakes)

    def start(self) -> Cakes:
        return self.canonical_position(read_cakes(self.cakes))

    def options(self, position: Cakes, player: Player) -> Iterator[Cakes]:
        return (option for _, option in self._cuts(position, player))

    def _cuts(self, position: Cakes, player: Player) -> Iterator[tuple[Cakes, Cakes]]:
        """Yield a cake and its two pieces for each cut, with the position to which it leads."""
        for i, (rows, columns) in enumerate(position):
            if (rows, columns) in position[:i]:
                continue
            others = position[:i] + position[i + 1 :]
            for cut in range(1, (columns if player == LEFT else rows) // 2 + 1):
                if player == LEFT:
                    pieces = (rows, cut), (rows, columns - cut)
                else:
                    pieces = (cut, columns), (rows - cut, columns)
                option = self.canonical_position(tuple(sorted((*others, *pieces))))
                yield ((rows, columns), *pieces), option

    def parts(self, position: Cakes) -> Iterator[Cakes]:
        return ((cake,) for cake in position)

    def canonical_position(self, position: Cakes) -> Cakes:
        return tuple(cake for cake in position if cake != (1, 1))

    def negative(self, position: Cakes) -> Cakes:
        return tuple(sorted((columns, rows) for rows, columns in position))

    def format_position(self, position: Cakes) -> str:
        return " ".join(map(size_of, position)) or "0"

    def format_option(self, position: Cakes, option: Cakes, player: Player) -> str:
        """Return the text of a move: the cake that is cut, and the two pieces."""
        cake, first, second = map(size_of, self._cut(position, option, player))
        return f"cut {cake} into {first} and {second}"

    def _cut(self, position: Cakes, option: Cakes, player: Player) -> Cakes:
        """Return a cake and the two pieces of it that a move makes."""
        return next(cut for cut, found in self._cuts(position, player) if found == option)

    def gesture(self, position: Cakes, option: Cakes, player: Player) -> Gesture:
        cake, *pieces = self._cut(position, option, player)
        way, side = ("down", 1) if player == LEFT else ("across", 0)
        cakes = (number for number, found in enumerate(position, 1) if found == cake)
        lines = dict.fromkeys(piece[side] for piece in pieces)
        step, *others = (line_name(number, way, line) for number in cakes for line in lines)
        return Gesture([step], twins=dict.fromkeys(others, step))

    def svg(self, position: Cakes) -> str:
        return draw_cakes(position)

    def parse_position(self, text: str) -> Cakes:
        return self.canonical_position(read_cakes(text))
