"""Chess of your own: endings with men in Betza's notation, on boards of any size, with other ways to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import attrs

from gamekit.errors import InputError, blamed
from gamekit.families.betza import Leap, leaps_of
from gamekit.families.chess_board import MEN
from gamekit.families.chess_retractions import ChessRetractions
from gamekit.game.parameters import parameter, refusal
from gamekit.layout import LOSS, TIE, WIN

from .notations.pgn import Pgn
from .notations.variant_fen import VariantFen

MOST_SQUARES = 64
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}
COMPOUNDS = {"BN": "archbishop", "NR": "chancellor", "NQ": "amazon"}
"""The names of men that go like two of chess, by the letters of these."""
STALEMATED = {"draw": TIE, "loss": LOSS, "win": WIN}


@attrs.frozen
class ChessVariant(ChessRetractions):
    """Chess with few men that go as you say, on a board of your size, and with a goal of your choice.

    Men go as Betza's notation says: `A=BN` is an archbishop, which goes like a bishop or a knight. K, Q, R, B, N and P
    go as in chess unless you say otherwise; all but the pawn may. Each player has one king, and the material has no
    other K: another letter may go like a king, such as `M=K`. A pawn becomes any other man, or one of those in
    `promotion`.

    Checkmate wins. The other rules are those of chess unless parameters change them: what stalemate is worth, whether a
    bare king loses, and whether the kings race to a rank. If a bare king loses, its player may still take the last man
    of the other in the next move, which is a tie. Where kings race, nobody may give check. If White's king gets there,
    Black has one more move; a tie if the other king gets there, too. Bare kings are a tie unless they race. Nobody
    castles, and play that never ends is a draw.

    >>> game = ChessVariant("KAK", men="A=QN", rows=4, columns=4, start="Kd4 Aa4 kb1, white to move")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())][-3:]
    ['Ad1+', 'Ac3#', 'Ab2+']
    """

    material: str = parameter("KAK", "the men, White's first: KAK, KRKA; six in all at most")
    described: str = parameter(
        "A=BN", "how men go, in Betza's notation, with blanks between them: A=QN M=K", alias="men"
    )
    rows: int = parameter(8, "the number of rows; the board has at most 64 squares", 3, 21)
    columns: int = parameter(8, "the number of columns", 3, 21)
    stalemate: str = parameter(
        "draw", "what stalemate is to the stalemated player", choices=tuple(STALEMATED)
    )
    bare_king: bool = parameter(False, "whether a player loses who has nothing but the king")
    race: int = parameter(0, "the rank to which the kings race; 0 if they do not", 0, 21)
    promotion: str | None = parameter(
        None, "the men that a pawn may become, such as QN; by default, all but the king"
    )
    opening: str | None = parameter(
        None,
        "the position to start from, like 'Ke1 Ad1 ke8, white to move'; small letters are Black's",
        alias="start",
    )

    start_parameter = "start"
    notations = (VariantFen(), Pgn(VariantFen()))
    example = {"material": "KAK", "men": "A=BN", "rows": 4, "columns": 3}
    presets = {
        "Small": example,
        "Large": {"material": "KAK", "men": "A=BN", "rows": 6, "columns": 6},
        "Chancellor": {"material": "KCK", "men": "C=NR", "rows": 5, "columns": 5},
    }
    first_preset = "Large"
    cannot_mate = ""

    def __attrs_post_init__(self) -> None:
        if self.rows * self.columns > MOST_SQUARES:
            squares = self.rows * self.columns
            raise InputError(
                f"rows × columns must be at most {MOST_SQUARES}; they are {squares}", field="rows"
            )
        if self.race > self.rows:
            raise refusal("race", f"must be a rank of the board, 1 to {self.rows}, or 0; it is {self.race}")
        others = "".join(sign for sign in self.men if sign not in "KP")
        if self.promotion is not None and not (self.promotion and {*str(self.promotion)} <= {*others}):
            raise refusal("promotion", f"must name some of the men {others}; it is {self.promotion!r}")
        self.check_material()
        if {*self.leaps("K")} != {*self.leaps("k")}:
            rule = "the king must go backwards as it goes forwards, because both players have it"
            raise InputError(rule, field="men")
        with blamed("men"):
            self.check_men()
        if self.opening is not None:
            with blamed("start"):
                self.read("start", self.opening)

    @cached_property
    def men(self) -> Mapping[str, Sequence[Leap]]:
        described = dict[str, Sequence[Leap]]()
        for word in str(self.described).split():
            sign, is_given, notation = word.partition("=")
            if not is_given or len(sign) != 1 or not "A" <= sign <= "Z" or sign == "P" or sign in described:
                raise refusal(
                    "men",
                    "must be words such as A=BN, each with a capital other than P, an equals sign and Betza's "
                    f"notation; one is {word!r:.100}",
                )
            try:
                described[sign] = leaps_of(notation)
            except InputError as error:
                raise InputError(f"men: {sign}: {error}", field="men") from None
        return {"K": MEN["K"]} | described | {sign: MEN[sign] for sign in MEN if sign not in described}

    @property
    def promoted(self) -> str:
        return super().promoted if self.promotion is None else self.promotion

    @property
    def symmetries(self) -> list[tuple[str, ...]]:
        symmetries = super().symmetries
        return (
            [tuple(name for name in names if name == "mirror") for names in symmetries]
            if self.race
            else symmetries
        )

    @property
    def stalemated(self) -> int:  # type: ignore[override]
        return STALEMATED[self.stalemate]

    @property
    def aim(self) -> str:  # type: ignore[override]
        goals = ["Checkmate the other king"] * (not self.race)
        goals += [f"Bring your king to rank {self.race} first"] * (self.race > 0)
        goals += ["leave the other player a bare king"] * self.bare_king
        stalemate = (
            "a tie" if self.stalemated == TIE else f"a {self.stalemate} for the player who cannot move"
        )
        return f"{', or '.join(goals)}; stalemate is {stalemate}."

    @property
    def notes(self) -> list[str]:
        """The men that are not those of chess, with how they go."""
        described = dict(word.split("=") for word in str(self.described).split())
        return [
            f"{sign}: {_in_words(described[sign])}"
            for sign in self.men
            if sign in described and sign in self.material
        ]

    def start(self) -> str:
        return super().start() if self.opening is None else self.opening


def _in_words(notation: str) -> str:
    """Return how a man goes that is described in Betza's notation.

    >>> _in_words("BN"), _in_words("K"), _in_words("fFW")
    ('archbishop, moves as bishop or knight', 'moves as king', 'moves as fFW says')
    """
    if not {*notation} <= NAMES.keys():
        return f"moves as {notation} says"
    name = COMPOUNDS.get("".join(sorted(notation)))
    return f"{name + ', ' if name else ''}moves as {' or '.join(NAMES[letter] for letter in notation)}"
