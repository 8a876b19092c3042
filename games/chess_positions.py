"""Positions of chess endings: which can occur, who is in check, and how they are read and end."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.errors import InputError

from .chess_men import BLACK, WHITE, EndingMen, State

FAULTS: Final = (
    "",
    "every man has a square of its own",
    "kings may not stand next to each other",
    "White is to move when Black has just taken the last man",
    "a pawn cannot stand on the first or the last row",
    "the player who has just moved may not be in check",
)


class EndingPositions(EndingMen):
    """Two kings and one or two other men that stand as they may in a game of chess; subclasses state the moves."""

    def in_check(self, s: Any, player: int) -> bool:
        """Return whether a player's king is threatened."""
        if player == WHITE:
            return self.hits(self.black, s.other + self.away, s.white_king, s.black_king, s.square)
        return self.hits(s.man, s.square, s.black_king, s.white_king, s.other + self.away)

    def is_state(self, s: Any) -> bool:
        return self.fault(s) == 0 and (s.man == 0 or s.square < self.taken)

    def fault(self, s: Any) -> int:
        """Return the place in `FAULTS` of the rule that a position breaks, 0 if it breaks none."""
        other = s.other + self.away
        if s.white_king == s.black_king or s.square in (s.white_king, s.black_king):
            return 1
        if other in (s.white_king, s.black_king) or (other == s.square and other < self.taken):
            return 1
        if s.black_king in self.near[s.white_king]:
            return 2
        if s.square == self.taken and s.turn == BLACK and self.away > 0:
            return 3
        if (
            s.man == self.pawn
            and s.square < self.taken
            and not self.side <= s.square < self.taken - self.side
        ):
            return 4
        return 5 if self.in_check(s, 1 - s.turn) else 0

    # --- for people -------------------------------------------------------------------------------------------

    def parse_state(self, text: str) -> State:
        return self._parsed("state", text)

    def _parsed(self, name: str, text: str) -> State:
        squares = {self.ground.place_name(square): square for square in range(self.taken)}
        place = f"({'|'.join(squares)})"
        black = f"(?: {self.foe.lower()}{place})?" if self.foe else "()"
        pattern = f"K{place}(?: ([{self.men}]){place})? k{place}{black}, ({'|'.join(self.players)}) to move"
        found = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if found is None:
            raise InputError(f"{name} must read like {self.usual!r}; it is {text!r}")
        white_king, man, square, black_king, other, player = found.groups()
        places = [squares.get(name, self.taken) for name in (white_king, black_king, square, other)]
        places[-1] -= self.away
        state = (self.men.find(man) if man else 0, *places, self.players.index(player))
        if fault := FAULTS[self.fault(self._views.of(state))]:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def ending(self, state: State) -> str:
        view = self._views.of(state)
        if not self.is_stuck(view):
            return "the men that are left cannot mate"
        return "checkmate" if self.in_check(view, view.turn) else "stalemate"
