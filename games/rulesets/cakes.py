"""The rules that games of cake share: Left cuts pieces from top to bottom, and Right from side to side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.number_words import ordinal
from gamekit.game.parameters import text_parameter

from .cakes_drawing import draw_cakes, line_name

Cake = tuple[int, int, int, int]
"""A piece of cake: its rows and columns, and how many units of the table are above it and at its left."""

Cakes = tuple[Cake, ...]
"""The pieces of cake on a table, in ascending order."""

MOST_WIDE: Final = 100

TABLE: Final = 7
"""The units of a table from left to right, if no cake is wider: as many as a phone shows."""

_CAKE: Final = re.compile(r"([0-9]{1,3})x([0-9]{1,3})(?:@([0-9]{1,4}),([0-9]{1,4}))?", re.ASCII)


def read_cakes(text: str) -> Cakes:
    """Return the pieces of cake that a string lists, which may say where on the table each of them lies.

    Raises:
        InputError: `text` lists no pieces.

    >>> read_cakes("4x2 1x3")
    ((1, 3, 0, 3), (4, 2, 0, 0))
    >>> read_cakes("1x2@0,0 1x2@1,0")
    ((1, 2, 0, 0), (1, 2, 1, 0))
    """
    pieces = [piece for piece in text.split() if piece != "0"]
    if not text.split():
        raise InputError("cakes are written as rows and columns, such as 2x3; there is none")
    matches = {piece: _CAKE.fullmatch(piece) for piece in pieces}
    for piece, match in matches.items():
        if not match or not all(0 < int(size) <= MOST_WIDE for size in match.groups()[:2]):
            rule = f"a cake is written as rows and columns of 1 to {MOST_WIDE}, such as 2x3"
            raise InputError(f"{rule}; not {piece[:40]!r}")
    cakes = [tuple(map(int, filter(None, matches[piece].groups()))) for piece in pieces]  # type: ignore[union-attr]
    if len(set(map(len, cakes))) > 1:
        rule = "either all cakes of a table are written with their places, as in 2x3@0,4, or none is"
        raise InputError(f"{rule}; not {text[:60]!r}")
    if cakes and len(cakes[0]) == 4:
        return tuple(sorted((rows, columns, top, left) for rows, columns, top, left in cakes))
    return on_table([(cake[0], cake[1]) for cake in cakes])


def on_table(sizes: Iterable[tuple[int, int]]) -> Cakes:
    """Return cakes, given by their rows and columns, side by side on a table: the highest first, a unit apart.

    >>> on_table([(1, 3), (2, 4)])
    ((1, 3, 3, 0), (2, 4, 0, 0))
    """
    cakes: list[Cake] = []
    top = left = high = 0
    for rows, columns in sorted(sizes, reverse=True):
        if left and left + columns > TABLE:
            top, left, high = top + high + 1, 0, 0
        cakes.append((rows, columns, top, left))
        left, high = left + columns + 1, max(high, rows)
    return tuple(sorted(cakes))


@attrs.frozen
class CakeRuleset(PartizanRuleset[Cakes]):
    """The parts that games of cake share: everything but the width of what a move takes out of a piece."""

    cakes: str = text_parameter("2x3", "the cakes, each as rows x columns", read_cakes)

    strip: ClassVar[int]
    """The width of the strip that a move takes out: 0 if it cuts along a line, 1 if it eats a row or a column."""

    ways: ClassVar[tuple[str, str]]
    """The names of a move of Left and of one of Right, with fields for the cake and the line."""

    def start(self) -> Cakes:
        return read_cakes(self.cakes)

    def options(self, position: Cakes, player: Player) -> Iterator[Cakes]:
        return (option for _, _, option in self._cuts(position, player))

    def _cuts(self, position: Cakes, player: Player) -> Iterator[tuple[int, int, Cakes]]:
        """Yield the index of a cake, the number of the line along which it is cut, and the position after that."""
        for i, (rows, columns, top, left) in enumerate(position):
            others = position[:i] + position[i + 1 :]
            for line in range(1, (columns if player == LEFT else rows) + self.strip):
                pieces: Sequence[Cake]
                if player == LEFT:
                    pieces = (
                        (rows, line - self.strip, top, left),
                        (rows, columns - line, top, left + line),
                    )
                else:
                    pieces = (
                        (line - self.strip, columns, top, left),
                        (rows - line, columns, top + line, left),
                    )
                yield i, line, tuple(sorted((*others, *(piece for piece in pieces if min(piece[:2])))))

    def parts(self, position: Cakes) -> Iterator[Cakes]:
        return ((cake,) for cake in position if not self.is_done(cake))

    def is_done(self, cake: Cake) -> bool:
        """Return whether nobody can move in a cake."""
        return not self.strip and cake[:2] == (1, 1)

    def canonical_position(self, position: Cakes) -> Cakes:
        """Return the pieces in which somebody can move, apart from each other."""
        return on_table(cake[:2] for cake in position if not self.is_done(cake))

    def negative(self, position: Cakes) -> Cakes:
        return on_table((columns, rows) for rows, columns, _, _ in position)

    def format_position(self, position: Cakes) -> str:
        """Return the cakes, with their places on the table if they do not lie as whole cakes do."""
        sizes = [f"{rows}x{columns}" for rows, columns, _, _ in position]
        if position != on_table(cake[:2] for cake in position):
            places = (f"@{top},{left}" for _, _, top, left in position)
            sizes = [size + place for size, place in zip(sizes, places, strict=True)]
        return " ".join(sizes) or "0"

    def position_in_words(self, position: Cakes) -> str:
        return sizes_in_words((f"{columns}×{rows}" for rows, columns, _, _ in position), "cake")

    def format_option(self, position: Cakes, option: Cakes, player: Player) -> str:
        """Return the text of a move: the cake, which is counted if several have its size, and the line."""
        i, line = self._cut(position, option, player)
        sizes = [cake[:2] for cake in position]
        size = "{}×{}".format(*sizes[i])
        before = sizes[:i].count(sizes[i])
        if sizes.count(sizes[i]) > 1:
            size = f"{ordinal(before + 1)} {size}"
        return self.ways[player].format(cake=size, line=line)

    def _cut(self, position: Cakes, option: Cakes, player: Player) -> tuple[int, int]:
        """Return the index of the cake that a move cuts, and the number of the line."""
        return next((i, line) for i, line, result in self._cuts(position, player) if result == option)

    def gesture(self, position: Cakes, option: Cakes, player: Player) -> Gesture:
        i, line = self._cut(position, option, player)
        return Gesture([line_name(i, "down" if player == LEFT else "across", line)])

    def beginning_in(self, position: Cakes) -> CakeRuleset:
        return attrs.evolve(self, cakes=self.format_position(position))

    def svg(self, position: Cakes) -> str:
        done = tuple(cake for cake in position if self.is_done(cake))
        return draw_cakes(position, self.start(), done, self.strip)

    def parse_position(self, text: str) -> Cakes:
        return read_cakes(text)
