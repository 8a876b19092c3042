"""Dobutsu shogi over codes, which show a position from the mover's view, or its mirror image if that code is less.

Legend:

- square: 0..11 row by row; 0..2 is the last row of the mover, 9..11 that of the opponent. `IN_HAND` and `ABSENT` stand
  in the place of a square.
- piece, 6 bits: 4 for its square; `THEIRS` if it is the opponent's; `HEN`. An absent piece is `ABSENT`, whoever's.
- pair, 12 bits: the two pieces of a kind, the lesser in the lower bits.
- code, 44 bits: 4 for the square of the mover's lion, 4 for that of the opponent's, then the pairs of chicks, elephants
  and giraffes, from the bit `CHICKS` on. Slots 0..5 are the six places for a piece.
- squares: a set of them, one bit each.
- view: what a pair amounts to: the squares that the mover attacks; 12 bits up those of the mover's pieces; 24 bits up
  those of the opponent's; and `HOLDING` if the mover has one in hand.
- both: a position twice, as it is and, some bits up, in the mirror.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER
from gamekit.game.kernels import distinct

from ..dobutsu_pieces import ABSENT, COLUMNS, HEN, IN_HAND, ROWS, SQUARES, THEIRS, targets
from ..geometry import symmetries

ALL = (1 << SQUARES) - 1
ON_SQUARE = 15 | THEIRS  # the bits that a piece of either kind has
HOLDING = 1 << 36

CHICKS = 8
SLOTS = 6
LIONS, PAIR, PIECE = 255, 4095, 63  # so many bits
THEIR_LAST_ROW = 9  # and the squares beyond
MIDDLE_COLUMN = 0b010010010010

BITS = 44  # of a code
NO_PARAMETERS = np.zeros(0, dtype=np.int64)  # the rules are the same whatever the setup

# The lion takes up to 8 steps, giraffes and elephants 4, hens 6: 36 in all. Three kinds can be dropped on 10 squares.
# Backwards there are as many steps, and 2 promotions, each with nothing or one of 4 taken; and 6 drops.
MAX_SUCCESSORS = 36 + 3 * 10
MAX_PREDECESSORS = (36 + 2) * 5 + 6

# --- tables -------------------------------------------------------------------------------------------------


def _reach(sign: int) -> tuple[Any, Any]:
    """Return the squares that the mover's pieces go to, or come from if `sign` is -1: the lion's; by slot and piece."""
    sets = {
        kind: [sum(1 << target for target in targets(kind, square, sign)) for square in range(SQUARES)]
        for kind in "LCHEG"
    }
    others = np.zeros((SLOTS, 1 << 6), dtype=np.int64)
    for slot, kind in enumerate("CCEEGG"):
        others[slot, :SQUARES] = sets[kind]
    others[0:2, HEN : HEN + SQUARES] = sets["H"]
    return np.array(sets["L"], dtype=np.int64), others


LION_GOES, GOES = _reach(1)
LION_COMES, COMES = _reach(-1)
COMES[0:2, :COLUMNS] = 0  # a chick on its last row has been dropped there


def _views() -> Any:
    """Return the views of all pairs: of chicks, of elephants, of giraffes."""
    singles = np.zeros((SLOTS, 1 << 6), dtype=np.int64)
    for piece in range(1 << 6):
        square = piece & 15
        if piece == IN_HAND:
            singles[:, piece] = HOLDING
        elif square < SQUARES:
            singles[:, piece] = GOES[:, piece] | (1 << square << (24 if piece & THEIRS else 12))
    return np.array([(single[:, None] | single[None, :]).reshape(-1) for single in singles[::2]])


VIEWS = _views()


MIRROR_IMAGE = symmetries(ROWS, COLUMNS)[1]


def _seen(*, turned: bool, mirrored: bool) -> Any:
    """Return all pieces as the other player sees them, or in the mirror: int64, 64."""
    images = symmetries(ROWS, COLUMNS)[3 * turned ^ mirrored]  # turning mirrors the rows and the columns
    pieces = np.arange(1 << 6)
    squares = np.array([*images, *range(SQUARES, 16)])[pieces & 15]
    seen = squares | (pieces & (THEIRS | HEN)) ^ (THEIRS if turned else 0)
    return np.where(squares == ABSENT, ABSENT, seen)


def _both(*, turned: bool) -> tuple[Any, Any]:
    """Return both of all two lions and of all pairs, put in order: the mirror image is 8 and 12 bits up."""
    lions, pairs = np.zeros(1 << 8, dtype=np.int64), np.zeros(1 << 12, dtype=np.int64)
    for mirrored in (False, True):
        pieces = _seen(turned=turned, mirrored=mirrored)
        squares = pieces[:16] & 15
        mine, theirs = (squares[:, None], squares) if turned else (squares, squares[:, None])
        lions |= (mine | theirs << 4).reshape(-1) << 8 * mirrored
        low, high = np.minimum(pieces, pieces[:, None]), np.maximum(pieces, pieces[:, None])
        pairs |= (low | high << 6).reshape(-1) << 12 * mirrored
    return lions, pairs


LION_PAIRS, PAIRS = _both(turned=False)
TURNED_LION_PAIRS, TURNED_PAIRS = _both(turned=True)
MIRRORED = np.array(
    [sum(1 << MIRROR_IMAGE[i] for i in range(SQUARES) if squares >> i & 1) for squares in range(ALL + 1)],
    dtype=np.int64,
)
LOWEST = np.array([(squares & -squares).bit_length() - 1 for squares in range(ALL + 1)], dtype=np.int64)

# --- forwards -----------------------------------------------------------------------------------------------


@numba.njit(cache=True, nogil=True)
def outcome(code: int, parameters: Any) -> int:  # noqa: ARG001
    """The payoff to the mover, who wins where the other lion can be taken."""
    view = _view(code)
    their_lion = code >> 4 & 15
    if view >> their_lion & 1:
        return 1
    stuck = view & ~(view >> 12) & ALL == 0 and view & HOLDING == 0
    if their_lion >= THEIR_LAST_ROW or stuck:
        return -1
    return NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    view = _view(code)
    own, theirs = view >> 12 & ALL, view >> 24 & ALL
    their_lion = code >> 4 & 15
    # a child differs from these in one kind, unless something is taken
    plain, mirrored = _looked_up(code, TURNED_LION_PAIRS, TURNED_PAIRS)
    count = 0
    targets = LION_GOES[code & 15] & ~own
    while targets:
        square = LOWEST[targets]
        targets &= targets - 1
        child = code & ~15 | square
        if theirs >> square & 1:
            out[count] = _after_taking(child, square)
        else:
            lions = TURNED_LION_PAIRS[child & LIONS]
            out[count] = min(plain & ~LIONS | lions & LIONS, mirrored & ~LIONS | lions >> 8)
        count += 1
    for i in range(SLOTS):
        slot = CHICKS + 6 * i
        piece = code >> slot & PIECE
        if piece == IN_HAND:
            if i & 1 and code >> slot - 6 & PIECE == IN_HAND:
                continue  # the other one is just the same
            targets = ALL & ~(own | theirs | 1 << their_lion)
        else:
            targets = GOES[i, piece] & ~own
        kind = CHICKS + 12 * (i >> 1)
        rest = code & ~(PIECE << slot)
        plain_rest, mirrored_rest = plain & ~(PAIR << kind), mirrored & ~(PAIR << kind)
        while targets:
            square = LOWEST[targets]
            targets &= targets - 1
            promoted = i < 2 and square < COLUMNS and piece != IN_HAND
            child = rest | (square | (HEN if promoted else piece & HEN)) << slot
            if theirs >> square & 1:
                out[count] = _after_taking(child, square)
            else:
                pair = TURNED_PAIRS[child >> kind & PAIR]
                out[count] = min(plain_rest | (pair & PAIR) << kind, mirrored_rest | pair >> 12 << kind)
            count += 1
    return distinct(out, count) if _can_be_alike(theirs, their_lion) else count


@numba.njit(cache=True, nogil=True)
def _can_be_alike(theirs: int, lion: int) -> bool:
    """Tell whether two of the mover's moves, done or undone, can lead to mirror images: most often they cannot.

    The opponent's pieces stay where they are, but for one that is taken. They must be symmetric without it, or with it.
    """
    odd = theirs & ~MIRRORED[theirs]
    return (MIDDLE_COLUMN >> lion & 1) != 0 and odd & (odd - 1) == 0


@numba.njit(cache=True, nogil=True)
def _view(code: int) -> int:
    """Return the view of a position but for the opponent's lion."""
    view: int = LION_GOES[code & 15] | 1 << 12 + (code & 15)
    for i in range(3):
        view |= VIEWS[i, code >> CHICKS + 12 * i & PAIR]
    return view


@numba.njit(cache=True, nogil=True)
def _looked_up(code: int, lion_pairs: Any, pairs: Any) -> tuple[int, int]:
    """Return a position as tables of both have it, and the mirror image of that; pairs need not be in order."""
    lions = lion_pairs[code & LIONS]
    plain, mirrored = lions & LIONS, lions >> 8
    for kind in range(CHICKS, BITS, 12):
        pair = pairs[code >> kind & PAIR]
        plain |= (pair & PAIR) << kind
        mirrored |= pair >> 12 << kind
    return plain, mirrored


@numba.njit(cache=True, nogil=True)
def _after_taking(code: int, square: int) -> int:
    """Return the code after a move to a square, with the opponent's piece there gone to the mover's hand."""
    for i in range(SLOTS):
        slot = CHICKS + 6 * i
        if code >> slot & ON_SQUARE == square | THEIRS:
            code = code & ~(PIECE << slot) | IN_HAND << slot
    plain, mirrored = _looked_up(code, TURNED_LION_PAIRS, TURNED_PAIRS)
    return min(plain, mirrored)


# --- backwards ----------------------------------------------------------------------------------------------


def predecessors(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    before, _ = _looked_up(code, TURNED_LION_PAIRS, TURNED_PAIRS)  # as the player who has just moved sees it
    view = _view(before)
    theirs, their_lion = view >> 24 & ALL, before >> 4 & 15
    free = ALL & ~(view >> 12 | theirs | 1 << their_lion)
    lion = before & 15
    count = 0
    origins = LION_COMES[lion] & free
    while origins:
        count = _add_untaken(before & ~15 | LOWEST[origins], lion, out, count)
        origins &= origins - 1
    for i in range(SLOTS):
        slot = CHICKS + 6 * i
        piece = before >> slot & PIECE
        square = piece & 15
        if piece & THEIRS or square >= SQUARES:
            continue
        rest = before & ~(PIECE << slot)
        origins = COMES[i, piece] & free
        while origins:
            count = _add_untaken(rest | (LOWEST[origins] | piece & HEN) << slot, square, out, count)
            origins &= origins - 1
        if not piece & HEN:
            count = _add(rest | IN_HAND << slot, out, count)
        elif square < COLUMNS and free >> square + COLUMNS & 1:
            count = _add_untaken(rest | (square + COLUMNS) << slot, square, out, count)
    return distinct(out, count) if _can_be_alike(theirs, their_lion) else count


@numba.njit(cache=True, nogil=True)
def _add_untaken(code: int, square: int, out: Any, count: int) -> int:
    """Add a position before a move to a square, and those where the move took what is now in the mover's hand."""
    count = _add(code, out, count)
    for i in range(SLOTS):
        slot = CHICKS + 6 * i
        if code >> slot & PIECE != IN_HAND or (i & 1 and code >> slot - 6 & PIECE == IN_HAND):
            continue
        untaken = code & ~(PIECE << slot) | (square | THEIRS) << slot
        count = _add(untaken, out, count)
        if i < 2:
            count = _add(untaken | HEN << slot, out, count)
    return count


@numba.njit(cache=True, nogil=True)
def _add(code: int, out: Any, count: int) -> int:
    """Add a position, whose pairs need not be in order; return how many there are.

    Positions where the game is over are left out: there are many, and computing the
    outcome costs less than looking them up.
    """
    if outcome(code, NO_PARAMETERS) != NOT_OVER:
        return count
    plain, mirrored = _looked_up(code, LION_PAIRS, PAIRS)
    out[count] = min(plain, mirrored)
    return count + 1
