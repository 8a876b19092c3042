"""Chess endings: king and queen, rook, pawn, bishop or knight against the bare king, or against king and man."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import attrs

from gamekit.errors import InputError
from gamekit.families.chess_men import BLACK, ChessMen
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE

from .notations.fen import Fen

ENDINGS: Final = ("KQK", "KRK", "KBK", "KNK", "KPK", "KQKQ", "KQKR", "KQKB", "KQKN", "KRKR", "KRKB", "KRKN")

Move = tuple[int, int, int]  # the square a man leaves, the one it goes to, the kind of White's man afterwards


@attrs.frozen
class ChessEnding(ChessMen):
    """Chess with the two kings, one white man and perhaps a black one, on a board of 4×4 to 8×8.

    The men move as in chess. A pawn on the second row may step two squares, unless that takes it to the last
    row, and on the last row it becomes a queen, rook, bishop or knight. There is no castling. Checkmate wins.
    Stalemate is a tie, and so are dead positions, at once: bare kings, and king and bishop or king and knight
    against king, with which nobody can mate. There is no fifty-move rule and none against repetition: play that
    never ends is a draw.

    Where no start is given, the men stand as when a game of chess begins, the rook on the right, and White is
    to move.

    >>> game = ChessEnding(pieces="KRK", board=4, start="Kb3 Rd3 ka1, white to move")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['Kb3-a4', 'Kb3-b4', 'Kb3-c4', 'Kb3-a3', 'Kb3-c3', 'Kb3-c2', 'Rd3-d4', 'Rd3-c3', 'Rd3-d2', 'Rd3-d1']
    """

    aim = "Checkmate the other king; stalemate is a tie."

    pieces: str = parameter("KQK", f"the ending: one of {', '.join(ENDINGS)}", choices=ENDINGS)
    side: int = parameter(8, "the side of the board: 4 to 8 squares", 4, 8, alias="board")
    opening: str | None = parameter(
        None,
        "the position to start from, like 'Ke1 Qd1 ke8, white to move'; small letters are Black's",
        alias="start",
    )

    notations = (Fen(),)
    most_moves: ClassVar[int] = 8 + 27  # of king and queen
    example = {"pieces": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"}

    def __attrs_post_init__(self) -> None:
        if self.opening is not None:
            standing = self.standing(self.read("start", self.opening))
            if "".join(standing.values()).upper() != self.pieces:
                raise InputError(f"start must have the men of {self.pieces}; it is {self.opening!r}")

    def start(self) -> str:
        return super().start() if self.opening is None else self.opening

    def options(self, s: Any) -> Iterator[Move]:
        king, other, own, theirs = s.white_king, s.black_king, s.white_man, s.black_man + self.away
        kind, foe = s.man, self.black_kind
        if s.turn == BLACK:
            king, other, own, theirs, kind, foe = other, king, theirs, own, foe, kind
        alone = theirs == self.taken
        for goes in self.near[king]:
            if goes == own or goes in self.near[other]:
                continue
            if alone or not self.hits(foe, theirs, goes, other, own):
                yield king, goes, s.man
        for path in self.paths[kind][own]:
            for goes in path:
                if goes in (king, other):
                    break
                if alone or goes == theirs or not self.hits(foe, theirs, king, other, goes):
                    if kind == self.pawn and goes < self.side:
                        for man in range(self.pawn):
                            yield own, goes, man
                    else:
                        yield own, goes, s.man
                if goes == theirs:
                    break

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, man = move
        if s.turn == BLACK:
            if leaves == s.black_king:
                s.black_king = goes
            else:
                s.black_man = goes
            if goes == s.white_man:
                s.man, s.white_man = 0, self.taken
        else:
            if leaves == s.white_king:
                s.white_king = goes
            else:
                s.man, s.white_man = man, goes
            if goes == s.black_man + self.away:
                s.black_man = self.taken

    def over(self, s: Any) -> int | None:
        alone = s.black_man + self.away == self.taken
        if s.white_man == self.taken:
            if alone or self.harmless[self.black_kind]:
                return TIE
        elif alone and self.harmless[s.man]:
            return TIE
        if self.is_stuck(s):
            return LOSS if self.in_check(s, s.turn) else TIE
        return None

    def tier(self, s: Any) -> int:
        white = 0 if s.white_man == self.taken else 1 + s.man  # a pawn comes after what it becomes
        return white if s.black_man + self.away == self.taken else white + 1 + self.black_kind

    def ending(self, state: tuple[int, ...]) -> str | None:
        return super().ending(state) or "the men that are left cannot mate"
