"""The search for Grundy values on boards of signs, compiled; `PairSearch` calls it.

A board of w columns is two integers, a and b, with a bit for each square, row by row: its sign is the number of bits
that a has there, and twice those of b. A group of joined squares is known by its **key**: a and b of its least image on
the smallest board, with w above the bits of a. What is known of a key is a **fact**: a set of Grundy values, as bits,
that it does not have; or, if its Grundy value v is known, -1 - v.

Facts only ever increase, so each frame of the stack reads them again whenever it is on top, and needs no answer from
the frames above it.

Legend of the arrays:

    moves[i]      whether the pair is in a column, its signs before, and its signs after
    alike[:]      whether a board may be mirrored, flipped, turned, and two signs exchanged
    keys[i]       the two integers of a key, by a hash of them; zeros where there is none
    facts[i]      what is known of keys[i]
    ranks[i]      the order in which values were found, from 1 on; 0 where none is known
    counts[:]     the numbers of keys, of known values, of frames, of options and of parts
    frames[i]     a key; a heap; its first option and its first part; its next option, or -1 before they are listed
    options[i]    where the parts of an option begin and end, and what it is sorted by
    parts[i]      a key
"""

from __future__ import annotations

from typing import Final

import numba
import numpy as np
from numba import types

from gamekit.cgt.pair_moves import MOST_SQUARES

SHIFT: Final = MOST_SQUARES
"""The lowest bit of the number of columns in a key."""

KEYS, VALUES, FRAMES, OPTIONS, PARTS = range(5)

DONE, GOES_ON, IS_FULL = range(3)
"""The ways in which `search` returns: the stack is empty; it has taken its steps; there are too many keys."""

One = types.int64
Row = types.int64[::1]
Table = types.int64[:, ::1]
Pair = types.UniTuple(types.int64, 2)  # type: ignore[no-untyped-call]
Triple = types.UniTuple(types.int64, 3)  # type: ignore[no-untyped-call]


@numba.njit(One(One, One, One), cache=True, nogil=True)
def column(w, h, at):  # type: ignore[no-untyped-def]
    """Return a mask of the squares in column `at` of a board with w columns and h rows."""
    bits = np.int64(0)
    for row in range(h):
        bits |= np.int64(1) << (row * w + at)
    return bits


@numba.njit(One(One), cache=True, nogil=True)
def number_of(bit):  # type: ignore[no-untyped-def]
    """Return the number of the lowest bit that is set."""
    number = 0
    step = 32
    while step:
        if bit & ((np.int64(1) << step) - 1) == 0:
            bit >>= step
            number += step
        step >>= 1
    return number


@numba.njit(One(Table, One, One), cache=True, nogil=True)
def place_of(keys, a, b):  # type: ignore[no-untyped-def]
    """Return the row of a key in the hash table, or the free row where it belongs."""
    mask = len(keys) - 1
    mixed = (a * -7046029254386353131) ^ (b * -4417276706812531889)
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    mixed *= -4658895280553007687
    at = (mixed ^ ((mixed >> 32) & 0xFFFFFFFF)) & mask
    while (keys[at, 0] != a or keys[at, 1] != b) and (keys[at, 0] | keys[at, 1]) != 0:
        at = (at + 1) & mask
    return at


@numba.njit(One(Table, Row, One, One), cache=True, nogil=True)
def fact_of(keys, facts, a, b):  # type: ignore[no-untyped-def]
    """Return the known facts about a key."""
    return facts[place_of(keys, a, b)]


@numba.njit(types.boolean(One, One), cache=True, nogil=True)
def excludes(fact, value):  # type: ignore[no-untyped-def]
    """Return whether the fact about a key of unknown value excludes a value; all values from SHIFT on are excluded."""
    return value >= SHIFT or fact >> value & 1


@numba.njit(types.void(Table, Row, Row, Row, One, One, One), cache=True, nogil=True)
def store(keys, facts, ranks, counts, a, b, fact):  # type: ignore[no-untyped-def]
    """Add a fact about a key: the bit of a value that it does not have, or -1 - v for its value v."""
    at = place_of(keys, a, b)
    if (keys[at, 0] | keys[at, 1]) == 0:
        keys[at, 0], keys[at, 1] = a, b
        counts[KEYS] += 1
    if fact < 0:
        counts[VALUES] += 1
        facts[at] = fact
        ranks[at] = counts[VALUES]
    else:
        facts[at] |= fact


@numba.njit(types.void(Table, Row, Row, Table, Row, Row), cache=True, nogil=True)
def copy_table(keys, facts, ranks, to_keys, to_facts, to_ranks):  # type: ignore[no-untyped-def]
    """Copy the keys and facts into larger arrays."""
    for i in range(len(keys)):
        if (keys[i, 0] | keys[i, 1]) != 0:
            at = place_of(to_keys, keys[i, 0], keys[i, 1])
            to_keys[at] = keys[i]
            to_facts[at], to_ranks[at] = facts[i], ranks[i]


@numba.njit(Pair(Row, One, One, One), cache=True, nogil=True)
def key_of(alike, a, b, w):  # type: ignore[no-untyped-def]
    """Return the key of a group of joined squares: its least image on the smallest board that holds it."""
    used = a | b
    squares = np.empty((SHIFT, 3), dtype=np.int64)
    n, top, bottom, left, right = 0, SHIFT, 0, w, 0
    while used:
        i = number_of(used)
        used &= used - 1
        row, at = i // w, i % w
        squares[n, 0], squares[n, 1] = row, at
        squares[n, 2] = (a >> i & 1) | (b >> i & 1) << 1
        n += 1
        top, bottom, left, right = min(top, row), max(bottom, row), min(left, at), max(right, at)
    h, w = bottom - top + 1, right - left + 1
    best_a, best_b, best_w = np.int64(-1), np.int64(-1), w
    for image in range(8):
        is_turned, is_flipped, is_mirrored = image & 1, image >> 1 & 1, image >> 2
        # a board that may be turned has at least as many rows as columns
        if alike[2] == 0:
            if is_turned:
                continue
        elif (is_turned and w < h) or (not is_turned and w > h):
            continue
        if (is_flipped and not alike[1]) or (is_mirrored and not alike[0]):
            continue
        columns = h if is_turned else w
        one, other = np.int64(0), np.int64(0)
        for k in range(n):
            row, at = squares[k, 0] - top, squares[k, 1] - left
            if is_flipped:
                row = h - 1 - row
            if is_mirrored:
                at = w - 1 - at
            bit = np.int64(1) << (at * columns + row if is_turned else row * columns + at)
            if squares[k, 2] & 1:
                one |= bit
            if squares[k, 2] & 2:
                other |= bit
        if alike[3] and (other < one):
            one, other = other, one
        if best_a < 0 or one < best_a or (one == best_a and other < best_b):
            best_a, best_b, best_w = one, other, columns
    return best_a | best_w << SHIFT, best_b


@numba.njit(One(One, One, One), cache=True, nogil=True)
def with_sign(a, b, sign):  # type: ignore[no-untyped-def]
    """Return a mask of the squares with a sign, which must not be 0, the sign of squares out of play."""
    if sign == 1:
        return a & ~b
    return b & ~a if sign == 2 else a & b


@numba.njit(One(Table, One, One, One, One), cache=True, nogil=True)
def first_squares(moves, i, a, b, w):  # type: ignore[no-untyped-def]
    """Return a mask of the first squares of all pairs on which move i can be made."""
    step = w if moves[i, 0] else 1
    squares = with_sign(a, b, moves[i, 1]) & (with_sign(a, b, moves[i, 2]) >> step)
    return squares if moves[i, 0] else squares & ~column(w, SHIFT // w, w - 1)


@numba.njit(types.boolean(Table, One, One, One), cache=True, nogil=True)
def has_move(moves, a, b, w):  # type: ignore[no-untyped-def]
    """Return whether any move can be made on a board."""
    for i in range(len(moves)):  # noqa: SIM110
        if first_squares(moves, i, a, b, w):
            return True
    return False


@numba.njit(types.void(Table, Row, Row, Table, One, One, One), cache=True, nogil=True)
def divide(moves, alike, counts, parts, a, b, w):  # type: ignore[no-untyped-def]
    """Append to `parts` the key of each group of joined squares on which a move can be made."""
    left, first = a | b, column(w, SHIFT // w, 0)
    last = first << (w - 1)
    while left:
        group, grown = np.int64(0), left & -left
        while grown != group:
            group = grown
            grown |= (grown << w | grown >> w | (grown & ~last) << 1 | (grown & ~first) >> 1) & left
        left ^= group
        if not has_move(moves, a & group, b & group, w):
            continue
        key_a, key_b = key_of(alike, a & group, b & group, w)
        top = counts[PARTS]
        parts[top, 0], parts[top, 1] = key_a, key_b
        counts[PARTS] += 1


@numba.njit(Triple(Table, Row, Table, One, One, One), cache=True, nogil=True)
def unknown(keys, facts, parts, start, end, heap):  # type: ignore[no-untyped-def]
    """Return the index of the next part, the nim-sum of the heap and the known parts, and the number of unknown parts.

    The next part to examine is the unknown part with the fewest squares; its index is -1 if all values are known.
    """
    at, least, without = -1, 0, 0
    for i in range(start, end):
        fact = fact_of(keys, facts, parts[i, 0], parts[i, 1])
        if fact < 0:
            heap ^= -1 - fact
            continue
        without += 1
        squares, size = (parts[i, 0] & ((np.int64(1) << SHIFT) - 1)) | parts[i, 1], 0
        while squares:
            squares &= squares - 1
            size += 1
        if at < 0 or size < least:
            at, least = i, size
    return at, heap, without


@numba.njit(types.boolean(Table, Row, Table, Row, Row, Table, Table, One, One, One), cache=True, nogil=True)
def list_options(moves, alike, keys, facts, counts, options, parts, a, b, heap):  # type: ignore[no-untyped-def]
    """Append the options of a key that may be worth a heap, most parts first; return whether one is known to be."""
    w = a >> SHIFT
    a &= (np.int64(1) << SHIFT) - 1
    first = counts[OPTIONS]
    for i in range(len(moves)):
        starts = first_squares(moves, i, a, b, w)
        while starts:
            one = starts & -starts
            starts ^= one
            other = one << w if moves[i, 0] else one << 1
            to_a, to_b = a & ~(one | other), b & ~(one | other)
            for square, sign in ((one, moves[i, 3]), (other, moves[i, 4])):
                if sign & 1:
                    to_a |= square
                if sign & 2:
                    to_b |= square
            start = counts[PARTS]
            divide(moves, alike, counts, parts, to_a, to_b, w)
            at, worth, without = unknown(keys, facts, parts, start, counts[PARTS], heap)
            if without == 0 and worth == 0:
                return True
            is_refuted = without == 0
            if without == 1:
                is_refuted = excludes(fact_of(keys, facts, parts[at, 0], parts[at, 1]), worth)
            if is_refuted:
                counts[PARTS] = start
                continue
            top, weight = counts[OPTIONS], start - counts[PARTS]  # of many parts, most are small
            while top > first and options[top - 1, 2] > weight:
                options[top] = options[top - 1]
                top -= 1
            options[top, 0], options[top, 1], options[top, 2] = start, counts[PARTS], weight
            counts[OPTIONS] += 1
    return False


@numba.njit(types.void(Row, Table, One, One, One), cache=True, nogil=True)
def push(counts, frames, a, b, heap):  # type: ignore[no-untyped-def]
    """Push a frame that asks whether a key is worth a heap."""
    top = counts[FRAMES]
    frames[top, 0], frames[top, 1], frames[top, 2] = a, b, heap
    frames[top, 3], frames[top, 4], frames[top, 5] = counts[OPTIONS], counts[PARTS], -1
    counts[FRAMES] += 1


@numba.njit(One(One), cache=True, nogil=True)
def least_open(fact):  # type: ignore[no-untyped-def]
    """Return the least value that the fact about a key does not exclude."""
    heap = 0
    while fact >> heap & 1:
        heap += 1
    return heap


@numba.njit(One(Table, Row, Table, Row, Row, Row, Table, Table, Table, One, One), cache=True, nogil=True)
def search(moves, alike, keys, facts, ranks, counts, frames, options, parts, most_keys, steps):  # type: ignore[no-untyped-def]
    """Search, and return DONE if the stack is empty, GOES_ON after `steps` steps, or IS_FULL at `most_keys` keys."""
    while counts[FRAMES] > 0:
        if counts[KEYS] >= most_keys:
            return IS_FULL
        if steps == 0:
            return GOES_ON
        steps -= 1
        top = counts[FRAMES] - 1
        a, b, heap = frames[top, 0], frames[top, 1], frames[top, 2]
        fact = fact_of(keys, facts, a, b)
        is_over = fact < 0 or excludes(fact, heap)
        if not is_over:
            smaller = least_open(fact)
            if smaller < heap:
                push(counts, frames, a, b, smaller)
                continue
        wins = False
        if not is_over and frames[top, 5] < 0:
            wins = list_options(moves, alike, keys, facts, counts, options, parts, a, b, heap)
            frames[top, 5] = frames[top, 3]
        waits = False
        while not is_over and not wins and not waits and frames[top, 5] < counts[OPTIONS]:
            start, end = options[frames[top, 5], 0], options[frames[top, 5], 1]
            at, worth, without = unknown(keys, facts, parts, start, end, heap)
            if without == 0:
                wins = worth == 0
                frames[top, 5] += 1
                continue
            fact = fact_of(keys, facts, parts[at, 0], parts[at, 1])
            if without > 1:
                worth = least_open(fact)
            elif excludes(fact, worth):
                frames[top, 5] += 1
                continue
            push(counts, frames, parts[at, 0], parts[at, 1], worth)
            waits = True
        if waits:
            continue
        if not is_over:
            store(keys, facts, ranks, counts, a, b, np.int64(1) << heap if wins else -1 - heap)
        counts[OPTIONS], counts[PARTS], counts[FRAMES] = frames[top, 3], frames[top, 4], top
    return DONE
