"""`ChessRules`: the rules of chess with few men: how they move, and when play is over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from gamekit.families.betza import GOES, TAKES
from gamekit.families.chess_board import NOWHERE
from gamekit.families.chess_material import BLACK, WHITE
from gamekit.families.chess_men import ChessMen
from gamekit.families.men_ranking import SQUARES
from gamekit.game.sentences import in_moves
from gamekit.layout.return_values import LOSS, TIE, WIN

Move = tuple[int, int, int]
"""The square that a man leaves, the one it goes to, and its kind afterwards."""


class ChessRules(ChessMen):
    """Chess with few men: nobody castles, and neither fifty moves nor repetition ends play.

    A pawn on the second row may step two squares, unless that takes it to the last row, and can then be taken in
    passing. On the last row it becomes another man. Checkmate wins. Stalemate is a tie, and so are dead positions, at
    once. A subclass may change the men, or what wins besides checkmate.

    Attributes:
        stalemated: the payoff to a player who is stalemated.
        bare_king: whether a player loses who has nothing but the king, unless their move takes the other's last man.
        race: the rank to which the kings race, 0 if they do not. Who gets there wins, but if White does, Black has one
            more move to get there, too, which is a tie.

    >>> class Rook(ChessRules):
    ...     material, rows, columns = "KRK", 4, 4
    >>> state = Rook().parse_state("Kb3 Rd3 ka1, white to move")
    >>> [Rook().format_move(state, move) for move in Rook().moves(state)][-3:]
    ['Rc3', 'Rd2', 'Rd1#']
    """

    stalemated: int = TIE
    bare_king: bool = False

    def options(self, s: Any) -> Iterator[Move]:
        turn, other = s.turn, 1 - s.turn
        mine, theirs = self.occupied(s, turn), self.occupied(s, other)
        passed, victim = NOWHERE, NOWHERE
        for i in range(self.firsts[other], self.firsts[other + 1]):
            if self.passed_square[s.men[i]] < NOWHERE:
                passed, victim = self.passed_square[s.men[i]], self.stands[s.men[i]]
        for i in range(self.firsts[turn] - 1, self.firsts[turn + 1]):
            is_king = i < self.firsts[turn]
            value = s.men[turn] if is_king else s.men[i]
            kind, leaves = value >> 6, self.stands[value]
            left = (mine | theirs) & ~self.bits[leaves]
            # where it only goes, or takes a man there, it opens no line to its king but by leaving
            is_free = not is_king and not self.threatens(s, other, s.men[turn], left, NOWHERE)
            for path in self.paths[value]:
                for step in path:
                    goes, removed = step & 63, NOWHERE
                    if self.bits[goes] & mine:
                        break
                    takes = self.bits[goes] & theirs != 0
                    if takes:
                        removed = goes
                    elif goes == passed and self.is_pawn[kind] and step & SQUARES * TAKES:
                        removed = victim
                    does = TAKES if removed < NOWHERE else GOES
                    if step & SQUARES * does:
                        king = goes if is_king else s.men[turn]
                        occupied = left & ~self.bits[removed] | self.bits[goes]
                        if (is_free and (does == GOES or removed == goes)) or not self.threatens(
                            s, other, king, occupied, removed
                        ):
                            if self.is_pawn[kind] and self.bits[goes] & self.last_rows[turn]:
                                for becomes in self.promotions[kind]:
                                    if not self.race or self.is_allowed(
                                        s, leaves, SQUARES * becomes + goes, occupied
                                    ):
                                        yield leaves, goes, becomes
                            elif not self.race or self.is_allowed(s, leaves, SQUARES * kind + goes, occupied):
                                yield leaves, goes, kind
                    if takes:
                        break

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, kind = move
        turn, other = s.turn, 1 - s.turn
        index = turn
        for i in range(self.firsts[turn], self.firsts[turn + 1]):
            if self.stands[s.men[i]] == leaves:
                index = i
        is_pawn = self.is_pawn[kind]
        for i in range(self.firsts[other], self.firsts[other + 1]):
            value = s.men[i]
            if self.stands[value] == goes or (is_pawn and self.passed_square[value] == goes):
                s.men[i] = self.gone
            elif self.passed_square[value] < NOWHERE:
                s.men[i] = (value >> 6) * SQUARES + self.stands[value]
        s.men[index] = SQUARES * kind + goes
        if self.passes_a_pawn(s, kind, leaves, goes):
            s.men[index] = self.as_passing[kind][goes]

    def passes_a_pawn(self, s: Any, kind: int, leaves: int, goes: int) -> bool:
        """Return whether a man is a pawn that goes two squares, past a pawn that may then take it."""
        return (
            self.is_pawn[kind]
            and abs(goes - leaves) == 2 * self.columns
            and self.takes_in_passing(s, 1 - s.turn, (leaves + goes) // 2)
        )

    def is_allowed(self, s: Any, leaves: int, value: int, occupied: int) -> bool:
        """Return whether a man may have this value after a move where kings race: the other king is not in check."""
        king = s.men[1 - s.turn]
        if self.ways[value][king] & occupied == 0:
            return False
        if s.men[s.turn] != leaves and self.ways[s.men[s.turn]][king] & occupied == 0:
            return False
        for i in range(self.firsts[s.turn], self.firsts[s.turn + 1]):
            if self.stands[s.men[i]] != leaves and self.ways[s.men[i]][king] & occupied == 0:
                return False
        return True

    def over(self, s: Any) -> int | None:
        other = 1 - s.turn
        if self.race and s.turn == WHITE:
            white, black = self.bits[s.men[WHITE]] & self.goal != 0, self.bits[s.men[BLACK]] & self.goal != 0
            if white and black:
                return TIE
            if white or black:
                return WIN if white else LOSS
        if self.bare_king:
            if self.has_bare_king(s, other):
                return TIE if self.has_bare_king(s, s.turn) else WIN
            if self.has_bare_king(s, s.turn) and not self.can_bare(s):
                return LOSS
        if self.is_dead[self.tier(s)]:
            return TIE
        if self.is_stuck(s):
            if self.in_check(s, s.turn) or (self.race and self.bits[s.men[other]] & self.goal != 0):
                return LOSS
            return self.stalemated
        return None

    @cached_property
    def goal(self) -> int:
        """The squares to which the kings race, as a set."""
        first = self.columns * (self.rows - self.race)
        return self._set(range(first, first + self.columns)) if self.race else 0

    def has_bare_king(self, s: Any, player: int) -> bool:
        """Return whether a player has nothing but the king."""
        return all(s.men[i] == self.gone for i in range(self.firsts[player], self.firsts[player + 1]))

    def can_bare(self, s: Any) -> bool:
        """Return whether the king of the player to move can take the only man that the other player has."""
        king, other = s.men[s.turn], 1 - s.turn
        occupied = self.occupied(s, WHITE) | self.occupied(s, BLACK)
        men, last = 0, NOWHERE
        for i in range(self.firsts[other], self.firsts[other + 1]):
            if s.men[i] != self.gone:
                men, last = men + 1, self.stands[s.men[i]]
        if men != 1 or self.ways[king][last] & occupied != 0:
            return False
        return not self.threatens(s, other, last, occupied & ~self.bits[king], last)

    def ending(self, state: tuple[int, ...]) -> str | None:
        if (payoff := self.outcome(state)) is None:
            return None
        view = self._views.of(state)
        is_bare = self.bare_king and any(self.has_bare_king(view, player) for player in (WHITE, BLACK))
        if any(self.bits[king] & self.goal for king in state[:2]) and (view.turn == WHITE or not is_bare):
            return f"{'both kings have' if payoff == 0 else 'the king has'} reached rank {self.race}"
        if is_bare and payoff:
            return "bare king"
        return super().ending(state) or "the men that are left cannot mate"

    def win_in_words(self, plies: int) -> str:
        if self.race or self.bare_king or self.stalemated:
            return f"wins in {in_moves(self, plies)}"
        return super().win_in_words(plies)
