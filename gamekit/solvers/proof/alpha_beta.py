"""Null-window alpha-beta over exact bounds, with compiled rules: is a position worth a payoff or more to its mover?

Every bound in the table rests on ends of the game and on bounds that were there before, so it holds whatever cycles the
game has. If a position occurs again below itself, the search gives up (`LOOP`). If the rules define progress, no
position does, because progress must be higher than at the position before (else `STAYS`).

With a goal, the question is another: can a player force an end that pays so much within n plies? A position is then
worth 1 to that player if so, and 0 if not. This does not depend on how play reached a position, so no history has to be
kept (Kishimoto & Müller, "A general solution to the graph history interaction problem", 2004, describe the errors
otherwise). If n is raised from 0, the first that suffices is the exact number. The table has a key for each
code and role: twice the code, plus one if the player of the goal is to move. It holds plies less 128: the lower bound
is one more than the plies that are known not to suffice.

At a position, the search looks at its own entry, then at the ends among its successors, then at the entries of all
others, each of which may decide or be left out (enhanced transposition cut-offs: Plaat, Schaeffer, Pijls & de Bruin,
"Exploiting graph properties of game trees", 1996), and then searches the other successors, best first.

The order is that of the rules' `order`, if they have one, plus what the search has learned: windows of the code's bits,
each with a weight for every content, trained by least mean squares on each position that was decided. It is a guess,
and decides nothing but which successor comes first. With a goal, successors that may need the fewest plies come first.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba import types

from gamekit.engine.codes.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import Array
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
    PATH,
    PROBLEM,
    RESULT,
    RETURNING,
    RULES,
    STAYS,
    STEP,
    STORED,
    WANT,
    WHERE,
    WHO,
    insert,
    player_at,
)
from gamekit.solvers.proof.position_table import (
    LEAST,
    MOST,
    NO_MOVE,
    TABLE,
    find,
    lower_of,
    move_of,
    store,
    upper_of,
)
from gamekit.solvers.proof.workers import NODES_PER_LOOK, STOP, choose_unmarked, unmark

WINDOW_BITS: Final = 12
"""The number of bits of a window."""

STRIDE: Final = 3
"""The number of bits from the beginning of a window to that of the next."""

RATE: Final = 0.009
"""The learning rate of the weights."""

FIRST: Final = 1e300
"""The score of a successor that was best before."""

ZERO: Final = 128
"""The number that is subtracted from plies to store them."""


class Goal(NamedTuple):
    """An end that a player is to force.

    Attributes:
        player: the player.
        at_least: the least payoff that the end must have for that player.
    """

    player: int
    at_least: int


GOAL: Any = types.NamedUniTuple(types.int64, 2, Goal)  # type: ignore[no-untyped-call]

Weights: Any = types.float32[:, :, ::1]


@numba.njit(types.float32(Weights, types.int64, types.int64), cache=True, nogil=True)
def _estimate(weights, who, code):  # type: ignore[no-untyped-def]
    """Return the learned guess of whether `who`, to move, gets the payoff wanted: about 1 if so, about -1 if not."""
    estimate = np.float32(0)
    for i in range(weights.shape[1]):
        estimate += weights[who, i, code >> STRIDE * i & ((1 << WINDOW_BITS) - 1)]
    return estimate


@numba.njit(types.void(Weights, types.int64, types.int64, types.float32), cache=True, nogil=True)
def _learn(weights, who, code, truth):  # type: ignore[no-untyped-def]
    """Move the learned guess for a position towards `truth`: 1 if `who` gets the payoff wanted, -1 if not."""
    guess = min(max(_estimate(weights, who, code), np.float32(-1)), np.float32(1))
    step = np.float32(RATE) * (truth - guess)
    for i in range(weights.shape[1]):
        weights[who, i, code >> STRIDE * i & ((1 << WINDOW_BITS) - 1)] += step


@numba.njit(cache=True, nogil=True)
def _key(table: Any, goal: Any, who: int, code: int) -> Any:
    """Return the key of a position. Numba compiles one branch, here and below."""
    if goal is None:
        return hashed(code, table.bits)
    return hashed(2 * code + (who == goal.player), table.bits)


@numba.njit(cache=True, nogil=True)
def _bounds(goal: Any, entry: Any, who: int, plies: int) -> Any:
    """Return the bounds on a position's value for its mover that an entry holds; with a goal, within `plies`."""
    if goal is None:
        return lower_of(entry), upper_of(entry)
    lower = np.int64(1 if upper_of(entry) + ZERO <= plies else 0)
    upper = np.int64(1 if lower_of(entry) + ZERO <= plies else 0)
    return (lower, upper) if who == goal.player else (-upper, -lower)


@numba.njit(cache=True, nogil=True)
def _keep(
    table: Any, goal: Any, path: Any, depth: int, result: int, is_cut: bool, move: int, work: int
) -> None:
    """Store the bound of a position: a lower one, with the move that gives it, or an upper one."""
    who, code = path.frames[depth, WHO], path.frames[depth, CODE]
    if goal is None:
        lower, upper = (result, MOST) if is_cut else (LEAST, result)
    else:
        plies = path.frames[depth, STEP]
        is_forced = is_cut == (who == goal.player)
        lower, upper = (LEAST, plies - ZERO) if is_forced else (plies + 1 - ZERO, MOST)
    key = _key(table, goal, who, code)
    path.status[STORED] += store(table, key, lower, upper, move if is_cut else NO_MOVE, work)


def _search(rules, table, path, weights, shared, goal, budget):  # type: ignore[no-untyped-def]
    """Continue the search from the position where the path's status says it stopped, for at most `budget` nodes.

    With a goal, a single thread searches whether it can be forced within the plies left. `weights` then has no windows,
    as nothing is learned. `shared` is of length 1 for a single thread. Return how the call ended, such as `DONE`.
    """
    outcome, successors, order = rules.functions.outcome, rules.functions.successors, rules.functions.order
    progress, parameters, turns = rules.functions.progress, rules.parameters, rules.turns
    status, frames, codes, moves = path.status, path.frames, path.codes, path.moves
    depth, returning, result, nodes = status[DEPTH], status[RETURNING], status[RESULT], status[NODES]
    last = nodes + budget
    out = np.empty(rules.most + SLACK, dtype=np.int64)
    ends, seen = np.empty_like(out), np.empty_like(out)
    answer = DONE
    is_shared = len(shared) > 1
    learns = weights.shape[1] > 0
    while depth >= 0:
        who, want, plies = frames[depth, WHO], frames[depth, WANT], frames[depth, STEP]
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
                _keep(table, goal, path, depth, result, is_cut, moves[depth, frames[depth, AT] - 1], work)
                if learns:
                    truth = np.float32(1) if is_cut else np.float32(-1)
                    _learn(weights, who, frames[depth, CODE], truth)
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
            hint = NO_MOVE
            entry = find(table, _key(table, goal, who, code))
            if entry != 0:
                lower, upper = _bounds(goal, entry, who, plies)
                if lower >= want or upper < want:
                    result = lower if lower >= want else upper
                    depth -= 1
                    returning = 1
                    continue
                hint = move_of(entry)
            if goal is not None:
                if plies == 0:
                    result, returning = 0, 1
                    depth -= 1
                    continue
            elif rules.has_progress:
                frames[depth, STEP] = progress(code, parameters)
                if depth > 0 and frames[depth, STEP] <= frames[depth - 1, STEP]:
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
                    entry = find(table, hashed(frames[above, CODE], table.bits))
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
            if count <= 0 or count > rules.most:
                status[PROBLEM] = NO_MOVES if count <= 0 else TOO_MANY
                answer = BREACH
                break
            best = LEAST
            is_cut = False
            for i in range(count):
                child = out[i]
                if child < 0 or child >= rules.size:
                    status[PROBLEM] = OUT_OF_RANGE
                    answer = BREACH
                    break
                payoff = outcome(child, parameters)
                ends[i] = payoff
                if payoff == NOT_OVER:
                    # most positions are known from fewer plies, so that looking pays at once
                    if goal is not None:
                        player = player_at(rules, who, child)
                        seen[i] = find(table, _key(table, goal, player, child))
                        if seen[i] != 0:
                            lower, upper = _bounds(goal, seen[i], player, plies - 1)
                            if (lower if player == who else -upper) >= want:
                                best, is_cut, hint = want, True, i
                                break
                    continue
                if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                    status[PROBLEM], status[WHERE] = BAD_OUTCOME, child
                    answer = BREACH
                    break
                bound = -payoff if turns == MOVERS_VIEW or (turns == MOVERS and who == 1) else payoff
                status[LARGEST] = max(status[LARGEST], abs(payoff))
                if goal is not None:
                    if who == goal.player:
                        bound = np.int64(1 if bound >= goal.at_least else 0)
                    else:
                        bound = np.int64(-1 if -bound >= goal.at_least else 0)
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
                    player = player_at(rules, who, child)
                    entry = find(table, _key(table, goal, player, child)) if goal is None else seen[i]
                    if entry != 0:
                        lower, upper = _bounds(goal, entry, player, plies - 1)
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
                    elif goal is not None:
                        if entry != 0:
                            score = -lower_of(entry) - ZERO if who == goal.player else lower_of(entry) + ZERO
                    else:
                        if rules.has_order:
                            score += order(child, parameters)
                        if learns:
                            score += _estimate(weights, player, child)
                        if player != who:
                            score = -score
                    insert(path, depth, left, score, child, i)
                    left += 1
            if is_cut or left == 0:
                result = best
                _keep(table, goal, path, depth, result, is_cut, hint, 1)
                depth -= 1
                returning = 1
                continue
            frames[depth, LEFT], frames[depth, AT], frames[depth, BEST] = left, 0, best
            frames[depth, BEGAN] = nodes
        if is_shared:
            choose_unmarked(shared, path, depth)
        child = codes[depth, frames[depth, AT]]
        player = player_at(rules, who, child)
        depth += 1
        frames[depth, CODE], frames[depth, WHO], frames[depth, STEP] = child, player, plies - 1
        frames[depth, WANT] = want if player == who else 1 - want
        returning = 0
    status[DEPTH], status[RETURNING], status[RESULT], status[NODES] = depth, returning, result, nodes
    return answer


@cache
def kernel_for(kind: Any) -> Any:
    """Return the search for bounds (`types.none`) or for a goal (`GOAL`), compiled when it is first requested."""
    signature = types.int64(RULES, TABLE, PATH, Weights, Array, kind, types.int64)
    return numba.njit(signature, cache=True, nogil=True)(_search)
