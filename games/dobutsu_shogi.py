"""Dobutsu shogi (Madoka Kitao, 2008): shogi for children, on a board of twelve squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.errors import InputError
from gamekit.game.compiled import CompiledGame, CompiledRules
from gamekit.game.protocol import SolvedGame
from gamekit.game.values import Value

from .boards import TurnGame, format_board, parameter, parse_board, render_board, rows_of, square_name
from .dobutsu_pieces import ABSENT, COLUMNS, HEN, IN_HAND, ROWS, SQUARES, STEPS, THEIRS, targets
from .kernels import rules_of

State = tuple[str, str, int]  # the squares row by row, the top row first; the hands, sorted; whose turn it is
Move = tuple[int | str, int]  # the square a piece leaves, or the piece in hand that is dropped; where it goes

FIRST, SECOND = 0, 1
KINDS = "CEG"  # the kinds other than lions; at most two pieces of each
CHICKS = str.maketrans("Hh", "Cc")  # what hens are once they are taken
TARGETS = {  # by piece and square; the second player's go where the first player's come from
    piece: [targets(kind, square, sign) for square in range(SQUARES)]
    for kind in STEPS
    for piece, sign in ((kind, 1), (kind.lower(), -1))
}


@attrs.frozen
class DobutsuShogi(TurnGame[State, Move], CompiledGame[State, Move]):
    """Lion, giraffe, elephant and chick on each side of a board of 3×4 squares; take the other lion.

    All pieces step to a square next to them: the lion (L) in all directions, the giraffe (G) straight, the elephant (E)
    diagonally, the chick (C) ahead. A piece that is taken goes to the hand of the player who took it, who can drop it
    on any free square instead of moving. A chick that moves to the last row becomes a hen (H), which goes straight or
    diagonally ahead; one that is dropped there does not, and a hen is a chick again when it is taken. The first
    player's pieces are capitals and move up the board.

    The player to move wins if they can take the other lion. A lion on the last row that cannot be taken wins, too. A
    player who cannot move loses, which does not happen from the usual start. Play that never ends is a draw.

    >>> game = DobutsuShogi()
    >>> start = game.initial_state()
    >>> [game.format_move(start, move) for move in game.moves(start)]
    ['Cb2xb3', 'Lb1-a2', 'Lb1-c2', 'Gc1-c2']
    """

    setup: str = parameter(
        "gle/.c./.C./ELG, first to move",
        "the state to start from; for endgames, pieces may be missing: `g.l/.../..L/..., G in hand, second to move`",
    )

    players = ("first", "second")
    example_text = "gle/.../.E./.LG, Cc in hand, first to move"
    example = {"setup": ".l./.../.C./.L., first to move"}

    def __attrs_post_init__(self) -> None:
        if type(self.setup) is not str:
            raise InputError(f"setup must be a state, as text; it is {self.setup!r}")
        self._read("setup", self.setup)

    def initial_state(self) -> State:
        return self._read("setup", self.setup)

    def moves(self, state: State) -> Iterator[Move]:
        board, hands, turn = state
        yield from _steps(board, turn)
        for piece in sorted(set(hands)):
            if _owner(piece) == turn:
                yield from ((piece, square) for square, sign in enumerate(board) if sign == ".")

    def apply(self, state: State, move: Move) -> State:
        board, hands, turn = state
        leaves, goes = move
        squares = list(board)
        if isinstance(leaves, str):
            piece, hands = leaves, hands.replace(leaves, "", 1)
        else:
            piece = _arriving(board[leaves], goes)
            squares[leaves] = "."
            if board[goes] != ".":
                taken = board[goes].swapcase().translate(CHICKS)
                hands = "".join(sorted(hands + taken))
        squares[goes] = piece
        return ("".join(squares), hands, 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, _, turn = state
        win = 1 if turn == FIRST else -1
        other_lion = board.index("lL"[turn])
        if any(goes == other_lion for _, goes in _steps(board, turn)):
            return win
        if other_lion in _last_row(1 - turn) or next(self.moves(state), None) is None:
            return -win
        return None

    def canonical_state(self, state: State) -> State:
        board, hands, turn = state
        return (min(board, _mirrored(board)), hands, turn)

    # --- notation ---------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        board, hands, turn = state
        in_hand = f", {hands} in hand" if hands else ""
        return f"{format_board(board, COLUMNS)}{in_hand}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        state = self._read("state", text)
        if _material(state) != _material(self.initial_state()):
            raise InputError(
                f"pieces change hands but never come or go, and the setup is {self.setup!r}; this state is {text!r}"
            )
        return state

    def _read(self, name: str, text: str) -> State:
        """Parse a state; refuse it unless there are two lions, and at most two pieces of each other kind."""
        rest, turn = self.split_turn(text)
        squares, comma, in_hand = rest.partition(",")
        board = parse_board(squares, ROWS, COLUMNS, "LGECHlgech.")
        hands, *words = in_hand.split() or [""]
        if comma and (words != ["in", "hand"] or set(hands) - set(KINDS + KINDS.lower())):
            raise InputError(
                f"what is in hand reads like 'Cc in hand', with pieces of {KINDS}{KINDS.lower()}; "
                f"this is {in_hand.strip()!r}"
            )
        state = (board, "".join(sorted(hands)), turn)
        if board.count("L") != 1 or board.count("l") != 1:
            raise InputError(f"{name} must have one lion of each player on the board; it is {text!r}")
        if any(number > 2 for number in _material(state).values()):
            raise InputError(
                f"{name} must have at most two chicks and hens, two elephants, two giraffes; it is {text!r}"
            )
        return state

    def format_move(self, state: State, move: Move) -> str:
        board, _, _ = state
        leaves, goes = move
        end = square_name(goes, board, COLUMNS)
        if isinstance(leaves, str):
            return f"{leaves.upper()}*{end}"
        piece = board[leaves]
        promotes = "+" if _arriving(piece, goes) != piece else ""
        sign = "-" if board[goes] == "." else "x"
        return f"{piece.upper()}{square_name(leaves, board, COLUMNS)}{sign}{end}{promotes}"

    def render(self, state: State) -> str:
        board, hands, _ = state
        return render_board(board, COLUMNS) + (f"\nin hand: {' '.join(hands)}" if hands else "")

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import draw_grid

        board, hands, _ = state
        rows: list[list[str]] = [list(row) for row in rows_of(board.replace(".", " "), COLUMNS)]
        colours = ("#56b4e9", "#e69f00")
        fills = {divmod(i, COLUMNS): colours[_owner(sign)] for i, sign in enumerate(board) if sign != "."}
        for player, row in ((SECOND, 0), (FIRST, ROWS - 1)):  # hands lie beside their owner's row
            held = "".join(piece for piece in hands if _owner(piece) == player)
            if held:
                rows[row].append(held)
        return draw_grid(rows, fills)

    def answer(self, solution: SolvedGame) -> dict[str, Any]:
        """Return the winner, the plies, and the most plies from any position, counting the capture of the lion.

        Play is over here as soon as the lion can be taken, and research counts one ply more then. Which end it comes to
        shows in the plies: their number is even for a win by taking, and odd for a win on the last row.
        """
        root = solution.root
        longest = None if solution.unsolved else solution.longest_by_value().get(Value.WIN)
        return {
            "winner": root.winner,
            "plies": None if root.remoteness is None else _with_the_taking(root.value, root.remoteness),
            "longest win": None if longest is None else _with_the_taking(Value.WIN, longest),
        }

    # --- codes ------------------------------------------------------------------------------------------------

    def encode(self, state: State) -> int:
        board, hands, turn = state
        if turn == SECOND:
            board, hands = board[::-1].swapcase(), hands.swapcase()
        return min(_code(board, hands), _code(_mirrored(board), hands))

    def decode(self, code: int) -> State:
        squares, hands = ["."] * SQUARES, ""
        squares[code & 15], squares[code >> 4 & 15] = "L", "l"
        for i in range(2 * len(KINDS)):
            piece = code >> 8 + 6 * i & 63
            sign = "H" if piece & HEN else KINDS[i // 2]
            sign = sign.lower() if piece & THEIRS else sign
            if piece & 15 == IN_HAND:
                hands += sign
            elif piece & 15 != ABSENT:
                squares[piece & 15] = sign
        return ("".join(squares), "".join(sorted(hands)), FIRST)

    def compiled_rules(self) -> CompiledRules:
        from .kernels import dobutsu_shogi as kernels

        most = (kernels.MAX_SUCCESSORS, kernels.MAX_PREDECESSORS)
        return rules_of(kernels, 1 << kernels.BITS, kernels.NO_PARAMETERS, *most)


def _with_the_taking(value: Value, plies: int) -> int:
    """Return the plies to the end of best play, counting the move that takes the lion.

    Wins then take an odd number of plies and losses an even one, however they end. One ply more for some ends changes
    no choice: a win in 4 and one in 5 both count 5 then, and no other order changes.
    """
    return plies + (plies % 2 == (0 if value is Value.WIN else 1))


def _owner(piece: str) -> int:
    return FIRST if piece.isupper() else SECOND


def _last_row(player: int) -> range:
    """Return the squares on which a player's lion wins and chicks become hens."""
    return range(COLUMNS) if player == FIRST else range(SQUARES - COLUMNS, SQUARES)


def _steps(board: str, turn: int) -> Iterator[tuple[int, int]]:
    """Return the moves of a player's pieces on the board, captures included."""
    for square, piece in enumerate(board):
        if piece != "." and _owner(piece) == turn:
            for goes in TARGETS[piece][square]:
                if board[goes] == "." or _owner(board[goes]) != turn:
                    yield (square, goes)


def _arriving(piece: str, square: int) -> str:
    """Return the piece that a piece becomes when it moves to a square."""
    if piece in "Cc" and square in _last_row(_owner(piece)):
        return "H" if piece == "C" else "h"
    return piece


def _mirrored(board: str) -> str:
    return "".join(row[::-1] for row in rows_of(board, COLUMNS))


def _material(state: State) -> Counter[str]:
    """Count the pieces of each kind on the board and in both hands, lions excepted."""
    board, hands, _ = state
    pieces = (board + hands).upper().translate(CHICKS)
    return Counter(piece for piece in pieces if piece in KINDS)


def _code(board: str, hands: str) -> int:
    """Return the code of a position with the first player to move; the kernels' module explains the layout."""
    code = board.index("L") | board.index("l") << 4
    for i, kind in enumerate(KINDS):
        pieces = [
            square | (0 if sign.isupper() else THEIRS) | (HEN if sign in "Hh" else 0)
            for square, sign in [*enumerate(board), *((IN_HAND, sign) for sign in hands)]
            if sign.upper().translate(CHICKS) == kind
        ]
        pieces += [ABSENT] * (2 - len(pieces))
        low, high = sorted(pieces)
        code |= (low | high << 6) << 8 + 12 * i
    return code
