"""`ChessMaterial`: the men of an ending of chess, what may be left of them, and the layout of their positions."""

from __future__ import annotations

import re
from functools import cached_property, reduce
from itertools import permutations, product
from typing import Any, Final

from gamekit.families.chess_board import NOWHERE, ChessBoard
from gamekit.families.men_field import Men, exchanged_values
from gamekit.families.men_ranking import SQUARES, Row
from gamekit.game.parameters import refusal
from gamekit.layout.layout import Layout

WHITE: Final = 0
BLACK: Final = 1
MOST_MEN: Final = 6
MATERIAL: Final = re.compile("K[^K]*K[^K]*")


class ChessMaterial(ChessBoard):
    """A game with two kings and a few other men, which may be taken and, if they are pawns, become other men.

    The field `men` has the values of the men (`ChessBoard`): White's king, Black's, White's other men, Black's other
    men. The class of a state, which is its tier, is what is left of the men, and the rows on which pawns stand.

    Attributes:
        material: the signs of the men at first, White's before the second K: "KQK", "KPKP".
    """

    material: str

    def check_material(self) -> None:
        """Refuse material that is none.

        Raises:
            InputError: the material is not written as it should be, has too many men or unknown ones.
        """
        if not self.is_material(self.material):
            raise refusal(
                "material",
                f"must be White's men and then Black's, each with its king first, such as KQKR or KPK, and at "
                f"most {MOST_MEN} men in all, out of {''.join(self.men)}; it is {self.material!r:.100}",
            )

    def is_material(self, material: Any) -> bool:
        """Return whether a text names men of the game, as `material` does."""
        return (
            isinstance(material, str)
            and MATERIAL.fullmatch(material) is not None
            and len(material) <= MOST_MEN
            and {*material} <= {*self.men}
        )

    @cached_property
    def signs(self) -> str:
        """The signs of all men that the game knows, in the order of texts."""
        signs = "".join(self.men)
        return signs + signs.lower()

    @property
    def promoted(self) -> str:
        """The signs of the men that a pawn may become, in the order of `men`; by default, all but king and pawn."""
        return "".join(sign for sign in self.men if sign not in "KP")

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The signs of White's and of Black's men besides the kings, Black's in small letters."""
        white, black = re.findall("K([^K]*)", self.material)
        return "".join(sorted(white, key=self.signs.index)), "".join(
            sorted(black, key=self.signs.index)
        ).lower()

    @cached_property
    def kinds(self) -> str:  # type: ignore[override]
        white = [
            {*side.upper()} | ({*self.promoted} if "P" in side.upper() else set()) for side in self.sides
        ]
        return "K" + "".join(
            sign if player == WHITE else sign.lower()
            for player, signs in enumerate(white)
            for sign in self.men
            if sign in signs
        )

    @cached_property
    def firsts(self) -> list[int]:
        """The index of White's first man besides the kings, that of Black's, and the number of all men."""
        white, black = map(len, self.sides)
        return [2, 2 + white, 2 + white + black]

    @cached_property
    def promotions(self) -> list[list[int]]:
        """The kinds that a man of each kind may become on the last row."""
        return [
            [
                kind
                for kind, other in enumerate(self.kinds)
                if other.upper() in self.promoted and other.isupper() == sign.isupper()
            ]
            if sign in "Pp"
            else []
            for sign in self.kinds
        ]

    @cached_property
    def sorts(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The values of each sort of man, by owner: a kind, or the pawns on a row; the last is that of a taken man.

        Both players have as many sorts, of which some of one player's have no values.
        """
        sorts_of_classes = []
        for player, side in enumerate(self.sides):
            listed = []
            for kind, sign in enumerate(self.kinds):
                if kind and side and sign.islower() == bool(player):
                    squares = [place for place in range(self.ground.places) if self.can_stand(sign, place)]
                    length = self.columns if sign in "Pp" else SQUARES
                    rows = [[q for q in squares if q // length == row] for row in range(self.rows)]
                    listed += [tuple(SQUARES * kind + square for square in row) for row in rows if row]
            sorts_of_classes.append(listed)
        most = max(map(len, sorts_of_classes))
        return tuple((*sorts, *[()] * (most - len(sorts)), (self.gone,)) for sorts in sorts_of_classes)

    @cached_property
    def sort_of(self) -> list[int]:
        """The sort of each value."""
        sort_of_value = [0] * (self.gone + 1)
        for sorts in self.sorts:
            for sort, listed in enumerate(sorts):
                for value in listed:
                    sort_of_value[value] = sort
        return sort_of_value

    @cached_property
    def base(self) -> int:
        """The number of sorts of a player."""
        return len(self.sorts[0])

    @cached_property
    def classes(self) -> list[Row]:
        """The sorts of the men besides the kings that can be on the board together, each after those it leads to."""
        rows = [
            (*one, *other) for one, other in product(*(self._together(player) for player in (WHITE, BLACK)))
        ]
        return sorted(
            filter(self._can_be, rows), key=lambda row: (*self._weight(row), self._either(row), row)
        )

    @property
    def is_even(self) -> bool:
        """Whether both players have the same men, so that exchanging them leaves the game as it is."""
        white, black = self.sides
        return white == black.upper()

    def _either(self, row: Row) -> Row:
        """Return the same row for a class and for the one after an exchange of the players, if they are even."""
        return min(row, self._exchanged(row)) if self.is_even else row

    def _exchanged(self, row: Row) -> Row:
        """Return the class that a class becomes when the players are exchanged."""
        middle = len(self.sides[0])
        sorts = [self.sort_of[self._exchanged_values[value]] for value in self._values(row)]
        return (*sorted(sorts[middle:]), *sorted(sorts[:middle]))

    @cached_property
    def _exchanged_values(self) -> tuple[int, ...]:
        return exchanged_values(self.ground, self.kinds)

    @cached_property
    def tiers(self) -> list[Row]:
        """The first class of each tier; if the players are even, that after their exchange is in the same tier."""
        return [row for row in self.classes if row == self._either(row)]

    def _together(self, player: int) -> set[Row]:
        """Return the sorts of a player's men that the material allows, in ascending order of values."""
        taken = self.base - 1
        sorts = [
            (sort, self.kinds[values[0] // SQUARES])
            for sort, values in enumerate(self.sorts[player][:-1])
            if values
        ]
        choices = [
            [taken, *(sort for sort, kind in sorts if sign in ("P", "p", kind))]
            for sign in self.sides[player]
        ]
        return {tuple(sorted(row)) for row in product(*choices)}

    def _samples(self, row: Row) -> list[int]:
        """Return a value of each man of a class, without those that are taken."""
        return [value for value in self._values(row) if value != self.gone]

    def _values(self, row: Row) -> list[int]:
        """Return a value of each man of a class, also of those that are taken."""
        middle = len(self.sides[0])
        return [self.sorts[int(i >= middle)][sort][0] for i, sort in enumerate(row)]

    def _can_be(self, row: Row) -> bool:
        """Return whether at most one man has just gone two squares, and the other player has a pawn to take it."""
        passing = [value for value in self._samples(row) if self.passed_square[value] != NOWHERE]
        signs = [self.kinds[value // SQUARES] for value in self._samples(row)]
        return not passing or (len(passing) == 1 and {"P", "p"} <= {*signs})

    @cached_property
    def structures(self) -> list[tuple[tuple[int, int], ...]]:
        """The men that stand in each tier, with the rows of pawns.

        Captures and moves of pawns change them, and no other move does. The right to take in passing is no part of
        them.
        """
        return [
            tuple(
                sorted(
                    (kind, self.stands[value] // self.columns if self.is_pawn[kind] else 0)
                    for value in self._samples(row)
                    for kind in (value // SQUARES,)
                )
            )
            for row in self.tiers
        ]

    def _weight(self, row: Row) -> tuple[int, int, int, int]:
        """Return numbers of which a move that leads to another class makes one smaller, and none before it larger."""
        values = self._samples(row)
        pawns = [value for value in values if self.is_pawn[value // SQUARES]]
        ahead = (
            abs(
                self.stands[value] // self.columns
                - (self.rows - 1 - self._home(self.kinds[value // SQUARES]))
            )
            for value in pawns
        )
        return (
            len(values),
            len(pawns),
            sum(ahead),
            sum(self.passed_square[value] != NOWHERE for value in pawns),
        )

    @cached_property
    def tier_of_sorts(self) -> list[int]:
        """The tier of the men whose sorts are the digits of a number; -1 if they cannot be together."""
        tiers = [-1] * self.base ** len(self.classes[0])
        middle = len(self.sides[0])
        for row in self.classes:
            tier = self.tiers.index(self._either(row))
            for white, black in product(permutations(row[:middle]), permutations(row[middle:])):
                tiers[reduce(lambda index, sort: index * self.base + sort, (*white, *black), 0)] = tier
        return tiers

    def layout(self) -> Layout:
        return Layout(
            men=Men(
                self.ground,
                self.kinds,
                (len(self.sides[0]), len(self.sides[1])),
                self.sorts,
                tuple(self.classes),
                tuple(self._apart),
                tuple(self.symmetries),
            ),
            symmetry=" ".join(self.symmetries[0]),
            alike=self.is_even,
            dense="all",
        )

    @property
    def _apart(self) -> list[tuple[int, ...]]:
        """The squares on which the other king may not stand, by the square of a king: either could take the other."""
        squares, ways = range(self.ground.places), self.ways
        return [
            tuple(other for other in squares if ways[square][other] == ways[other][square] == 0)
            for square in squares
        ]
