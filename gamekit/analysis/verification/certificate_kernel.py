"""The check of a certificate's positions by compiled rules, as a loop that Numba compiles."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import SLACK, Batch, Codes
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.errors import LimitError
from gamekit.game.compiled import NOT_OVER
from gamekit.tables.certificate import CertificateSide

ANY: Final = 1 << 62
"""A rank above all others, for claims that need no ranks, and for the state of the claim."""

MOVERS_VIEW, NAMED, ALONE = 0, 1, 2
"""The rule for the player to move: every move passes the turn, `mover` names that player, or there is only one."""

TOO_MANY_POSITIONS: Final = (1 << 31) - 1
"""The least number of positions that is too large for a claim: slots hold their numbers as int32."""

HASH_FACTOR: Final = -7046029254386353131
"""2^64 divided by the golden ratio, as an int64."""

Slots: Any = types.int32[::1]


class ClaimNumbers(NamedTuple):
    """The check of a claim in numbers, as kernels take it.

    Attributes:
        size: the bound below which every code lies.
        most: the largest number of successors.
        turns: the rule for the player to move: `MOVERS_VIEW`, `NAMED` or `ALONE`.
        player: the index of the player of the claim.
        at_least: the payoff that the claim says this player gets at least.
        needs_rank: 1 if ranks must fall, else 0.
        ply: the number by which a ply lowers ranks: 1 if ranks are plies, else 0.
    """

    size: int
    most: int
    turns: int
    player: int
    at_least: int
    needs_rank: int
    ply: int


NUMBERS: Any = types.NamedUniTuple(types.int64, len(ClaimNumbers._fields), ClaimNumbers)  # type: ignore[no-untyped-call]


@attrs.frozen(eq=False)
class Task:
    """The check of a claim.

    Attributes:
        arrays: the compiled functions and the parameters of the rules; the codes of all positions, int64, ascending;
            their ranks, int64, of length 1 if no ranks are needed; and the slots of a hash table of codes with linear
            probing, int32: the place of a position, or -1 if the slot is free.
        numbers: the claim and the rules in numbers.
    """

    arrays: tuple[Any, Codes, Codes, Codes, NDArray[np.int32]]
    numbers: ClaimNumbers

    @classmethod
    def of(
        cls, batch: Batch, claim: CertificateSide, codes: Codes, ranks: Codes, *, counts_plies: bool
    ) -> Task:
        """Index the positions of a claim; `counts_plies` is whether ranks count plies, and fall by 1 with each.

        Raises:
            LimitError: there are too many positions.
        """
        if len(codes) >= TOO_MANY_POSITIONS:
            raise LimitError(
                f"a claim must have fewer than {TOO_MANY_POSITIONS:,} positions to be verified; "
                f"this one has {len(codes):,}"
            )
        slots = np.full(1 << (len(codes) * 3 // 2 + 1).bit_length(), -1, dtype=np.int32)
        _fill(codes, slots)
        rules, needs_rank = batch.rules, claim.kind != "safe"
        turns = MOVERS_VIEW if batch.from_movers_view else ALONE if rules.mover is None else NAMED
        numbers = turns, claim.player, claim.at_least, int(needs_rank), int(counts_plies)
        ranks = np.require(ranks if needs_rank else np.zeros(1), np.int64, ["C", "W"])
        arrays = batch.functions, batch.parameters, codes, ranks, slots
        return cls(arrays, ClaimNumbers(rules.size, rules.max_successors, *numbers))


def check_positions(task: Task, part: slice) -> Codes:
    """Return the codes of the positions in a range that do not follow from the others."""
    wrong = np.empty(part.stop - part.start, dtype=np.int64)
    return wrong[: _check(*task.arrays, task.numbers, part.start, part.stop, wrong)]


def is_root_covered(task: Task, root: int, turn: int, below: int) -> bool:
    """Return whether the state of a claim, with `turn` to move, is covered by its positions.

    Any rank will do if `below` is `ANY`; otherwise ranks count plies and must be less than `below`.
    """
    out = np.empty(task.numbers.most + SLACK, dtype=np.int64)
    return bool(_is_covered(*task.arrays, task.numbers, root, turn, below, out))


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
    spread = code * HASH_FACTOR
    return (spread ^ spread >> 32) & mask


@numba.njit(types.void(Array, Slots), cache=True, nogil=True)
def _fill(codes, slots):  # type: ignore[no-untyped-def]
    mask = len(slots) - 1
    for place in range(len(codes)):
        slot = _slot(codes[place], mask)
        while slots[slot] >= 0:
            slot = (slot + 1) & mask
        slots[slot] = place


@numba.njit(types.boolean(Array, Array, Slots, types.int64, types.int64), cache=True, nogil=True)
def _is_listed(codes, ranks, slots, code, below):  # type: ignore[no-untyped-def]
    """Return whether a code belongs to a position whose rank is less than `below`."""
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
        FUNCTIONS, Array, Array, Array, Slots, NUMBERS, types.int64, types.int64, types.int64, Array
    ),
    cache=True,
    nogil=True,
)
def _is_covered(functions, parameters, codes, ranks, slots, numbers, code, to_move, below, out):  # type: ignore[no-untyped-def]
    """Return whether a state is an end that pays enough or a listed position, or has a move to one of these.

    In the mover's view, the listed positions are those in which the other player is to move. Each ply lowers the ranks
    by `ply`.
    """
    outcome, successors = functions.outcome, functions.successors
    turns, player, at_least, ply = numbers.turns, numbers.player, numbers.at_least, numbers.ply
    payoff = outcome(code, parameters)
    if payoff != NOT_OVER:
        return _pays(payoff, turns, player, to_move, at_least) and (ply == 0 or below > 0)
    if (turns != MOVERS_VIEW or to_move != player) and _is_listed(codes, ranks, slots, code, below):
        return True
    if to_move != player:
        return False
    count = successors(code, parameters, out)
    if count > numbers.most:
        return False
    below -= ply
    for i in range(count):
        child = out[i]
        if child < 0 or child >= numbers.size:
            return False
        payoff = outcome(child, parameters)
        if payoff != NOT_OVER:
            if _pays(payoff, turns, player, 1 - player, at_least) and (ply == 0 or below > 0):
                return True
        elif _is_listed(codes, ranks, slots, child, below):
            return True
    return False


@numba.njit(
    types.int64(FUNCTIONS, Array, Array, Array, Slots, NUMBERS, types.int64, types.int64, Array),
    cache=True,
    nogil=True,
)
def _check(functions, parameters, codes, ranks, slots, numbers, begin, end, wrong):  # type: ignore[no-untyped-def]
    """Write the positions that do not follow from the others to `wrong`, and return their number."""
    outcome, successors, mover = functions.outcome, functions.successors, functions.mover
    size, most, turns, player = numbers.size, numbers.most, numbers.turns, numbers.player
    out = np.empty(most + SLACK, dtype=np.int64)
    replies = np.empty(most + SLACK, dtype=np.int64)
    faults = 0
    for place in range(begin, end):
        code = codes[place]
        below = ranks[place] if numbers.needs_rank else ANY
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
                functions, parameters, codes, ranks, slots, numbers, child, after, below, replies
            )
            some = some or covered
            if not covered and to_move != player:
                follows = False
                break
        if to_move == player:
            follows = follows and some
        if not follows:
            wrong[faults] = code
            faults += 1
    return faults
