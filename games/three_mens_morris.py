"""Three men's morris: tic-tac-toe that goes on, for the men slide once they are all on the board."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.errors import InputError
from gamekit.game import Game
from games.boards import (
    check_flag,
    draw_board,
    format_board,
    parse_board,
    parse_turn,
    render_board,
    square_name,
)

State = tuple[str, int]  # the points row by row, the top row first: X, O or "."; whose turn it is
Move = tuple[int | None, int]  # the point a man leaves, None if it comes from the hand; the point it goes to

SIDE = 3
MEN = 3  # of each player
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _neighbours(lines: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return for every point those next to it on one of the lines."""
    steps = sorted(pair for a, b, c in lines for pair in ((a, b), (b, a), (b, c), (c, b)))
    return tuple(tuple(goes for leaves, goes in steps if leaves == point) for point in range(SIDE * SIDE))


ALONG_ALL_LINES = _neighbours(LINES)
ALONG_THE_SIDES = _neighbours(LINES[:6])


@attrs.frozen
class ThreeMensMorris(Game[State, Move]):
    """X and O, with three men each, put them on the points of a 3×3 board in turn, X first, then slide them.

    A man slides to a free point next to it along a line: a row, a column or a diagonal through the centre, so
    not from the midpoint of one side to that of another. Three men of one's own on a line win, diagonals
    included. Nobody can be left without a move before that. Play that never ends is a draw.

    >>> game = ThreeMensMorris()
    >>> [game.format_move(("XX." "OO." "XO.", 0), move) for move in game.moves(("XX." "OO." "XO.", 0))]
    ['b3-c3']
    """

    diagonals: bool = attrs.field(
        default=True,
        metadata={"help": "whether men slide along the diagonals, which always win"},
    )

    players = ("X", "O")
    example = {"diagonals": True}

    def __attrs_post_init__(self) -> None:
        check_flag("diagonals", self.diagonals)

    def initial_state(self) -> State:
        return ("." * SIDE * SIDE, 0)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        if board.count(".") > SIDE * SIDE - 2 * MEN:
            yield from ((None, point) for point, sign in enumerate(board) if sign == ".")
            return
        neighbours = ALONG_ALL_LINES if self.diagonals else ALONG_THE_SIDES
        for point, sign in enumerate(board):
            if sign == self.players[turn]:
                yield from ((point, free) for free in neighbours[point] if board[free] == ".")

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        leaves, goes = move
        points = list(board)
        points[goes] = self.players[turn]
        if leaves is not None:
            points[leaves] = "."
        return ("".join(points), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, _ = state
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != ".":
                return 1 if board[a] == "X" else -1
        return None

    def format_state(self, state: State) -> str:
        board, turn = state
        return f"{format_board(board, SIDE)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        points, player = parse_turn(text, self.players, self.format_state(self.initial_state()))
        board = parse_board(points, SIDE, SIDE, "XO.")
        placed = SIDE * SIDE - board.count(".")
        in_turn = player == placed % 2 if placed < 2 * MEN else placed == 2 * MEN
        if not in_turn or board.count("O") != placed // 2:
            raise InputError(
                f"X and O put {MEN} men each on the board in turn, X first; {text!r} breaks that"
            )
        return (board, player)

    def format_move(self, state: State, move: Move) -> str:
        board, _ = state
        leaves, goes = move
        name = square_name(goes, board, SIDE)
        return name if leaves is None else f"{square_name(leaves, board, SIDE)}-{name}"

    def render(self, state: State) -> str:
        return render_board(state[0], SIDE)

    def svg(self, state: State) -> str:
        return draw_board(state[0], SIDE, {"X": "#56b4e9", "O": "#e69f00"})
