"""Games in which the players put their men on the board in turn, and then slide them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from gamekit.errors import InputError

from .boards import BoardGame, square_name, with_signs

State = tuple[str, int]  # the squares row by row, the top row first: a sign or "."; whose turn it is
Move = tuple[int | None, int]  # the square a man leaves, None if it comes from the hand; where it goes


class MenGame(BoardGame[State, Move]):
    """A game of men that come from the hand, one in each turn, and slide when they are all on the board."""

    verb = "put"  # what players do with a man in hand
    men: int  # of each player

    @property
    @abstractmethod
    def slides(self) -> Sequence[Sequence[int]]:
        """The squares to which a man can slide, by the square that it leaves."""

    def initial_state(self) -> State:
        rows, columns = self.shape
        return ("." * (rows * columns), 0)

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        if placed(board) < 2 * self.men:
            yield from ((None, square) for square, sign in enumerate(board) if sign == ".")
            return
        slides = self.slides
        for square, sign in enumerate(board):
            if sign == self.signs[turn]:
                yield from ((square, free) for free in slides[square] if board[free] == ".")

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        leaves, goes = move
        signs = {goes: self.signs[turn]} if leaves is None else {leaves: ".", goes: self.signs[turn]}
        return (with_signs(board, signs), 1 - turn)

    def check_board(self, board: str, turn: int, text: str) -> None:
        number, all_men = placed(board), 2 * self.men
        in_turn = turn == number % 2 if number < all_men else number == all_men
        if not in_turn or board.count(self.signs[1]) != number // 2:
            first, second = map(str.capitalize, self.players)
            raise InputError(
                f"{first} and {second} {self.verb} {self.men} men each on the board in turn, {first} first; "
                f"{text!r} breaks that"
            )

    def format_move(self, state: State, move: Move) -> str:
        return "-".join(square_name(square, state[0], self.shape[1]) for square in move if square is not None)


def placed(board: str) -> int:
    """Return how many men are on a board."""
    return len(board) - board.count(".")
