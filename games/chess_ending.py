"""Chess endings: two kings and up to four other men, with pawns or without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.families.chess_answers import tablebase_fields
from gamekit.families.chess_board import GOES, NOWHERE, TAKES
from gamekit.families.chess_men import ChessMen
from gamekit.families.men_ranking import SQUARES
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE

from .notations.fen import Fen
from .notations.pgn import Pgn

Move = tuple[int, int, int]  # the square a man leaves, the one it goes to, its kind afterwards


@attrs.frozen
class ChessEnding(ChessMen):
    """Chess with the two kings and up to four other men, on a board of 4×4 to 8×8 squares.

    The men move as in chess. A pawn on the second row may step two squares, unless that takes it to the last row, and
    can then be taken in passing. On the last row it becomes a queen, rook, bishop or knight. Nobody castles: in a
    state, kings or rooks have moved. Checkmate wins. Stalemate is a tie, and so are dead positions, at once: bare
    kings, and king and bishop or king and knight against king, with which nobody can mate. There is no fifty-move
    rule and none against repetition: play that never ends is a draw.

    The material says which men White has, and then which Black has: KQKR is queen against rook. Where no start is
    given, the men stand as when a game of chess begins, and White is to move.

    >>> game = ChessEnding("KRK", board=4, start="Kb3 Rd3 ka1, white to move")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['Ka4', 'Kb4', 'Kc4', 'Ka3', 'Kc3', 'Kc2', 'Rd4', 'Rc3', 'Rd2', 'Rd1#']
    """

    aim = "Checkmate the other king; stalemate is a tie."

    material: str = parameter("KQK", "the men, White's first: KQK, KPKP, KRPKR; six in all at most")
    side: int = parameter(8, "the side of the board: 4 to 8 squares", 4, 8, alias="board")
    opening: str | None = parameter(
        None,
        "the position to start from, like 'Ke1 Qd1 ke8, white to move'; small letters are Black's",
        alias="start",
    )

    notations = (Fen(), Pgn())
    example = {"material": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"}

    def __attrs_post_init__(self) -> None:
        self.check_material()
        if self.opening is not None:
            self.read("start", self.opening)

    def start(self) -> str:
        return super().start() if self.opening is None else self.opening

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
                        occupied = (mine | theirs) & ~self.bits[leaves] & ~self.bits[removed] | self.bits[
                            goes
                        ]
                        if not self.threatens(s, other, king, occupied, removed):
                            if self.is_pawn[kind] and self.bits[goes] & self.last_rows[turn]:
                                for becomes in self.promotions[kind]:
                                    yield leaves, goes, becomes
                            else:
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
        if (
            is_pawn
            and abs(goes - leaves) == 2 * self.side
            and self.takes_in_passing(s, other, (leaves + goes) // 2)
        ):
            s.men[index] = self.as_passing[kind][goes]

    def over(self, s: Any) -> int | None:
        if self.is_dead[self.tier(s)]:
            return TIE
        if self.is_stuck(s):
            return LOSS if self.in_check(s, s.turn) else TIE
        return None

    def facts(self, solution: Any, state: tuple[int, ...]) -> dict[str, Any]:
        return tablebase_fields(solution, state)

    def ending(self, state: tuple[int, ...]) -> str | None:
        return super().ending(state) or "the men that are left cannot mate"
