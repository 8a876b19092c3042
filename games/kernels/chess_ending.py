"""Compiled rules of chess endings of three men.

A code, from the highest bits to the lowest: the kind of the white man (3 bits; 0: bare kings), whose turn it is (1),
then the squares of the white king, of the black king and of the man (`BITS` each; 0 with bare kings). Squares are
numbered as in `games.chess_geometry`, a1 being 0. Codes are absolute, and always those of canonical states.

A set of squares is a number of 64 bits, one a square: a board of at most 8×8 needs no more. Whether a set is negative
as an int64 does not matter to `&`, `|`, `~` and `lowest`.

`parameters` is made by `tables`. First what tells this instance from others (`KIND`, `BITS`, `SIDE`); then tables,
whose rows have 64 entries on every board:

    KING + s            the squares next to s
    THREATS + 64k + s   the squares that a man of kind k on s threatens on the empty board
    BEHIND + 64s + t    the squares behind t as seen from s, along a row, column or diagonal
    IMAGES + 64i + s    where symmetry i takes square s
    PAIRS + 64s + t     how to make a position with the white king on s and the black one on t canonical: the code of
                        the two squares that they go to; then, from bit `PLACES` on, the two symmetries that take them
                        there (3 bits each). These are the same one unless both kings are on an axis of symmetry.
    PAWN_PAIRS + …      the same where there is a pawn and only the reflection of the columns is a symmetry
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER
from gamekit.game.kernels import distinct

from ..chess_geometry import MEN, images, rays

WHITE, BLACK = 0, 1
BARE, QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(6)

MAX_SUCCESSORS = 8 + 27  # of king and queen
MAX_PREDECESSORS = 64  # more than 8 + 27 + 4 before a queen, and 8 · 6 before bare kings

KIND, BITS, SIDE = range(3)
KING = 3
THREATS = KING + 64
BEHIND = THREATS + 6 * 64
IMAGES = BEHIND + 64 * 64
PAIRS = IMAGES + 8 * 64
PAWN_PAIRS = PAIRS + 64 * 64
END = PAWN_PAIRS + 64 * 64

PLACES = 18  # bits of the code of three squares, on the largest board

# The lowest bit of a set, times this, has the number of that bit in a table by its highest six bits: Leiserson, Prokop
# and Randall, "Using de Bruijn sequences to index a 1 in a computer word", 1998.
DE_BRUIJN = 0x03F79D71B4CB0A89
BIT_NUMBERS = np.zeros(64, np.int64)
for _bit in range(64):
    BIT_NUMBERS[(DE_BRUIJN << _bit & (1 << 64) - 1) >> 58] = _bit


def tables(board: int, kind: int) -> Any:
    """Return the parameters for a board of this side and a white man of this kind at first."""
    squares = range(board * board)
    symmetries = images(board)
    bits = (board * board - 1).bit_length()
    parameters = np.zeros(END, np.int64)
    parameters[[KIND, BITS, SIDE]] = kind, bits, board
    for s in squares:
        parameters[KING + s] = _set_of(chain.from_iterable(rays("K", s, board)))
        for k, man in enumerate(MEN[1:], start=1):
            parameters[THREATS + 64 * k + s] = _set_of(chain.from_iterable(rays(man, s, board)))
        for ray in rays("Q", s, board):
            for steps, t in enumerate(ray, start=1):
                parameters[BEHIND + 64 * s + t] = _set_of(ray[steps:])
        for i, image in enumerate(symmetries):
            parameters[IMAGES + 64 * i + s] = image[s]
        for t in squares:
            for table, allowed in ((PAIRS, range(8)), (PAWN_PAIRS, range(2))):
                places = {i: (symmetries[i][s], symmetries[i][t]) for i in allowed}
                white, black = least = min(places.values())
                ways = [i for i in allowed if places[i] == least]
                code = white << 2 * bits | black << bits
                parameters[table + 64 * s + t] = code | ways[0] << PLACES | ways[-1] << PLACES + 3
    return parameters


def _set_of(squares: Any) -> int:
    """Return a set of squares as the int64 of the same 64 bits."""
    number: int = sum(1 << square for square in squares)
    return number - (1 << 64) if number >> 63 else number


# --- small functions that those below call --------------------------------------------------------------------


@numba.njit(cache=True, nogil=True)
def lowest(squares: int) -> int:
    """Return the lowest square of a set that is not empty."""
    return BIT_NUMBERS[(squares & -squares) * DE_BRUIJN >> 58 & 63]  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def has(squares: int, square: int) -> int:
    return squares >> square & 1


@numba.njit(cache=True, nogil=True)
def threatened(kind: int, man: int, white: int, parameters: Any) -> int:
    """Return the squares that the man threatens; the black king does not stop it: it cannot flee along a line."""
    return parameters[THREATS + 64 * kind + man] & ~parameters[BEHIND + 64 * man + white]  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def in_reach(kind: int, man: int, white: int, black: int, parameters: Any) -> int:
    """Return the empty squares to which, or from which, a man that is no pawn can move."""
    behind = parameters[BEHIND + 64 * man + white] | parameters[BEHIND + 64 * man + black]
    kings = 1 << white | 1 << black
    return parameters[THREATS + 64 * kind + man] & ~(behind | kings)  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def pairs_of(kind: int) -> int:
    return PAWN_PAIRS if kind == PAWN else PAIRS


@numba.njit(cache=True, nogil=True)
def bare_kings(white: int, black: int, parameters: Any) -> int:
    """Return the code of bare kings, White to move."""
    return parameters[PAIRS + 64 * white + black] & ((1 << PLACES) - 1)  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def parts(code: int, parameters: Any) -> tuple[int, int, int, int, int]:
    """Return what a code is made of, the highest bits first."""
    bits = parameters[BITS]
    mask = (1 << bits) - 1
    kind, turn = code >> 3 * bits + 1, code >> 3 * bits & 1
    return kind, turn, code >> 2 * bits & mask, code >> bits & mask, code & mask


@numba.njit(cache=True, nogil=True)
def canonical(kind: int, turn: int, white: int, black: int, man: int, parameters: Any) -> int:
    """Return the code of a position with a man."""
    pair = parameters[pairs_of(kind) + 64 * white + black]
    place = parameters[IMAGES + 64 * (pair >> PLACES & 7) + man]
    other = parameters[IMAGES + 64 * (pair >> PLACES + 3) + man]
    top = (kind << 1 | turn) << 3 * parameters[BITS]
    return top | pair & ((1 << PLACES) - 1) | min(place, other)  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def on_axis(table: int, s: int, t: int, parameters: Any) -> bool:
    """Tell whether some symmetry leaves two squares where they are."""
    pair = parameters[table + 64 * s + t] >> PLACES
    return pair >> 3 != pair & 7  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def any_alike(kind: int, player: int, white: int, black: int, man: int, parameters: Any) -> bool:
    """Tell whether two moves of a player, from a position or to it, can be alike, so that `distinct` is needed.

    They can if a symmetry leaves the other player's men where they are. (It may turn a move of the white king into
    one of the man.)
    """
    table = pairs_of(kind)
    if player == WHITE:
        return on_axis(table, black, black, parameters)
    return on_axis(table, white, man, parameters)


# --- the rules ----------------------------------------------------------------------------------------------------


def mover(code: int, parameters: Any) -> int:
    return code >> 3 * parameters[BITS] & 1  # type: ignore[no-any-return]


def outcome(code: int, parameters: Any) -> int:
    kind, turn, white, black, man = parts(code, parameters)
    if kind in (BARE, BISHOP, KNIGHT):
        return 0
    if turn == BLACK:
        threats = threatened(kind, man, white, parameters)
        flights = parameters[KING + black] & ~(parameters[KING + white] | threats)
        return NOT_OVER if flights else has(threats, black)
    if kind == PAWN:  # the only man that can be without a move while the king beside it has none either
        ahead = man + parameters[SIDE]
        free = parameters[KING + white] & ~(parameters[KING + black] | 1 << man)
        if free == 0 and ahead in (white, black):
            return 0
    return NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    kind, turn, white, black, man = parts(code, parameters)
    count = 0
    if turn == BLACK and has(parameters[KING + black] & ~parameters[KING + white], man):
        out[count] = bare_kings(white, man, parameters)
        count += 1
    count = add_moves(turn, 1 - turn, (kind, white, black, man), parameters, out, count)
    if turn == WHITE and kind == PAWN:
        side = parameters[SIDE]
        ahead = man + side
        if ahead in (white, black):
            pass
        elif ahead >= side * side - side:
            for becomes in range(QUEEN, PAWN):
                count = add(becomes, BLACK, white, black, ahead, parameters, out, count)
        else:
            count = add(PAWN, BLACK, white, black, ahead, parameters, out, count)
            two = ahead + side
            if man < 2 * side and two < side * side - side and two not in (white, black):
                count = add(PAWN, BLACK, white, black, two, parameters, out, count)
    return distinct(out, count) if any_alike(kind, turn, white, black, man, parameters) else count


def predecessors(code: int, parameters: Any, out: Any) -> int:
    kind, turn, white, black, man = parts(code, parameters)
    count = 0
    if kind == BARE:
        count = before_bare_kings(white, black, parameters, out)
        return distinct(out, count) if on_axis(PAIRS, white, black, parameters) else count
    if turn == BLACK and kind != PAWN and parameters[KIND] == PAWN:
        count = before_promotion(white, black, man, parameters, out)
    count = add_moves(1 - turn, 1 - turn, (kind, white, black, man), parameters, out, count)
    if turn == BLACK and kind == PAWN:
        side = parameters[SIDE]
        before = man - side
        if before >= side and before not in (white, black):
            two = before - side
            if side <= two < 2 * side and two not in (white, black):
                count = add(PAWN, WHITE, white, black, two, parameters, out, count)
            count = add(PAWN, WHITE, white, black, before, parameters, out, count)
    return distinct(out, count) if any_alike(kind, 1 - turn, white, black, man, parameters) else count


@numba.njit(cache=True, nogil=True)
def add(kind: int, turn: int, white: int, black: int, man: int, parameters: Any, out: Any, count: int) -> int:
    """Write a position unless Black has just moved and is in check; return how many there are."""
    if turn == WHITE and has(threatened(kind, man, white, parameters), black):
        return count
    out[count] = canonical(kind, turn, white, black, man, parameters)
    return count + 1


@numba.njit(cache=True, nogil=True)
def add_moves(
    player: int, turn: int, men: tuple[int, int, int, int], parameters: Any, out: Any, count: int
) -> int:
    """Write the positions in which it is `turn`'s turn and a player's king, or man but for a pawn, stands elsewhere.

    The squares are empty, so moves lead to these positions if the player is about to move, and from them if not.
    """
    kind, white, black, man = men
    if player == BLACK:
        squares = parameters[KING + black] & ~(parameters[KING + white] | 1 << man)
        while squares:
            count = add(kind, turn, white, lowest(squares), man, parameters, out, count)
            squares &= squares - 1
        return count
    squares = parameters[KING + white] & ~(parameters[KING + black] | 1 << man)
    while squares:
        count = add(kind, turn, lowest(squares), black, man, parameters, out, count)
        squares &= squares - 1
    squares = 0 if kind == PAWN else in_reach(kind, man, white, black, parameters)
    while squares:
        count = add(kind, turn, white, black, lowest(squares), parameters, out, count)
        squares &= squares - 1
    return count


@numba.njit(cache=True, nogil=True)
def before_bare_kings(white: int, black: int, parameters: Any, out: Any) -> int:
    """Write the positions in which the black king can take the man: a queen, rook or pawn."""
    start, side = parameters[KIND], parameters[SIDE]
    count = 0
    came = parameters[KING + black] & ~parameters[KING + white] & ~(1 << white)
    while came:
        before = lowest(came)
        came &= came - 1
        for kind in range(QUEEN, BISHOP):
            if start in (kind, PAWN):
                count = add(kind, BLACK, white, before, black, parameters, out, count)
        for i in range(0, 8, 2):  # bare kings are alike in more ways than positions with a pawn
            image = IMAGES + 64 * i
            man = parameters[image + black]
            if start == PAWN and side <= man < side * side - side:
                white_image, black_image = parameters[image + white], parameters[image + before]
                count = add(PAWN, BLACK, white_image, black_image, man, parameters, out, count)
    return count


@numba.njit(cache=True, nogil=True)
def before_promotion(white: int, black: int, man: int, parameters: Any, out: Any) -> int:
    """Write the positions in which a pawn can become the man."""
    side = parameters[SIDE]
    count = 0
    for i in range(0, 8, 2):  # positions without a pawn are alike in more ways than those with one
        image = IMAGES + 64 * i
        pawn = parameters[image + man] - side
        white_image, black_image = parameters[image + white], parameters[image + black]
        if pawn >= side * side - 2 * side and pawn not in (white_image, black_image):
            count = add(PAWN, WHITE, white_image, black_image, pawn, parameters, out, count)
    return count


def is_state(code: int, parameters: Any) -> int:
    kind, turn, white, black, man = parts(code, parameters)
    side, start = parameters[SIDE], parameters[KIND]
    squares = side * side
    if max(white, black, man) >= squares or white == black or has(parameters[KING + white], black):
        return 0
    if kind == BARE:
        return code == bare_kings(white, black, parameters)
    if start not in (kind, PAWN) or man in (white, black):
        return 0
    if kind == PAWN and (man < side or man >= squares - side):
        return 0
    if turn == WHITE and has(threatened(kind, man, white, parameters), black):
        return 0
    return code == canonical(kind, turn, white, black, man, parameters)
