"""Chess endings of three men: king and queen, rook, pawn, bishop or knight against the bare king."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from string import ascii_lowercase
from typing import NamedTuple

import attrs

from gamekit.errors import InputError
from gamekit.game.compiled import CompiledGame, CompiledRules
from gamekit.game.parameters import parameter

from .boards import draw_board, render_board
from .chess_geometry import MEN, NOWHERE, WAYS, images, rays
from .kernels import rules_of

Move = tuple[int, int, str]  # the square a man leaves, the one it goes to, what a pawn becomes or ""

WHITE, BLACK = 0, 1
ENDINGS = tuple(f"K{man}K" for man in MEN[1:])
PROMOTIONS = "QRBN"
DEAD = ("", "B", "N")  # what White cannot mate with, however Black plays


class State(NamedTuple):
    """Where everything stands. Squares are numbered row by row from the bottom left, a1 being 0.

    With bare kings, `man` is "" and its `square` is `NOWHERE`.
    """

    turn: int
    white_king: int
    black_king: int
    man: str
    square: int


@attrs.frozen
class ChessEnding(CompiledGame[State, Move]):
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
    ['Kb3-b4', 'Kb3-c3', 'Kb3-a3', 'Kb3-c4', 'Kb3-c2', 'Kb3-a4', 'Rd3-d4', 'Rd3-d2', 'Rd3-d1', 'Rd3-c3']
    """

    pieces: str = parameter("KQK", f"the ending: one of {', '.join(ENDINGS)}")
    board: int = parameter(8, "the side of the board: 4 to 8 squares", 4, 8)
    start: str | None = parameter(
        None, "the position to start from, like 'Ke1 Qd1 ke8, white to move'; small letters are Black's"
    )

    players = ("white", "black")
    example = {"pieces": "KPK", "board": 4, "start": "Ka1 Pc2 ka3, white to move"}

    def __attrs_post_init__(self) -> None:
        if self.pieces not in ENDINGS:
            raise InputError(f"pieces must be one of {', '.join(ENDINGS)}; it is {self.pieces!r}")
        if self.start is not None and self._read("start", self.start).man != self.pieces[1]:
            raise InputError(f"start must have the men of {self.pieces}; it is {self.start!r}")

    def initial_state(self) -> State:
        return self._opening() if self.start is None else self._read("start", self.start)

    def _opening(self) -> State:
        man, middle = self.pieces[1], self.board // 2
        squares = {"Q": middle - 1, "R": self.board - 1, "B": middle + 1, "N": 1, "P": middle + self.board}
        return State(WHITE, middle, middle + (self.board - 1) * self.board, man, squares[man])

    # --- the rules --------------------------------------------------------------------------------------------

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> Iterator[Move]:
        turn, white, black, man, square = state
        beside_white, beside_black = self._threatened("K", white), self._threatened("K", black)
        if turn == BLACK:
            # the black king does not stop a line: it cannot flee from a rook along it
            threatened = {*beside_white, *self._threatened(man, square, white)}
            yield from ((black, goes, "") for goes in beside_black if goes not in threatened)
            return
        barred = {square, *beside_black}
        yield from ((white, goes, "") for goes in beside_white if goes not in barred)
        if man == "P":
            yield from self._steps_of_pawn(state)
        else:
            reach = self._threatened(man, square, white, black)
            yield from ((square, goes, "") for goes in reach if goes != white)

    def _steps_of_pawn(self, state: State) -> Iterator[Move]:
        kings = (state.white_king, state.black_king)
        row, ahead = state.square // self.board, state.square + self.board
        if ahead in kings:
            return
        if row == self.board - 2:
            yield from ((state.square, ahead, man) for man in PROMOTIONS)
            return
        yield (state.square, ahead, "")
        two_ahead = ahead + self.board
        if row == 1 and row + 2 < self.board - 1 and two_ahead not in kings:
            yield (state.square, two_ahead, "")

    def apply(self, state: State, move: Move) -> State:
        turn, white_king, black_king, man, square = state
        leaves, goes, promotion = move
        if turn == BLACK:
            black_king = goes
            if goes == square:
                man, square = "", NOWHERE
        elif leaves == white_king:
            white_king = goes
        else:
            man, square = promotion or man, goes
        return State(1 - turn, white_king, black_king, man, square)

    def outcome(self, state: State) -> int | None:
        if state.man in DEAD:
            return 0
        if next(self.moves(state), None) is not None:
            return None
        return 1 if state.turn == BLACK and self._in_check(state) else 0

    def _in_check(self, state: State) -> bool:
        return state.black_king in self._threatened(state.man, state.square, state.white_king)

    def _threatened(self, man: str, square: int, *stops: int) -> list[int]:
        """Return the squares that a man threatens, up to and including the first of `stops` in each direction."""
        squares = []
        for ray in self._rays[man][square]:
            for goes in ray:
                squares.append(goes)
                if goes in stops:
                    break
        return squares

    @cached_property
    def _rays(self) -> dict[str, list[list[list[int]]]]:
        squares = range(self.board * self.board)
        on_board = {man: [rays(man, square, self.board) for square in squares] for man in WAYS}
        return {"": [[]], **on_board}  # no man threatens nothing

    # --- the states -------------------------------------------------------------------------------------------

    def states(self) -> Iterator[State]:
        squares = range(self.board * self.board)
        for man, white_king, black_king in product(("", *self._men), squares, squares):
            if self._least(man, white_king, black_king, NOWHERE)[:2] != (white_king, black_king):
                continue  # no square of the man makes that a representative
            for square, turn in product(squares if man else (NOWHERE,), (WHITE, BLACK)):
                state = State(turn, white_king, black_king, man, square)
                if self._fault(state) is None and self.canonical_state(state) == state:
                    yield state

    @property
    def _men(self) -> str:
        """The kinds of man that White's man can be in the course of the game."""
        return "P" + PROMOTIONS if self.pieces == "KPK" else self.pieces[1]

    def canonical_state(self, state: State) -> State:
        """Return the symmetric position with the lowest squares; with a pawn, only the mirror image counts."""
        turn, white_king, black_king, man, square = state
        white_king, black_king, square = self._least(man, white_king, black_king, square)
        return State(turn, white_king, black_king, man, square)

    def _least(self, man: str, white_king: int, black_king: int, square: int) -> tuple[int, int, int]:
        symmetries = self._images[:2] if man == "P" else self._images
        return min((image[white_king], image[black_king], image[square]) for image in symmetries)

    @cached_property
    def _images(self) -> tuple[tuple[int, ...], ...]:
        return images(self.board)

    def _fault(self, state: State) -> str | None:
        """Return the rule that a position breaks, or None if it is legal."""
        turn, white_king, black_king, man, square = state
        if len({white_king, black_king, square}) < 3:
            return "every man has a square of its own"
        if black_king in self._threatened("K", white_king):
            return "kings may not stand next to each other"
        if not man and turn == BLACK:
            return "White is to move when Black has just taken the last man"
        if man == "P" and square // self.board in (0, self.board - 1):
            return "a pawn cannot stand on the first or the last row"
        if turn == WHITE and self._in_check(state):
            return "the player who has just moved may not be in check"
        return None

    # --- for people -------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        white = [("K", state.white_king)] + [(state.man, state.square)] * bool(state.man)
        men = [sign + self._name(square) for sign, square in (*white, ("k", state.black_king))]
        return f"{' '.join(men)}, {self.players[state.turn]} to move"

    def parse_state(self, text: str) -> State:
        return self._read("state", text)

    def _read(self, name: str, text: str) -> State:
        place = f"([{ascii_lowercase[: self.board]}][1-{self.board}])"
        pattern = f"K{place}(?: ([{self._men}]){place})? k{place}, (white|black) to move"
        found = re.fullmatch(pattern, text) if isinstance(text, str) else None
        if found is None:
            raise InputError(f"{name} must read like {self.format_state(self._opening())!r}; it is {text!r}")
        white_king, man, square, black_king, player = found.groups()
        kings = self._square(white_king), self._square(black_king)
        turn = self.players.index(player)
        state = State(turn, *kings, man or "", self._square(square) if man else NOWHERE)
        fault = self._fault(state)
        if fault is not None:
            raise InputError(f"{name}: {fault}; it is {text!r}")
        return state

    def _name(self, square: int) -> str:
        return f"{ascii_lowercase[square % self.board]}{square // self.board + 1}"

    def _square(self, name: str) -> int:
        return ascii_lowercase.index(name[0]) + (int(name[1]) - 1) * self.board

    def format_move(self, state: State, move: Move) -> str:
        leaves, goes, promotion = move
        of_man = "" if state.man == "P" else state.man  # as chess players write it
        sign = {state.white_king: "K", state.black_king: "k"}.get(leaves, of_man)
        how = "x" if goes == state.square else "-"
        becomes = f"={promotion}" if promotion else ""
        return f"{sign}{self._name(leaves)}{how}{self._name(goes)}{becomes}"

    def render(self, state: State) -> str:
        return render_board(self._picture(state), self.board)

    def svg(self, state: State) -> str:
        men = {"K": "#ffffff", "k": "#333333"} | dict.fromkeys(MEN, "#ffffff")
        return draw_board(self._picture(state), self.board, men)

    def _picture(self, state: State) -> str:
        """Return the signs of the squares, the top row first."""
        men = {state.white_king: "K", state.black_king: "k", state.square: state.man}
        rows = [range(first, first + self.board) for first in range(0, self.board * self.board, self.board)]
        return "".join(men.get(square, ".") for row in reversed(rows) for square in row)

    # --- the fast backend ----------------------------------------------------------------------------------------

    @property
    def _bits(self) -> int:
        return (self.board * self.board - 1).bit_length()

    def encode(self, state: State) -> int:
        turn, white_king, black_king, man, square = self.canonical_state(state)
        code = MEN.index(man) << 1 | turn
        for place in (white_king, black_king, square if man else 0):
            code = code << self._bits | place
        return code

    def decode(self, code: int) -> State:
        bits, mask = self._bits, (1 << self._bits) - 1
        square, black_king, white_king = (code >> bits * place & mask for place in range(3))
        turn, kind = code >> 3 * bits & 1, code >> 3 * bits + 1
        return State(turn, white_king, black_king, MEN[kind], square if kind else NOWHERE)

    def compiled_rules(self) -> CompiledRules:
        from .kernels import chess_ending

        kind = MEN.index(self.pieces[1])
        size, parameters = (kind + 1) << (3 * self._bits + 1), chess_ending.tables(self.board, kind)
        most = (chess_ending.MAX_SUCCESSORS, chess_ending.MAX_PREDECESSORS)
        return rules_of(chess_ending, size, parameters, *most)
