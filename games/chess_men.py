"""The men of a chess ending: which there are, where they stand at first, and how moves are written."""

from __future__ import annotations

from functools import cached_property
from string import ascii_lowercase

from gamekit.game.gesture import Gesture
from gamekit.layout import Cell, Counter, Layout

from .chess_board import ChessBoard

WHITE, BLACK = 0, 1

State = tuple[int, ...]  # the kind of White's man, the squares of the kings and of both men, whose turn it is
Move = tuple[int, int, int]  # the square a man leaves, the one it goes to, the kind of White's man afterwards


class EndingMen(ChessBoard):
    """Two kings, White's man and perhaps one of Black's; subclasses state the rules.

    Attributes:
        pieces: the signs of the men, White's before the second K.
    """

    pieces: str

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

    @cached_property
    def harmless(self) -> list[bool]:
        """Whether a player cannot mate with a man against the bare king, however the other plays."""
        return [man in "BN" for man in self.kinds]

    def layout(self) -> Layout:
        return Layout(
            man=Counter(len(self.men) - 1),
            white_king=Cell(self.grid),
            black_king=Cell(self.grid),
            square=Cell(self.grid, off="-"),
            other=Cell(self.grid, off="-") if self.foe else Counter(0),
            symmetry="mirror transpose",
            only={"man": {self.pawn: "mirror"}} if self.pawn >= 0 else {},
            dense="all",
        )

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

    def format_move(self, state: State, move: Move) -> str:
        leaves, goes, becomes = move
        standing = self.standing(state)
        sign = standing[leaves].replace("P", "")  # as chess players write it
        promotion = f"={self.men[becomes]}" if becomes != state[0] else ""
        how = "x" if goes in standing else "-"
        return f"{sign}{self.grid.place_name(leaves)}{how}{self.grid.place_name(goes)}{promotion}"

    def gesture(self, state: State, move: Move) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name
