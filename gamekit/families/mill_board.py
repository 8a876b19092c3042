"""`MillBoard`: points on nested squares, the lines that link them, and mills: three men in a row, as in morris."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import Final

from gamekit.layout.board_game import BoardGame

RING: Final = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
"""The points of a ring, from the top left, clockwise: how far to the right and down from the middle."""


class MillBoard(BoardGame):
    """A game on the corners and middles of one to three squares, one inside the other; subclasses state the rules.

    The squares are linked at the middles of their sides; a single one has a point in its centre instead. Give `graph`
    and `places` to the `Points` of the layout, in a field named `board`, and `symmetries` to the layout's `symmetry`.

    Attributes:
        rings: the number of squares.
        diagonals: whether squares are linked at their corners, too.

    >>> class Nine(MillBoard):
    ...     rings, diagonals = 3, False
    ...     layout = options = play = NotImplemented
    >>> board = Nine()
    >>> board.points, len(board.mills), board.graph[1], board.place_name(1)
    (24, 16, [0, 2, 9], 'd7')
    >>> board.is_mill(0b11, 2), board.is_mill(0b11, 3)
    (True, False)
    """

    rings: int
    diagonals: bool

    @property
    def points(self) -> int:
        """The number of points: eight of each ring, the outer one first, and a centre if there is one ring only."""
        return 8 * self.rings + (self.rings == 1)

    @cached_property
    def lines(self) -> list[list[int]]:
        """The lines: sides of squares, and lines that link squares or lead through the centre."""
        rings = range(0, 8 * self.rings, 8)
        lines = [
            [ring + side, ring + side + 1, ring + (side + 2) % 8] for ring in rings for side in (0, 2, 4, 6)
        ]
        across = [i for i in range(4 if self.rings == 1 else 8) if i % 2 or self.diagonals]
        return lines + [[i, 8, i + 4] if self.rings == 1 else [ring + i for ring in rings] for i in across]

    @cached_property
    def mills(self) -> list[int]:
        """The lines of three points, as sets of bits."""
        return [sum(1 << point for point in line) for line in self.lines if len(line) == 3]

    @cached_property
    def others_of_mills(self) -> list[list[int]]:
        """The mills that each point is in, without the point itself, as sets of bits."""
        return [[mill & ~(1 << i) for mill in self.mills if mill >> i & 1] for i in range(self.points)]

    @cached_property
    def graph(self) -> list[list[int]]:
        """The points next to each point on a line."""
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        both = [*pairs, *((b, a) for a, b in pairs)]
        return [sorted(b for a, b in both if a == point) for point in range(self.points)]

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """The place of each point: its distance from the left and from the top of the board."""
        rings = [
            (self.rings + x * size, self.rings + y * size)
            for size in range(self.rings, 0, -1)
            for x, y in RING
        ]
        return rings + [(1, 1)] * (self.rings == 1)

    @cached_property
    def symmetries(self) -> list[dict[str, list[int]]]:
        """The permutations that generate all symmetries: a quarter turn, a mirror image, and the squares inside out."""
        rings = [(i // 8, i % 8) for i in range(8 * self.rings)]
        turned = [8 * ring + (i + 2) % 8 for ring, i in rings]
        mirrored = [8 * ring + (2 - i) % 8 for ring, i in rings]
        inside_out = [8 * (self.rings - 1 - ring) + i for ring, i in rings]
        centre = [8] * (self.rings == 1)
        return [{"board": order + centre} for order in (turned, mirrored, inside_out)]

    def place_name(self, point: int) -> str:
        right, down = self.places[point]
        return f"{'abcdefg'[right]}{2 * self.rings + 1 - down}"

    # --- mills ------------------------------------------------------------------------------------------------------

    def is_mill(self, men: int, point: int) -> bool:
        """Return whether a man on a point is in a mill with men on the points `men`, which are given as bits."""
        return any(men & others == others for others in self.others_of_mills[point])

    def takeable(self, men: int) -> int:
        """Return the men of a player that can be taken, as bits: those in no mill, or all if each is in one."""
        in_mills = 0
        for mill in self.mills:
            if men & mill == mill:
                in_mills |= mill
        return men & ~in_mills if men & ~in_mills else men

    def can_be_taken(self, men: int, point: int) -> bool:
        """Return whether the man on a point can be taken from a player with men on the points `men`, given as bits."""
        return not self.is_mill(men, point) or self.takeable(men) == men
