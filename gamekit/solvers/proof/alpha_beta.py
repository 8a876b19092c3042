"""Null-window alpha-beta over exact bounds, with compiled rules: is a position worth so much to its mover?

Every bound in the table rests on ends of the game and on bounds that were there before, so it holds whatever cycles the
game has. Where a position comes up again below itself, the search gives up instead (`LOOP`). If the rules state
progress, none does, because progress is higher than at the position before (else `STAYS`).

At a position, the search looks at its own entry, then at the ends among its successors, then at the entries of all
others, each of which may decide or be left out (enhanced transposition cut-offs: Plaat, Schaeffer, Pijls & de Bruin,
"Exploiting graph properties of game trees", 1996), and then searches what is left, best first.

The order is that of the rules' `order`, if they have one, plus what the search has learned: windows of the code's bits,
each with a weight for every content, trained by least mean squares on each position that was decided. It is a guess,
and decides nothing but which successor comes first.
"""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types

from gamekit.engine.codes.batch import (
    BAD_OUTCOME,
    NO_MOVES,
    OUT_OF_RANGE,
    SLACK,
    TOO_MANY,
)
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER
from gamekit.solvers.proof.frames import (
    AT,
    BEGAN,
    BEST,
    BREACH,
    CODE,
    DEEPER,
    DEPTH,
    DONE,
    GO_ON,
    LARGEST,
    LEFT,
    LOOP,
    MOVERS,
    MOVERS_VIEW,
    NODES,
    PROBLEM,
    PROGRESS,
    RESULT,
    RETURNING,
    STAYS,
    STORED,
    WANT,
    WHERE,
    WHO,
    Numbers,
    Scores,
    insert,
    player_at,
)
from gamekit.solvers.proof.position_table import (
    LEAST,
    MOST,
    NO_MOVE,
    find,
    lower_of,
    move_of,
    store,
    upper_of,
)
from gamekit.solvers.proof.shared_marks import NODES_PER_LOOK, STOP, choose_unmarked, unmark

WINDOW: Final = 12
"""The bits of a window."""

RATE: Final = 0.003
"""How fast weights are learned."""

FIRST: Final = 1e300

Weights: Any = types.float32[:, :, ::1]


@numba.njit(types.float32(Weights, types.int64, types.int64, types.int64), cache=True, nogil=True)
def _estimate(weights, windows, who, code):  # type: ignore[no-untyped-def]
    """Return the learned guess of whether `who`, to move, gets the payoff wanted: about 1 if so, about -1 if not."""
    found = np.float32(0)
    for i in range(windows):
        found += weights[who, i, code >> i & ((1 << WINDOW) - 1)]
    return found


@numba.njit(types.void(Weights, types.int64, types.int64, types.int64, types.float32), cache=True, nogil=True)
def _learn(weights, windows, who, code, truth):  # type: ignore[no-untyped-def]
    """Move the guess for a position towards the truth."""
    guess = min(max(_estimate(weights, windows, who, code), np.float32(-1)), np.float32(1))
    step = np.float32(RATE) * (truth - guess)
    for i in range(windows):
        weights[who, i, code >> i & ((1 << WINDOW) - 1)] += step


@numba.njit(
    types.int64(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.boolean, types.boolean, types.int64,
        Array, Array, types.int64, types.int64, Numbers, Numbers, Numbers, Scores, Weights, Array, Array, types.int64,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def search(  # type: ignore[no-untyped-def]
    functions, parameters, size, most, turns, has_order, has_progress, windows,
    entries, rests, bits, shift, frames, codes, moves, scores, weights, status, shared, budget,
):  # fmt: skip
    """Search on from where `status` says, for at most `budget` nodes.

    Args:
        functions: of the rules.
        parameters: of the rules.
        size: every code is below it.
        most: the largest number of successors.
        turns: who is to move, as in `frames`.
        has_order: whether the rules have `order`.
        has_progress: whether they have `progress`.
        windows: how many windows are learned by; 0 for none.
        entries: of the table.
        rests: of the table.
        bits: of a code.
        shift: how many of them are not the bucket's.
        frames: int64, a row for each depth.
        codes: int64, for each depth the successors to be searched.
        moves: int64, their numbers among all successors.
        scores: float64, by which they are ordered.
        weights: float32, what was learned, for each player, window and content.
        status: int64, what is kept between calls.
        shared: int64, what several threads share beside the table, as `workers` says; of length 1 for a single one.
        budget: of nodes.
    """
    outcome, successors, order = functions.outcome, functions.successors, functions.order
    progress = functions.progress
    depth, returning, result, nodes = status[DEPTH], status[RETURNING], status[RESULT], status[NODES]
    last = nodes + budget
    out = np.empty(most + SLACK, dtype=np.int64)
    ends = np.empty(most + SLACK, dtype=np.int64)
    answer = DONE
    is_shared = len(shared) > 1
    while depth >= 0:
        who, want = frames[depth, WHO], frames[depth, WANT]
        if returning:
            bound = result if frames[depth + 1, WHO] == who else -result
            frames[depth, BEST] = max(frames[depth, BEST], bound)
            if is_shared:
                unmark(shared, codes[depth, frames[depth, AT]])
            frames[depth, AT] += 1
            is_cut = bound >= want
            if is_cut or frames[depth, AT] == frames[depth, LEFT]:
                result = frames[depth, BEST]
                work = nodes - frames[depth, BEGAN] + 1
                key = hashed(frames[depth, CODE], bits)
                lower, upper = (result, MOST) if is_cut else (LEAST, result)
                move = moves[depth, frames[depth, AT] - 1] if is_cut else NO_MOVE
                status[STORED] += store(entries, rests, shift, key, lower, upper, move, work)
                if windows > 0:
                    truth = np.float32(1) if is_cut else np.float32(-1)
                    _learn(weights, windows, who, frames[depth, CODE], truth)
                depth -= 1
                continue
        else:
            if nodes >= last or shared[STOP] != 0:
                answer = GO_ON
                break
            if depth + 1 >= len(frames):
                answer = DEEPER
                break
            code = frames[depth, CODE]
            key = hashed(code, bits)
            hint = NO_MOVE
            entry = find(entries, rests, shift, key)
            if entry != 0:
                lower, upper = lower_of(entry), upper_of(entry)
                if lower >= want or upper < want:
                    result = lower if lower >= want else upper
                    depth -= 1
                    returning = 1
                    continue
                hint = move_of(entry)
            if has_progress:
                frames[depth, PROGRESS] = progress(code, parameters)
                if depth > 0 and frames[depth, PROGRESS] <= frames[depth - 1, PROGRESS]:
                    answer = STAYS
                    break
            else:
                for above in range(depth):
                    if frames[above, CODE] == code:
                        answer = LOOP
                if answer == LOOP:
                    break
            nodes += 1
            if is_shared and nodes % NODES_PER_LOOK == 0:
                # another thread may have decided a position above
                lowest = depth
                for above in range(lowest):
                    entry = find(entries, rests, shift, hashed(frames[above, CODE], bits))
                    if entry != 0 and (
                        lower_of(entry) >= frames[above, WANT] or upper_of(entry) < frames[above, WANT]
                    ):
                        for left in range(above, lowest):
                            unmark(shared, codes[left, frames[left, AT]])
                        depth = above
                        break
                if depth < lowest:
                    continue
            status[WHERE] = code
            count = successors(code, parameters, out)
            if count <= 0 or count > most:
                status[PROBLEM] = NO_MOVES if count <= 0 else TOO_MANY
                answer = BREACH
                break
            best = LEAST
            is_cut = False
            for i in range(count):
                child = out[i]
                if child < 0 or child >= size:
                    status[PROBLEM] = OUT_OF_RANGE
                    answer = BREACH
                    break
                payoff = outcome(child, parameters)
                ends[i] = payoff
                if payoff == NOT_OVER:
                    continue
                if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                    status[PROBLEM], status[WHERE] = BAD_OUTCOME, child
                    answer = BREACH
                    break
                bound = -payoff if turns == MOVERS_VIEW or (turns == MOVERS and who == 1) else payoff
                status[LARGEST] = max(status[LARGEST], abs(payoff))
                best = max(best, bound)
                if bound >= want:
                    is_cut = True
                    hint = i
                    break
            if answer == BREACH:
                break
            left = 0
            if not is_cut:
                for i in range(count):
                    if ends[i] != NOT_OVER:
                        continue
                    child = out[i]
                    player = player_at(functions, parameters, turns, who, child)
                    entry = find(entries, rests, shift, hashed(child, bits))
                    if entry != 0:
                        lower, upper = lower_of(entry), upper_of(entry)
                        if player != who:
                            lower, upper = -upper, -lower
                        if lower >= want:
                            best = max(best, lower)
                            is_cut = True
                            hint = i
                            break
                        if upper < want:
                            best = max(best, upper)
                            continue
                    score = 0.0
                    if i == hint:
                        score = FIRST
                    else:
                        if has_order:
                            score += order(child, parameters)
                        if windows > 0:
                            score += _estimate(weights, windows, player, child)
                        if player != who:
                            score = -score
                    insert(codes, moves, scores, depth, left, score, child, i)
                    left += 1
            if is_cut or left == 0:
                result = best
                lower, upper = (best, MOST) if is_cut else (LEAST, best)
                status[STORED] += store(
                    entries, rests, shift, key, lower, upper, hint if is_cut else NO_MOVE, 1
                )
                depth -= 1
                returning = 1
                continue
            frames[depth, LEFT], frames[depth, AT], frames[depth, BEST] = left, 0, best
            frames[depth, BEGAN] = nodes
        if is_shared:
            choose_unmarked(shared, codes, moves, depth, frames[depth, AT], frames[depth, LEFT])
        child = codes[depth, frames[depth, AT]]
        player = player_at(functions, parameters, turns, who, child)
        depth += 1
        frames[depth, CODE], frames[depth, WHO] = child, player
        frames[depth, WANT] = want if player == who else 1 - want
        returning = 0
    status[DEPTH], status[RETURNING], status[RESULT], status[NODES] = depth, returning, result, nodes
    return answer
