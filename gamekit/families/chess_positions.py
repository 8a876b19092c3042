"""`ChessPositions`: positions of two kings and a few other men: which can occur, and who is in check."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.families.chess_board import NOWHERE
from gamekit.families.chess_material import BLACK, WHITE, ChessMaterial
from gamekit.families.men_ranking import SQUARES
from gamekit.layout.layout import Cells

FAULTS: Final = (
    "",
    "every man must have a square of its own",
    "kings may not threaten each other",
    "a pawn cannot stand on the first or the last row",
    "a pawn can be taken in passing only after two steps, by a pawn beside it",
    "the player who has just moved may not be in check",
    "nobody may be in check where kings race",
)


class ChessPositions(ChessMaterial):
    """A game whose states are the positions that can occur in chess, with two kings and a few other men.

    Each man has a square of its own, neither king can take the other, and the player who has just moved is not in
    check.

    Attributes:
        race: the rank to which the kings race, 0 if they do not; nobody may then be in check.
        cannot_mate: the signs of men that cannot mate with the king's help alone, whatever the other player does.
    """

    race: int = 0
    cannot_mate: str = "BN"

    @property
    def is_even(self) -> bool:
        return super().is_even and not self.race  # both kings race to the same row

    @cached_property
    def is_dead(self) -> list[bool]:
        """Whether nobody can win, however both play, by tier: one man is left that cannot mate, or nothing."""
        men = [[self.kinds[value // SQUARES] for value in self._samples(row)] for row in self.tiers]
        return [
            not self.race and (not left or (len(left) == 1 and left[0].upper() in self.cannot_mate))
            for left in men
        ]

    @property
    def _as_chess_begins(self) -> Cells:
        """The state in which the men stand as when a game of chess begins, or near by."""
        middle, last = self.columns // 2, self.rows - 1
        columns = {"N": [1], "Q": [middle - 1], "B": [middle + 1], "R": [self.columns - 1], "P": [middle]}
        king, first = self.columns * last + middle, middle
        if self.race:  # from the same side, in opposite corners
            king, first = self.columns * (last + 1) - 1, self.columns * last
        squares = [first, *range(self.ground.places)]
        apart = [q for q in squares if self.ways[king][q] == self.ways[q][king] == -1 and q != king]
        values = [king, *apart[:1]]
        if not apart:
            raise InputError(
                "the kings find no squares on which they do not threaten each other", field="rows"
            )
        taken = self.bits[values[0]] | self.bits[values[1]]
        homes = (last, last - 1), (last, last - 1) if self.race else (0, 1)
        for player, (row, pawns) in enumerate(homes):
            for sign in self.sides[player]:
                kind = self.kinds.index(sign)
                order = [*columns.get(sign.upper(), ()), *reversed(range(self.columns))]
                rows = [pawns] if sign in "Pp" else [row, pawns]  # on a small board, the first may be full
                for square in (self.columns * rank + column for rank in rows for column in order):
                    value = SQUARES * kind + square
                    if not self.bits[square] & taken and self.ways[value][values[1 - player]] & taken != 0:
                        values.append(value)
                        taken |= self.bits[square]
                        break
                else:
                    misfit = f"the men of {self.material} do not fit on a small board; give a start"
                    raise InputError(misfit, field="material")
        return (*self._in_order(values), WHITE)

    def _in_order(self, values: Sequence[int]) -> Cells:
        middle = self.firsts[1]
        return (*values[:2], *sorted(values[2:middle]), *sorted(values[middle:]))

    def occupied(self, s: Any, player: int) -> int:
        """Return the squares of a player's men, as a set."""
        squares: int = self.bits[s.men[player]]
        for i in range(self.firsts[player], self.firsts[player + 1]):
            squares |= self.bits[self.stands[s.men[i]]]
        return squares

    def threatens(self, s: Any, player: int, square: int, occupied: int, removed: int) -> bool:
        """Return whether a player threatens a square if men stand on some squares and that on `removed` is taken."""
        if self.ways[s.men[player]][square] & occupied == 0:
            return True
        for i in range(self.firsts[player], self.firsts[player + 1]):
            if self.ways[s.men[i]][square] & occupied == 0 and self.stands[s.men[i]] != removed:
                return True
        return False

    def in_check(self, s: Any, player: int) -> bool:
        """Return whether a player's king is threatened."""
        occupied = self.occupied(s, WHITE) | self.occupied(s, BLACK)
        return self.threatens(s, 1 - player, s.men[player], occupied, NOWHERE)

    def takes_in_passing(self, s: Any, player: int, square: int) -> bool:
        """Return whether a pawn of a player threatens the square that another pawn has passed."""
        return any(
            self.is_pawn[s.men[i] >> 6] and self.ways[s.men[i]][square] == 0
            for i in range(self.firsts[player], self.firsts[player + 1])
            if s.men[i] != self.gone
        )

    def tier(self, s: Any) -> int:
        """Return the class of the men; -1 if they cannot be on the board together."""
        number = 0
        for i in range(2, self.firsts[2]):
            number = number * self.base + self.sort_of[s.men[i]]
        tier: int = self.tier_of_sorts[number]
        return tier

    def is_state(self, s: Any) -> bool:
        return self.tier(s) >= 0 and self.fault(s) == 0

    def fault(self, s: Any) -> int:
        """Return the index in `FAULTS` of the rule that a position breaks; 0 if it breaks none."""
        white, black = s.men[0], s.men[1]
        if white == black:
            return 1
        occupied = self.bits[white] | self.bits[black]
        for i in range(2, self.firsts[2]):
            square = self.bits[self.stands[s.men[i]]]
            if occupied & square:
                return 1
            occupied |= square
        if self.ways[white][black] == self.ways[black][white] == 0:
            return 2
        passing = 0
        for i in range(2, self.firsts[2]):
            value = s.men[i]
            if self.passed_square[value] < NOWHERE:
                passing += 1
                owner = int(i >= self.firsts[1])
                if passing > 1 or owner == s.turn or occupied & self.behind[value]:
                    return 4
                if not self.takes_in_passing(s, s.turn, self.passed_square[value]):
                    return 4
        if self.threatens(s, s.turn, s.men[1 - s.turn], occupied, NOWHERE):
            return 5
        return 6 if self.race and self.threatens(s, 1 - s.turn, s.men[s.turn], occupied, NOWHERE) else 0
