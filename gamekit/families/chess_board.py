"""`ChessBoard`: a board of chessmen: the squares to which they move, those they threaten, and their drawing."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar, Final

from gamekit.layout.fields.boards import Grid
from gamekit.layout.geometry import AROUND, DIAGONAL, KNIGHT, STRAIGHT, between, rays, steps
from gamekit.layout.layout import Cells
from gamekit.layout.on_grid import OnGrid

Reach = list[list[list[int]]]  # by square, a list for each direction; the last row is of a man off the board

# the directions in which a man threatens
WAYS: Final = {"K": AROUND, "Q": AROUND, "R": STRAIGHT, "B": DIAGONAL, "N": KNIGHT, "P": DIAGONAL[:2]}
LOOKS: Final = {
    **{man: f"white {sign}" for man, sign in zip("KQRBNP", "♔♕♖♗♘♙", strict=True)},
    **{man: f"black {sign}" for man, sign in zip("kqrbn", "♚♛♜♝♞", strict=True)},
}


class ChessBoard(OnGrid):
    """A game with few men of chess on a square board; subclasses say which men stand where, and state the rules.

    The square of each man is a `Cell`. A man that is taken stands on `taken`, one square after the last, which a `Cell`
    with `off` has. White's men move up the board.

    Attributes:
        side: the number of rows, and of columns.

    >>> class Rook(ChessBoard):
    ...     side, kinds = 4, "R"
    ...     layout = options = play = standing = NotImplemented
    >>> Rook().paths[0][0], Rook().hits(kind=0, stands=0, goes=3, one=2, two=9)
    ([[], [], [1, 2, 3], [4, 8, 12]], False)
    """

    players = ("white", "black")
    opposite_sides = True
    looks: ClassVar[dict[str, str]] = {**LOOKS, "board": "chequered"}
    side: int

    @property
    @abstractmethod
    def kinds(self) -> str:
        """The signs of the kinds of men other than kings; rules refer to a kind by its index here."""

    @cached_property
    def ground(self) -> Grid:
        return Grid(self.side, self.side, f".{''.join(LOOKS)}")

    @cached_property
    def taken(self) -> int:
        """The square of a man once it is taken."""
        return self.side * self.side

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbours of each square."""
        return steps(self.side, self.side)

    def _reach(self, man: str) -> Reach:
        """Return, for each square and direction, the squares that a man there threatens on an empty board."""
        length = self.side if man in "QRB" else 1
        return [[ray[:length] for ray in around] for around in rays(self.side, self.side, WAYS[man])] + [[]]

    def _path(self, man: str) -> Reach:
        """Return, for each square and direction, the squares to which a man moves until blocked; pawns are White's."""
        if man != "P":
            return self._reach(man)
        ahead = [around[0] for around in rays(self.side, self.side, [(-1, 0)])]
        from_second = range(self.taken - 2 * self.side, self.taken - self.side) if self.side > 4 else ()
        return [[ray[: 1 + (square in from_second)]] for square, ray in enumerate(ahead)] + [[]]

    @cached_property
    def paths(self) -> list[Reach]:
        """The squares to which a man can move until another blocks it: a list per direction, by kind and square."""
        return [self._path(man) for man in self.kinds]

    @cached_property
    def threats(self) -> list[list[list[bool]]]:
        """Whether a man threatens a square on an empty board, by kind and by the square where it stands."""
        sets = [
            [{goes for ray in around for goes in ray} for around in self._reach(man)] for man in self.kinds
        ]
        return [[[goes in found for goes in range(self.taken)] for found in places] for places in sets]

    @cached_property
    def between(self) -> list[list[int]]:
        """The squares between each two squares, as bits; the last row is for a man off the board."""
        return [*between(self.side, self.side), [0] * self.taken]

    @cached_property
    def bits(self) -> list[int]:
        """The bit of each square in `between`; 0 for the last square, which is between no two, and off the board."""
        return [1 << square for square in range(self.taken - 1)] + [0, 0]

    def hits(self, kind: int, stands: int, goes: int, one: int, two: int) -> bool:
        """Return whether a man on `stands` threatens `goes`, if other men are on the squares `one` and `two`."""
        barred = self.between[stands][goes] & (self.bits[one] | self.bits[two])
        return self.threats[kind][stands][goes] and barred == 0

    # --- for people -------------------------------------------------------------------------------------------

    def format_state(self, state: Cells) -> str:
        men = [sign + self.ground.place_name(place) for place, sign in self.standing(state).items()]
        return f"{' '.join(men)}, {self.players[state[-1]]} to move"
