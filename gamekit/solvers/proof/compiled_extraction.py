"""Certificates from a search by compiled rules, a layer of positions at a time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.batch import SLACK
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.game.compiled import NOT_OVER
from gamekit.solution.store import ranges
from gamekit.solvers.proof.code_set import CodeSet, place_in
from gamekit.solvers.proof.compiled_search import CompiledSearch
from gamekit.solvers.proof.extraction import CirclesError
from gamekit.solvers.proof.frames import MOVERS, MOVERS_VIEW, player_at
from gamekit.solvers.proof.layers import Layers
from gamekit.solvers.proof.limits import LoopError
from gamekit.solvers.proof.position_table import find, lower_of, upper_of
from gamekit.tables.certificate import Kind, no_ranks

NONE: Final = np.empty(0, dtype=np.int64)

ENDS, MISSING = -1, -2
"""In place of a reply: a move ends the game as claimed; the table names no reply."""

AT_A_TIME: Final = 1 << 14
"""The replies looked for between two looks at the limits."""

Codes = NDArray[np.int64]


class _TiersError(Exception):
    """Tiers do not show that play ends."""


def extract_compiled(
    search: CompiledSearch,
    root: int,
    who: int,
    player: int,
    at_least: int,
    kind: Kind,
    folder: Path | None = None,
) -> tuple[Codes, Codes, Kind]:
    """Return the codes of the positions of a certificate, ascending, their ranks, and its kind.

    Where each ply leads to one tier, and always to a higher or always to a lower one, the tiers show that play ends.
    Then no ranks are needed, and no position of a ply needs to be compared with those of others.

    Args:
        search: that has decided the claim.
        root: the position that the claim is about.
        who: is to move there.
        player: whom the claim is about.
        at_least: what it says that the player gets.
        kind: of the claim, "reach" or "safe".
        folder: for files, where tiers show that play ends and memory has no room; None for the system's own.

    Raises:
        LimitError: a limit was reached.
        CirclesError: the positions lead back to each other.
    """
    start = np.array([root], dtype=np.int64)
    undecided, forced = (start, NONE) if who == player else (NONE, start)
    if search.batch.rules.tier is not None:
        with suppress(_TiersError):
            layers = Layers(search.memory // search.limits.tuning.proof_share, folder)
            is_up = _by_tiers(search, undecided, forced, player, at_least, layers)
            kept = layers.merged()
            return kept, no_ranks(len(kept)), "rise" if is_up else "fall"
    kept, plies = _by_sets(search, undecided, forced, player, at_least)
    if kind == "safe":
        return kept, no_ranks(len(kept)), kind
    return kept, _ranks(search, kept, np.concatenate([*plies[::-1], NONE]), player, at_least), kind


def _by_sets(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int
) -> tuple[Codes, list[Codes]]:
    """Return all positions of a certificate, ascending, and those of each ply in which the other player moves."""
    kept, seen = forced, NONE  # positions of the certificate, and those in which a reply was looked for
    layers: list[Codes] = []
    while len(forced) or len(undecided):
        layers.append(forced)
        seen = _union(seen, undecided)
        mine, theirs, replies = _next_ply(search, undecided, forced, player, at_least, kept)
        replies, theirs = _without(replies, kept), _without(theirs, kept)
        kept = _union(kept, replies, theirs)
        forced, again = _by_turn(search, replies, player)
        forced, undecided = _union(theirs, forced), _without(_union(mine, again), seen)
    return kept, layers


def _by_tiers(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int, layers: Layers
) -> bool:
    """Add the positions of each ply to layers, and return whether tiers rise.

    Raises:
        _TiersError: a ply has several tiers, or tiers neither rise nor fall from ply to ply.
    """
    layers.add(forced)
    before: int | None = None
    is_up: bool | None = None
    while len(forced) or len(undecided):
        tier = _tier(search, undecided, forced)
        if before is not None:
            if tier == before or is_up not in (None, tier > before):
                raise _TiersError
            is_up = tier > before
        before = tier
        mine, theirs, replies = _next_ply(search, undecided, forced, player, at_least, NONE)
        layers.add(_union(replies, theirs))
        forced, again = _by_turn(search, replies, player)
        forced, undecided = _union(theirs, forced), _union(mine, again)
    return bool(is_up)


def _tier(search: CompiledSearch, *plies: Codes) -> int:
    """Return the tier of all positions of a ply.

    Raises:
        _TiersError: there are several.
    """
    found: set[int] = set()
    for codes in plies:
        for part in ranges(len(codes), AT_A_TIME):
            tiers = search.batch.tiers(codes[part])
            found |= {int(tiers.min()), int(tiers.max())}
            if len(found) > 1:
                raise _TiersError
    return found.pop()


def _next_ply(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int, kept: Codes
) -> tuple[Codes, Codes, Codes]:
    """Return the positions of the next ply, each array ascending: the player's, the other's, and replies.

    Args:
        search: that has decided the claim.
        undecided: positions in which the player is to move, who needs one reply.
        forced: positions in which the other player is to move, who may make any move.
        player: whom the claim is about.
        at_least: what it says that the player gets.
        kept: positions that are known to be needed, which are the best replies.
    """
    children, movers = _forced(search, forced, player)
    mine, theirs = children[movers == player], children[movers != player]
    replies = _replies(search, undecided, player, at_least, _union(kept, theirs))
    return mine, theirs, _union(replies[replies >= 0])


def _by_turn(search: CompiledSearch, replies: Codes, player: int) -> tuple[Codes, Codes]:
    """Return the replies after which the other player is to move, and those after which the player is again."""
    if search.turns == MOVERS_VIEW:
        return replies, NONE
    again = search.batch.movers(replies) == player
    return replies[~again], replies[again]


def _union(*parts: Codes) -> Codes:
    """Return the different codes of some arrays, ascending; `np.unique` hashes, which takes longer."""
    parts = tuple(part for part in parts if len(part)) or (NONE,)
    codes: Codes = np.concatenate(parts) if len(parts) > 1 else parts[0].copy()
    codes.sort()
    is_new = np.ones(len(codes), dtype=np.bool_)
    np.not_equal(codes[1:], codes[:-1], out=is_new[1:])
    return codes[is_new]


def _without(codes: Codes, others: Codes) -> Codes:
    """Return the codes that are not among others; both ascend."""
    if not len(others):
        return codes
    places = np.minimum(np.searchsorted(others, codes), len(others) - 1)
    found: Codes = codes[others[places] != codes]
    return found


def _forced(search: CompiledSearch, codes: Codes, player: int) -> tuple[Codes, NDArray[np.int8]]:
    """Return the successors that are no ends of positions in which the other player is to move, and their movers."""
    batch, tuning = search.batch, search.limits.tuning
    # an expansion holds up to so many successors of 8 bytes, and they are sorted and expanded in turn
    at_once = max(tuning.proof_task, search.memory // tuning.proof_share // (32 * batch.rules.max_successors))
    found, waiting = NONE, [NONE]
    for part in ranges(len(codes), at_once):
        children = _union(batch.expand(codes[part]).children)
        waiting += [_going_on(search, children[some]) for some in ranges(len(children), at_once)]
        if sum(map(len, waiting)) > len(found):
            found, waiting = _union(found, *waiting), []
    found = _union(found, *waiting)
    if search.turns == MOVERS_VIEW:
        return found, np.full(len(found), player, dtype=np.int8)
    return found, batch.movers(found)


def _going_on(search: CompiledSearch, codes: Codes) -> Codes:
    """Return the positions that are no ends."""
    going_on: Codes = codes[search.batch.expand(codes).counts > 0]
    return going_on


def _replies(search: CompiledSearch, codes: Codes, player: int, at_least: int, kept: Codes) -> Codes:
    """Return a reply to each position in which the player is to move, or `ENDS`."""
    found: Codes = np.empty(len(codes), dtype=np.int64)
    chosen = CodeSet()
    chosen.add(kept)
    for part in ranges(len(codes), AT_A_TIME):
        chosen.make_room(part.stop - part.start)
        _choose(search, codes[part], player, at_least, chosen, found[part])
        search.limits.check(search.nodes)
        for i in (part.start + np.flatnonzero(found[part] == MISSING)).tolist():
            found[i] = _searched(search, codes[i : i + 1], player, at_least, chosen)
            chosen.add(found[i : i + 1])
    return found


def _searched(search: CompiledSearch, code: Codes, player: int, at_least: int, chosen: CodeSet) -> int:
    """Return a reply that is found by searching again."""
    try:
        search.bound(int(code[0]), player, at_least)
        found: Codes = np.empty(1, dtype=np.int64)
        _choose(search, code, player, at_least, chosen, found)
        if found[0] != MISSING:
            return int(found[0])
        for child, other, payoff in search.children(int(code[0]), player):  # the table is tiny
            if payoff is not None:
                continue
            if other == player and search.bound(child, other, at_least) >= at_least:
                return child
            if other != player and search.bound(child, other, 1 - at_least) <= -at_least:
                return child
    except LoopError:
        pass
    raise CirclesError


def _choose(
    search: CompiledSearch, codes: Codes, player: int, at_least: int, chosen: CodeSet, replies: Codes
) -> None:
    """Write the replies that the table names, and `MISSING` where it names none."""
    batch, table = search.batch, search.table
    choose(
        batch.functions, batch.parameters, batch.rules.max_successors, search.turns, player, at_least,
        table.entries, table.rests, table.bits, table.bits - table.buckets, codes, chosen.codes, replies,
    )  # fmt: skip


@numba.njit(types.boolean(types.int64, types.int64, types.int64, types.int64), cache=True, nogil=True)
def _pays(payoff, turns, player, at_least):  # type: ignore[no-untyped-def]
    """Return whether an end that a player's own move leads to pays the player so much."""
    return (-payoff if turns == MOVERS_VIEW or player == 1 else payoff) >= at_least


@numba.njit(
    types.void(
        FUNCTIONS, Array, types.int64, types.int64, types.int64, types.int64,
        Array, Array, types.int64, types.int64, Array, Array, Array,
    ),
    cache=True,
    nogil=True,
)  # fmt: skip
def choose(  # type: ignore[no-untyped-def]
    functions, parameters, most, turns, player, at_least, entries, rests, bits, shift, codes, chosen, replies
):
    """Write a reply to each position in which the player is to move: one chosen before, or that took the least work."""
    outcome, successors = functions.outcome, functions.successors
    out = np.empty(most + SLACK, dtype=np.int64)
    for i in range(len(codes)):
        count = successors(codes[i], parameters, out)
        reply, least = MISSING, 1000
        for j in range(count):
            payoff = outcome(out[j], parameters)
            if payoff != NOT_OVER:
                if _pays(payoff, turns, player, at_least):
                    reply = ENDS
                    break
                continue
            entry = find(entries, rests, shift, hashed(out[j], bits))
            if entry == 0 or least < 0:
                continue
            stays = player_at(functions, parameters, turns, player, out[j]) == player
            if lower_of(entry) < at_least if stays else upper_of(entry) > -at_least:
                continue
            work = entry & 63
            if chosen[place_in(chosen, out[j])] == out[j]:
                work = -1
            if work < least:
                reply, least = out[j], work
        replies[i] = reply
        if reply >= 0:
            chosen[place_in(chosen, reply)] = reply


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
                other = player_at(functions, parameters, turns, who, child)
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
                            if _pays(payoff, turns, player, at_least):
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
