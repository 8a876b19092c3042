"""The men of dobutsu shogi: how they step, how many there are, and how research counts plies."""

from __future__ import annotations

from typing import Any, Final

from gamekit.game.values import Value
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
