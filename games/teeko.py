"""Teeko (John Scarne, 1937): four men each, dropped, then slid, until four stand in a row or a square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, combinations
from math import comb

import attrs

from gamekit.compiled import CompiledGame, CompiledRules
from gamekit.errors import InputError
from games.boards import (
    check_size,
    draw_board,
    format_board,
    parse_board,
    parse_turn,
    render_board,
    square_name,
)

State = tuple[str, int]  # the squares row by row, the top row first: B, R or "."; whose turn it is
Move = tuple[int | None, int]  # the square a man leaves, None if it comes from the hand; where it goes

EMPTY = "."
SIGNS = "BR"


@attrs.frozen
class Teeko(CompiledGame[State, Move]):
    """Black and Red drop their men on the board in turn, Black first, then slide them one step at a time.

    A man slides to any of the eight squares around it, if that is free. All of one's men in a row, a column or a
    diagonal, next to each other, win, and so do four in a 2×2 square. Nobody can be left without a move before that.
    Play that never ends is a draw. On 5×5 squares with four men each, as by default, this is standard Teeko.

    Every placement of the men is a state, once they are all on the board with either player to move, also where no
    game leads to it: one in which the player to move has won already, for instance. Where both have, who has just
    moved wins.

    >>> game = Teeko(size=3, men=3)
    >>> [game.format_move(("BB." "RR." "BR.", 0), move) for move in game.moves(("BB." "RR." "BR.", 0))]
    ['b3-c3', 'b3-c2']
    """

    size: int = attrs.field(default=5, metadata={"help": "the height and the width of the board"})
    men: int = attrs.field(
        default=4,
        metadata={"help": "how many men each player has, and how many make a row; four also make a square"},
    )

    players = ("black", "red")
    example = {"size": 3, "men": 3}

    def __attrs_post_init__(self) -> None:
        check_size("size", self.size, 3, 5)
        check_size("men", self.men, 2, min(self.size, 4))

    def initial_state(self) -> State:
        return (EMPTY * self.size**2, 0)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        if self._placed(board) < 2 * self.men:
            yield from ((None, square) for square, sign in enumerate(board) if sign == EMPTY)
            return
        for square, sign in enumerate(board):
            if sign == SIGNS[turn]:
                yield from ((square, free) for free in self._around[square] if board[free] == EMPTY)

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        leaves, goes = move
        squares = list(board)
        squares[goes] = SIGNS[turn]
        if leaves is not None:
            squares[leaves] = EMPTY
        return ("".join(squares), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, turn = state
        payoffs = (1, -1)
        for player in (1 - turn, turn):  # who has just moved comes first
            if men_of(board, SIGNS[player]) in self._shapes:
                return payoffs[player]
        return None

    def _placed(self, board: str) -> int:
        """Return how many men are on the board."""
        return len(board) - board.count(EMPTY)

    @cached_property
    def _around(self) -> list[list[int]]:
        """For each square, the up to eight squares around it."""
        squares = [divmod(square, self.size) for square in range(self.size**2)]
        return [
            [to for to, (k, m) in enumerate(squares) if max(abs(k - i), abs(m - j)) == 1] for i, j in squares
        ]

    @cached_property
    def _shapes(self) -> frozenset[tuple[int, ...]]:
        """The sets of squares on which all the men of a player win."""
        steps = [[(i * k, i * m) for i in range(self.men)] for k, m in ((0, 1), (1, 0), (1, 1), (1, -1))]
        if self.men == 4:
            steps.append([(0, 0), (0, 1), (1, 0), (1, 1)])
        places = range(self.size)
        return frozenset(
            tuple(sorted((i + k) * self.size + j + m for k, m in shape))
            for shape in steps
            for i in places
            for j in places
            if all(i + k in places and j + m in places for k, m in shape)
        )

    # --- shortcuts ------------------------------------------------------------------------------------------

    def states(self) -> Iterator[State]:
        squares = range(self.size**2)
        for placed in range(2 * self.men + 1):
            first = (placed + 1) // 2
            turns = (0, 1) if placed == 2 * self.men else (placed % 2,)
            for black in combinations(squares, first):
                rest = [square for square in squares if square not in black]
                for red in combinations(rest, placed - first):
                    board = board_of(len(squares), (black, red))
                    yield from ((board, turn) for turn in turns)

    def predecessors(self, state: State) -> list[State]:
        board, turn = state
        placed, sign = self._placed(board), SIGNS[1 - turn]
        before = []
        for man in men_of(board, sign):
            without = board[:man] + EMPTY + board[man + 1 :]
            if (placed - 1) % 2 == 1 - turn:
                before.append(without)
            if placed == 2 * self.men:
                before += [
                    without[:square] + sign + without[square + 1 :]
                    for square in self._around[man]
                    if board[square] == EMPTY
                ]
        parents = ((board, 1 - turn) for board in before)
        return [parent for parent in parents if self.outcome(parent) is None]

    # --- codes ------------------------------------------------------------------------------------------------

    def encode(self, state: State) -> int:
        board, turn = state
        mine, others = (men_of(board, SIGNS[player]) for player in (turn, 1 - turn))
        among_the_rest = [man - sum(other < man for other in mine) for man in others]
        start, ways = self._starts[len(mine) + len(others)], comb(len(board) - len(mine), len(others))
        return start + rank(mine) * ways + rank(among_the_rest)

    def decode(self, code: int) -> State:
        placed = max(placed for placed, start in enumerate(self._starts) if start <= code)
        squares, mine = self.size**2, placed // 2
        first, second = divmod(code - self._starts[placed], comb(squares - mine, placed - mine))
        men = subset(first, mine)
        rest = [square for square in range(squares) if square not in men]
        others = [rest[i] for i in subset(second, placed - mine)]
        turn = placed % 2
        return (board_of(squares, (others, men) if turn else (men, others)), turn)

    @cached_property
    def _starts(self) -> list[int]:
        """The first code of those with 0, 1, … men on the board, and the number of codes."""
        squares, counts = self.size**2, range(2 * self.men + 1)
        numbers = (comb(squares, n) * comb(n, n // 2) for n in counts)
        return list(accumulate(numbers, initial=0))

    def compiled_rules(self) -> CompiledRules:
        from games.kernels import teeko

        return CompiledRules(
            size=self._starts[-1],
            parameters=teeko.parameters(self.size, self.men),
            outcome=teeko.outcome,
            successors=teeko.successors,
            max_successors=max(self.size**2, 8 * self.men),
            predecessors=teeko.predecessors,
            max_predecessors=9 * self.men,
            is_state=teeko.is_state,
        )

    # --- for people --------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        board, turn = state
        return f"{format_board(board, self.size)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        squares, turn = parse_turn(text, self.players, self.format_state(self.initial_state()))
        board = parse_board(squares, self.size, self.size, "BR.")
        placed = self._placed(board)
        in_turn = turn == placed % 2 if placed < 2 * self.men else placed == 2 * self.men
        if not in_turn or board.count("R") != placed // 2:
            raise InputError(
                f"Black and Red drop {self.men} men each on the board in turn, Black first; {text!r} breaks that"
            )
        return (board, turn)

    def format_move(self, state: State, move: Move) -> str:
        leaves, goes = move
        name = square_name(goes, state[0], self.size)
        return name if leaves is None else f"{square_name(leaves, state[0], self.size)}-{name}"

    def render(self, state: State) -> str:
        return render_board(state[0], self.size)

    def svg(self, state: State) -> str:
        return draw_board(state[0], self.size, {"B": "#333333", "R": "#d55e00"})


def men_of(board: str, sign: str) -> tuple[int, ...]:
    """Return the squares that bear a sign.

    >>> men_of("B.R.B", "B")
    (0, 4)
    """
    return tuple(square for square, found in enumerate(board) if found == sign)


def board_of(squares: int, men: Iterable[Iterable[int]]) -> str:
    """Return the board with the men of the two players on these squares.

    >>> board_of(5, [[0, 4], [2]])
    'B.R.B'
    """
    board = [EMPTY] * squares
    for sign, places in zip(SIGNS, men, strict=True):
        for square in places:
            board[square] = sign
    return "".join(board)


def rank(places: Iterable[int]) -> int:
    """Return the number of a set of places, given in ascending order, among all of as many (combinadics).

    >>> [rank(places) for places in ([0, 1], [0, 2], [1, 2], [0, 3])]
    [0, 1, 2, 3]
    """
    return sum(comb(place, i) for i, place in enumerate(places, start=1))


def subset(number: int, count: int) -> list[int]:
    """Return the set of so many places that has this number.

    >>> subset(3, count=2)
    [0, 3]
    """
    places: list[int] = []
    for i in range(count, 0, -1):
        place = i - 1
        while comb(place + 1, i) <= number:
            place += 1
        number -= comb(place, i)
        places.insert(0, place)
    return places
