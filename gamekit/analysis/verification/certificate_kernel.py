"""The check of a certificate's positions by compiled rules, as a loop that Numba compiles."""

from __future__ import annotations

from typing import Any, Final

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import SLACK, Batch
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.errors import LimitError
from gamekit.game.compiled import NOT_OVER
from gamekit.tables.certificate import Claim

ANY: Final = 1 << 62
"""A rank above all, for claims that need none, and for the state of the claim."""

MOVERS_VIEW, NAMED, ALONE = 0, 1, 2
"""How the player to move is known: every move passes the turn, `mover` names that player, or there is only one."""

MOST: Final = (1 << 31) - 1
"""The positions of a claim, at most: a slot has room for the number of one."""

FACTOR: Final = -7046029254386353131
"""2^64 divided by the golden ratio, as an int64."""

Codes = NDArray[np.int64]
Slots: Any = types.int32[::1]


@attrs.frozen(eq=False)
class Listed:
    """All positions of a claim, and where they are found.

    Attributes:
        codes: int64, ascending.
        ranks: int64, the rank of each; of length 1 where none is needed.
        slots: int32, places in `codes`, found by a hash of the code with linear probing; -1 marks free slots.
    """

    codes: Codes
    ranks: Codes
    slots: NDArray[np.int32]

    @classmethod
    def of(cls, codes: Codes, ranks: Codes | None) -> Listed:
        """Index positions; `ranks` is None if none are needed.

        Raises:
            LimitError: there are too many.
        """
        if len(codes) >= MOST:
            raise LimitError(
                f"a claim with {len(codes):,} positions cannot be verified; {MOST:,} are too many"
            )
        slots = np.full(1 << (len(codes) * 3 // 2 + 1).bit_length(), -1, dtype=np.int32)
        fill: Any = _fill
        fill(codes, slots)
        needed = np.zeros(1) if ranks is None else ranks
        return cls(codes, np.require(needed, np.int64, ["C", "W"]), slots)

    @property
    def arrays(self) -> tuple[Codes, Codes, NDArray[np.int32]]:
        """The arrays, for the kernels."""
        return self.codes, self.ranks, self.slots


def check_positions(batch: Batch, claim: Claim, listed: Listed, part: slice, *, counts_plies: bool) -> Codes:
    """Return those of some positions that are not covered.

    Args:
        batch: the rules.
        claim: what is claimed.
        listed: all positions.
        part: which of them are checked.
        counts_plies: whether ranks are plies, so that they fall by 1 with each.
    """
    wrong = np.empty(part.stop - part.start, dtype=np.int64)
    check: Any = _check
    count = check(
        *_rules(batch),
        claim.player,
        claim.at_least,
        claim.kind != "safe",
        int(counts_plies),
        *listed.arrays,
        part.start,
        part.stop,
        wrong,
    )
    return wrong[:count]


def is_root_covered(batch: Batch, claim: Claim, listed: Listed, root: Codes, turn: int, below: int) -> bool:
    """Return whether the state of a claim, with `turn` to move, is covered by its positions.

    Any rank will do if `below` is `ANY`; otherwise ranks are plies, and there must be fewer.
    """
    out = np.empty(batch.rules.max_successors + SLACK, dtype=np.int64)
    is_covered: Any = _is_covered
    return bool(
        is_covered(
            *_rules(batch),
            claim.player,
            claim.at_least,
            *listed.arrays,
            int(root[0]),
            turn,
            below,
            int(below != ANY),
            out,
        )
    )


def _rules(batch: Batch) -> tuple[Any, ...]:
    turns = ALONE if batch.rules.mover is None else NAMED
    if batch.from_movers_view:
        turns = MOVERS_VIEW
    return batch.functions, batch.parameters, batch.rules.size, batch.rules.max_successors, turns


@numba.njit(
    types.boolean(types.int64, types.int64, types.int64, types.int64, types.int64), cache=True, nogil=True
)
def _pays(payoff, turns, player, to_move, at_least):  # type: ignore[no-untyped-def]
    """Return whether an end pays enough; in the mover's view, payoffs are to the player who would be to move."""
    own = to_move if turns == MOVERS_VIEW else 0
    return (payoff if own == player else -payoff) >= at_least


@numba.njit(types.int64(types.int64, types.int64), cache=True, nogil=True)
def _slot(code, mask):  # type: ignore[no-untyped-def]
    """Return the first slot of a code (Fibonacci hashing: Knuth, "The Art of Computer Programming", 6.4)."""
    spread = code * FACTOR
    return (spread ^ spread >> 32) & mask


@numba.njit(types.void(Array, Slots), cache=True, nogil=True)
def _fill(codes, slots):  # type: ignore[no-untyped-def]
    """Write the place of each code to a slot."""
    mask = len(slots) - 1
    for place in range(len(codes)):
        slot = _slot(codes[place], mask)
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = place


@numba.njit(types.boolean(Array, Array, Slots, types.int64, types.int64), cache=True, nogil=True)
def _is_listed(codes, ranks, slots, code, below):  # type: ignore[no-untyped-def]
    """Return whether a code is that of a position of less rank."""
    mask = len(slots) - 1
    slot = _slot(code, mask)
    while slots[slot] >= 0:
        place = slots[slot]
        if codes[place] == code:
            return below == ANY or ranks[place] < below
        slot = (slot + 1) & mask
    return False


@numba.njit(
    types.boolean(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64, types.int64,
        Array, Array, Slots, types.int64, types.int64, types.int64, types.int64, Array,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def _is_covered(  # type: ignore[no-untyped-def]
    functions, parameters, size, most, turns, player, at_least, codes, ranks, slots, code, to_move, below, ply, out
):  # fmt: skip
    """Return whether a position pays enough, is listed, or has a move to an end or a position that does.

    In the mover's view, those that are listed are positions in which the other player is to move. A ply takes `ply`
    from the ranks: 1 if they are plies, else 0.
    """
    outcome, successors = functions.outcome, functions.successors
    payoff = outcome(code, parameters)
    if payoff != NOT_OVER:
        return _pays(payoff, turns, player, to_move, at_least) and (ply == 0 or below > 0)
    if (turns != MOVERS_VIEW or to_move != player) and _is_listed(codes, ranks, slots, code, below):
        return True
    if to_move != player:
        return False
    count = successors(code, parameters, out)
    if count > most:
        return False
    below -= ply
    for i in range(count):
        child = out[i]
        if child < 0 or child >= size:
            return False
        payoff = outcome(child, parameters)
        if payoff != NOT_OVER:
            if _pays(payoff, turns, player, 1 - player, at_least) and (ply == 0 or below > 0):
                return True
        elif _is_listed(codes, ranks, slots, child, below):
            return True
    return False


@numba.njit(
    types.int64(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64, types.int64, types.boolean, types.int64,
        Array, Array, Slots, types.int64, types.int64, Array,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def _check(  # type: ignore[no-untyped-def]
    functions,
    parameters,
    size,
    most,
    turns,
    player,
    at_least,
    needs_rank,
    ply,
    codes,
    ranks,
    slots,
    begin,
    end,
    wrong,
):
    """Write the positions that do not follow from the others to `wrong`, and return how many those are."""
    outcome, successors, mover = functions.outcome, functions.successors, functions.mover
    out = np.empty(most + SLACK, dtype=np.int64)
    replies = np.empty(most + SLACK, dtype=np.int64)
    found = 0
    for place in range(begin, end):
        code = codes[place]
        below = ranks[place] if needs_rank else ANY
        to_move = 1 - player
        if turns == NAMED:
            to_move = mover(code, parameters)
        elif turns == ALONE:
            to_move = 0
        follows = outcome(code, parameters) == NOT_OVER
        count = successors(code, parameters, out) if follows else 0
        follows = 0 < count <= most
        some = False
        for i in range(count if follows else 0):
            child = out[i]
            if child < 0 or child >= size:
                follows = False
                break
            after = to_move
            if turns == MOVERS_VIEW:
                after = 1 - to_move
            elif turns == NAMED and outcome(child, parameters) == NOT_OVER:
                after = mover(child, parameters)
            covered = _is_covered(
                functions,
                parameters,
                size,
                most,
                turns,
                player,
                at_least,
                codes,
                ranks,
                slots,
                child,
                after,
                below,
                ply,
                replies,
            )
            some = some or covered
            if not covered and to_move != player:
                follows = False
                break
        if to_move == player:
            follows = follows and some
        if not follows:
            wrong[found] = code
            found += 1
    return found
