"""Chess endings of three men: king and queen, rook, pawn, bishop or knight against the bare king."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from string import ascii_lowercase
from typing import Any, ClassVar, Final

import attrs

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE, BoardGame, Cell, Counter, Grid, Layout
from gamekit.layout.geometry import AROUND, DIAGONAL, KNIGHT, STRAIGHT, rays, steps
from gamekit.layout.picture import Picture

State = tuple[int, ...]  # the kind of White's man, the squares of the kings and of that man, whose turn it is
Move = tuple[int, int, int]  # the square a man leaves, the one it goes to, the kind of White's man afterwards

WHITE, BLACK = 0, 1
ENDINGS: Final = ("KQK", "KRK", "KBK", "KNK", "KPK")
WAYS: Final = {  # along which a man threatens
    **dict.fromkeys("KQ", AROUND), "R": STRAIGHT, "B": DIAGONAL, "N": KNIGHT, "P": ((-1, -1), (-1, 1))
}  # fmt: skip
LOOKS: Final = {man: f"white {sign}" for man, sign in zip("KQRBNP", "♔♕♖♗♘♙", strict=True)}
FAULTS: Final = (
    "",
    "every man has a square of its own",
    "kings may not stand next to each other",
    "White is to move when Black has just taken the last man",
    "a pawn cannot stand on the first or the last row",
    "the player who has just moved may not be in check",
)


@attrs.frozen
class ChessEnding(BoardGame):
    """Chess with the two kings and one white man, on a board of 4×4 to 8×8; White tries to mate.

    The men move as in chess. A pawn on the second row may step two squares, unless that takes it to the last
    row, and on the last row it becomes a queen, rook, bishop or knight. There is no castling. Checkmate wins
    for White. Stalemate is a tie, and so are dead positions, at once: bare kings, and king and bishop or king
    and knight against king, with which nobody can mate. There is no fifty-move rule and none against
    repetition: play that never ends is a draw.

    Where no start is given, the men stand as when a game of chess begins, the rook on the right, and White is
    to move.

    >>> game = ChessEnding(pieces="KRK", board=4, start="Kb3 Rd3 ka1, white to move")
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['Kb3-a4', 'Kb3-b4', 'Kb3-c4', 'Kb3-a3', 'Kb3-c3', 'Kb3-c2', 'Rd3-d4', 'Rd3-c3', 'Rd3-d2', 'Rd3-d1']
    """

    pieces: str = parameter("KQK", f"the ending: one of {', '.join(ENDINGS)}")
    side: int = parameter(8, "the side of the board: 4 to 8 squares", 4, 8, alias="board")
    opening: str | None = parameter(
        None,
        "the position to start from, like 'Ke1 Qd1 ke8, white to move'; small letters are Black's",
        alias="start",
    )

    players = ("white", "black")
    most_moves: ClassVar[int] = 8 + 27  # of king and queen
    looks: ClassVar[dict[str, str]] = {**LOOKS, "k": "black ♚", "board": "chequered"}
    example = {"pieces": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"}

    def __attrs_post_init__(self) -> None:
        if self.pieces not in ENDINGS:
            raise InputError(f"pieces must be one of {', '.join(ENDINGS)}; it is {self.pieces!r}")
        if self.opening is not None:
            man, _, _, square, _ = self._parsed("start", self.opening)
            if square == self.taken or self.men[man] != self.pieces[1]:
                raise InputError(f"start must have the men of {self.pieces}; it is {self.opening!r}")

    def layout(self) -> Layout:
        return Layout(
            man=Counter(len(self.men) - 1),
            white_king=Cell(self.grid),
            black_king=Cell(self.grid),
            square=Cell(self.grid, off="-"),
            symmetry="mirror transpose",
            only={"man": {self.pawn: "mirror"}} if self.pawn >= 0 else {},
            dense="all",
        )

    def start(self) -> str:
        return self.opening if self.opening is not None else self.usual

    @property
    def usual(self) -> str:
        """The state in which the men stand as when a game of chess begins."""
        man, middle = self.pieces[1], self.side // 2
        column = {"Q": middle - 1, "R": self.side - 1, "B": middle + 1, "N": 1, "P": middle}[man]
        king, other = ascii_lowercase[middle], ascii_lowercase[column]
        return f"K{king}1 {man}{other}{1 + (man == 'P')} k{king}{self.side}, white to move"

    # --- tables -----------------------------------------------------------------------------------------------

    @cached_property
    def grid(self) -> Grid:
        return Grid(self.side, self.side, f".{''.join(LOOKS)}k")

    @cached_property
    def taken(self) -> int:
        """The square of White's man once it is taken; its kind is then 0."""
        return self.side * self.side

    @cached_property
    def men(self) -> str:
        """The kinds of man that White's man can be in the course of the game; promotions come before the pawn."""
        return "QRBNP" if self.pieces == "KPK" else self.pieces[1]

    @cached_property
    def pawn(self) -> int:
        """The kind that is a pawn; -1 if none is."""
        return self.men.find("P")

    @cached_property
    def harmless(self) -> list[bool]:
        """Whether White cannot mate with a man, however Black plays."""
        return [man in "BN" for man in self.men]

    def _rays(self, man: str) -> list[list[list[int]]]:
        """Return for each square the squares that a man threatens, a list for each direction; none once it is taken."""
        length = self.side if man in "QRB" else 1
        return [[ray[:length] for ray in around] for around in rays(self.side, self.side, WAYS[man])] + [[]]

    @cached_property
    def near(self) -> list[list[int]]:
        """The neighbours of each square."""
        return steps(self.side, self.side)

    @cached_property
    def paths(self) -> list[list[list[list[int]]]]:
        """Where a man goes until a king is in its way, by kind and square, a list for each direction."""
        ahead = [around[0] for around in rays(self.side, self.side, [(-1, 0)])]
        from_second = range(self.taken - 2 * self.side, self.taken - self.side) if self.side > 4 else ()
        of_pawn = [[ray[: 1 + (square in from_second)]] for square, ray in enumerate(ahead)] + [[]]
        return [of_pawn if man == "P" else self._rays(man) for man in self.men]

    @cached_property
    def threats(self) -> list[list[list[bool]]]:
        """Whether a man threatens a square on an empty board, by kind and by the square where it stands."""
        reach = [[{goes for ray in around for goes in ray} for around in self._rays(man)] for man in self.men]
        return [[[goes in found for goes in range(self.taken)] for found in places] for places in reach]

    @cached_property
    def between(self) -> list[list[int]]:
        """For each two squares those between them, if they share a row, a column or a diagonal; as bits."""
        table = [[0] * self.taken for _ in range(self.taken + 1)]
        for square, around in enumerate(rays(self.side, self.side)):
            for ray in around:
                for length, goes in enumerate(ray):
                    table[square][goes] = sum(1 << passed for passed in ray[:length])
        return table

    # --- the rules --------------------------------------------------------------------------------------------

    def options(self, s: Any) -> Iterator[Move]:
        king, other = s.white_king, s.black_king
        if s.turn == BLACK:
            king, other = other, king
        for goes in self.near[king]:
            if goes not in self.near[other] and not self.bars(s, goes):
                yield king, goes, s.man
        if s.turn == WHITE:
            for path in self.paths[s.man][s.square]:
                for goes in path:
                    if goes in (king, other):
                        break
                    if s.man == self.pawn and goes < self.side:
                        for man in range(self.pawn):
                            yield s.square, goes, man
                    else:
                        yield s.square, goes, s.man

    def bars(self, s: Any, goes: int) -> bool:
        """Return whether White's man keeps a king from a square: its own by standing there, the other by a threat."""
        return self.attacks(s, goes) if s.turn == BLACK else goes == s.square

    def attacks(self, s: Any, goes: int) -> bool:
        """Return whether White's man threatens a square. The black king stops no line: it cannot flee along it."""
        return self.threats[s.man][s.square][goes] and not self.between[s.square][goes] >> s.white_king & 1

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, man = move
        if s.turn == BLACK:
            s.black_king = goes
            if goes == s.square:
                s.man, s.square = 0, self.taken
        elif leaves == s.white_king:
            s.white_king = goes
        else:
            s.man, s.square = man, goes

    def over(self, s: Any) -> int | None:
        if s.square == self.taken or self.harmless[s.man]:
            return TIE
        if self.is_stuck(s):
            return LOSS if s.turn == BLACK and self.attacks(s, s.black_king) else TIE
        return None

    def tier(self, s: Any) -> int:
        return 0 if s.square == self.taken else 1 + s.man  # White's man: a pawn comes after what it becomes

    def is_state(self, s: Any) -> bool:
        return self.fault(s) == 0 and (s.man == 0 or s.square < self.taken)

    def fault(self, s: Any) -> int:
        """Return the place in `FAULTS` of the rule that a position breaks, 0 if it breaks none."""
        if s.white_king == s.black_king or s.square in (s.white_king, s.black_king):
            return 1
        if s.black_king in self.near[s.white_king]:
            return 2
        if s.square == self.taken:
            return 3 if s.turn == BLACK else 0
        if s.man == self.pawn and not self.side <= s.square < self.taken - self.side:
            return 4
        return 5 if s.turn == WHITE and self.attacks(s, s.black_king) else 0

    # --- for people -------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        man, white_king, black_king, square, turn = state
        places = {"K": white_king, self.men[man]: square, "k": black_king}
        men = [sign + self.grid.place_name(place) for sign, place in places.items() if place < self.taken]
        return f"{' '.join(men)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        return self._parsed("state", text)

    def _parsed(self, name: str, text: str) -> State:
        squares = {self.grid.place_name(square): square for square in range(self.taken)}
        place = f"({'|'.join(squares)})"
        pattern = f"K{place}(?: ([{self.men}]){place})? k{place}, ({'|'.join(self.players)}) to move"
        found = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if found is None:
            raise InputError(f"{name} must read like {self.usual!r}; it is {text!r}")
        white_king, man, square, black_king, player = found.groups()
        places = [squares.get(name, self.taken) for name in (white_king, black_king, square)]
        state = (self.men.find(man) if man else 0, *places, self.players.index(player))
        if fault := FAULTS[self.fault(self._views.of(state))]:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def format_move(self, state: State, move: Move) -> str:
        man, white_king, black_king, square, _ = state
        leaves, goes, becomes = move
        of_man = self.men[man].replace("P", "")  # as chess players write it
        sign = {white_king: "K", black_king: "k"}.get(leaves, of_man)
        promotion = f"={self.men[becomes]}" if becomes != man else ""
        how = "x" if goes == square else "-"
        return f"{sign}{self.grid.place_name(leaves)}{how}{self.grid.place_name(goes)}{promotion}"

    def _signs(self, state: State) -> State:
        """Return what stands on each square, as in `grid`."""
        man, white_king, black_king, square, _ = state
        men = {white_king: "K", black_king: "k", square: self.men[man]}
        return tuple(self.grid.signs.index(men.get(place, ".")) for place in range(self.taken))

    def render(self, state: State) -> str:
        return self.grid.render(self._signs(state))

    def gesture(self, state: State, move: Move) -> Gesture:
        return Gesture(move[:2])  # pawns that become different men are told apart by name

    def svg(self, state: State) -> str:
        return self._picture.svg(self._signs(state))

    @cached_property
    def _picture(self) -> Picture:
        return Picture(self, Layout(board=self.grid), self.looks)
