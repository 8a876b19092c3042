"""Teeko (John Scarne, 1937): four men each, dropped, then slid, until four stand in a row or a square."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, combinations
from math import comb

import attrs

from gamekit.game.compiled import CompiledGame, CompiledRules

from .boards import check_size, parameter, with_signs
from .combinadics import rank, subset
from .geometry import DIAGONAL, STRAIGHT, lines, neighbours
from .kernels import rules_of
from .men import MenGame, Move, State, placed

EMPTY = "."
SIGNS = "BR"


@attrs.frozen
class Teeko(MenGame, CompiledGame[State, Move]):
    """Black and Red drop their men on the board in turn, Black first, then slide them one step at a time.

    A man slides to any of the eight squares around it, if that is free. A player wins with all men next to each other
    in a row, a column or a diagonal, or with four in a 2×2 square. Until then, the player to move always has a move.
    Play that never ends is a draw. On 5×5 squares with four men each, as by default, this is standard Teeko.

    Every placement of the men is a state and, once they are all on the board, with either player to move, even if no
    play leads to it. Such a placement is one in which the player to move has already won. If both have won, the player
    who has just moved wins.

    >>> game = Teeko(size=3, men=3)
    >>> [game.format_move(("BB." "RR." "BR.", 0), move) for move in game.moves(("BB." "RR." "BR.", 0))]
    ['b3-c3', 'b3-c2']
    """

    size: int = parameter(5, "the height and the width of the board", 3, 5)
    men: int = parameter(4, "how many men each player has, and how many make a row; four also make a square")

    players = ("black", "red")
    example = {"size": 3, "men": 3}
    signs = SIGNS
    colours = ("#333333", "#d55e00")
    verb = "drop"

    def __attrs_post_init__(self) -> None:
        check_size("men", self.men, 2, min(self.size, 4))

    @property
    def shape(self) -> tuple[int, int]:
        return (self.size, self.size)

    @cached_property
    def slides(self) -> list[list[int]]:
        squares, steps = range(self.size**2), sorted(STRAIGHT + DIAGONAL)
        return [neighbours(square, steps, self.size, self.size) for square in squares]

    def outcome(self, state: State) -> int | None:
        board, turn = state
        for player in (1 - turn, turn):  # who has just moved comes first
            if men_of(board, SIGNS[player]) in self._shapes:
                return 1 - 2 * player
        return None

    @cached_property
    def _shapes(self) -> set[tuple[int, ...]]:
        """The sets of squares on which all the men of a player win."""
        size, squares = self.size, range(self.size**2)
        shapes = {tuple(squares[line]) for line in lines(size, size, self.men)}
        if self.men == 4:
            corners = (i * size + j for i in range(size - 1) for j in range(size - 1))
            shapes |= {(i, i + 1, i + size, i + size + 1) for i in corners}
        return shapes

    # --- shortcuts ------------------------------------------------------------------------------------------

    def states(self) -> Iterator[State]:
        squares = range(self.size**2)
        for number in range(2 * self.men + 1):
            first = (number + 1) // 2
            turns = (0, 1) if number == 2 * self.men else (number % 2,)
            for black in combinations(squares, first):
                rest = [square for square in squares if square not in black]
                for red in combinations(rest, number - first):
                    board = board_of(len(squares), (black, red))
                    yield from ((board, turn) for turn in turns)

    def predecessors(self, state: State) -> list[State]:
        board, turn = state
        number, sign = placed(board), SIGNS[1 - turn]
        before = []
        for man in men_of(board, sign):
            if (number - 1) % 2 == 1 - turn:
                before.append({man: EMPTY})
            if number == 2 * self.men:
                free = (square for square in self.slides[man] if board[square] == EMPTY)
                before += [{man: EMPTY, square: sign} for square in free]
        return [(with_signs(board, signs), 1 - turn) for signs in before]

    # --- codes ------------------------------------------------------------------------------------------------

    def encode(self, state: State) -> int:
        board, turn = state
        mine, others = (men_of(board, SIGNS[player]) for player in (turn, 1 - turn))
        among_the_rest = [man - sum(other < man for other in mine) for man in others]
        start, ways = self._starts[len(mine) + len(others)], comb(len(board) - len(mine), len(others))
        return start + rank(mine) * ways + rank(among_the_rest)

    def decode(self, code: int) -> State:
        number = max(number for number, start in enumerate(self._starts) if start <= code)
        squares, mine = self.size**2, number // 2
        first, second = divmod(code - self._starts[number], comb(squares - mine, number - mine))
        men = subset(first, mine)
        rest = [square for square in range(squares) if square not in men]
        others = [rest[i] for i in subset(second, number - mine)]
        turn = number % 2
        return (board_of(squares, (others, men) if turn else (men, others)), turn)

    @cached_property
    def _starts(self) -> list[int]:
        """The first code with 0, 1, … men on the board, and at the end the number of codes."""
        squares, counts = self.size**2, range(2 * self.men + 1)
        numbers = (comb(squares, n) * comb(n, n // 2) for n in counts)
        return list(accumulate(numbers, initial=0))

    def compiled_rules(self) -> CompiledRules:
        from .kernels import teeko

        parameters = teeko.parameters(self.size, self.men, self._starts)
        most = (max(self.size**2, 8 * self.men), 9 * self.men)
        return rules_of(teeko, self._starts[-1], parameters, *most)


def men_of(board: str, sign: str) -> tuple[int, ...]:
    """Return the squares with a sign.

    >>> men_of("B.R.B", "B")
    (0, 4)
    """
    return tuple(square for square, found in enumerate(board) if found == sign)


def board_of(squares: int, men: Iterable[Iterable[int]]) -> str:
    """Return the board with the men of the two players on these squares.

    >>> board_of(5, [[0, 4], [2]])
    'B.R.B'
    """
    signs = {square: sign for sign, places in zip(SIGNS, men, strict=True) for square in places}
    return with_signs(EMPTY * squares, signs)
