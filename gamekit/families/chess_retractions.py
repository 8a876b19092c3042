"""`ChessRetractions`: the rules of chess with few men, and how their moves are taken back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.families.betza import GOES, TAKES
from gamekit.families.chess_board import NOWHERE
from gamekit.families.chess_rules import ChessRules
from gamekit.families.men_field import turns_of
from gamekit.families.men_ranking import SQUARES

Retraction = tuple[int, int, int, int, int]
"""The way in which the board is turned first, then the index of the man that moved and its value before, the value of
the man that it took (`gone` if none), and the index of the pawn that could be taken in passing (`NOBODY` if none)."""

NOBODY: Final = -1
VALUES: Final = 1 << 16
"""More than the largest value of a man."""


class ChessRetractions(ChessRules):
    """Chess with few men whose moves can be taken back, so that it is solved without storing edges.

    A move is taken back in each way that the position itself allows: also captures of every man that may have stood
    there, promotions, and moves that let a right to take in passing lapse. Before and after, the position must be one
    that can occur; then the move was legal, because the player who made it is not in check afterwards.

    A position without pawns stands for more images than one with pawns. So a move by which the last pawn left the board
    is taken back on a board that is turned in each of the ways that pawns do not allow.

    >>> class Pawn(ChessRetractions):
    ...     material, rows, columns = "KPK", 5, 4
    >>> game = Pawn()
    >>> sorted(map(game.format_state, game.predecessors(game.parse_state("Ka1 Pc3 kd5, black to move"))))[:2]
    ['Ka1 Pc2 kd5, white to move', 'Ka2 Pc3 kd5, white to move']
    """

    def back(self, s: Any) -> Iterator[Retraction]:
        turn, other = s.turn, 1 - s.turn
        passing, free, pawns = NOBODY, self.free_slot(s, other), 0
        for i in range(2, self.firsts[2]):
            if s.men[i] != self.gone and self.is_pawn[s.men[i] >> 6]:
                pawns += 1
        for i in range(self.firsts[turn], self.firsts[turn + 1]):
            if self.passed_square[s.men[i]] < NOWHERE:
                passing = i
        for way in range(1 if pawns else len(self.turned)):
            occupied = 0
            for i in range(self.firsts[2]):
                occupied |= self.bits[self.stands[self.turned[way][s.men[i]]]]
            for i in range(self.firsts[turn] - 1, self.firsts[turn + 1]):
                index = turn if i < self.firsts[turn] else i
                value = self.turned[way][s.men[index]]
                if passing == NOBODY or index == passing:
                    goes = self.stands[value]
                    for origin in self.origins[value]:
                        before = origin % VALUES
                        is_pawn = self.is_pawn[before >> 6]
                        if occupied & self.bits[self.stands[before]] != 0:
                            continue
                        if (
                            origin & VALUES * GOES
                            and self.goings[before][goes] & occupied == 0
                            and (way == 0 or is_pawn)
                            and (
                                index == passing
                                or not self.passes_a_pawn(s, before >> 6, self.stands[before], goes)
                            )
                        ):
                            yield way, index, before, self.gone, NOBODY
                            for j in range(self.firsts[other], self.firsts[other + 1]):
                                if self.has_passed[s.men[j]]:
                                    yield way, index, before, self.gone, j
                        if (
                            origin & VALUES * TAKES
                            and self.ways[before][goes] & occupied == 0
                            and free != NOBODY
                        ):
                            for taken in self.taken_on[other][goes]:
                                if way == 0 or is_pawn or self.is_pawn[taken >> 6]:
                                    yield way, index, before, taken, NOBODY
                                    if self.passed_square[taken] == NOWHERE:
                                        for j in range(self.firsts[other], self.firsts[other + 1]):
                                            if self.has_passed[s.men[j]]:
                                                yield way, index, before, taken, j
                            if is_pawn:
                                for taken in self.taken_in_passing[other][goes]:
                                    yield way, index, before, taken, NOBODY

    def free_slot(self, s: Any, player: int) -> int:
        """Return the index of a man of a player that is taken; `NOBODY` if there is none."""
        free = NOBODY
        for i in range(self.firsts[player], self.firsts[player + 1]):
            if s.men[i] == self.gone:
                free = i
        return free

    def unplay(self, s: Any, retraction: Retraction) -> None:
        way, index, before, taken, passing = retraction
        for i in range(self.firsts[2]):
            s.men[i] = self.turned[way][s.men[i]]
        s.men[index] = before
        if taken != self.gone:
            s.men[self.free_slot(s, 1 - s.turn)] = taken
        if passing != NOBODY:
            s.men[passing] = self.as_passing[s.men[passing] >> 6][s.men[passing] % SQUARES]

    @property
    def most_back(self) -> int:  # type: ignore[override]
        """The number of retractions that no position exceeds."""
        most = 0
        for player, side in enumerate(self.sides):
            own = max(len(rows) for rows in self.origins) * len(side) + 8
            pawns = 1 + self.sides[1 - player].upper().count("P")
            taken = max(map(len, self.taken_on[1 - player])) + max(
                map(len, self.taken_in_passing[1 - player])
            )
            most = max(most, own * pawns * (1 + taken))
        return most

    @cached_property
    def takes_back(self) -> bool:
        """Whether moves can be taken back: not if men besides pawns allow different turns, or go on two ways."""
        allowed = {names for kind, names in enumerate(self.symmetries) if not self.is_pawn[kind]}
        with suppress(InputError):
            return len(allowed) == 1 and len(self.goings) > 0
        return False

    @cached_property
    def turned(self) -> list[list[int]]:
        """The values of all men on the board as it is, and on the board turned in each way that pawns do not allow."""
        board = turns_of(self.ground, self.symmetries[0])
        pawns = [names for kind, names in enumerate(self.symmetries) if self.is_pawn[kind]]
        kept = turns_of(self.ground, pawns[0]) if pawns else board
        chosen: list[tuple[int, ...]] = []
        for turn in sorted(board):  # the first one leaves the board as it is
            if all(tuple(other[square] for square in turn) not in chosen for other in kept):
                chosen.append(turn)
        places = self.ground.places
        return [
            self._by_value(
                lambda sign, square, turn=turn: (
                    SQUARES * self.kinds.index(sign) + (turn[square] if square < places else square)
                ),
                self.gone,
            )
            for turn in chosen
        ]

    # --- men, by their values -------------------------------------------------------------------------------------

    @cached_property
    def goings(self) -> list[list[int]]:
        """The squares between a man and each square to which it goes without taking, as a set; -1 if it does not."""
        return self._by_value(lambda sign, square: self._between(sign, square, GOES), [-1] * SQUARES)

    @cached_property
    def origins(self) -> list[list[int]]:
        """The values from which a man may have come to have a value, each plus `VALUES` times what it did then."""
        origins: list[list[int]] = [[] for _ in range(self.gone + 1)]
        for kind, sign in enumerate(self.kinds):
            player = int(sign.islower())
            for square in range(self.ground.places):
                value = SQUARES * kind + square
                if (kind == 0 or self.can_stand(sign, square)) and not self._passes(sign, square):
                    for path in self.paths[value]:
                        for step in path:
                            goes, does = step % SQUARES, step // SQUARES
                            for after in self._afterwards(kind, player, square, goes):
                                if does:
                                    origins[after].append(value + VALUES * does)
        return origins

    def _afterwards(self, kind: int, player: int, square: int, goes: int) -> list[int]:
        """Return the values that a man may have after it went from one square to another."""
        if not self.is_pawn[kind]:
            return [SQUARES * kind + goes]
        if self.bits[goes] & self.last_rows[player]:
            return [SQUARES * becomes + goes for becomes in self.promotions[kind]]
        is_double = abs(goes - square) == 2 * self.columns
        passing = self.as_passing[kind][goes]
        return [SQUARES * kind + goes, *([passing] if is_double and self.stands[passing] == goes else [])]

    @cached_property
    def has_passed(self) -> list[bool]:
        """Whether a man may just have gone two squares, so that it can be taken in passing, by its value otherwise."""
        marked = [
            value
            for sorts in self.sorts
            for sort in sorts
            for value in sort
            if self.passed_square[value] < NOWHERE
        ]
        passing = {SQUARES * (value // SQUARES) + self.stands[value] for value in marked}
        return [value in passing for value in range(self.gone + 1)]

    @cached_property
    def taken_on(self) -> list[list[list[int]]]:
        """The values of each player's men that stand on each square, besides the king."""
        return self._taken(lambda value: self.stands[value])

    @cached_property
    def taken_in_passing(self) -> list[list[list[int]]]:
        """The values of each player's pawns that have just passed each square."""
        return self._taken(lambda value: self.passed_square[value])

    def _taken(self, square_of: Any) -> list[list[list[int]]]:
        values = [[v for sort in sorts[:-1] for v in sort] for sorts in self.sorts]
        return [[[v for v in own if square_of(v) == square] for square in range(SQUARES)] for own in values]
