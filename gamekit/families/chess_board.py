"""`ChessBoard`: a board of chessmen: where they go, what they threaten, and their drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final

import attrs

from gamekit.errors import InputError
from gamekit.families.betza import GOES, PAWN, TAKES, Leap, leaps_of
from gamekit.families.men_ranking import SQUARES
from gamekit.layout.fields.boards import Grid
from gamekit.layout.geometry import Step, rays
from gamekit.layout.on_grid import OnGrid

NOWHERE: Final = SQUARES
"""The square of a man that is taken, and of nothing."""

MEN: Final[dict[str, tuple[Leap, ...]]] = {**{sign: leaps_of(sign) for sign in "KQRBN"}, "P": PAWN}
"""The men of chess, the most valuable first: how White's go."""

LOOKS: Final = {
    **{man: f"white {sign}" for man, sign in zip("KQRBNP", "♔♕♖♗♘♙", strict=True)},
    **{man: f"black {sign}" for man, sign in zip("kqrbnp", "♚♛♜♝♞♟", strict=True)},
}

SYMMETRIES: Final[dict[str, Callable[[int, int], Step]]] = {
    "mirror": lambda down, right: (down, -right),
    "flip": lambda down, right: (-down, right),
    "rotate": lambda down, right: (-down, -right),
    "transpose": lambda down, right: (right, down),
    "rotate90": lambda down, right: (right, -down),
}
"""The images of a step, by the name of the symmetry; the last two are those of square boards."""


@cache
def _rays(rows: int, columns: int, step: Step) -> list[list[int]]:
    """Return, for each square, the squares that a repeated step reaches."""
    return [around[0] for around in rays(rows, columns, [step])]


class ChessBoard(OnGrid):
    """A game with few men of chess, or others that step, leap and ride; subclasses say where they stand, and the rules.

    A man is a number, its value: 64 times its kind, plus its square. Kings are of kind 0, so their values are their
    squares. A pawn that has just gone two squares and can be taken in passing has, instead of its square, that on the
    first row of its column, on which no pawn stands. A man that is taken has the value `gone`. White's men go up the
    board.

    Sets of squares are given in bits; of square 63, the bit is that of the sign.

    Attributes:
        rows: the number of rows.
        columns: the number of columns; there are at most 64 squares.

    >>> class Rooks(ChessBoard):
    ...     rows, columns, kinds = 4, 4, "KRr"
    ...     layout = options = play = standing = NotImplemented
    >>> Rooks().paths[64], Rooks().ways[64][3], Rooks().ways[64][5]
    ([[193, 194, 195], [196, 200, 204]], 6, -1)
    """

    players = ("white", "black")
    opposite_sides = True
    rows: int
    columns: int
    kinds: str
    """The signs of all kinds of men, the kings' first; small letters are Black's. Rules call a kind by its index."""

    @cached_property
    def ground(self) -> Grid:
        signs = "".join(self.men)
        return Grid(self.rows, self.columns, f".{signs}{signs.lower()}")

    @property
    def men(self) -> Mapping[str, Sequence[Leap]]:
        """How White's men go, by their signs, the most valuable first; by default, the men of chess."""
        return MEN

    @property
    def looks(self) -> Mapping[str, str]:  # type: ignore[override]
        """The looks of the men of chess; others are letters, on wedges if they go one way, or else on chessmen."""
        looks = {"board": "chequered"}
        for sign, leaps in self.men.items():
            if MEN.get(sign) == leaps:
                looks |= {man: LOOKS[man] for man in (sign, sign.lower())}
                continue
            goes_one_way = {*self.leaps(sign)} != {*self.leaps(sign.lower())}
            shapes = ("up", "down") if goes_one_way else ("chessman", "chessman")
            looks |= {sign: f"white {shapes[0]} {sign}", sign.lower(): f"black {shapes[1]} {sign}"}
        return looks

    @cached_property
    def gone(self) -> int:
        """The value of a man that is taken."""
        return SQUARES * len(self.kinds)

    def leaps(self, sign: str) -> Sequence[Leap]:
        """Return how a man goes, by its sign; a small letter is that of a man of Black's."""
        white = self.men[sign.upper()]
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
        last = self.columns * (self.rows - 1)
        return [self._set(range(first, first + self.columns)) for first in (0, last)]

    def _set(self, squares: Any) -> int:
        squares_set = 0
        for square in squares:
            squares_set |= self.bits[square]
        return squares_set

    # --- men, by their values -------------------------------------------------------------------------------------

    def _by_value(self, of: Any, absent: Any) -> list[Any]:
        """Return a table by value: `of(sign, square)` for each man, and `absent` where there is none."""
        table = [
            of(sign, square) if square < self.ground.places else absent
            for sign in self.kinds
            for square in range(SQUARES)
        ]
        return [*table, absent]

    def _home(self, sign: str) -> int:
        """Return the first row of a player, by a sign of the player's men; rows count from the top."""
        return self.rows - 1 if sign.isupper() else 0

    def _passes(self, sign: str, square: int) -> bool:
        """Return whether a man with this sign and this square in its value has just gone two squares."""
        return sign in "Pp" and self.rows > 4 and square // self.columns == self._home(sign)

    def _ahead(self, sign: str, square: int, rows: int) -> int:
        return square + self.columns * (-rows if sign.isupper() else rows)

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
            [
                SQUARES * kind + self.columns * self._home(sign) + square % self.columns
                for square in range(SQUARES)
            ]
            for kind, sign in enumerate(self.kinds)
        ]

    def can_stand(self, sign: str, square: int) -> bool:
        """Return whether a man's value can have this square."""
        if sign not in "Pp":
            return True
        passes = any(
            is_pawn and other.isupper() != sign.isupper()
            for is_pawn, other in zip(self.is_pawn, self.kinds, strict=True)
        )
        return 0 < square // self.columns < self.rows - 1 or (passes and self._passes(sign, square))

    @cached_property
    def symmetries(self) -> list[tuple[str, ...]]:
        """The names of the symmetries of the board under which men of each kind go as before."""
        names = [*SYMMETRIES][: 5 if self.rows == self.columns else 3]
        return [
            tuple(
                name
                for name in names
                if {attrs.evolve(leap, step=SYMMETRIES[name](*leap.step)) for leap in leaps} == {*leaps}
            )
            for leaps in map(self.leaps, self.kinds)
        ]

    @cached_property
    def paths(self) -> list[list[list[int]]]:
        """The steps of each man, until something is in its way: a list for each direction.

        A step is the square plus 64 times what it may do there: `GOES` or `TAKES`, both, or nothing but pass.
        """
        return self._by_value(self._paths_from, [])

    def _paths_from(self, sign: str, square: int) -> list[list[int]]:
        paths = self._all_paths_from(sign, square)
        ways: dict[tuple[int, int], list[tuple[int, int, int]]] = {}  # by square and what is done there
        for p, path in enumerate(paths):
            passed = 0
            for i, step in enumerate(path):
                for bit in (GOES, TAKES):
                    if step & SQUARES * bit:
                        ways.setdefault((step % SQUARES, bit), []).append((passed, p, i))
                passed |= self.bits[step % SQUARES]
        for (_, bit), there in ways.items():
            for n, (passed, p, i) in enumerate(there):
                if any(
                    other & passed == other and (other != passed or m < n)
                    for m, (other, _, _) in enumerate(there)
                    if m != n
                ):
                    paths[p][i] -= SQUARES * bit  # wherever this way is free, another one is
        return paths

    def _all_paths_from(self, sign: str, square: int) -> list[list[int]]:
        paths = []
        for leap in self.leaps(sign):
            most = leap.most
            if leap.is_first and (self.rows < 5 or abs(square // self.columns - self._home(sign)) != 1):
                most = 1
            stands = self.stands[SQUARES * self.kinds.index(sign) + square]
            if ray := _rays(self.rows, self.columns, leap.step)[stands]:
                paths.append([SQUARES * leap.does + goes for goes in ray[:most]])
        return paths

    def check_men(self) -> None:
        """Refuse men that go to a square on two ways, of which either may be blocked while the other is free.

        Raises:
            InputError: there is such a man.
        """
        _ = self.ways

    @cached_property
    def ways(self) -> list[list[int]]:
        """The squares between a man and each square that it threatens, as a set; -1 if it does not threaten that."""
        return self._by_value(lambda sign, square: self._between(sign, square, TAKES), [-1] * SQUARES)

    def _between(self, sign: str, square: int, does: int) -> list[int]:
        """Return the squares between a man and each square where it does this, as a set; -1 if it does not."""
        ways = [-1] * SQUARES
        for path in self.paths[SQUARES * self.kinds.index(sign) + square]:
            passed = 0
            for step in path:
                goes = step % SQUARES
                if step & SQUARES * does:
                    if ways[goes] != -1:
                        raise InputError(
                            f"no man may go to a square on two ways that are blocked apart; {sign.upper()} does, from "
                            f"{self.ground.place_name(square)} to {self.ground.place_name(goes)}"
                        )
                    ways[goes] = passed
                passed |= self.bits[goes]
        return ways
