"""Quixo (Thierry Chapeau, 1995): cubes in a square, taken from the border and pushed back in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product

import attrs

from gamekit.game.compiled import CompiledGame, CompiledRules

from .boards import BoardGame, parameter, square_name
from .geometry import lines
from .kernels import rules_of

State = tuple[str, int]  # the cubes row by row, the top row first: X, O or "." if blank; whose turn it is
Move = tuple[int, int]  # where a cube is taken, where it is pushed back in

BLANK = "."
DIGITS = (str.maketrans(".XO", "012"), str.maketrans(".XO", "021"))  # for X to move, for O to move


@attrs.frozen
class Quixo(BoardGame[State, Move], CompiledGame[State, Move]):
    """X and O take cubes from the border of a square and push them back in at another end of the row or column.

    All cubes are blank at first. In turn, X first, a player takes a cube on the border that is blank or bears the
    player's own sign, and pushes it back in, own sign up, at another end of its row or column; the cubes between move
    up. A whole row, column or diagonal of one sign ends the game. A player who completes a line of the other player's
    sign loses, even when also completing one of their own. Play that never ends is a draw.

    Every board counts as a state with either player to move, even if no play leads to it.

    >>> game = Quixo(size=3)
    >>> game.apply(("XO." "..." "...", 0), (0, 2))
    ('O.X......', 1)
    """

    size: int = parameter(3, "the height and the width of the board, and the length of a line", 2, 5)

    players = ("X", "O")
    example = {"size": 2}

    @property
    def shape(self) -> tuple[int, int]:
        return (self.size, self.size)

    def initial_state(self) -> State:
        return (BLANK * self.size**2, 0)

    def moves(self, state: State) -> Iterator[Move]:
        board, turn = state
        for cube, ends in self._ends.items():
            if board[cube] in (BLANK, self.players[turn]):
                yield from ((cube, end) for end in ends)

    def apply(self, state: State, move: Move) -> State:
        board, turn = state
        return (self._pushed(board, *move, self.players[turn]), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, turn = state
        contents = {board[line] for line in self._lines}
        for player in (turn, 1 - turn):  # one's own line comes first: the other player has just completed it
            if self.players[player] * self.size in contents:
                return 1 - 2 * player
        return None

    @cached_property
    def _ends(self) -> dict[int, list[int]]:
        """The ends at which a cube can be pushed back in, by the square of the border that it comes from."""
        last = self.size - 1
        return {
            i * self.size + j: [
                k * self.size + m
                for k, m in dict.fromkeys([(i, 0), (i, last), (0, j), (last, j)])
                if (k, m) != (i, j)
            ]
            for i, j in product(range(self.size), repeat=2)
            if {i, j} & {0, last}
        }

    @cached_property
    def _lines(self) -> list[slice]:
        return lines(self.size, self.size, self.size)

    def _pushed(self, board: str, taken: int, end: int, sign: str) -> str:
        """Return the board after the cube at `taken` is pushed in at `end`, with `sign` up."""
        step = 1 if taken // self.size == end // self.size else self.size
        cubes = list(board)
        if end < taken:
            step = -step
        for square in range(taken, end, step):
            cubes[square] = cubes[square + step]
        cubes[end] = sign
        return "".join(cubes)

    # --- shortcuts ------------------------------------------------------------------------------------------

    def states(self) -> Iterator[State]:
        for cubes in product(".XO", repeat=self.size**2):
            board = "".join(cubes)
            yield from ((board, turn) for turn in (0, 1))

    def predecessors(self, state: State) -> list[State]:
        board, turn = state
        sign = self.players[1 - turn]
        before = {
            (self._pushed(board, end, cube, former), 1 - turn): None
            for cube, ends in self._ends.items()
            for end in ends
            if board[end] == sign
            for former in (BLANK, sign)
        }
        return list(before)

    # --- codes: the squares are the digits of a ternary number, the first one the lowest ----------------------------

    def encode(self, state: State) -> int:
        board, turn = state
        return int(board[::-1].translate(DIGITS[turn]), 3)

    def decode(self, code: int) -> State:
        return ("".join(".XO"[code // 3**square % 3] for square in range(self.size**2)), 0)

    def compiled_rules(self) -> CompiledRules:
        from .kernels import quixo

        pushes = 12 * self.size - 16  # and twice as many pulls
        return rules_of(quixo, 3 ** (self.size**2), quixo.tables(self.size), pushes, 2 * pushes)

    def format_move(self, state: State, move: Move) -> str:
        taken, end = (square_name(square, state[0], self.size) for square in move)
        return f"{taken}-{end}"
