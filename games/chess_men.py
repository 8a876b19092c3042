"""The men of a chess ending: which there are, where they stand at first, and how positions and moves are written."""

from __future__ import annotations

import re
from abc import abstractmethod
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture

from .chess_board import ChessBoard

State = tuple[int, ...]  # the kind of White's man, the squares of the kings and of both men, whose turn it is
Move = tuple[int, int, int]  # the square a man leaves, the one it goes to, the kind of White's man afterwards

FAULTS: Final = (
    "",
    "every man has a square of its own",
    "kings may not stand next to each other",
    "White is to move when Black has just taken the last man",
    "a pawn cannot stand on the first or the last row",
    "the player who has just moved may not be in check",
)


class EndingMen(ChessBoard):
    """Two kings, White's man and perhaps one of Black's; subclasses state the rules.

    Attributes:
        pieces: the signs of the men, White's before the second K.
    """

    pieces: str

    @abstractmethod
    def fault(self, s: Any) -> int:
        """Return the place in `FAULTS` of the rule that a position breaks, 0 if it breaks none."""

    @cached_property
    def foe(self) -> str:
        """The kind of Black's man; nothing if Black has only the king."""
        return self.pieces[3:]

    @cached_property
    def away(self) -> int:
        """What is to be added to the number of Black's square: all are off the board if Black has only the king."""
        return 0 if self.foe else self.taken

    @cached_property
    def men(self) -> str:
        """The kinds of man that White's man can be in the course of the game; promotions come before the pawn."""
        return "QRBNP" if self.pieces == "KPK" else self.pieces[1]

    @cached_property
    def black(self) -> int:
        """The kind of Black's man in the tables, where it comes after White's."""
        return len(self.men)

    @cached_property
    def kinds(self) -> str:
        return self.men + (self.foe or "N")

    @cached_property
    def pawn(self) -> int:
        """The kind that is a pawn; -1 if none is."""
        return self.men.find("P")

    @property
    def usual(self) -> str:
        """The state in which the men stand as when a game of chess begins."""
        king = ascii_lowercase[self.side // 2]
        man, other = self._first_square(self.pieces[1]), self._first_square(self.foe)
        row = 1 + (self.pieces[1] == "P")
        black = f" {self.foe.lower()}{other}{self.side}" if self.foe else ""
        return f"K{king}1 {self.pieces[1]}{man}{row} k{king}{self.side}{black}, white to move"

    def _first_square(self, man: str) -> str:
        middle = self.side // 2
        columns = {"Q": middle - 1, "R": self.side - 1, "B": middle + 1, "N": 1, "P": middle, "": 0}
        return ascii_lowercase[columns[man]]

    # --- for people -------------------------------------------------------------------------------------------

    def standing(self, state: State) -> dict[int, str]:
        """Return the sign of the man on each square that is not empty."""
        man, white_king, black_king, square, other, _ = state
        men = (
            (white_king, "K"),
            (square, self.men[man]),
            (black_king, "k"),
            (other + self.away, self.foe.lower()),
        )
        return {place: sign for place, sign in men if place < self.taken}

    def parse_state(self, text: str) -> State:
        return self._parsed("state", text)

    def _parsed(self, name: str, text: str) -> State:
        squares = {self.grid.place_name(square): square for square in range(self.taken)}
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

    def format_move(self, state: State, move: Move) -> str:
        leaves, goes, becomes = move
        standing = self.standing(state)
        sign = standing[leaves].replace("P", "")  # as chess players write it
        promotion = f"={self.men[becomes]}" if becomes != state[0] else ""
        how = "x" if goes in standing else "-"
        return f"{sign}{self.grid.place_name(leaves)}{how}{self.grid.place_name(goes)}{promotion}"

    def gesture(self, state: State, move: Move) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name
