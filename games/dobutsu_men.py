"""The men of dobutsu shogi: how they step, how many there are, how they are written, and how plies are counted."""

from __future__ import annotations

from typing import Any, Final

from gamekit.errors import InputError
from gamekit.game.protocol import SolvedGame
from gamekit.game.values import Value
from gamekit.layout import BoardGame, Grid, Hand, Layout
from gamekit.layout.geometry import AROUND, DIAGONAL, STRAIGHT, steps

CHICK, HEN, LION, KINDS = 1, 4, 5, 5  # kinds are 1 to 5; those of the second player are 6 to 10
WAYS: Final[Any] = (STRAIGHT[:1], DIAGONAL, STRAIGHT, STRAIGHT + DIAGONAL[:2], AROUND)


def _steps(way: int) -> list[list[list[int]]]:
    """Return by kind and square where the first player's pieces go; where they come from if `way` is -1."""
    return [steps(4, 3, sorted((way * down, way * right) for down, right in ways)) for ways in WAYS]


AHEAD, BEHIND = _steps(1), _steps(-1)  # the second player's pieces go where the first player's come from
GOES: Final[Any] = [[[]] * 12, *AHEAD, *BEHIND]  # by piece
COMES: Final[Any] = [[[]] * 12, *BEHIND, *AHEAD]
FROM = [[sum(1 << square for square in squares) for squares in piece] for piece in COMES]  # as bits
LAST = [[1] * 3 + [0] * 9, [0] * 9 + [1] * 3]  # the last row of each player
DROP = 12  # and above: in place of the square that a piece leaves


def material(state: Any) -> tuple[list[int], list[int]]:
    """Count the lions of each player, and the chicks and hens, elephants and giraffes of both, in hand or not."""
    board, hand = state[:DROP], state[DROP:-1]
    lions = [board.count(LION), board.count(LION + KINDS)]
    others = [board.count(kind) + board.count(kind + KINDS) for kind in range(1, LION)]
    others[0] += others.pop()
    return lions, [number + hand[i] + hand[i + 3] for i, number in enumerate(others)]


def with_the_taking(value: Value, plies: int) -> int:
    """Return the plies to the end of best play, counting the move that takes the lion.

    Wins then take an odd number of plies and losses an even one, however they end. One ply more for some ends changes
    no choice: a win in 4 and one in 5 both count 5 then, and no other order changes.
    """
    return plies + (plies % 2 == (0 if value is Value.WIN else 1))


class DobutsuMen(BoardGame):
    """Pieces on a board of 3×4 squares and in hand, which change hands but never come or go.

    Subclasses state the rules.
    """

    setup: str
    opposite_sides = True
    looks = {
        sign: look
        for kind in ("chick", "elephant", "giraffe", "hen", "lion")
        for sign, look in ((kind[0].upper(), f"yellow up '{kind}'"), (kind[0], f"blue down '{kind}'"))
    }

    def __attrs_post_init__(self) -> None:
        if type(self.setup) is not str:
            raise InputError(f"setup must be a state, as text; it is {self.setup!r}")
        lions, others = material(self.initial_state())
        if lions != [1, 1]:
            raise InputError(f"setup must have one lion of each player on the board; it is {self.setup!r}")
        if max(others) > 2:
            kinds = "two chicks and hens, two elephants, two giraffes"
            raise InputError(f"setup must have at most {kinds}; it is {self.setup!r}")

    def layout(self) -> Layout:
        board, hand = Grid(4, 3, ".CEGHLceghl"), Hand("CEGceg", most=2)
        return Layout(board=board, hand=hand, symmetry="mirror", alike="rotate")

    def start(self) -> str:
        return self.setup

    def parse_state(self, text: str) -> Any:
        state = super().parse_state(text)
        if text is not self.setup and material(state) != material(self.initial_state()):
            raise InputError(
                f"pieces change hands but never come or go, and the setup is {self.setup!r}; this state is {text!r}"
            )
        return state

    def format_move(self, state: Any, move: Any) -> str:
        leaves, goes = move
        name = self.board.fields["board"].place_name
        if leaves >= DROP:
            return f"{'CEG'[leaves - DROP]}*{name(goes)}"
        kind = (state[leaves] - 1) % KINDS + 1
        sign, promotes = "-x"[state[goes] > 0], "+" * (kind == CHICK and LAST[state[-1]][goes])
        return f"{' CEGHL'[kind]}{name(leaves)}{sign}{name(goes)}{promotes}"

    def answer(self, solution: SolvedGame) -> dict[str, Any]:
        """Return the winner, the plies, and the most plies from any position, counting the capture of the lion.

        Play is over here as soon as the lion can be taken, and research counts one ply more then. Which end it comes to
        shows in the plies: their number is even for a win by taking, and odd for a win on the last row.
        """
        root = solution.root
        longest = None if solution.unsolved else solution.longest_by_value().get(Value.WIN)
        return {
            "winner": root.winner,
            "plies": None if root.remoteness is None else with_the_taking(root.value, root.remoteness),
            "longest win": None if longest is None else with_the_taking(Value.WIN, longest),
        }
