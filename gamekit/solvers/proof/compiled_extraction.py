"""Certificates from a search by compiled rules, a layer of positions at a time."""

from __future__ import annotations

from typing import Final

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import SLACK
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.game.compiled import NOT_OVER
from gamekit.solution.store import ranges
from gamekit.solvers.proof.compiled_search import CompiledSearch
from gamekit.solvers.proof.extraction import CirclesError
from gamekit.solvers.proof.frames import MOVERS, MOVERS_VIEW
from gamekit.solvers.proof.limits import LoopError
from gamekit.solvers.proof.position_table import find, hashed, lower_of, upper_of
from gamekit.tables.blocks import distinct

ENDS, MISSING = -1, -2
"""In place of a reply: a move ends the game as claimed; the table names no reply."""

AT_A_TIME: Final = 1 << 14
"""The replies looked for between two looks at the limits."""

Codes = NDArray[np.int64]


def extract_compiled(
    search: CompiledSearch, root: int, who: int, player: int, at_least: int, needs_rank: bool
) -> tuple[Codes, Codes]:
    """Return the codes of the positions of a certificate, ascending, and their ranks.

    Args:
        search: that has decided the claim.
        root: the position that the claim is about.
        who: is to move there.
        player: whom the claim is about.
        at_least: what it says that the player gets.
        needs_rank: whether positions must not lead back to each other; else ranks are 0.

    Raises:
        LimitError: a limit was reached.
        CirclesError: the positions lead back to each other.
    """
    none = np.empty(0, dtype=np.int64)
    start = np.array([root], dtype=np.int64)
    asked, forced = (start, none) if who == player else (none, start)
    kept, seen = forced, none  # positions of the certificate, and those in which a reply was looked for
    layers: list[Codes] = []
    while len(forced) or len(asked):
        layers.append(forced)
        seen = _union(seen, asked)
        replies = _replies(search, asked, player, at_least, kept)
        replies = _without(_union(replies[replies >= 0]), kept)
        children, movers = _forced(search, forced, player)
        mine, theirs = children[movers == player], _without(children[movers != player], kept)
        kept = _union(kept, replies, theirs)
        again = np.zeros(len(replies), dtype=np.bool_)
        if search.turns != MOVERS_VIEW:
            again = search.batch.movers(replies) == player
        forced = _union(theirs, replies[~again])
        asked = _without(_union(mine, replies[again]), seen)
    if not needs_rank:
        return kept, np.zeros_like(kept)
    return kept, _ranks(search, kept, np.concatenate([*layers[::-1], none]), player, at_least)


def _union(*parts: Codes) -> Codes:
    """Return the different codes of some arrays, ascending; `np.unique` hashes, which takes longer."""
    codes: Codes = distinct(np.sort(np.concatenate(parts)))[0]
    return codes


def _without(codes: Codes, others: Codes) -> Codes:
    """Return the codes that are not among others; both ascend."""
    if not len(others):
        return codes
    places = np.minimum(np.searchsorted(others, codes), len(others) - 1)
    found: Codes = codes[others[places] != codes]
    return found


def _forced(search: CompiledSearch, codes: Codes, player: int) -> tuple[Codes, NDArray[np.int8]]:
    """Return the successors that are no ends of positions in which the other player is to move, and their movers."""
    batch = search.batch
    children = _union(batch.expand(codes).children)
    children = children[batch.expand(children).counts > 0]
    if search.turns == MOVERS_VIEW:
        return children, np.full(len(children), player, dtype=np.int8)
    return children, batch.movers(children)


def _replies(search: CompiledSearch, codes: Codes, player: int, at_least: int, kept: Codes) -> Codes:
    """Return a reply to each position in which the player is to move, or `ENDS`."""
    found: Codes = np.empty(len(codes), dtype=np.int64)
    for part in ranges(len(codes), AT_A_TIME):
        _choose(search, codes[part], player, at_least, kept, found[part])
        search.limits.check(search.nodes)
        for i in (part.start + np.flatnonzero(found[part] == MISSING)).tolist():
            found[i] = _searched(search, codes[i : i + 1], player, at_least, kept)
    return found


def _searched(search: CompiledSearch, code: Codes, player: int, at_least: int, kept: Codes) -> int:
    """Return a reply that is found by searching again."""
    try:
        search.ask(int(code[0]), player, at_least)
        found: Codes = np.empty(1, dtype=np.int64)
        _choose(search, code, player, at_least, kept, found)
        if found[0] != MISSING:
            return int(found[0])
        for child, other, payoff in search.children(int(code[0]), player):  # the table is tiny
            if payoff is not None:
                continue
            if other == player and search.ask(child, other, at_least) >= at_least:
                return child
            if other != player and search.ask(child, other, 1 - at_least) <= -at_least:
                return child
    except LoopError:
        pass
    raise CirclesError


def _choose(
    search: CompiledSearch, codes: Codes, player: int, at_least: int, kept: Codes, replies: Codes
) -> None:
    """Write the replies that the table names, and `MISSING` where it names none."""
    batch, table = search.batch, search.table
    choose(
        batch.functions, batch.parameters, batch.rules.max_successors, search.turns, player, at_least,
        table.entries, table.rests, table.bits, table.bits - table.buckets, codes, kept, replies,
    )  # fmt: skip


@numba.njit(
    types.void(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64,
        Array, Array, types.int64, types.int64, Array, Array, Array,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def choose(  # type: ignore[no-untyped-def]
    functions, parameters, most, turns, player, at_least, entries, rests, bits, shift, codes, kept, replies
):
    """Write a reply to each position in which the player is to move: one that is kept, or took the least work."""
    outcome, successors, mover = functions.outcome, functions.successors, functions.mover
    out = np.empty(most + SLACK, dtype=np.int64)
    for i in range(len(codes)):
        count = successors(codes[i], parameters, out)
        reply, least = MISSING, 1000
        for j in range(count):
            payoff = outcome(out[j], parameters)
            if payoff != NOT_OVER:
                is_minus = turns == MOVERS_VIEW or player == 1
                if (-payoff if is_minus else payoff) >= at_least:
                    reply = ENDS
                    break
                continue
            at = find(entries, rests, shift, hashed(out[j], bits))
            if at < 0 or least < 0:
                continue
            stays = False
            if turns == MOVERS:
                stays = mover(out[j], parameters) == player
            elif turns != MOVERS_VIEW:
                stays = player == 0
            if lower_of(entries[at]) < at_least if stays else upper_of(entries[at]) > -at_least:
                continue
            place = np.searchsorted(kept, out[j])
            work = entries[at] & 63
            if place < len(kept) and kept[place] == out[j]:
                work = -1
            if work < least:
                reply, least = out[j], work
        replies[i] = reply


def _ranks(search: CompiledSearch, kept: Codes, order: Codes, player: int, at_least: int) -> Codes:
    """Return the rank of each position of a certificate, of which `order` has the last first."""
    ranks: Codes = np.full(len(kept), -1, dtype=np.int64)
    places = np.concatenate([np.searchsorted(kept, order), np.arange(len(kept))])
    batch = search.batch
    while len(places):
        rank_all(
            batch.functions, batch.parameters, batch.rules.max_successors, search.turns, player, at_least,
            kept, places, ranks,
        )  # fmt: skip
        search.limits.check(search.nodes)
        left = places[ranks[places] < 0]
        if len(left) == len(places):
            raise CirclesError
        places = left
    return ranks


@numba.njit(types.int64(Array, Array, types.int64), cache=True, nogil=True)
def _rank_of(kept, ranks, code):  # type: ignore[no-untyped-def]
    place = np.searchsorted(kept, code)
    return ranks[place] if place < len(kept) and kept[place] == code else np.int64(-1)


@numba.njit(
    types.void(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64, Array, Array, Array
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def rank_all(functions, parameters, most, turns, player, at_least, kept, places, ranks):  # type: ignore[no-untyped-def]
    """Write the rank of each position whose successors, or a reply to each of them, have ranks already."""
    outcome, successors, mover = functions.outcome, functions.successors, functions.mover
    out = np.empty(most + SLACK, dtype=np.int64)
    replies = np.empty(most + SLACK, dtype=np.int64)
    for place in places:
        if ranks[place] >= 0:
            continue
        code = kept[place]
        who = 1 - player
        if turns == MOVERS:
            who = mover(code, parameters)
        elif turns != MOVERS_VIEW:
            who = 0
        count = successors(code, parameters, out)
        rank, least = np.int64(0), np.int64(-1)
        for i in range(count):
            child = out[i]
            here = np.int64(-1)
            payoff = outcome(child, parameters)
            if payoff != NOT_OVER:
                # in the mover's view it is the player who would be to move
                if (payoff if turns == MOVERS_VIEW or player == 0 else -payoff) >= at_least:
                    here = np.int64(0)
            else:
                other = who
                if turns == MOVERS_VIEW:
                    other = 1 - who
                elif turns == MOVERS:
                    other = mover(child, parameters)
                if other != player or turns != MOVERS_VIEW:
                    rank_here = _rank_of(kept, ranks, child)
                    if rank_here >= 0:
                        here = rank_here + 1
                if here < 0 and other == player:
                    number = successors(child, parameters, replies)
                    for j in range(number):
                        payoff = outcome(replies[j], parameters)
                        found = np.int64(-1)
                        if payoff != NOT_OVER:
                            is_minus = turns == MOVERS_VIEW or player == 1
                            if (-payoff if is_minus else payoff) >= at_least:
                                found = np.int64(0)
                        else:
                            found = _rank_of(kept, ranks, replies[j])
                            if found >= 0:
                                found += 1
                        if found >= 0 and (here < 0 or found < here):
                            here = found
            if who == player:
                if here >= 0 and (least < 0 or here < least):
                    least = here
            elif here < 0:
                rank = np.int64(-1)
                break
            else:
                rank = max(rank, here)
        ranks[place] = least if who == player else rank
