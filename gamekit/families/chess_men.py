"""`ChessMen`: positions of two kings and one or two other men of chess: which can occur, who is in check, and texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.families.chess_board import ChessBoard
from gamekit.game.gesture import Gesture
from gamekit.layout.fields.counters import Counter
from gamekit.layout.fields.pieces import Cell
from gamekit.layout.layout import Cells, Layout

WHITE: Final = 0
BLACK: Final = 1
FAULTS: Final = (
    "",
    "every man must have a square of its own",
    "kings may not stand next to each other",
    "White must be to move if Black has just taken the last man",
    "a pawn cannot stand on the first or the last row",
    "the player who has just moved may not be in check",
)


class ChessMen(ChessBoard):
    """A game with two kings, one man of White's and perhaps one of Black's; subclasses state how it is played.

    The fields are the squares `white_king`, `black_king` and `white_man`; `black_man`, which is a square if `away` is
    added to it; and `man`, the kind of White's man, which changes where a pawn becomes something else. A state is a
    position that can occur in chess: each man has a square of its own, kings keep apart, and the player who has just
    moved is not in check.

    A move begins with the squares that a man leaves and goes to.

    Attributes:
        pieces: the signs of the men, White's before the second K: "KQK", "KPK", "KRKN". Only White's may be a pawn.

    >>> class Ending(ChessMen):
    ...     pieces, side = "KRKN", 8
    ...     def options(self, s): yield s.white_king, s.white_king - 8, s.man
    ...     def play(self, s, move): s.white_king = move[1]
    >>> state = Ending().parse_state("Ke1 Rh1 ke8 nb8, white to move")
    >>> state, Ending().standing(state)[63]
    ((0, 60, 4, 63, 1, 0), 'R')
    """

    pieces: str

    @cached_property
    def foe(self) -> str:
        """The kind of Black's man; an empty string if Black has only the king."""
        return self.pieces[3:]

    @cached_property
    def becomes(self) -> str:
        """The kinds of man that White's man can be in the course of the game; promotions come before the pawn."""
        return "QRBNP" if self.pieces[1] == "P" else self.pieces[1]

    @cached_property
    def kinds(self) -> str:
        return self.becomes + (self.foe or "N")

    @cached_property
    def pawn(self) -> int:
        """The index of the pawn in `kinds`; -1 if there is none."""
        return self.becomes.find("P")

    @cached_property
    def black_kind(self) -> int:
        """The index of Black's man in `kinds`, after the kinds of White's man."""
        return len(self.becomes)

    @cached_property
    def away(self) -> int:
        """The number to add to `black_man` to get its square, which is off the board if Black has only the king."""
        return 0 if self.foe else self.taken

    @cached_property
    def harmless(self) -> list[bool]:
        """Whether a king and one man can never mate a bare king, however both play, by the kind of the man."""
        return [kind in "BN" for kind in self.kinds]

    def layout(self) -> Layout:
        return Layout(
            man=Counter(len(self.becomes) - 1),
            white_king=Cell(self.ground),
            black_king=Cell(self.ground),
            white_man=Cell(self.ground, off="-"),
            black_man=Cell(self.ground, off="-") if self.foe else Counter(0),
            symmetry="mirror transpose",
            only={"man": {self.pawn: "mirror"}} if self.pawn >= 0 else {},
            dense="all",
        )

    def start(self) -> str:
        """Return the state in which the men stand as when a game of chess begins; by default, play starts from it."""
        return self.format_state(self._as_chess_begins)

    @property
    def _as_chess_begins(self) -> Cells:
        middle, last = self.side // 2, self.side - 1
        columns = {"N": 1, "Q": middle - 1, "K": middle, "P": middle, "B": middle + 1, "R": last}
        king, back_row, man = columns["K"], self.side * last, self.pieces[1]
        white = back_row - self.side * (man == "P") + columns[man]
        black = columns[self.foe] if self.foe else 0
        return (self.becomes.index(man), back_row + king, king, white, black, WHITE)

    # --- for rules --------------------------------------------------------------------------------------------

    def in_check(self, s: Any, player: int) -> bool:
        """Return whether a player's king is threatened."""
        if player == WHITE:
            return self.hits(
                self.black_kind, s.black_man + self.away, s.white_king, s.black_king, s.white_man
            )
        return self.hits(s.man, s.white_man, s.black_king, s.white_king, s.black_man + self.away)

    def is_state(self, s: Any) -> bool:
        return self.fault(s) == 0 and (s.man == 0 or s.white_man < self.taken)

    def fault(self, s: Any) -> int:
        """Return the index in `FAULTS` of the rule that a position breaks; 0 if it breaks none."""
        white, black = s.white_man, s.black_man + self.away
        if s.white_king == s.black_king or white in (s.white_king, s.black_king):
            return 1
        if black in (s.white_king, s.black_king) or (black == white and black < self.taken):
            return 1
        if s.black_king in self.near[s.white_king]:
            return 2
        if white == self.taken and s.turn == BLACK and self.away > 0:
            return 3
        if s.man == self.pawn and white < self.taken and not self.side <= white < self.taken - self.side:
            return 4
        return 5 if self.in_check(s, 1 - s.turn) else 0

    # --- for people -------------------------------------------------------------------------------------------

    def standing(self, state: Cells) -> dict[int, str]:
        man, white_king, black_king, white, black, _ = state
        signs = {
            white_king: "K",
            white: self.becomes[man],
            black_king: "k",
            black + self.away: self.foe.lower(),
        }
        return {square: sign for square, sign in signs.items() if square < self.taken}

    def parse_state(self, text: str) -> Cells:
        try:
            return self.read("state", text)
        except InputError as refused:
            return self.parse_by_notation(text, refused)

    def read(self, name: str, text: str) -> Cells:
        """Return the state that a string shows.

        Args:
            name: the name of the string in error messages.
            text: the men and their squares, White's before Black's and kings first.

        Raises:
            InputError: `text` does not describe a position that can occur.
        """
        squares = {self.ground.place_name(square): square for square in range(self.taken)}
        place = f"({'|'.join(squares)})"
        black = f"(?: {self.foe.lower()}{place})?" if self.foe else "()"
        pattern = (
            f"K{place}(?: ([{self.becomes}]){place})? k{place}{black}, ({'|'.join(self.players)}) to move"
        )
        found = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if found is None:
            example = self.format_state(self._as_chess_begins)
            raise InputError(f"{name} must read like {example!r}; it is {text!r}")
        white_king, man, white, black_king, black, player = found.groups()
        places = [squares.get(square, self.taken) for square in (white_king, black_king, white, black)]
        places[-1] -= self.away
        state = (self.becomes.find(man) if man else 0, *places, self.players.index(player))
        if fault := FAULTS[self.fault(self._views.of(state))]:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def format_move(self, state: Cells, move: Sequence[int]) -> str:
        leaves, goes, *_ = move
        standing = self.standing(state)
        sign = standing[leaves]
        promotes = sign == "P" and goes < self.side
        promotion = f"={self.standing(self.apply(state, move))[goes]}" if promotes else ""
        how = "x" if goes in standing else "-"
        man = sign.replace("P", "")  # as chess players write it
        return f"{man}{self.ground.place_name(leaves)}{how}{self.ground.place_name(goes)}{promotion}"

    def gesture(self, state: Cells, move: Sequence[int]) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name

    def ending(self, state: Cells) -> str | None:
        """Return "checkmate" or "stalemate" if the player to move cannot move; None otherwise."""
        view = self._views.of(state)
        if not self.is_stuck(view):
            return None
        return "checkmate" if self.in_check(view, view.turn) else "stalemate"
