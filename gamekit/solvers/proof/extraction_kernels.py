"""Kernels of the extraction: a set of codes, a reply to each position, and ranks."""

from __future__ import annotations

from typing import Final

import numba
import numpy as np
from numba import types

from gamekit.engine.codes.batch import SLACK, Codes
from gamekit.engine.codes.code_hash import hashed
from gamekit.engine.codes.jit import Array
from gamekit.game.compiled import NOT_OVER
from gamekit.solvers.proof.frames import MOVERS, MOVERS_VIEW, RULES, player_at
from gamekit.solvers.proof.position_table import TABLE, find, lower_of, upper_of

FREE: Final = -1
"""The mark of a place without a code."""


class CodeSet:
    """A hash set of codes with linear probing, at most half full.

    Attributes:
        codes: int64, a code at each place or `FREE`; the length is a power of two.
    """

    def __init__(self) -> None:
        self.codes: Codes = np.full(1 << 10, FREE, dtype=np.int64)
        self._most = 0  # no more codes than this are there

    def add(self, codes: Codes) -> None:
        """Add codes; negative numbers are not codes."""
        self.make_room(len(codes))
        add_all(self.codes, codes)

    def make_room(self, more: int) -> None:
        """Grow until this many more codes leave half of the places free."""
        if 2 * (self._most + more) > len(self.codes):
            held = self.codes[self.codes != FREE]
            self._most = len(held)
            size = 1 << (2 * (len(held) + more)).bit_length()
            if size > len(self.codes):
                self.codes = np.full(size, FREE, dtype=np.int64)
                add_all(self.codes, held)
        self._most += more


@numba.njit(types.int64(Array, types.int64), cache=True, nogil=True)
def place_in(codes, code):  # type: ignore[no-untyped-def]
    """Return the place of a code in a set, or the free place for it."""
    mask = len(codes) - 1
    place = hashed(code, 62) & mask
    while codes[place] >= 0 and codes[place] != code:
        place = (place + 1) & mask
    return place


@numba.njit(types.void(Array, Array), cache=True, nogil=True)
def add_all(codes, others):  # type: ignore[no-untyped-def]
    """Add codes to a set that has room for them; negative numbers are not codes."""
    for code in others:
        if code >= 0:
            codes[place_in(codes, code)] = code


ENDS, MISSING = -1, -2
"""Marks in place of a reply: a move ends the game as claimed; the table names no reply."""


@numba.njit(types.boolean(types.int64, types.int64, types.int64, types.int64), cache=True, nogil=True)
def _pays(payoff, turns, player, at_least):  # type: ignore[no-untyped-def]
    """Return whether an end to which a player's own move leads pays the player enough."""
    return (-payoff if turns == MOVERS_VIEW or player == 1 else payoff) >= at_least


@numba.njit(types.void(RULES, TABLE, types.int64, types.int64, Array, Array, Array), cache=True, nogil=True)
def choose(rules, table, player, at_least, codes, chosen, replies):  # type: ignore[no-untyped-def]
    """Write a reply to each position in which the player is to move: one in `chosen`, or else the one of least work."""
    outcome, successors = rules.functions.outcome, rules.functions.successors
    parameters, turns = rules.parameters, rules.turns
    out = np.empty(rules.most + SLACK, dtype=np.int64)
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
            entry = find(table, hashed(out[j], table.bits))
            if entry == 0 or least < 0:
                continue
            stays = player_at(rules, player, out[j]) == player
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


@numba.njit(types.int64(Array, Array, types.int64), cache=True, nogil=True)
def _rank_of(members, ranks, code):  # type: ignore[no-untyped-def]
    place = np.searchsorted(members, code)
    return ranks[place] if place < len(members) and members[place] == code else np.int64(-1)


@numba.njit(types.void(RULES, types.int64, types.int64, Array, Array, Array), cache=True, nogil=True)
def rank_all(rules, player, at_least, members, places, ranks):  # type: ignore[no-untyped-def]
    """Write the rank of each position whose successors, or a reply to each of them, already have ranks."""
    outcome, successors, mover = rules.functions.outcome, rules.functions.successors, rules.functions.mover
    parameters, turns = rules.parameters, rules.turns
    out = np.empty(rules.most + SLACK, dtype=np.int64)
    replies = np.empty(rules.most + SLACK, dtype=np.int64)
    for place in places:
        if ranks[place] >= 0:
            continue
        code = members[place]
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
                other = player_at(rules, who, child)
                if other != player or turns != MOVERS_VIEW:
                    rank_here = _rank_of(members, ranks, child)
                    if rank_here >= 0:
                        here = rank_here + 1
                if here < 0 and other == player:
                    number = successors(child, parameters, replies)
                    for j in range(number):
                        payoff = outcome(replies[j], parameters)
                        reply_rank = np.int64(-1)
                        if payoff != NOT_OVER:
                            if _pays(payoff, turns, player, at_least):
                                reply_rank = np.int64(0)
                        else:
                            reply_rank = _rank_of(members, ranks, replies[j])
                            if reply_rank >= 0:
                                reply_rank += 1
                        if reply_rank >= 0 and (here < 0 or reply_rank < here):
                            here = reply_rank
            if who == player:
                if here >= 0 and (least < 0 or here < least):
                    least = here
            elif here < 0:
                rank = np.int64(-1)
                break
            else:
                rank = max(rank, here)
        ranks[place] = least if who == player else rank
