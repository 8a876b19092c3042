"""The men of a chess ending: which there are, where they stand at first, and how moves are written."""

from __future__ import annotations

from functools import cached_property

from gamekit.game.gesture import Gesture
from gamekit.layout import Cell, Counter, Layout
from gamekit.layout.chess_board import ChessBoard

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
            white_king=Cell(self.ground),
            black_king=Cell(self.ground),
            square=Cell(self.ground, off="-"),
            other=Cell(self.ground, off="-") if self.foe else Counter(0),
            symmetry="mirror transpose",
            only={"man": {self.pawn: "mirror"}} if self.pawn >= 0 else {},
            dense="all",
        )

    @property
    def usual(self) -> str:
        """The state in which the men stand as when a game of chess begins."""
        middle, last = self.side // 2, self.side - 1
        columns = {"N": 1, "Q": middle - 1, "K": middle, "P": middle, "B": middle + 1, "R": last}
        squares = [
            man + self.ground.place_name(self.side * row + columns[man.upper()])
            for men, back_row in (("K" + self.pieces[1], last), ("k" + self.foe.lower(), 0))
            for man in men
            for row in [back_row - (man == "P")]
        ]
        return f"{' '.join(squares)}, white to move"

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
        return f"{sign}{self.ground.place_name(leaves)}{how}{self.ground.place_name(goes)}{promotion}"

    def gesture(self, state: State, move: Move) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name
