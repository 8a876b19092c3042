"""Can a player force an end that pays so much within some plies? With compiled rules, whatever cycles the game has.

The result does not depend on how play came to a position, so neither do the entries of the table: bounds on the
number of plies in which the end can be forced. So no history has to be kept (Kishimoto & Müller, "A general solution to
the graph history interaction problem", 2004, tell what is wrong otherwise). Called with 0, 1, 2, ... plies, the first
that suffices is the exact number.

The table has a key for each code and role: twice the code, plus one if the player who forces is to move. It holds plies
less 128: the lower bound is one more than the plies that are known not to suffice.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from gamekit.engine.codes.batch import BAD_OUTCOME, NO_MOVES, OUT_OF_RANGE, SLACK, TOO_MANY
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER
from gamekit.solvers.proof.frames import (
    AT,
    BEGAN,
    BREACH,
    CODE,
    DEPTH,
    DONE,
    GO_ON,
    LARGEST,
    LEFT,
    MOVERS_VIEW,
    NODES,
    PROBLEM,
    RESULT,
    RETURNING,
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

ZERO = 128
"""What plies are stored less."""


@numba.njit(
    types.int64(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64, types.int64,
        Array, Array, types.int64, types.int64, Numbers, Numbers, Numbers, Scores, Array, types.int64,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def search_within(  # type: ignore[no-untyped-def]
    functions, parameters, size, most, turns, player, at_least,
    entries, rests, bits, shift, frames, codes, moves, scores, status, budget,
):  # fmt: skip
    """Search on from where `status` says, for at most `budget` nodes; the result is 1 if `player` can, else 0.

    The arguments are those of `alpha_beta.search`, and `WANT` is the number of plies that are left.
    """
    outcome, successors = functions.outcome, functions.successors
    depth, returning, result, nodes = status[DEPTH], status[RETURNING], status[RESULT], status[NODES]
    last = nodes + budget
    out = np.empty(most + SLACK, dtype=np.int64)
    answer = DONE
    while depth >= 0:
        who, plies = frames[depth, WHO], frames[depth, WANT]
        forces = who == player
        key = hashed(2 * frames[depth, CODE] + forces, bits)
        if returning:
            frames[depth, AT] += 1
            is_cut = (result == 1) == forces
            if is_cut or frames[depth, AT] == frames[depth, LEFT]:
                lower, upper = (LEAST, plies - ZERO) if result else (plies + 1 - ZERO, MOST)
                move = moves[depth, frames[depth, AT] - 1] if is_cut else NO_MOVE
                work = nodes - frames[depth, BEGAN] + 1
                status[STORED] += store(entries, rests, shift, key, lower, upper, move, work)
                depth -= 1
                continue
        else:
            if nodes >= last:
                answer = GO_ON
                break
            code = frames[depth, CODE]
            hint = NO_MOVE
            entry = find(entries, rests, shift, key)
            if entry != 0:
                if upper_of(entry) + ZERO <= plies or lower_of(entry) + ZERO > plies:
                    result = 1 if upper_of(entry) + ZERO <= plies else 0
                    depth -= 1
                    returning = 1
                    continue
                hint = move_of(entry)
            if plies == 0:
                result, returning = 0, 1
                depth -= 1
                continue
            nodes += 1
            status[WHERE] = code
            count = successors(code, parameters, out)
            if count <= 0 or count > most:
                status[PROBLEM] = NO_MOVES if count <= 0 else TOO_MANY
                answer = BREACH
                break
            left = 0
            is_cut = False
            ended = 0
            for i in range(count):
                child = out[i]
                if child < 0 or child >= size:
                    status[PROBLEM] = OUT_OF_RANGE
                    answer = BREACH
                    break
                payoff = outcome(child, parameters)
                if payoff != NOT_OVER:
                    if payoff < -MAX_PAYOFF or payoff > MAX_PAYOFF:
                        status[PROBLEM], status[WHERE] = BAD_OUTCOME, child
                        answer = BREACH
                        break
                    status[LARGEST] = max(status[LARGEST], abs(payoff))
                    first = 1 - who if turns == MOVERS_VIEW else 0
                    ended = 1 if (payoff if first == player else -payoff) >= at_least else 0
                    if (ended == 1) == forces:
                        is_cut = True
                        hint = i
                        break
                    continue
                other = player_at(functions, parameters, turns, who, child)
                entry = find(entries, rests, shift, hashed(2 * child + (other == player), bits))
                score = 0.0
                if entry != 0:
                    lower, upper = lower_of(entry) + ZERO, upper_of(entry) + ZERO
                    if (upper <= plies - 1 and forces) or (lower > plies - 1 and not forces):
                        ended = 1 if forces else 0
                        is_cut = True
                        hint = i
                        break
                    if upper <= plies - 1 or lower > plies - 1:
                        continue
                    score = -lower if forces else lower
                if i == hint:
                    score = 1e300
                insert(codes, moves, scores, depth, left, score, child, i)
                left += 1
            if answer == BREACH:
                break
            if is_cut or left == 0:
                result = ended if is_cut else 1 - forces
                lower, upper = (LEAST, plies - ZERO) if result else (plies + 1 - ZERO, MOST)
                status[STORED] += store(
                    entries, rests, shift, key, lower, upper, hint if is_cut else NO_MOVE, 1
                )
                depth -= 1
                returning = 1
                continue
            frames[depth, LEFT], frames[depth, AT], frames[depth, BEGAN] = left, 0, nodes
        child = codes[depth, frames[depth, AT]]
        other = player_at(functions, parameters, turns, who, child)
        depth += 1
        frames[depth, CODE], frames[depth, WHO], frames[depth, WANT] = child, other, plies - 1
        returning = 0
    status[DEPTH], status[RETURNING], status[RESULT], status[NODES] = depth, returning, result, nodes
    return answer
