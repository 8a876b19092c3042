"""Chess endings: two kings and up to four other men, with pawns or without."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import attrs

from gamekit.errors import blamed
from gamekit.families.chess_answers import fifty_moves, tablebase_fields
from gamekit.families.chess_retractions import ChessRetractions
from gamekit.game.parameters import parameter
from gamekit.game.sentences import in_moves

from .notations.fen import Fen
from .notations.pgn import Pgn


@attrs.frozen
class ChessEnding(ChessRetractions):
    """Chess with the two kings and up to four other men, on a board of 4×4 to 8×8 squares.

    The men move as in chess. A pawn on the second row may step two squares, unless that takes it to the last row, and
    can then be taken in passing. On the last row it becomes a queen, rook, bishop or knight. Nobody castles: in a
    state, kings or rooks have moved. Checkmate wins. Stalemate is a tie, and so are dead positions, at once: bare
    kings, and king and bishop or king and knight against king, with which nobody can mate. There is no fifty-move
    rule and none against repetition: play that never ends is a draw.

    The material says which men White has, and then which Black has: KQKR is queen against rook. Where no start is
    given, the men stand as when a game of chess begins, and White is to move.

    Plies are counted to mate. With `metric="dtz"`, they are counted to zeroing, which is the next capture or move of a
    pawn, or to mate if that comes first; the ending is then solved by tiers.

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
    metric: Literal["dtm", "dtz"] = parameter(
        "dtm", "the distance that counts: to mate (dtm) or to zeroing (dtz)", choices=("dtm", "dtz")
    )

    conversion = "zeroing"
    rows = columns = property(lambda self: self.side)
    start_parameter = "start"
    notations = (Fen(), Pgn(Fen()))
    example = {"material": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"}
    presets = {
        "Small": example,
        "Rook": {"material": "KRK", "start": "Ke1 Ra1 ke5, white to move"},
        "Pawn": {"material": "KPK", "start": "Ke4 Pe2 ke6, white to move"},
    }
    first_preset = "Rook"

    def __attrs_post_init__(self) -> None:
        self.check_material()
        if self.opening is not None:
            with blamed("start"):
                self.read("start", self.opening)

    def start(self) -> str:
        return super().start() if self.opening is None else self.opening

    @cached_property
    def not_supplied(self) -> tuple[str, ...]:
        return (*super().not_supplied, *(["converts"] if self.metric == "dtm" else []))

    def converts(self, tier: int, after: int) -> bool:
        return self.structures[tier] != self.structures[after]

    def win_in_words(self, plies: int) -> str:
        if self.metric == "dtm":
            return super().win_in_words(plies)
        pawns = " or move of a pawn" if "P" in self.material else ""
        return f"wins; mate or the next capture{pawns} comes in {in_moves(self, plies)}"

    def remark(self, solution: Any) -> str | None:
        return fifty_moves(solution) if self.metric == "dtz" else None

    def facts(self, solution: Any, state: tuple[int, ...]) -> dict[str, Any]:
        return tablebase_fields(solution, state)
