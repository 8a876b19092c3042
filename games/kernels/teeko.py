"""Teeko over codes, from the mover's view.

The codes with as many men on the board lie together. Among them, a code is made of two numbers: that of the set of the
mover's men, times the ways to place the others; and that of the set of the other player's men among the squares that
are left, which are counted from 0 again. Sets of as many squares are numbered in the order of their masks
(combinadics: Knuth, The Art of Computer Programming 4A, section 7.2.1.3).

    mask        a set of squares: bit i is the i-th square, row by row
    mine        the mover's men, a mask
    others      the other player's men, a mask
    closed      a mask where the squares of another set, of up to four, are left out, and those above have moved up
    gaps        what such a set does to masks: for i from 0 to 4, the squares of a closed mask that have moved by i
    number      of a set, among those of as many squares

The parameters:

    SQUARES     how many squares there are
    MEN         how many men each player has
    STEPS       in four directions, how far apart the numbers of neighbours are; the other four are the same, backwards
    FROM        for each direction: the squares from which a step leads to another square, a mask
    ROWS        for each direction: the squares at which a winning row begins, a mask
    CORNERS     the squares at which a winning 2×2 square begins, a mask; 0 if no such square wins
    STARTS      for each number of men on the board: the first code
    WAYS        for each number of men on the board: the ways to place those of the other player beside the mover's
"""

from __future__ import annotations

from itertools import accumulate, combinations
from math import comb
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

from ..combinadics import rank
from ..geometry import neighbours

MOST_SQUARES, MOST_MEN = 25, 4
DIRECTIONS = 4
BELOW = 2  # the direction from a square to the one below it

SQUARES, MEN = 0, 1
STEPS = 2
FROM = STEPS + DIRECTIONS
ROWS = FROM + DIRECTIONS
CORNERS = ROWS + DIRECTIONS
STARTS = CORNERS + 1
WAYS = STARTS + 2 * MOST_MEN + 1


def outcome(code: int, parameters: Any) -> int:
    men = parameters[MEN]
    if code < parameters[STARTS + 2 * men - 1]:
        return NOT_OVER  # nobody has all men on the board
    mine, others = men_at(code, men_placed(code, parameters), parameters)
    if wins(others, parameters):
        return -1
    if wins(mine, parameters):
        return 1
    return NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    men = parameters[MEN]
    placed = men_placed(code, parameters)
    mine, others = men_at(code, placed, parameters)
    after = min(placed + 1, 2 * men)
    start = parameters[STARTS + after] + number_of(others) * parameters[WAYS + after]
    gaps = gaps_of(others)
    closed = left_out(mine, gaps)
    empty = ((1 << parameters[SQUARES]) - 1) ^ (mine | others)
    count = 0
    if placed < 2 * men:
        goes = left_out(empty, gaps)
        while goes:
            square = goes & -goes
            goes ^= square
            out[count] = start + number_of(closed | square)
            count += 1
        return count
    for i in range(2 * DIRECTIONS):
        leaves, goes = steps(mine, empty, i, parameters)
        leaves, goes = left_out(leaves, gaps), left_out(goes, gaps)
        while leaves:  # their lowest squares belong together
            man, square = leaves & -leaves, goes & -goes
            leaves ^= man
            goes ^= square
            out[count] = start + number_of(closed ^ man ^ square)
            count += 1
    return count


def predecessors(code: int, parameters: Any, out: Any) -> int:
    men = parameters[MEN]
    placed = men_placed(code, parameters)
    mine, others = men_at(code, placed, parameters)
    count = 0
    rest = others
    while rest:  # one of them has been dropped
        man = rest & -rest
        rest ^= man
        out[count] = code_of(others ^ man, mine, placed - 1, parameters)
        count += 1
    if placed < 2 * men:
        return count
    empty = ((1 << parameters[SQUARES]) - 1) ^ (mine | others)
    for i in range(2 * DIRECTIONS):  # or slid, the other way
        goes, leaves = steps(others, empty, i, parameters)
        while goes:
            man, square = goes & -goes, leaves & -leaves
            goes ^= man
            leaves ^= square
            out[count] = code_of(others ^ man ^ square, mine, placed, parameters)
            count += 1
    return count


def is_state(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1  # every placement is one


# --- positions ------------------------------------------------------------------------------------------------------


@numba.njit(cache=True, nogil=True)
def men_placed(code: int, parameters: Any) -> int:
    """Return how many men there are on the board."""
    placed: int = 2 * parameters[MEN]
    while code < parameters[STARTS + placed]:
        placed -= 1
    return placed


@numba.njit(cache=True, nogil=True)
def men_at(code: int, placed: int, parameters: Any) -> tuple[int, int]:
    """Return the masks of the mover's men and of the others."""
    number, ways = code - parameters[STARTS + placed], parameters[WAYS + placed]
    mine = MASKS[FIRST_MASK[placed // 2] + number // ways]
    closed = MASKS[FIRST_MASK[placed - placed // 2] + number % ways]
    return mine, put_back(closed, gaps_of(mine))


@numba.njit(cache=True, nogil=True)
def code_of(mine: int, others: int, placed: int, parameters: Any) -> int:
    """Return the code of a position."""
    start: int = parameters[STARTS + placed]
    ways: int = parameters[WAYS + placed]
    return start + number_of(mine) * ways + number_of(left_out(others, gaps_of(mine)))


@numba.njit(cache=True, nogil=True)
def steps(men: int, empty: int, i: int, parameters: Any) -> tuple[int, int]:
    """Return which men can slide the i-th way, and the squares they come to: two masks in the same order."""
    step, room = parameters[STEPS + i // 2], parameters[FROM + i // 2]
    if i % 2 == 0:
        goes = ((men & room) << step) & empty
        return goes >> step, goes
    goes = (men >> step) & room & empty
    return goes << step, goes


@numba.njit(cache=True, nogil=True)
def wins(men: int, parameters: Any) -> bool:
    """Tell whether there are as many men in a row as a player has, or four in a 2×2 square."""
    for i in range(DIRECTIONS):
        step = parameters[STEPS + i]
        rows, rest = men & parameters[ROWS + i], men
        for _ in range(1, parameters[MEN]):
            rest >>= step
            rows &= rest
        if rows:
            return True
    below: int = parameters[STEPS + BELOW]
    corners: int = parameters[CORNERS]
    return (corners & men & (men >> 1) & (men >> below) & (men >> (below + 1))) != 0


# --- sets of squares ------------------------------------------------------------------------------------------------


@numba.njit(cache=True, nogil=True)
def gaps_of(squares: int) -> tuple[int, int, int, int, int]:
    """Return what leaving out a set of up to four squares does to masks."""
    first = squares & -squares
    squares ^= first
    second = squares & -squares
    squares ^= second
    third = squares & -squares
    fourth = squares ^ third
    below_first, below_second = first - 1, (second >> 1) - 1  # all bits if there is no such square
    below_third, below_fourth = (third >> 2) - 1, (fourth >> 3) - 1
    return (
        below_first,
        below_second & ~below_first,
        below_third & ~below_second,
        below_fourth & ~below_third,
        ~below_fourth,
    )


@numba.njit(cache=True, nogil=True)
def left_out(mask: int, gaps: tuple[int, int, int, int, int]) -> int:
    """Return the closed mask."""
    s0, s1, s2, s3, s4 = gaps
    return (mask & s0) | (mask >> 1 & s1) | (mask >> 2 & s2) | (mask >> 3 & s3) | (mask >> 4 & s4)


@numba.njit(cache=True, nogil=True)
def put_back(closed: int, gaps: tuple[int, int, int, int, int]) -> int:
    """Return the mask of which this is the closed one."""
    s0, s1, s2, s3, s4 = gaps
    moved = (closed & s1) << 1 | (closed & s2) << 2 | (closed & s3) << 3 | (closed & s4) << 4
    return (closed & s0) | moved


@numba.njit(cache=True, nogil=True)
def number_of(mask: int) -> int:
    """Return the number of a set of up to four squares: see `LOWER` and `UPPER`."""
    lower = LOWER[mask & LOWER_MASK]
    return (lower >> 3) + UPPER[(lower & 7) << UPPER_BITS | mask >> LOWER_BITS]  # type: ignore[no-any-return]


# --- the tables -----------------------------------------------------------------------------------------------------

LOWER_BITS, UPPER_BITS = 13, 12
LOWER_MASK = (1 << LOWER_BITS) - 1


def added(bits: int, first_square: int, before: int) -> list[int]:
    """Return what the squares of each mask of so many bits add to the number of a set of up to four.

    `before` so many others of the set are below `first_square`, the lowest that the mask can have.

    >>> added(3, first_square=0, before=0)  # the sets {}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2} and {0, 1, 2}
    [0, 0, 1, 0, 2, 1, 2, 0]
    """
    return [
        rank([first_square + i for i in range(bits) if mask >> i & 1], before) for mask in range(1 << bits)
    ]


# for the lower half of a mask, eight times what it adds to the number, plus how many squares it has
LOWER = np.array([8 * number + mask.bit_count() for mask, number in enumerate(added(LOWER_BITS, 0, 0))])
# for the number of squares in the lower half and for the upper half, what that adds to the number
UPPER = np.array([added(UPPER_BITS, LOWER_BITS, before) for before in range(MOST_MEN + 1)]).ravel()

MASKS = np.array(
    [
        mask
        for count in range(MOST_MEN + 1)
        for mask in sorted(sum(1 << i for i in places) for places in combinations(range(MOST_SQUARES), count))
    ]
)
FIRST_MASK = tuple(accumulate((comb(MOST_SQUARES, count) for count in range(MOST_MEN)), initial=0))


def parameters(size: int, men: int, starts: list[int]) -> Any:
    """Return the parameters of the rules on n × n squares: int64, one-dimensional.

    Args:
        size: n.
        men: how many men each player has.
        starts: for each number of men on the board, the first code; then the number of codes.
    """
    directions = [(0, 1), (1, -1), (1, 0), (1, 1)]  # rows and columns further on
    squares = size * size

    def fitting(row: int, column: int, steps: int) -> int:
        """Return the mask of the squares from which so many steps stay on the board."""
        step = [(row * steps, column * steps)]
        return sum(1 << square for square in range(squares) if neighbours(square, step, size, size))

    placements = [comb(squares - n // 2, n - n // 2) for n in range(2 * men + 1)]
    unused = [0] * (2 * MOST_MEN - 2 * men)
    return np.array(
        [
            squares,
            men,
            *(row * size + column for row, column in directions),
            *(fitting(row, column, 1) for row, column in directions),
            *(fitting(row, column, men - 1) for row, column in directions),
            fitting(1, 1, 1) if men == 4 else 0,
            *starts[:-1],
            *unused,
            *placements,
            *unused,
        ],
        dtype=np.int64,
    )
