"""`ChessBoard`: a board of chessmen: where they go, what they threaten, and their drawing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Final

import attrs

from gamekit.families.men_ranking import SQUARES
from gamekit.layout.fields.boards import Grid
from gamekit.layout.geometry import AROUND, DIAGONAL, KNIGHT, STRAIGHT, Step, rays
from gamekit.layout.on_grid import OnGrid

GOES: Final = 1
TAKES: Final = 2
"""What a step may do: go to a free square, take a man, or both."""

NOWHERE: Final = SQUARES
"""The square of a man that is taken, and of nothing."""


@attrs.frozen
class Leap:
    """A step of a man, perhaps repeated.

    Attributes:
        step: rows down and columns to the right, for White's men.
        most: how often it may be repeated until something is in the way.
        does: `GOES`, `TAKES` or both.
        is_first: whether it may be repeated only by a man on the second row that does not reach the last row.
    """

    step: Step
    most: int = 1
    does: int = GOES | TAKES
    is_first: bool = False


def _leaps(steps: Sequence[Step], most: int = 1) -> tuple[Leap, ...]:
    return tuple(Leap(step, most) for step in steps)


MEN: Final[dict[str, tuple[Leap, ...]]] = {
    "K": _leaps(AROUND),
    "Q": _leaps(AROUND, 7),
    "R": _leaps(STRAIGHT, 7),
    "B": _leaps(DIAGONAL, 7),
    "N": _leaps(KNIGHT),
    "P": (Leap((-1, 0), 2, GOES, is_first=True), *(Leap(step, 1, TAKES) for step in DIAGONAL[:2])),
}
"""The men of chess, the most valuable first: how White's go."""

LOOKS: Final = {
    **{man: f"white {sign}" for man, sign in zip("KQRBNP", "♔♕♖♗♘♙", strict=True)},
    **{man: f"black {sign}" for man, sign in zip("kqrbnp", "♚♛♜♝♞♟", strict=True)},
}


@cache
def _rays(side: int, step: Step) -> list[list[int]]:
    """Return, for each square, the squares that a repeated step reaches."""
    return [around[0] for around in rays(side, side, [step])]


class ChessBoard(OnGrid):
    """A game with few men of chess on a square board; subclasses say which men stand where, and state the rules.

    A man is a number, its value: 64 times its kind, plus its square. Kings are of kind 0, so their values are their
    squares. A pawn that has just gone two squares and can be taken in passing has, instead of its square, that on the
    first row of its column, on which no pawn stands. A man that is taken has the value `gone`. White's men go up the
    board.

    Sets of squares are given in bits; of square 63, the bit is that of the sign.

    Attributes:
        side: the number of rows, and of columns.

    >>> class Rooks(ChessBoard):
    ...     side, kinds = 4, "KRr"
    ...     layout = options = play = standing = NotImplemented
    >>> Rooks().paths[64], Rooks().ways[64][3], Rooks().ways[64][5]
    ([[193, 194, 195], [196, 200, 204]], 6, -1)
    """

    players = ("white", "black")
    opposite_sides = True
    looks: ClassVar[Mapping[str, str]] = {**LOOKS, "board": "chequered"}
    side: int
    kinds: str
    """The signs of all kinds of men, the kings' first; small letters are Black's. Rules call a kind by its index."""

    @cached_property
    def ground(self) -> Grid:
        return Grid(self.side, self.side, f".{''.join(LOOKS)}")

    @cached_property
    def gone(self) -> int:
        """The value of a man that is taken."""
        return SQUARES * len(self.kinds)

    def leaps(self, sign: str) -> Sequence[Leap]:
        """Return how a man goes, by its sign; a small letter is that of a man of Black's."""
        white = MEN[sign.upper()]
        return (
            white
            if sign.isupper()
            else [attrs.evolve(leap, step=(-leap.step[0], leap.step[1])) for leap in white]
        )

    @cached_property
    def is_pawn(self) -> list[bool]:
        """Whether men of a kind are pawns."""
        return [sign in "Pp" for sign in self.kinds]

    # --- squares --------------------------------------------------------------------------------------------------

    @cached_property
    def bits(self) -> list[int]:
        """The bit of each square; 0 for nothing."""
        return [*(1 << square for square in range(SQUARES - 1)), -(1 << SQUARES - 1), 0]

    @cached_property
    def last_rows(self) -> list[int]:
        """The squares of the row on which each player's pawns become other men."""
        rows = range(self.side), range(self.side * (self.side - 1), self.side**2)
        return [self._set(row) for row in rows]

    def _set(self, squares: Any) -> int:
        found = 0
        for square in squares:
            found |= self.bits[square]
        return found

    # --- men, by their values -------------------------------------------------------------------------------------

    def _by_value(self, of: Any, absent: Any) -> list[Any]:
        """Return a table by value: `of(sign, square)` for each man, and `absent` where there is none."""
        table = [
            of(sign, square) if square < self.side**2 else absent
            for sign in self.kinds
            for square in range(SQUARES)
        ]
        return [*table, absent]

    def _home(self, sign: str) -> int:
        """Return the first row of a player, by a sign of the player's men; rows count from the top."""
        return self.side - 1 if sign.isupper() else 0

    def _passes(self, sign: str, square: int) -> bool:
        """Return whether a man with this sign and this square in its value has just gone two squares."""
        return sign in "Pp" and square // self.side == self._home(sign)

    def _ahead(self, sign: str, square: int, rows: int) -> int:
        return square + self.side * (-rows if sign.isupper() else rows)

    @cached_property
    def stands(self) -> list[int]:
        """The square of each man."""
        return self._by_value(
            lambda sign, square: self._ahead(sign, square, 3) if self._passes(sign, square) else square,
            NOWHERE,
        )

    @cached_property
    def passed_square(self) -> list[int]:
        """The square that each man has just passed."""
        return self._by_value(
            lambda sign, square: self._ahead(sign, square, 2) if self._passes(sign, square) else NOWHERE,
            NOWHERE,
        )

    @cached_property
    def behind(self) -> list[int]:
        """The squares that each man has just left and passed, as a set."""
        return self._by_value(
            lambda sign, square: (
                self._set([self._ahead(sign, square, rows) for rows in (1, 2)])
                if self._passes(sign, square)
                else 0
            ),
            0,
        )

    @cached_property
    def as_passing(self) -> list[list[int]]:
        """The value of a pawn that has just come to a square by two steps, by its kind and square."""
        return [
            [SQUARES * kind + self.side * self._home(sign) + square % self.side for square in range(SQUARES)]
            for kind, sign in enumerate(self.kinds)
        ]

    def can_stand(self, sign: str, square: int) -> bool:
        """Return whether a man's value can have this square."""
        if sign not in "Pp":
            return True
        passes = self.side > 4 and any(
            is_pawn and other.isupper() != sign.isupper()
            for is_pawn, other in zip(self.is_pawn, self.kinds, strict=True)
        )
        return 0 < square // self.side < self.side - 1 or (passes and self._passes(sign, square))

    @cached_property
    def paths(self) -> list[list[list[int]]]:
        """The steps of each man, until something is in its way: a list for each direction.

        A step is the square plus 64 times what it may do there, `GOES` or `TAKES` or both.
        """
        return self._by_value(self._paths_from, [])

    def _paths_from(self, sign: str, square: int) -> list[list[int]]:
        found = []
        for leap in self.leaps(sign):
            most = leap.most
            if leap.is_first and (self.side < 5 or abs(square // self.side - self._home(sign)) != 1):
                most = 1
            stands = self.stands[SQUARES * self.kinds.index(sign) + square]
            if ray := _rays(self.side, leap.step)[stands]:
                found.append([SQUARES * leap.does + goes for goes in ray[:most]])
        return found

    @cached_property
    def ways(self) -> list[list[int]]:
        """The squares between a man and each square that it threatens, as a set; -1 if it does not threaten that."""
        return self._by_value(self._ways_from, [-1] * SQUARES)

    def _ways_from(self, sign: str, square: int) -> list[int]:
        found = [-1] * SQUARES
        for path in self._paths_from(sign, square):
            passed = 0
            for step in path:
                if step & SQUARES * TAKES:
                    found[step % SQUARES] = passed
                passed |= self.bits[step % SQUARES]
        return found
